package org.evenkeel.simulator.mutants;

import java.util.List;
import org.evenkeel.simulator.fault.Fault;

/** Bugs of balancing: what neighbours are told, believed and sent. */
final class BalanceMutants {
    private static final String BALANCER = "kernel/Balancer";
    private static final String NEIGHBOUR = "kernel/Neighbour";
    private static final String HYBRID = "kernel/policy/neighbour/Hybrid";

    private BalanceMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "misprint-1",
                        "a node forgets that the sender of a task believes it HIGH",
                        "I2",
                        NEIGHBOUR,
                        "announce(believedBySender);",
                        ""),
                new Mutant(
                        "misprint-2",
                        "a full node says LOW",
                        "I3",
                        "kernel/LoadAnnouncer",
                        "frozenOut ? LoadState.HIGH : owed,",
                        "owed == LoadState.HIGH ? LoadState.LOW : owed,"),
                new Mutant(
                        "newcomer-is-idle",
                        "a neighbour counts as LOW before it has said a word",
                        "I1",
                        NEIGHBOUR,
                        "closed = false; believe(LoadState.HIGH, 0);",
                        "closed = false; believe(LoadState.LOW, 1);"),
                new Mutant(
                                "newcomer-not-heard",
                                "what a node said before it became a neighbour is passed over",
                                "I1",
                                BALANCER,
                                "onLoadState(newcomer, newcomer.believed(), newcomer.room());",
                                "")
                        .with(Fault.Estrange.class),
                new Mutant(
                        "old-counts",
                        "loads heard on an earlier link count",
                        "I2",
                        NEIGHBOUR,
                        "inSeq = 0;",
                        ""),
                new Mutant(
                        "old-receipts",
                        "offers answered on an earlier link count",
                        "I2",
                        NEIGHBOUR,
                        "received = 0;",
                        ""),
                new Mutant(
                        "offer-not-counted",
                        "an offer is not counted in sent",
                        "I2",
                        NEIGHBOUR,
                        "sent++;",
                        ""),
                new Mutant(
                        "stale-load-believed",
                        "a load is believed that was written before the last offer came",
                        "I4",
                        NEIGHBOUR,
                        "load.received() >= sent",
                        "load.received() >= 0"),
                new Mutant(
                        "room-never-ends",
                        "a neighbour may be sent more than it has room for",
                        "I1",
                        NEIGHBOUR,
                        "Math.max(0, room - 1)",
                        "Math.max(1, room - 1)"),
                new Mutant(
                                "forgotten-load",
                                "the load that could ride on an offer beside results is not sent",
                                "I2",
                                "kernel/EffectBuffer",
                                "riding = ride ? null : riding;",
                                "riding = null;")
                        .rare(),
                new Mutant(
                        "lost-wake-up",
                        "a worker that is free does not start what waits",
                        "I1",
                        BALANCER,
                        "void workerFree() { startNext(); }",
                        "void workerFree() { if (waiting.size() > 1) { startNext(); } }"),
                new Mutant(
                        "load-gives-nothing",
                        "a neighbour that has room is sent nothing that waits",
                        "I1",
                        HYBRID,
                        "if (takesWaiting && waiting > 0)",
                        "if (takesWaiting && waiting > 1)"),
                new Mutant(
                        "moderate-overlooked",
                        "a task waits though a neighbour is MODERATE",
                        "I1",
                        "kernel/policy/neighbour/NeighbourScan",
                        "find(view.neighbours(), LoadState.MODERATE)",
                        "find(view.neighbours(), LoadState.LOW)"));
    }
}
