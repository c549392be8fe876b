package org.evenkeel.daemon.blob;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.evenkeel.daemon.journal.RecoveredRecords.Needed;
import org.evenkeel.kernel.journal.JournalDamagedException;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.BlobPayload;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The blobs of an earlier process that its journal refers to.
 *
 * @param sizes of all of them, in bytes
 * @param bundles those that are code
 */
public record RecoveredBlobs(Map<Digest, Long> sizes, Map<Digest, BundleManifest> bundles) {

    private static final Logger LOG = LoggerFactory.getLogger(RecoveredBlobs.class);

    /**
     * Finds what is needed.
     *
     * @throws JournalDamagedException one is missing or, if it is no checkpoint, has another length
     */
    public static RecoveredBlobs find(Path directory, List<Needed> needs)
            throws IOException, JournalDamagedException {
        RecoveredBlobs kept = new RecoveredBlobs(new LinkedHashMap<>(), new LinkedHashMap<>());
        for (Needed needed : needs) {
            BlobPayload payload = needed.payload();
            if (payload != null) {
                kept.find(directory, payload.digest(), payload.sizeBytes(), needed);
            }
            if (!needed.bundle().isNone() && !kept.bundles.containsKey(needed.bundle())) {
                kept.findBundle(directory, needed);
            }
        }
        return kept;
    }

    private void findBundle(Path directory, Needed needed)
            throws IOException, JournalDamagedException {
        Path file = directory.resolve(needed.bundle().toString());
        find(directory, needed.bundle(), -1, needed);
        BundleManifest manifest;
        try {
            manifest = BundleManifest.parse(Files.readString(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw damaged(file, needed, "is not a list of jars: " + e.getMessage());
        }
        for (BundleManifest.Jar jar : manifest.jars()) {
            find(directory, jar.digest(), jar.sizeBytes(), needed);
        }
        bundles.put(needed.bundle(), manifest);
    }

    private void find(Path directory, Digest digest, long size, Needed needed)
            throws IOException, JournalDamagedException {
        Path file = directory.resolve(digest.toString());
        if (!Files.isRegularFile(file)) {
            throw damaged(file, needed, "is missing");
        }
        long there = Files.size(file);
        if (size >= 0 && there != size) {
            if (!CheckpointName.is(digest)) {
                throw damaged(file, needed, "has " + there + " bytes instead of " + size);
            }
            LOG.warn("checkpoint {} has {} bytes, expected {}", file, there, size);
            fit(file, size);
        }
        sizes.put(digest, size >= 0 ? size : there);
    }

    /**
     * A checkpoint's writer may have held it open when this node died: what it did to the file then
     * is its own task's trouble, whose checkpoint has a wrong sum.
     */
    private static void fit(Path file, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            WorkerFileTransfer.fitTo(size, channel);
        }
    }

    private static JournalDamagedException damaged(Path file, Needed needed, String what) {
        return new JournalDamagedException(
                file.toString(), 0, "the blob that task " + needed.task() + " needs " + what);
    }

    /** Deletes all other files of the directory. */
    public void deleteOthers(Path directory) throws IOException {
        List<Path> others = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            files.filter(file -> !isKept(String.valueOf(file.getFileName()))).forEach(others::add);
        }
        for (Path other : others) {
            Files.deleteIfExists(other);
        }
    }

    private boolean isKept(String name) {
        try {
            return sizes.containsKey(Digest.parse(name));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Enters them into the records. */
    void enter(BlobStore store, Bundles code) {
        sizes.forEach(store::found);
        bundles.forEach(code::recover);
    }
}
