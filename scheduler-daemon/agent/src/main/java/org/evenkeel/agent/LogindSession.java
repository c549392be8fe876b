package org.evenkeel.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.freedesktop.dbus.types.UInt32;
import org.freedesktop.dbus.types.Variant;
import org.jspecify.annotations.Nullable;

/** The session of this user as systemd-logind (or elogind) knows it. One thread uses it. */
record LogindSession(BusConnection bus, String path) implements AutoCloseable {
    /**
     * The hints of a session.
     *
     * @param idle what the desktop told logind; many desktops do so only after minutes
     * @param idleSince since when {@code idle} has been what it is, by the realtime clock
     * @param locked whether the screen is locked
     */
    record Hints(boolean idle, Instant idleSince, boolean locked) {}

    private static final String LOGIND = "org.freedesktop.login1";
    private static final String MANAGER_PATH = "/org/freedesktop/login1";
    private static final String MANAGER = "org.freedesktop.login1.Manager";
    private static final String SESSION = "org.freedesktop.login1.Session";
    private static final String USER = "org.freedesktop.login1.User";
    private static final Set<String> GRAPHICAL = Set.of("x11", "wayland", "mir");

    /**
     * Finds the session: the one of XDG_SESSION_ID, the one of this process, or the one that logind
     * names as the user's display. A graphical one is preferred; one from another machine is never
     * taken.
     */
    static LogindSession open(Map<String, String> environment, Deadline deadline)
            throws SourceFailedException {
        BusConnection bus = BusConnection.open(BusAddresses.system(environment), deadline);
        try {
            return new LogindSession(bus, find(bus, environment, deadline));
        } catch (SourceFailedException | RuntimeException e) {
            bus.close();
            throw e;
        }
    }

    private static String find(
            BusConnection bus, Map<String, String> environment, Deadline deadline)
            throws SourceFailedException {
        List<String> reasons = new ArrayList<>();
        String other = null;
        for (Candidate candidate : candidates(environment)) {
            try {
                String path = candidate.path(bus, deadline);
                Map<String, Object> properties = properties(bus, path, SESSION, deadline);
                if (!Boolean.FALSE.equals(properties.get("Remote"))) {
                    reasons.add(path + " is a session from another machine");
                } else if (GRAPHICAL.contains(String.valueOf(properties.get("Type")))) {
                    return path;
                } else if (other == null) {
                    other = path;
                }
            } catch (SourceFailedException e) {
                reasons.add(e.reason());
            }
        }
        if (other == null) {
            throw new SourceFailedException(
                    "logind has no local session of this user (%s)"
                            .formatted(String.join("; ", reasons)));
        }
        return other;
    }

    /** A way to find a session. */
    private interface Candidate {
        String path(BusConnection bus, Deadline deadline) throws SourceFailedException;
    }

    private static List<Candidate> candidates(Map<String, String> environment) {
        List<Candidate> candidates = new ArrayList<>();
        String id = environment.getOrDefault("XDG_SESSION_ID", "");
        if (!id.isEmpty()) {
            candidates.add(
                    (bus, deadline) -> pathIn(bus.call(manager("GetSession"), deadline, "s", id)));
        }
        candidates.add((bus, deadline) ->
                pathIn(
                        bus.call(
                                manager("GetSessionByPID"),
                                deadline,
                                "u",
                                new UInt32(ProcessHandle.current().pid()))));
        candidates.add(LogindSession::display);
        return candidates;
    }

    private static String display(BusConnection bus, Deadline deadline)
            throws SourceFailedException {
        String user = pathIn(bus.call(manager("GetUser"), deadline, "u", new UInt32(userId())));
        Object display = properties(bus, user, USER, deadline).get("Display");
        if (display instanceof Object[] pair && pair.length == 2) {
            String path = pair[1].toString();
            if (!path.equals("/")) {
                return path;
            }
        }
        throw new SourceFailedException("the user has no graphical session");
    }

    private static long userId() throws SourceFailedException {
        try {
            return ((Number) Files.getAttribute(Path.of("/proc/self"), "unix:uid")).longValue();
        } catch (IOException e) {
            throw new SourceFailedException("the user id of this process is unknown", e);
        }
    }

    private static BusMethod manager(String member) {
        return new BusMethod(LOGIND, MANAGER_PATH, MANAGER, member);
    }

    private static String pathIn(Object[] values) throws SourceFailedException {
        if (values.length != 1) {
            throw new SourceFailedException("logind answers without a session");
        }
        return values[0].toString();
    }

    /** All properties of an interface, by name. */
    private static Map<String, Object> properties(
            BusConnection bus, String path, String type, Deadline deadline)
            throws SourceFailedException {
        Object[] values =
                bus.call(
                        new BusMethod(LOGIND, path, "org.freedesktop.DBus.Properties", "GetAll"),
                        deadline,
                        "s",
                        type);
        Map<String, Object> properties = new HashMap<>();
        if (values.length == 1 && values[0] instanceof Map<?, ?> map) {
            map.forEach((name, value) -> {
                if (value instanceof Variant<?> variant) {
                    properties.put(String.valueOf(name), variant.getValue());
                }
            });
        }
        return properties;
    }

    Hints read(Deadline deadline) throws SourceFailedException {
        Map<String, Object> properties = properties(bus, path, SESSION, deadline);
        long micros =
                properties.get("IdleSinceHint") instanceof Number number ? number.longValue() : -1;
        if (micros < 0) {
            throw new SourceFailedException("logind gives no valid IdleSinceHint of " + path);
        }
        return new Hints(
                flag("IdleHint", properties.get("IdleHint")),
                Instant.EPOCH.plus(micros, ChronoUnit.MICROS),
                flag("LockedHint", properties.get("LockedHint")));
    }

    private boolean flag(String name, @Nullable Object value) throws SourceFailedException {
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw new SourceFailedException("logind gives no valid " + name + " of " + path);
    }

    @Override
    public void close() {
        bus.close();
    }
}
