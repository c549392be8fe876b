package org.evenkeel.daemon.worker.guard;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/** Counts what is in a directory, until it is more than it may be; links are not followed. */
final class DirectoryUse extends SimpleFileVisitor<Path> {

    /** Root would change what a link names that another user has put in its place meanwhile. */
    private static final boolean OWN = !"root".equals(System.getProperty("user.name"));

    private final long mostBytes;
    private final int mostFiles;
    private long bytes;
    private int files;

    private DirectoryUse(long mostBytes, int mostFiles) {
        this.mostBytes = mostBytes;
        this.mostFiles = mostFiles;
    }

    /** Looks into it; files that come or go meanwhile count or do not. */
    static DirectoryUse of(Path directory, Limits limits) {
        DirectoryUse use = new DirectoryUse(limits.diskBytes(), limits.files());
        try {
            if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                Files.walkFileTree(directory, use);
            }
        } catch (IOException e) {
            return use; // it is being deleted
        }
        return use;
    }

    long bytes() {
        return bytes;
    }

    int files() {
        return files;
    }

    private FileVisitResult count(long more) {
        bytes += more;
        files++;
        return bytes > mostBytes || files > mostFiles
                ? FileVisitResult.TERMINATE
                : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
        return count(0);
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        return count(attributes.isRegularFile() ? attributes.size() : 0);
    }

    /** A directory that was made unreadable is made readable: next time it is looked into. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
        if (failure instanceof AccessDeniedException && OWN) {
            try {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
            } catch (IOException | UnsupportedOperationException e) {
                return count(0);
            }
        }
        return count(0);
    }

    @Override
    public FileVisitResult postVisitDirectory(
            Path directory, @org.jspecify.annotations.Nullable IOException failure) {
        return FileVisitResult.CONTINUE;
    }
}
