package org.evenkeel.testcontainers.engine;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where a container's port is reached from here. That depends on where the engine is: on this
 * machine, on another, or on the machine whose container this program is in; and whoever looks like
 * a container need not be one. So each way is tried.
 */
final class PublishedPorts {
    private static final String LOCAL = "127.0.0.1";
    private static final int CONNECT_MILLIS = 1_000;
    private static final int ROUNDS = 8;
    private static final long PAUSE_MILLIS = 250;

    private PublishedPorts() {}

    /** Whether the engine is certainly on this machine, so that no other process needs the port. */
    static boolean isLocal(URI engine) {
        return isSocket(engine) && !Files.exists(Path.of("/.dockerenv"));
    }

    private static boolean isSocket(URI engine) {
        return "unix".equals(engine.getScheme()) || "npipe".equals(engine.getScheme());
    }

    /**
     * The first {@code host:port} that accepts a connection.
     *
     * @param address of the container in its network
     * @param port in the container
     * @param published the same port at the engine's machine
     */
    static String of(URI engine, String address, int port, int published) {
        List<InetSocketAddress> ways = new ArrayList<>();
        for (String host : hosts(engine, System.getenv("TESTCONTAINERS_HOST_OVERRIDE"))) {
            ways.add(new InetSocketAddress(host, published));
        }
        ways.add(new InetSocketAddress(address, port));
        try {
            for (int round = 0; round < ROUNDS; round++) {
                for (InetSocketAddress way : ways) {
                    if (accepts(way)) {
                        return way.getHostString() + ":" + way.getPort();
                    }
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new EngineException(
                ("port %s of a container is not reached from here, tried %s; "
                                + "TESTCONTAINERS_HOST_OVERRIDE can name another host")
                        .formatted(port, ways));
    }

    /** Hosts at which the engine may publish ports, likely ones first. */
    static List<String> hosts(URI engine, @org.jspecify.annotations.Nullable String override) {
        List<String> hosts = new ArrayList<>();
        if (override != null && !override.isBlank()) {
            hosts.add(override);
        }
        if (isSocket(engine) || engine.getHost() == null) {
            hosts.add(LOCAL);
            try {
                gateway(Files.readString(Path.of("/proc/net/route"))).ifPresent(hosts::add);
            } catch (IOException e) {
                // no Linux, and then no container either
            }
        } else {
            hosts.add(engine.getHost());
        }
        return hosts;
    }

    /** The default gateway in the text of /proc/net/route: hexadecimal digits, last byte first. */
    static Optional<String> gateway(String routes) {
        return routes.lines()
                .skip(1)
                .map(line -> line.strip().split("\\s+"))
                .filter(fields -> fields.length > 2)
                .filter(fields -> fields[1].equals("00000000") && fields[2].length() == 8)
                .map(fields -> Long.parseLong(fields[2], 16))
                .map(bits ->
                        (bits & 255)
                                + "."
                                + (bits >> 8 & 255)
                                + "."
                                + (bits >> 16 & 255)
                                + "."
                                + (bits >> 24 & 255))
                .findFirst();
    }

    private static boolean accepts(InetSocketAddress way) {
        try (Socket socket = new Socket()) {
            socket.connect(way, CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
