package org.evenkeel.daemon.peer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.evenkeel.daemon.driver.TimerSource;

/** A clock that a test sets forward, and what is to run by it. */
final class ManualTime implements TimerSource {

    private record Appointment(long atNanos, Runnable runnable) {}

    private final List<Appointment> appointments = new ArrayList<>();
    private long now = 1;

    long now() {
        return now;
    }

    @Override
    public void after(long delayNanos, Runnable runnable) {
        appointments.add(new Appointment(now + delayNanos, runnable));
    }

    /** Lets so much time pass; what falls due meanwhile runs at its time. */
    void pass(long amount, TimeUnit unit) {
        long end = now + unit.toNanos(amount);
        Appointment next = firstUntil(end);
        while (next != null) {
            appointments.remove(next);
            now = Math.max(now, next.atNanos);
            next.runnable.run();
            next = firstUntil(end);
        }
        now = end;
    }

    private @org.jspecify.annotations.Nullable Appointment firstUntil(long end) {
        return appointments.stream()
                .filter(one -> one.atNanos <= end)
                .min(Comparator.comparingLong(Appointment::atNanos))
                .orElse(null);
    }
}
