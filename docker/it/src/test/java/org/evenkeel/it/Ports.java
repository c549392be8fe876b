package org.evenkeel.it;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Ports for daemons that must know theirs beforehand. None is given twice, to whichever test on
 * this machine, and the system gives none of them to connections.
 */
public final class Ports {
    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;

    /** Held until this JVM ends. */
    private static final List<FileLock> LOCKS = new ArrayList<>();

    private static int next = FIRST;

    private Ports() {}

    /** The first of so many in a row. */
    public static synchronized int reserve(int count) throws IOException {
        Path locks =
                Files.createDirectories(
                        Path.of(System.getProperty("java.io.tmpdir"), "evenkeel-test-ports"));
        while (next + count <= LAST) {
            int first = next;
            next += count;
            boolean free = true;
            for (int port = first; port < first + count; port++) {
                free = free && lock(locks.resolve(Integer.toString(port))) && isFree(port);
            }
            if (free) {
                return first;
            }
        }
        throw new IOException("no port is free from " + FIRST + " to " + LAST);
    }

    private static boolean lock(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock();
        if (lock == null) {
            channel.close();
            return false;
        }
        LOCKS.add(lock);
        return true;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort() == port;
        } catch (IOException e) {
            return false;
        }
    }
}
