package org.evenkeel.agent;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.freedesktop.dbus.DBusPath;
import org.freedesktop.dbus.types.UInt32;
import org.freedesktop.dbus.types.UInt64;
import org.freedesktop.dbus.types.Variant;

/** A message bus of one test, with mocks of desktop services (python-dbusmock). */
final class PrivateBus implements AutoCloseable {

    static final String PYTHON = "/usr/bin/python3";

    private static final Duration CALL = Duration.ofSeconds(20);
    private static final String MOCK = "org.freedesktop.DBus.Mock";
    private static final String MUTTER = "org.gnome.Mutter.IdleMonitor";
    private static final String MUTTER_PATH = "/org/gnome/Mutter/IdleMonitor/Core";
    private static final String LOGIND = "org.freedesktop.login1";
    private static final String LOGIND_PATH = "/org/freedesktop/login1";
    private static final String SESSION_PATH = LOGIND_PATH + "/session/s1";
    private static final String CONFIG =
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=%s</listen>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """;

    private final Path directory;
    private final Path socket;
    private final Path log;
    private final Child daemon;
    private final Deque<Child> mocks = new ArrayDeque<>();

    /**
     * Starts it.
     *
     * @param directory of this test alone, with a short name
     */
    PrivateBus(Path directory) throws IOException {
        this.directory = directory;
        socket = directory.resolve("bus");
        log = directory.resolve("bus.log");
        Path config = directory.resolve("bus.conf");
        Files.writeString(config, CONFIG.formatted(socket));
        daemon =
                Child.start(
                        log.toFile(),
                        Map.of(),
                        "dbus-daemon",
                        "--config-file=" + config,
                        "--nofork",
                        "--nopidfile");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> Files.exists(socket) || !daemon.isAlive());
        if (!daemon.isAlive()) {
            throw new IOException(Files.readString(log));
        }
    }

    String address() {
        return "unix:path=" + socket;
    }

    Path socket() {
        return socket;
    }

    /** The bus itself, to suspend or kill it. */
    Child daemon() {
        return daemon;
    }

    /** The idle time is the age of the file that {@link #input} touches. */
    Child mockMutter() throws Exception {
        input();
        return mockMutter(
                "t",
                "import os, time\nret = max(0, int(1000 * (time.time() - os.stat('%s').st_mtime)))"
                        .formatted(directory.resolve("input")));
    }

    /** A mock with any result of GetIdletime. */
    Child mockMutter(String signature, String code) throws Exception {
        Child mock = mock(MUTTER, MUTTER, MUTTER_PATH, MUTTER);
        call(
                new BusMethod(MUTTER, MUTTER_PATH, MOCK, "AddMethod"),
                "sssss",
                MUTTER,
                "GetIdletime",
                "",
                signature,
                code);
        return mock;
    }

    /** What a key press does. */
    void input() throws IOException {
        Files.writeString(directory.resolve("input"), "");
    }

    /** A session s1 of this user; it is not the user's display. */
    Child mockLogind() throws Exception {
        Child mock = mock(LOGIND, "--template", "logind");
        call(
                new BusMethod(LOGIND, LOGIND_PATH, MOCK, "AddSession"),
                "ssusb",
                "s1",
                "seat0",
                new UInt32(userId()),
                "owner",
                true);
        call(
                new BusMethod(LOGIND, LOGIND_PATH, MOCK, "AddMethod"),
                "sssss",
                "org.freedesktop.login1.Manager",
                "GetUser",
                "u",
                "o",
                "ret = '/org/freedesktop/login1/user/%d' % args[0]");
        return mock;
    }

    void lock(boolean locked) throws Exception {
        call(
                new BusMethod(
                        LOGIND, SESSION_PATH, "org.freedesktop.login1.Session", "SetLockedHint"),
                "b",
                locked);
    }

    void idleHint(boolean idle, long sinceMicros) throws Exception {
        update("IdleSinceHint", new Variant<>(new UInt64(sinceMicros)));
        update("IdleHint", new Variant<>(idle));
    }

    /** Makes the session the user's display. */
    void showSession() throws Exception {
        call(
                new BusMethod(LOGIND, userPath(), "org.freedesktop.DBus.Properties", "Set"),
                "ssv",
                "org.freedesktop.login1.User",
                "Display",
                new Variant<>(new Object[] {"s1", new DBusPath(SESSION_PATH)}, "(so)"));
    }

    private static String userPath() throws IOException {
        return LOGIND_PATH + "/user/" + userId();
    }

    private static long userId() throws IOException {
        return ((Number) Files.getAttribute(Path.of("/proc/self"), "unix:uid")).longValue();
    }

    /** Changes a property of the session. */
    void update(String name, Variant<?> value) throws Exception {
        call(
                new BusMethod(LOGIND, SESSION_PATH, MOCK, "UpdateProperties"),
                "sa{sv}",
                "org.freedesktop.login1.Session",
                Map.of(name, value));
    }

    private Child mock(String name, String... arguments) throws Exception {
        String[] command = new String[4 + arguments.length];
        command[0] = PYTHON;
        command[1] = "-m";
        command[2] = "dbusmock";
        command[3] = name.equals(LOGIND) ? "--system" : "--session";
        System.arraycopy(arguments, 0, command, 4, arguments.length);
        Child mock =
                Child.start(
                        log.toFile(),
                        Map.of(
                                "DBUS_SESSION_BUS_ADDRESS", address(),
                                "DBUS_SYSTEM_BUS_ADDRESS", address()),
                        command);
        mocks.push(mock);
        BusMethod hasOwner =
                new BusMethod(
                        "org.freedesktop.DBus",
                        "/org/freedesktop/DBus",
                        "org.freedesktop.DBus",
                        "NameHasOwner");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> !mock.isAlive() || call(hasOwner, "s", name)[0].equals(true));
        if (!mock.isAlive()) {
            throw new IOException(Files.readString(log));
        }
        return mock;
    }

    private Object[] call(BusMethod method, String signature, Object... arguments)
            throws SourceFailedException {
        try (BusConnection connection = BusConnection.open(socket, Deadline.in(CALL))) {
            return connection.call(method, Deadline.in(CALL), signature, arguments);
        }
    }

    @Override
    public void close() {
        mocks.forEach(Child::close);
        daemon.close();
    }
}
