package org.evenkeel.daemon.identity;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.security.identity.IdentityException;

/** Whole files that no user but their owner may read, in directories no other user may change. */
final class SecretFile {
    private static final Set<PosixFilePermission> OTHERS =
            EnumSet.of(
                    PosixFilePermission.GROUP_READ,
                    PosixFilePermission.GROUP_WRITE,
                    PosixFilePermission.GROUP_EXECUTE,
                    PosixFilePermission.OTHERS_READ,
                    PosixFilePermission.OTHERS_WRITE,
                    PosixFilePermission.OTHERS_EXECUTE);
    private static final Set<PosixFilePermission> OTHERS_WRITE =
            EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    /**
     * The content of a file.
     *
     * @throws IdentityException if others can read it or change its directory, or it is longer
     * @throws java.nio.file.NoSuchFileException if it is not there
     */
    static byte[] read(Path file, int maxBytes) throws IOException, IdentityException {
        requirePrivate(file);
        try (InputStream in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(maxBytes + 1);
            if (content.length > maxBytes) {
                throw new IdentityException(file + " is longer than " + maxBytes + " bytes");
            }
            return content;
        }
    }

    /** Refuses a file that others can read or replace. */
    static void requirePrivate(Path file) throws IOException, IdentityException {
        if (hasAny(file, OTHERS)) {
            throw new IdentityException(
                    file + " is readable by other users: run chmod 600 " + file);
        }
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null && hasAny(directory, OTHERS_WRITE)) {
            throw new IdentityException(
                    directory + " is writable by other users: run chmod 700 " + directory);
        }
    }

    private static boolean hasAny(Path path, Set<PosixFilePermission> unwanted) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(path, PosixFileAttributeView.class);
        return view != null
                && view.readAttributes().permissions().stream().anyMatch(unwanted::contains);
    }

    /**
     * Writes the whole file under another name, forces it, renames it, and forces the directory:
     * after a crash there is all of the old content or all of the new. What a crash before left
     * under another name is deleted. Only under the directory's lock.
     */
    static void write(Path file, byte[] content) throws IOException {
        Path directory = file.resolveSibling("");
        try (DirectoryStream<Path> left =
                Files.newDirectoryStream(directory, file.getFileName() + ".*.tmp")) {
            for (Path each : left) {
                Files.deleteIfExists(each);
            }
        }
        PrivateFiles.writeAtomically(file, content);
        PrivateFiles.forceDirectory(directory);
    }
}
