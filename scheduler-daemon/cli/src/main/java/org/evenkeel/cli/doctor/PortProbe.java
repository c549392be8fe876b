package org.evenkeel.cli.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.evenkeel.daemon.files.DaemonFile;

/** Looks up the facts of an address that {@link PortCheck} judges. */
public final class PortProbe {
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final String LISTENING = "0A";

    /**
     * Whether the port can be used, found out by listening for a moment.
     *
     * @param own daemons of this cluster that run here
     */
    public static PortCheck.Use look(String host, int port, List<DaemonFile> own) {
        for (DaemonFile daemon : own) {
            if (port != 0 && daemon.port() == port) {
                return new PortCheck.Use.OwnDaemon(daemon.node());
            }
        }
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
            if (!address.isAnyLocalAddress()
                    && NetworkInterface.getByInetAddress(address) == null) {
                return new PortCheck.Use.Unusable(host + " is no address of this machine");
            }
        } catch (UnknownHostException e) {
            return new PortCheck.Use.Unusable(host + " cannot be resolved");
        } catch (IOException e) {
            return new PortCheck.Use.Unusable(String.valueOf(e.getMessage()));
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port));
            return new PortCheck.Use.Free();
        } catch (IOException e) {
            Set<String> inodes =
                    new HashSet<>(inodes(MachineProbe.lines(Path.of("/proc/net/tcp")), port));
            inodes.addAll(inodes(MachineProbe.lines(Path.of("/proc/net/tcp6")), port));
            return inodes.isEmpty()
                    ? new PortCheck.Use.Unusable(String.valueOf(e.getMessage()))
                    : new PortCheck.Use.Other(process(inodes).orElse(""));
        }
    }

    /** Of the sockets that listen at a port, in lines of {@code /proc/net/tcp}. */
    static List<String> inodes(List<String> lines, int port) {
        String end = ":%04X".formatted(port);
        return lines.stream()
                .map(line -> line.strip().split("\\s+"))
                .filter(fields ->
                        fields.length > INODE
                                && fields[LOCAL_ADDRESS].endsWith(end)
                                && fields[STATE].equals(LISTENING))
                .map(fields -> fields[INODE])
                .toList();
    }

    /** The process that has one of these sockets, if this user may see it. */
    private static Optional<String> process(Set<String> inodes) {
        Set<String> sockets = new HashSet<>();
        inodes.forEach(inode -> sockets.add("socket:[" + inode + "]"));
        return ProcessHandle.allProcesses()
                .filter(one -> hasOne(Path.of("/proc", one.pid() + "", "fd"), sockets))
                .map(one ->
                        "process %d (%s)"
                                .formatted(
                                        one.pid(),
                                        String.join(
                                                " ",
                                                MachineProbe.lines(
                                                        Path.of("/proc", one.pid() + "", "comm")))))
                .findFirst();
    }

    private static boolean hasOne(Path files, Set<String> sockets) {
        try (Stream<Path> open = Files.list(files)) {
            return open.anyMatch(file -> sockets.contains(target(file)));
        } catch (IOException e) {
            return false; // it has ended, or is another user's
        }
    }

    private static String target(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
