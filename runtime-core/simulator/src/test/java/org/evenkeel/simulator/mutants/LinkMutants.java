package org.evenkeel.simulator.mutants;

import java.util.List;
import org.evenkeel.simulator.fault.Fault;

/** Bugs of the links between nodes. */
final class LinkMutants {
    private static final String MACHINE = "kernel/link/LinkMachine";

    private LinkMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "attempt-never-ends",
                        "an attempt to connect that was answered counts as one that is not",
                        "S14",
                        MACHINE,
                        "public void dialEnds() { dialling = false; }",
                        "public void dialEnds() {}"),
                new Mutant(
                        "lost-link-not-dialled",
                        "a node that has lost the link to a neighbour does not dial again",
                        "L3",
                        MACHINE,
                        "public LinkEffect lost() { return keepsTrying() ? retry() : Plain.NOTHING;",
                        "public LinkEffect lost() { return Plain.NOTHING;"),
                new Mutant(
                        "gone-node-kept-out",
                        "no process of a node is answered once one counted as gone",
                        "S14",
                        MACHINE,
                        "return Incarnations.isLater(goneIncarnation, incarnation)",
                        "return goneIncarnation > 0"),
                new Mutant(
                                "silent-link-never-closed",
                                "a link on which nothing is heard is never closed",
                                "S14",
                                "kernel/link/LinkTimes",
                                "if (silenceNanos > limitNanos && !late) {",
                                "if (silenceNanos > limitNanos && late) {")
                        .with(Fault.MachineLost.class));
    }
}
