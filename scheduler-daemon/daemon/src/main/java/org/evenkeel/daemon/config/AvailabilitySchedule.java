package org.evenkeel.daemon.config;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.evenkeel.kernel.CloseMode;
import org.evenkeel.kernel.calendar.WeeklyCalendar;
import org.evenkeel.kernel.machineowner.MachineOwnerPolicy;

/**
 * When this node is open.
 *
 * @param calendar empty for always
 * @param closeMode what becomes of tasks that run when it closes
 * @param owner when the machine's owner needs it; empty where the node gives way to no owner
 */
public record AvailabilitySchedule(
        Optional<Calendar> calendar, CloseMode closeMode, Optional<MachineOwnerPolicy> owner) {

    /** What the hours are said by. */
    public sealed interface Calendar {
        /** Windows of the week. */
        record Weekly(WeeklyCalendar weeks) implements Calendar {}

        /**
         * Times after a moment; for tests.
         *
         * @param from empty for the start of the daemon
         * @param open in order
         */
        record Seconds(Optional<Instant> from, List<Between> open) implements Calendar {}
    }

    /** A time after a moment. */
    public record Between(Duration from, Duration to) {}
}
