package org.evenkeel.agent;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Opens a source of idle times. Thread-safe: it has no state. */
public final class ActivitySources {

    /** The name that stands for the first source that works. */
    public static final String AUTO = "auto";

    /** What can be named, in the order in which {@link #AUTO} tries them. */
    public static final List<String> NAMES =
            List.of(AUTO, MutterSource.NAME, X11Source.NAME, LogindSource.NAME);

    /**
     * Opens the first source that works, or the one that is named. A source works when one read
     * succeeds. It takes at most some seconds.
     *
     * @param name one of {@link #NAMES}
     * @param environment the environment variables of the desktop session, as of {@link
     *     System#getenv}: DBUS_SESSION_BUS_ADDRESS, DBUS_SYSTEM_BUS_ADDRESS, DISPLAY, and, to tell
     *     which session it is, WAYLAND_DISPLAY, XDG_RUNTIME_DIR, XDG_SESSION_ID, XDG_SESSION_TYPE.
     *     libX11 reads XAUTHORITY and HOME from the process itself.
     * @throws SourceFailedException when none works; the message has a line for each source with
     *     the reason, and a last line that says what to do
     * @throws IllegalArgumentException when there is no source of this name
     */
    public static ActivitySource open(String name, Map<String, String> environment)
            throws SourceFailedException {
        return open(name, environment, Limits.STANDARD);
    }

    static ActivitySource open(String name, Map<String, String> environment, Limits limits)
            throws SourceFailedException {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException(
                    "there is no source %s; it is one of %s"
                            .formatted(name, String.join(", ", NAMES)));
        }
        List<String> tried = name.equals(AUTO) ? NAMES.subList(1, NAMES.size()) : List.of(name);
        Map<String, String> reasons = new LinkedHashMap<>();
        for (String candidate : tried) {
            try {
                return openAndRead(candidate, environment, limits);
            } catch (SourceFailedException e) {
                reasons.put(candidate, e.reason());
            }
        }
        throw new SourceFailedException(message(reasons));
    }

    private static ActivitySource openAndRead(
            String name, Map<String, String> environment, Limits limits)
            throws SourceFailedException {
        ActivitySource source = openNamed(name, environment, limits);
        try {
            source.read();
            return source;
        } catch (SourceFailedException | RuntimeException e) {
            source.close();
            throw e;
        }
    }

    private static ActivitySource openNamed(
            String name, Map<String, String> environment, Limits limits)
            throws SourceFailedException {
        return switch (name) {
            case MutterSource.NAME ->
                    withLock(MutterSource.open(environment, limits), environment, limits);
            case X11Source.NAME ->
                    withLock(X11Source.open(environment, limits), environment, limits);
            case LogindSource.NAME -> LogindSource.open(environment, limits);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static ActivitySource withLock(
            ActivitySource source, Map<String, String> environment, Limits limits) {
        LockedHint lock =
                new LockedHint(
                        deadline -> LogindSession.open(environment, deadline),
                        limits.lockedRetry(),
                        System::nanoTime);
        lock.read(limits.open()); // connects, which takes longer than later reads
        return new SourceWithLock(source, lock, limits.locked());
    }

    private static String message(Map<String, String> reasons) {
        StringBuilder message = new StringBuilder("The idle time of this session is unknown:\n");
        reasons.forEach((source, reason) ->
                message.append("  ").append(source).append(": ").append(reason).append('\n'));
        return message.append(
                        "Start the agent in the owner's desktop session, where"
                                + " DBUS_SESSION_BUS_ADDRESS and DISPLAY are set. Outside GNOME, on X11,"
                                + " it needs the library libXss (Debian: libxss1)."
                                + " On Wayland without GNOME it needs systemd-logind.")
                .toString();
    }
}
