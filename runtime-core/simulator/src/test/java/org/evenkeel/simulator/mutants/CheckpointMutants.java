package org.evenkeel.simulator.mutants;

import java.util.List;
import org.evenkeel.model.Durability;
import org.evenkeel.simulator.fault.Fault;

/** Bugs in checkpoints of tasks that run on (R4, S8). */
final class CheckpointMutants {
    private static final String KEPT = "kernel/CheckpointStore";
    private static final String RECORDS = "kernel/TaskRecords";

    private CheckpointMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                                "older-checkpoint-taken",
                                "a checkpoint that comes late takes the place of a newer one",
                                "S8",
                                KEPT,
                                "if (ranNanos <= entry.checkpointedAtNanos) {",
                                "if (ranNanos < -1) {")
                        .rare(),
                new Mutant(
                                "checkpoint-of-an-earlier-grant",
                                "a checkpoint of a grant that is over is taken",
                                "S8",
                                KEPT,
                                "|| entry.isDone() || !entry.isUnder(grant)) {",
                                "|| entry.isDone()) {")
                        .rare(),
                new Mutant(
                        "checkpoint-of-an-ended-task",
                        "a checkpoint of a task that has ended is taken",
                        "S11",
                        KEPT,
                        "entry == null || entry.isDone() ||",
                        "entry == null ||"),
                new Mutant(
                        "checkpoint-acknowledged-and-dropped",
                        "an owner acknowledges a checkpoint and goes on with the earlier one",
                        "R4",
                        KEPT,
                        "context.out.release(entry.task); entry.task = entry.task.resumedFrom(payload);",
                        "context.out.release(checkpoint);"),
                new Mutant(
                        "earlier-checkpoint-kept-too",
                        "the bytes that a checkpoint replaces are not given up",
                        "S11",
                        KEPT,
                        "context.out.release(entry.task); entry.task",
                        "entry.task"),
                new Mutant(
                                "own-copy-with-its-old-bytes",
                                "an owner's own copy keeps what the owner has given up",
                                "S11",
                                KEPT,
                                "here.task = entry.task;",
                                "")
                        .with(Fault.Leave.class)
                        .rare(),
                new Mutant(
                                "claimed-with-the-old-bytes",
                                "the next owner goes on with what its copy was started with",
                                "S8",
                                "kernel/OwnerLedger",
                                "here.task = state.task();",
                                "")
                        .with(Fault.Leave.class)
                        .rare(),
                new Mutant(
                                "checkpoint-not-recorded",
                                "a checkpoint is acknowledged that no disk has",
                                "S8",
                                RECORDS,
                                "private void note(OwnedTask entry, JournalRecord.OfTask record, Runnable then) { if (entry.isDurable()) {",
                                "private void note(OwnedTask entry, JournalRecord.OfTask record, Runnable then) { if (false) {")
                        .at(Durability.DISK, Durability.REPLICATED)
                        .with(Fault.Crash.class)
                        .rare());
    }
}
