package org.evenkeel.simulator.mutants;

import java.util.List;
import org.evenkeel.simulator.fault.Fault;

/** Bugs of owners that leave and pass their tasks on (R11). */
final class SuccessionMutants {
    private static final String SUCCESSION = "kernel/SessionHandOff";

    private SuccessionMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                                "passed-without-its-bytes",
                                "a copy that becomes the next owner's shares its bytes with the task",
                                "S11",
                                SUCCESSION,
                                "context.out.retain(task.task);",
                                "")
                        .with(Fault.Leave.class),
                new Mutant(
                                "passed-copy-kept",
                                "this node's own copy of a task that is passed on stays its own",
                                "S5",
                                "kernel/ForeignTasks",
                                "copy.owner = next;",
                                "")
                        .with(Fault.Leave.class),
                new Mutant(
                                "passed-job-kept",
                                "a job that was passed on is said to be here after a restart",
                                "L1",
                                "kernel/Jobs",
                                "remember(job.in(new JobLocation(JobLocation.Kind.GONE, to.name())));",
                                "remember(job.in(JobLocation.HERE));")
                        .with(Fault.Leave.class)
                        .rare(),
                new Mutant(
                                "doubt-ends-at-once",
                                "an owner that does not know whether its job was taken goes on with it",
                                "L1",
                                "kernel/OwnershipTransferOut",
                                "if (job.place().kind() == JournalRecord.JobLocation.Kind.GOING) {",
                                "if (job.place().kind() == JournalRecord.JobLocation.Kind.COMING) {")
                        .with(Fault.Leave.class)
                        .rare());
    }
}
