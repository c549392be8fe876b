package org.evenkeel.simulator.mutants;

import java.util.List;

/** Bugs of nodes that open and close, by their hours or because of a notice. */
final class HoursMutants {
    private static final String WINDOW = "kernel/AvailabilityWindow";

    private HoursMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "starts-while-it-closes",
                        "a node that is to give up its processors starts what it has suspended",
                        "H1",
                        WINDOW,
                        "return byHours.is(State.OPEN) && byNotice.is(State.OPEN);",
                        "return byHours.is(State.OPEN) && !byNotice.is(State.CLOSED);"),
                new Mutant(
                        "notice-never-ends",
                        "nothing wakes a node at the end of a notice",
                        "L1",
                        WINDOW,
                        "lookAt = Math.min(byHours.changesAt(), byNotice.changesAt());",
                        "lookAt = byNotice.is(State.CLOSED) ? byHours.changesAt()"
                                + " : Math.min(byHours.changesAt(), byNotice.changesAt());"),
                new Mutant(
                        "notice-outlives-hours",
                        "a notice that has ended keeps a node closed",
                        "L1",
                        WINDOW,
                        "if (given == null || context.now >= given.untilNanos()) {",
                        "if (given == null) {"),
                new Mutant(
                        "stopped-and-forgotten",
                        "what a closed node stops is not reported as lost",
                        "L1",
                        "kernel/Execution",
                        "lose(running, false, why); running.become(State.GONE);",
                        "foreignTasks.forget(running); running.become(State.GONE);"));
    }
}
