package org.evenkeel.daemon.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Deletes what is in a directory that others may write to while it is deleted. Whatever they put in
 * the place of a name, nothing outside of the directory is touched: each directory is held open
 * while it is emptied, and no link is followed. Directories below others are first moved to the
 * top, so that they may be nested to any depth. Where the system cannot hold directories open
 * (others than Linux), paths are used.
 */
public final class DirectoryWipe {

    /** Names read at a time. */
    private static final int BATCH = 1_000;

    /** Passes that delete nothing, before it is given up. */
    private static final int MAX_IDLE_PASSES = 20;

    /** A process may make files all the time. */
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final Path ITSELF = Path.of(".");
    private static final String MOVED = ".wiped-";

    private final Path directory;
    private final SecureDirectoryStream<Path> top;
    private long steps;
    private long moved;
    private @Nullable IOException failure;

    private DirectoryWipe(Path directory, SecureDirectoryStream<Path> top) {
        this.directory = directory;
        this.top = top;
    }

    /**
     * Deletes everything in a directory and, if asked, itself.
     *
     * @param directory whose parents no other user can write to; if it is a link, or not there,
     *     nothing happens
     * @throws IOException if something could not be deleted, for ten seconds if a process keeps
     *     making files; the rest is
     */
    public static void wipe(Path directory, boolean itselfToo) throws IOException {
        wipe(directory, itselfToo, System::nanoTime);
    }

    /**
     * @param nanos clock, asked once before the first pass and once after each
     */
    static void wipe(Path directory, boolean itselfToo, LongSupplier nanos) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        makeUsable(directory);
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            if (stream instanceof SecureDirectoryStream<Path> top) {
                new DirectoryWipe(directory, top).empty(nanos);
            } else {
                byPaths(directory);
            }
        }
        if (itselfToo) {
            Files.deleteIfExists(directory);
        }
    }

    private void empty(LongSupplier nanos) throws IOException {
        long begin = nanos.getAsLong();
        int idle = 0;
        for (List<Path> names = names(top); !names.isEmpty(); names = names(top)) {
            long before = steps;
            for (Path name : names) {
                delete(name);
            }
            idle = steps == before ? idle + 1 : 0;
            boolean late = nanos.getAsLong() - begin > LIMIT_NANOS;
            if (idle > MAX_IDLE_PASSES || late) {
                throw new IOException("not all of " + directory + " could be deleted", failure);
            }
        }
    }

    /** Of an entry of the top: deletes it, or takes what is in it one step nearer to that. */
    private void delete(Path name) {
        Path path = directory.resolve(name);
        attempt(
                path,
                () -> {
                    if (isDirectory(top, name)) {
                        try (SecureDirectoryStream<Path> inside =
                                top.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                            for (Path each : names(inside)) {
                                attempt(path, () -> deleteOrMove(inside, each, path.resolve(each)));
                            }
                        }
                        top.deleteDirectory(name);
                    } else {
                        top.deleteFile(name);
                    }
                });
    }

    private void deleteOrMove(SecureDirectoryStream<Path> inside, Path name, Path path)
            throws IOException {
        if (isDirectory(inside, name)) {
            if (!Files.isWritable(path)) {
                makeUsable(path);
            }
            inside.move(name, top, Path.of(MOVED + ++moved));
        } else {
            inside.deleteFile(name);
        }
    }

    private interface Deletion {
        void run() throws IOException;
    }

    /** What fails is tried again by the next pass: a process exchanged it, or added to it. */
    private void attempt(Path within, Deletion deletion) {
        try {
            deletion.run();
            steps++;
        } catch (NoSuchFileException e) {
            steps++;
        } catch (IOException e) {
            failure = e;
            if (e instanceof AccessDeniedException) {
                makeUsable(within);
            }
        }
    }

    private static boolean isDirectory(SecureDirectoryStream<Path> in, Path name)
            throws IOException {
        return in.getFileAttributeView(
                        name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes()
                .isDirectory();
    }

    /** Some of its names. A stream can be read once only, so another of the same directory is. */
    private static List<Path> names(SecureDirectoryStream<Path> in) throws IOException {
        List<Path> names = new ArrayList<>();
        try (DirectoryStream<Path> again =
                in.newDirectoryStream(ITSELF, LinkOption.NOFOLLOW_LINKS)) {
            Iterator<Path> all = again.iterator();
            while (all.hasNext() && names.size() < BATCH) {
                names.add(all.next().getFileName());
            }
        }
        return names;
    }

    /**
     * A directory that its owner, this process's user, has closed. By its path: who is not root can
     * change but its own, and root finds no directory closed.
     */
    private static void makeUsable(Path path) {
        PosixFileAttributeView view =
                Files.getFileAttributeView(
                        path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        try {
            if (view != null && view.readAttributes().isDirectory() && !isRoot()) {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
            }
        } catch (IOException e) {
            // what is to be deleted there fails then, and says why
        }
    }

    private static boolean isRoot() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    }

    private static void byPaths(Path directory) throws IOException {
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.deleteIfExists(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(
                            Path visited, @Nullable IOException thrown) throws IOException {
                        if (!visited.equals(directory)) {
                            Files.deleteIfExists(visited);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
