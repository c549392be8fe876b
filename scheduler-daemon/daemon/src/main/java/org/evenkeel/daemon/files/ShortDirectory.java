package org.evenkeel.daemon.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A directory with a short name in one where every user of the machine may make files. One that is
 * there already, made by another user or a link, is left alone: the next name is taken.
 */
final class ShortDirectory {

    private static final int MAX_NAMES = 1_000;

    /**
     * Makes it, new and with mode 0700.
     *
     * @param shared where every user may make files
     * @param longPath what it stands for
     */
    static Path make(Path shared, Path longPath) throws IOException {
        Object uid = Files.getAttribute(longPath, "unix:uid");
        String name =
                "evenkeel-%s-%08x-%d"
                        .formatted(
                                uid, longPath.toString().hashCode(), ProcessHandle.current().pid());
        for (int i = 0; i < MAX_NAMES; i++) {
            Path wanted = shared.resolve(i == 0 ? name : name + "-" + i);
            if (isOurs(wanted)) {
                DirectoryWipe.wipe(wanted, true);
            }
            if (make(wanted)) {
                return wanted;
            }
        }
        throw new IOException("no name of " + shared.resolve(name) + "-N is free");
    }

    /** False when another user has made something of this name. */
    private static boolean make(Path wanted) throws IOException {
        try {
            Files.createDirectory(
                    wanted,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    /** A directory, no link, of this process's user, left by an earlier process of its number. */
    private static boolean isOurs(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                            .isDirectory()
                    && Files.getOwner(path, LinkOption.NOFOLLOW_LINKS)
                            .equals(Files.getOwner(Path.of("/proc/self")));
        } catch (IOException e) {
            return false;
        }
    }
}
