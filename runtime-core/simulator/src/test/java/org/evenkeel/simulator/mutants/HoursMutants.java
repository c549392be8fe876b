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
                        "return byHours.is(State.OPEN) && notices.areOpen();",
                        "return byHours.is(State.OPEN) && !notices.any(State.CLOSED);"),
                new Mutant(
                        "notice-never-ends",
                        "nothing wakes a node at the end of a notice",
                        "L1",
                        WINDOW,
                        "lookAt = Math.min(byHours.changesAt(), notices.changesAt());",
                        "lookAt = notices.any(State.CLOSED) ? byHours.changesAt()"
                                + " : Math.min(byHours.changesAt(), notices.changesAt());"),
                new Mutant(
                        "one-notice-ends-another",
                        "a notice that is withdrawn ends those of other sources",
                        "H1",
                        "kernel/Notices",
                        "heeded.remove(source);",
                        "heeded.clear();"),
                new Mutant(
                        "on-hold-for-ever",
                        "nothing wakes a node that is on hold when it is to move what runs",
                        "L1",
                        "kernel/Notice",
                        ": NodeCondition.onHold(moveNanos, deadlineNanos);",
                        ": NodeCondition.onHold(NodeCondition.NEVER, NodeCondition.NEVER);"),
                new Mutant(
                        "frozen-for-ever",
                        "workers stay frozen when what runs is to be moved",
                        "L1",
                        "kernel/AvailabilityTransition",
                        "freeze(hours.isFrozen() && !drain.isOn());",
                        "freeze(context.workersFrozen || hours.isFrozen() && !drain.isOn());"),
                new Mutant(
                        "stopped-and-forgotten",
                        "what a closed node stops is not reported as lost",
                        "L1",
                        "kernel/Execution",
                        "lose(running, false, why); running.become(State.GONE);",
                        "foreignTasks.forget(running); running.become(State.GONE);"));
    }
}
