package org.evenkeel.daemon.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.NodeId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One node's directory, held by one daemon at a time; closing it lets the next one in. */
public final class NodeDirectory implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NodeDirectory.class);
    private static final int MAX_SOCKET_PATH_BYTES = 100;
    private static final String INCARNATION = "incarnation";
    private static final String LEFT = "workers.left-";
    static final String BLOBS = "blobs";

    private final Path path;
    private final FileChannel lockFile;

    private NodeDirectory(Path path, FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    /** Another daemon of this node runs. */
    public static final class InUseException extends Exception {
        InUseException(String message) {
            super(message);
        }
    }

    /**
     * Takes the directory; makes it if need be and puts aside what an earlier process left of its
     * workers' directories, in which processes of theirs may still live. Blobs stay: the journal
     * says which of them are needed.
     */
    public static NodeDirectory take(ClusterDirectory cluster, NodeId node)
            throws IOException, InUseException {
        Path path = cluster.nodePath(node);
        PrivateFiles.createDirectories(path);
        FileChannel lockFile =
                FileChannel.open(
                        path.resolve("daemon.lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
        FileLock lock;
        try {
            lock = lockFile.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            lockFile.close();
            throw new InUseException("a daemon of node " + node + " already runs in " + path);
        }
        NodeDirectory directory = new NodeDirectory(path, lockFile);
        directory.prepare();
        return directory;
    }

    private void prepare() throws IOException {
        Files.deleteIfExists(daemonFile());
        PrivateFiles.createDirectories(blobs());
        if (Files.isDirectory(workers(), LinkOption.NOFOLLOW_LINKS)) {
            Files.move(workers(), path.resolve(LEFT + System.nanoTime()));
        }
        PrivateFiles.createDirectories(workers());
    }

    /**
     * Deletes what was put aside, once the processes in it were killed. What cannot be deleted
     * keeps no daemon from starting: the next start tries again.
     */
    public void wipeLeft() throws IOException {
        List<Path> left = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(path, LEFT + "*")) {
            found.forEach(left::add);
        }
        for (Path one : left) {
            try {
                DirectoryWipe.wipe(one, true);
            } catch (IOException e) {
                LOG.warn("leftover files of earlier workers cannot be deleted: {}", e.getMessage());
            }
        }
    }

    public Path path() {
        return path;
    }

    public Path daemonFile() {
        return path.resolve(DaemonFile.NAME);
    }

    public Path blobs() {
        return path.resolve(BLOBS);
    }

    public Path journal() {
        return path.resolve("journal");
    }

    /** The logs of jobs. */
    public Path logs() {
        return path.resolve("logs");
    }

    public Path workers() {
        return path.resolve("workers");
    }

    /**
     * An id for this process start, greater than every earlier one of this node, even when the
     * clock was set back since.
     */
    public long nextIncarnation(InstantSource wallClock) throws IOException {
        Path file = path.resolve(INCARNATION);
        long last = Files.exists(file) ? incarnation(path) : 0;
        Instant now = wallClock.instant();
        long clock = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
        long next = Math.max(clock, last + 1);
        PrivateFiles.writeAtomically(file, (next + "\n").getBytes(StandardCharsets.US_ASCII));
        return next;
    }

    /**
     * The first process whose records the journal has. The file is in the journal's directory, so
     * that both go together.
     *
     * @param process that which asks
     * @param empty whether the journal has no records: then it begins with that process, unless the
     *     file says that the journal is older
     */
    public long journalSince(long process, boolean empty) throws IOException {
        Path file = journal().resolve("since");
        if (Files.exists(file)) {
            return number(file);
        }
        long since = empty ? process : Event.Recovered.FIRST_PROCESS;
        PrivateFiles.writeAtomically(file, (since + "\n").getBytes(StandardCharsets.US_ASCII));
        PrivateFiles.forceDirectory(journal());
        return since;
    }

    /** That of the process that took a node's directory last. */
    static long incarnation(Path directory) throws IOException {
        return number(directory.resolve(INCARNATION));
    }

    private static long number(Path file) throws IOException {
        try {
            return Long.parseLong(Files.readString(file).strip());
        } catch (NumberFormatException e) {
            throw new IOException(file + " does not hold a number", e);
        }
    }

    /**
     * Where the Unix domain socket goes: in the directory, or, because such paths are short, under
     * the directory for temporary files.
     */
    public Path socket() throws IOException {
        Path here = path.resolve("daemon.sock");
        if (here.toString().getBytes(StandardCharsets.UTF_8).length <= MAX_SOCKET_PATH_BYTES) {
            Files.deleteIfExists(here);
            return here;
        }
        return ShortDirectory.make(Path.of("/tmp"), path).resolve("daemon.sock");
    }

    /** Lets any user of the machine connect; who may say what, the handshake decides. */
    public void openSocket(Path socket) throws IOException {
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw-rw-"));
        Path parent = socket.getParent();
        if (parent != null && !parent.equals(path)) {
            Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwx--x--x"));
        }
    }

    /** Takes back the note that says a daemon listens. */
    public void retract() throws IOException {
        Files.deleteIfExists(daemonFile());
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(daemonFile());
        lockFile.close();
    }
}
