package org.evenkeel.daemon.blob;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.daemon.journal.BlobFiles;
import org.evenkeel.model.Digest;

/** Forces blobs of a store, each once: the files, then the directory that names them. */
public record DurableBlobs(BlobStore store) implements BlobFiles {
    @Override
    public void makeDurable(Set<Digest> blobs, Set<Digest> bundles) throws IOException {
        List<Digest> forced = new ArrayList<>();
        for (Digest bundle : bundles) {
            force(bundle, forced);
            if (forced.contains(bundle)) {
                for (BundleManifest.Jar jar : manifest(bundle).jars()) {
                    force(jar.digest(), forced);
                }
            }
        }
        for (Digest blob : blobs) {
            force(blob, forced);
        }
        if (!forced.isEmpty()) {
            PrivateFiles.forceDirectory(store.directory());
            forced.forEach(store::isDurable);
        }
    }

    private void force(Digest digest, List<Digest> forced) throws IOException {
        if (store.force(digest)) {
            forced.add(digest);
        }
    }

    private BundleManifest manifest(Digest bundle) throws IOException {
        return BundleManifest.parse(Files.readString(store.path(bundle), StandardCharsets.UTF_8));
    }
}
