package org.evenkeel.agent;

import java.util.Map;

/**
 * The idle time as GNOME's compositor Mutter counts it, in milliseconds, on Wayland and on X11. It
 * does not know whether the screen is locked.
 */
record MutterSource(BusConnection bus, Limits limits) implements ActivitySource {
    static final String NAME = "mutter";

    private static final BusMethod IDLE_TIME =
            new BusMethod(
                    "org.gnome.Mutter.IdleMonitor",
                    "/org/gnome/Mutter/IdleMonitor/Core",
                    "org.gnome.Mutter.IdleMonitor",
                    "GetIdletime");

    static MutterSource open(Map<String, String> environment, Limits limits)
            throws SourceFailedException {
        return new MutterSource(
                BusConnection.open(BusAddresses.session(environment), Deadline.in(limits.open())),
                limits);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Activity read() throws SourceFailedException {
        Object[] values = bus.call(IDLE_TIME, Deadline.in(limits.read()));
        long idleMillis =
                values.length == 1 && values[0] instanceof Number number ? number.longValue() : -1;
        return new Activity(IdleTimes.ofMillis(NAME, idleMillis), false, NAME);
    }

    @Override
    public void close() {
        bus.close();
    }
}
