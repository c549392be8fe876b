package org.evenkeel.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.identity.Credentials;
import org.evenkeel.identity.IdentityException;
import org.evenkeel.identity.Pem;
import org.evenkeel.identity.PemBlocks;
import org.evenkeel.link.Access;
import org.evenkeel.tls.ClusterTls;
import org.jspecify.annotations.Nullable;

/** The certificate of this machine or user in a cluster's directory, read again when it changes. */
final class OwnIdentity {

    private static final Map<Path, Loaded> LOADED = new ConcurrentHashMap<>();

    private record Loaded(FileTime at, Access access) {}

    private OwnIdentity() {}

    /**
     * What connections off this machine use; null where there is no certificate.
     *
     * @throws ClusterUnavailableException if there is one that cannot be used
     */
    static @Nullable Access in(Path clusterDirectory) {
        Path file = clusterDirectory.resolve("identity").resolve("node.pem");
        try {
            if (!Files.exists(file)) {
                return null;
            }
            FileTime at = Files.getLastModifiedTime(file);
            Loaded loaded = LOADED.get(file);
            if (loaded == null || !loaded.at().equals(at)) {
                loaded = new Loaded(at, read(file));
                LOADED.put(file, loaded);
            }
            return loaded.access();
        } catch (IOException e) {
            throw new ClusterUnavailableException(file + " cannot be read: " + e.getMessage());
        } catch (IdentityException e) {
            throw new ClusterUnavailableException(file + ": " + e.reason());
        }
    }

    private static Access read(Path file) throws IOException, IdentityException {
        if (Files.size(file) > PemBlocks.MAX_BYTES) {
            throw new IdentityException("it is too long for a key and two certificates");
        }
        Credentials own = Pem.readCredentials(Files.readAllBytes(file));
        return Access.byCertificates(ClusterTls.context(own, InstantSource.system()));
    }
}
