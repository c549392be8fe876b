package org.evenkeel.simulator.mutants;

import java.util.List;

/** Bugs of idle workers that call for tasks that run. */
final class CallMutants {
    private static final String BALANCER = "kernel/Balancer";

    private CallMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                                "looks-without-end",
                                "a node whose workers are promised sets its timer again and again",
                                "L1",
                                "kernel/MoveCaller",
                                "wake(Math.max(lookNanos, promisedNanos));",
                                "wake(lookNanos);")
                        .withMoves(),
                new Mutant(
                                "starts-beside-a-full-worker",
                                "a task that arrives where it is to resume starts though no worker"
                                        + " is free",
                                "assertion",
                                BALANCER,
                                "admitted && self.equals(towards) && hasFreeSlot() && !isShut()",
                                "admitted && self.equals(towards)")
                        .withMoves()
                        .rare());
    }
}
