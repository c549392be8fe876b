package org.evenkeel.kernel.policy.registry;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.calendar.CalendarPolicy;
import org.evenkeel.kernel.policy.calendar.CalendarPolicy.Packets;

/** Policies that plan. */
final class PlanningPolicies {

    private static final String PACKETS = "packets";
    private static final String ASSUME = "assume";
    private static final long ASSUMED_NANOS = TimeUnit.SECONDS.toNanos(1);

    static final List<KnownPolicy> ALL =
            List.of(
                    KnownPolicy.of(
                            "calendar",
                            "packets=whole|rolling,assume=1000ms",
                            "packets planned over the hours in which nodes are open",
                            PlanningPolicies::calendar));

    private static LongFunction<Policy> calendar(PolicyOptions options) {
        Packets packets = options.choose(PACKETS, Packets.values(), Packets::spelling);
        long assumed = options.time(ASSUME, ASSUMED_NANOS, nanos -> nanos);
        return seed -> new CalendarPolicy(packets, assumed);
    }
}
