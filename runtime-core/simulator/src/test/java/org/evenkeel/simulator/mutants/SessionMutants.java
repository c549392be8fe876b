package org.evenkeel.simulator.mutants;

import java.util.List;
import org.evenkeel.model.Durability;
import org.evenkeel.simulator.fault.Fault;

/** Bugs of clients that move, die and attach, and of what they are told. */
final class SessionMutants {

    private SessionMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                                "moved-ignored",
                                "that a client has moved is answered and ignored",
                                "S14",
                                "kernel/OwnerLedger",
                                "if (sessions.hasMoved(moved)) {",
                                "if (false) {")
                        .with(Fault.ClientMoves.class)
                        .veryRare(),
                new Mutant(
                        "moved-though-older",
                        "a message of an earlier move closes the session",
                        "S1",
                        "kernel/ClientAttachments",
                        "known.attachment < moved.attachment()",
                        "known.attachment != moved.attachment()"),
                new Mutant(
                                "attachment-unknown",
                                "how often a client attached is not remembered",
                                "S14",
                                "kernel/ClientAttachments",
                                "session.attachment = Math.max(session.attachment, event.attachment());",
                                "")
                        .with(Fault.ClientMoves.class)
                        .rare(),
                new Mutant(
                                "accepted-beyond-written",
                                "acceptance is told beyond what is being written",
                                "S1",
                                "kernel/AcceptanceReporter",
                                "Math.min(numbers.last, numbers.beingWritten.first() - 1)",
                                "numbers.last")
                        .at(Durability.REPLICATED),
                new Mutant(
                                "accepted-one-too-many",
                                "acceptance is told up to the task that is being written",
                                "S1",
                                "kernel/AcceptanceReporter",
                                "numbers.beingWritten.first() - 1)",
                                "numbers.beingWritten.first())")
                        .at(Durability.REPLICATED),
                new Mutant(
                                "acceptance-not-watched",
                                "acceptance does not wait for what is being written",
                                "S1",
                                "kernel/OwnerLedger",
                                "if (entry.isBeingWritten()) { acceptanceReporter.beingWritten(session, task.id().number()); }",
                                "")
                        .at(Durability.REPLICATED),
                new Mutant(
                                "acceptance-never-told",
                                "acceptance is not told when the last task is written",
                                "S1",
                                "kernel/OwnerLedger",
                                "acceptanceReporter.written(entry.session, entry.id().number()); if (!entry.isDone()",
                                "if (!entry.isDone()")
                        .at(Durability.DISK, Durability.REPLICATED)
                        .rare(),
                new Mutant(
                                "outliving-job-dropped",
                                "a job that outlives its client is dropped with it",
                                "S1",
                                "kernel/OwnerLedger",
                                "all || !jobs.outlives(task.task.kind().job())",
                                "all || task.session == session")
                        .at(Durability.DISK, Durability.REPLICATED)
                        .with(Fault.ClientDies.class),
                new Mutant(
                                "client-lost-is-closed",
                                "a client that is gone is taken for one that will not come back",
                                "S1",
                                "kernel/NodeCore",
                                "ledger.clientLost(e.session(), e.why());",
                                "ledger.close(e.session(), e.why());")
                        .at(Durability.DISK, Durability.REPLICATED)
                        .with(Fault.ClientDies.class),
                new Mutant(
                        "epoch-not-raised",
                        "a client submits again under the same epoch",
                        "S4",
                        "model/submission/OpenSubmission",
                        "epoch += Grant.CLIENT_STRIDE;",
                        "epoch += 0;"),
                new Mutant(
                        "open-not-submitted-again",
                        "a client does not submit again what was open when it lost its daemon",
                        "S1",
                        "model/submission/SubmissionMachine",
                        "held.add(task); last = task.number();",
                        "last = task.number();"),
                new Mutant(
                        "outcome-not-acknowledged",
                        "a client does not acknowledge the outcomes that came",
                        "S14",
                        "model/submission/Acknowledgements",
                        "output.acknowledge(due, dueCount);",
                        ""),
                new Mutant(
                                "delivered-while-written",
                                "an outcome that is being written is told to who asks again",
                                "S1",
                                "kernel/OwnerLedger",
                                "if (known.isBeingWritten()) {",
                                "if (false) {")
                        .at(Durability.REPLICATED),
                new Mutant(
                                "opened-while-written",
                                "an outcome that is being written is told to who comes back",
                                "S1",
                                "kernel/OwnerLedger",
                                "if (outcome != null && !task.isBeingWritten()) { context.out.deliver(",
                                "if (outcome != null) { context.out.deliver(")
                        .at(Durability.REPLICATED));
    }
}
