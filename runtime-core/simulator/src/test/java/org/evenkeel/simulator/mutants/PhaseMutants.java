package org.evenkeel.simulator.mutants;

import java.util.List;

/** Bugs of scheduling phases. */
final class PhaseMutants {
    private static final String PHASES = "kernel/Phases";
    private static final String MEMBER = "kernel/phases/PhaseMember";

    private PhaseMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "phase-swallows-tasks",
                        "tasks that came while the node was frozen are forgotten",
                        "L1",
                        PHASES,
                        "tasks.thaw().forEach(task -> balancer.place(task, null));",
                        "tasks.thaw();"),
                new Mutant(
                                "obeys-an-earlier-master",
                                "a command of a lower term is carried out",
                                "S12",
                                MEMBER,
                                "if (isOutdated(from, word.term())) {",
                                "if (word.term() < 0) {")
                        .veryRare(),
                new Mutant(
                                "moved-task-forgotten",
                                "a started task that a phase moves is suspended and sent nowhere",
                                "L1",
                                "kernel/Balancer",
                                "handTo(task, by, by.equals(towards) ? RESUMES_THERE : RESUMES_BEHIND);",
                                "")
                        .rare());
    }
}
