package org.evenkeel.agent;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Where the message buses of a session are, by the environment of a process. The result is the path
 * of a Unix socket: Java connects to no other kind of bus.
 */
final class BusAddresses {

    private static final String SESSION = "DBUS_SESSION_BUS_ADDRESS";
    private static final String SYSTEM = "DBUS_SYSTEM_BUS_ADDRESS";
    private static final String SYSTEM_DEFAULT = "unix:path=/run/dbus/system_bus_socket";

    /** Without DBUS_SESSION_BUS_ADDRESS it is the socket "bus" of XDG_RUNTIME_DIR. */
    static Path session(Map<String, String> environment) throws SourceFailedException {
        String address = environment.getOrDefault(SESSION, "");
        if (!address.isEmpty()) {
            return socket(SESSION, address);
        }
        String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
        Path bus = Path.of(runtime, "bus");
        if (runtime.isEmpty() || !Files.exists(bus)) {
            throw new SourceFailedException(
                    SESSION + " is not set, so there is no session bus to ask");
        }
        return bus;
    }

    /** Without DBUS_SYSTEM_BUS_ADDRESS it is the standard path. */
    static Path system(Map<String, String> environment) throws SourceFailedException {
        String address = environment.getOrDefault(SYSTEM, "");
        return socket(SYSTEM, address.isEmpty() ? SYSTEM_DEFAULT : address);
    }

    /** The first address of the list, separated by semicolons, that has a path. */
    private static Path socket(String variable, String addresses) throws SourceFailedException {
        for (String address : addresses.split(";")) {
            if (!address.startsWith("unix:")) {
                continue;
            }
            for (String option : address.substring("unix:".length()).split(",")) {
                if (option.startsWith("path=")) {
                    return path(variable, option.substring("path=".length()));
                }
            }
        }
        throw new SourceFailedException(
                "%s=%s has no unix:path=, the only kind of bus address that is supported"
                        .formatted(variable, addresses));
    }

    private static Path path(String variable, String escaped) throws SourceFailedException {
        try {
            // Bytes are escaped as in a URL, except that a plus sign stands for itself.
            return Path.of(URLDecoder.decode(escaped.replace("+", "%2B"), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw new SourceFailedException(variable + " has no valid path: " + escaped, e);
        }
    }
}
