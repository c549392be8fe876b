package org.evenkeel.simulator.mutants;

import java.util.List;
import org.evenkeel.model.Durability;
import org.evenkeel.simulator.fault.Fault;

/** Bugs in moving tasks that run (R4, R10). */
final class MoveMutants {
    private static final String CUSTODY = "kernel/ForeignTasks";
    private static final String LEDGER = "kernel/OwnerLedger";
    private static final String GRANTS = "kernel/Grants";

    private MoveMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                                "checkpoint-not-kept",
                                "the owner lets a suspended task begin anew",
                                "R4",
                                LEDGER,
                                "entry.task = entry.task.resumedFrom(checkpoint);",
                                "")
                        .with(Fault.Leave.class),
                new Mutant(
                                "goes-on-under-the-old-grant",
                                "a task resumes under the grant under which it was suspended",
                                "S9",
                                GRANTS,
                                "Grant next = entry.grant.next(); become(entry, next, why);",
                                "Grant next = entry.grant; become(entry, next, why);")
                        .with(Fault.Leave.class),
                new Mutant(
                                "reported-before-it-is-passed-on",
                                "what is being passed on is reported to an owner that does not know"
                                        + " it, which has it stopped",
                                "S8",
                                CUSTODY,
                                "if (!isBeingPassed(copy.id())) { visitor.accept(copy.owner,",
                                "if (true) { visitor.accept(copy.owner,")
                        .with(Fault.Leave.class),
                new Mutant(
                                "offered-before-it-is-passed-on",
                                "what is being passed on is offered as that of an owner that does"
                                        + " not know it",
                                "S8",
                                "kernel/HandOvers",
                                "return foreignTasks.isBeingPassed(copy.id()) ? context.self : copy.owner;",
                                "return copy.owner;")
                        .with(Fault.Leave.class)
                        .rare(),
                new Mutant(
                                "checkpoint-not-reported",
                                "an owner's lease ends while a checkpoint is fetched",
                                "S8",
                                CUSTODY,
                                "if (!isBeingPassed(task.task())) {",
                                "if (false) {")
                        .with(Fault.Leave.class),
                new Mutant(
                                "checkpoint-in-memory-only",
                                "the new grant is written down and the checkpoint is not",
                                "S8",
                                GRANTS,
                                "records.suspended(entry,",
                                "records.granted(entry,")
                        .at(Durability.DISK, Durability.REPLICATED)
                        .with(Fault.Leave.class)
                        .with(Fault.Crash.class)
                        .rare());
    }
}
