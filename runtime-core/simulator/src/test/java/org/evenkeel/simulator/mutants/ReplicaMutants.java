package org.evenkeel.simulator.mutants;

import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.model.Durability;
import org.evenkeel.simulator.fault.Fault;

/** Bugs of level REPLICATED: who keeps what for whom, and who takes over. */
final class ReplicaMutants {

    private ReplicaMutants() {}

    static List<Mutant> all() {
        return Stream.of(
                        new Mutant(
                                "replica-not-awaited",
                                "an owner does not wait for its replica",
                                "S1",
                                "kernel/TaskRecords",
                                "write(entry, made, then);",
                                "replicas.send(made, () -> {}); then.run();"),
                        new Mutant(
                                "replica-does-not-write",
                                "a replica acknowledges what it does not write down",
                                "S1",
                                "kernel/ReplicaStore",
                                "context.out.persist( new JournalRecord.Replica(ownerReplicas.process, record, ownerReplicas.next));",
                                ""),
                        new Mutant(
                                "acknowledged-too-much",
                                "a replica acknowledges the record that comes next",
                                "S1",
                                "kernel/ReplicaStore",
                                "new PeerMessage.Replicated(ownerReplicas.next - 1)",
                                "new PeerMessage.Replicated(ownerReplicas.next)"),
                        new Mutant(
                                "next-counts-once",
                                "a replica counts a message of several records as one",
                                "L1",
                                "kernel/ReplicaStore",
                                "for (JournalRecord.OfTask record : message.records()) { add(ownerReplicas, record); ownerReplicas.next++; }",
                                "message.records().forEach(record -> add(ownerReplicas, record)); ownerReplicas.next++;"),
                        new Mutant(
                                "told-open-only",
                                "a new replica is not told of outcomes",
                                "S1",
                                "kernel/Replicas",
                                "if (isReplicated(task)) { TaskRecords.of",
                                "if (isReplicated(task) && !task.isDone()) { TaskRecords.of"),
                        new Mutant(
                                "told-first-grant",
                                "a new replica is told the first grant of each task",
                                "S1",
                                "kernel/TaskRecords",
                                "new JournalRecord.Accepted(entry.taskAsKept(), entry.grant, entry.session, origin)",
                                "new JournalRecord.Accepted(entry.taskAsKept(), org.evenkeel.model.Grant.first(entry.grant.epoch()), entry.session, origin)"),
                        new Mutant(
                                "told-without-outcome",
                                "a new replica is told of every task but not how it ended",
                                "S1",
                                "kernel/TaskRecords",
                                "if (outcome != null) { reader.accept(done(entry, outcome)); }",
                                ""),
                        new Mutant(
                                "told-bytes-given-up",
                                "a new replica is sent the payload of a task that has ended",
                                "S11",
                                "kernel/TaskRecords",
                                "new JournalRecord.Accepted(entry.taskAsKept(), entry.grant, entry.session, origin)",
                                "new JournalRecord.Accepted(entry.task, entry.grant, entry.session, origin)"),
                        new Mutant(
                                "not-told-anew",
                                "a replica whose process is new is not told everything anew",
                                "L1",
                                "kernel/Replicas",
                                "replica = peer; sendAll();",
                                "replica = peer;"),
                        new Mutant(
                                "next-replica-not-told",
                                "another replica is named and told only what is new",
                                "S1",
                                "kernel/Replicas",
                                "former.remove(next.id()); sendAll();",
                                "former.remove(next.id());"),
                        new Mutant(
                                "anybody-acknowledges",
                                "an acknowledgement of a former replica counts",
                                "S1",
                                "kernel/Replicas",
                                "replica == null || !replica.id().equals(by.id())",
                                "replica == null"),
                        new Mutant(
                                "former-keeps",
                                "a replica that is replaced is not told to forget",
                                "S14",
                                "kernel/Replicas",
                                "former.put(before.id(), NOT_TOLD);",
                                ""),
                        new Mutant(
                                        "without-disk-forgets",
                                        "a machine that comes back without its disk has its replica forget",
                                        "L1",
                                        "kernel/Replicas",
                                        "context.out.replicateAll(to, said + 1, diskSince);",
                                        "context.out.replicateAll(to, said + 1, 1);")
                                .with(Fault.ClientDies.class)
                                .with(Fault.MachineLost.class),
                        new Mutant(
                                "end-not-told-to-replica",
                                "a replica does not hear that a task is forgotten",
                                "S14",
                                "kernel/TaskRecords",
                                "replicas.send(record, () -> {});",
                                ""),
                        new Mutant(
                                "earlier-process-dropped",
                                "what is kept for a process is dropped when the next one speaks",
                                "S11",
                                "kernel/ReplicaStore",
                                "keepOlder(ownerReplicas);",
                                "ownerReplicas.tasks.clear();"),
                        new Mutant(
                                "kept-twice-leaks",
                                "bytes of what an earlier process said leak when a later one says it again",
                                "S11",
                                "kernel/ReplicaStore",
                                "context.out.release(older.state()); ownerReplicas.removeOne",
                                "ownerReplicas.removeOne"),
                        new Mutant(
                                        "earlier-disk-forgotten",
                                        "what was said by processes on an earlier disk is forgotten too",
                                        "S1",
                                        "kernel/ReplicaStore",
                                        "!Incarnations.isLater(first, one.owner().incarnation())",
                                        "true")
                                .with(Fault.ClientDies.class)
                                .with(Fault.MachineLost.class)
                                .rare(),
                        new Mutant(
                                "all-leaks",
                                "bytes of what a replica forgets leak",
                                "S11",
                                "kernel/ReplicaStore",
                                "if (known != null) { context.out.release(known); removed",
                                "if (known != null) { removed"),
                        new Mutant(
                                "outcome-leaks-payload",
                                "a replica keeps the payload of a task that has ended",
                                "S11",
                                "kernel/ReplicaStore",
                                "context.out.release(known); ownerReplicas.keep(",
                                "ownerReplicas.keep("),
                        new Mutant(
                                        "replica-forgets-grant",
                                        "a replica keeps the first grant",
                                        "S4",
                                        "kernel/ReplicaStore",
                                        "known.task(), r.grant(), known.session(), r.failures(),",
                                        "known.task(), known.grant(), known.session(), r.failures(),")
                                .with(Fault.ClientDies.class),
                        new Mutant(
                                "replicas-not-recovered",
                                "what is kept for others is not read back",
                                "L1",
                                "kernel/NodeCore",
                                "replicaStore.recover(e.replicas(), e.complete());",
                                ""),
                        new Mutant(
                                        "taken-over-while-alive",
                                        "a job is taken over while its owner lives",
                                        "S4",
                                        "kernel/ReplicaStore",
                                        "return absent.isAbsent(owner) || ownerReplicas.process.incarnation() != 0",
                                        "return true || absent.isAbsent(owner) || ownerReplicas.process.incarnation() != 0")
                                .with(Fault.ClientDies.class),
                        new Mutant(
                                        "same-epoch-taken-over",
                                        "a job is taken over under the epoch of its owner",
                                        "S4",
                                        "kernel/OwnershipTransferIn",
                                        "state.grant().takenOver()",
                                        "state.grant().next()")
                                .with(Fault.ClientDies.class),
                        new Mutant(
                                        "taken-over-still-kept",
                                        "what is taken over is kept for its owner too",
                                        "S11",
                                        "kernel/OwnershipTransferIn",
                                        "replicaStore.taken(one);",
                                        "")
                                .with(Fault.ClientDies.class),
                        new Mutant(
                                        "taken-over-not-recorded",
                                        "a task that is taken over is not written down",
                                        "S1",
                                        "kernel/OwnerLedger",
                                        "records.accepted( entry, () -> { if (outcome == null) { entry.confirmedNanos = context.now; // its holder hears of it only now written.run(); } });",
                                        "written.run();")
                                .with(Fault.ClientDies.class),
                        new Mutant(
                                        "adopted-outcome-untold",
                                        "the outcome of a task that is taken over is not told",
                                        "L1",
                                        "kernel/OwnerLedger",
                                        "report(entry, outcome); written.run();",
                                        "written.run();")
                                .with(Fault.ClientDies.class),
                        new Mutant(
                                "recovered-not-replicated",
                                "what the disk kept is taken for replicated",
                                "S1",
                                "kernel/OwnerLedger",
                                "if (Replicas.isReplicated(entry)) { recoverReplica(entry); }",
                                ""))
                .map(mutant -> mutant.at(Durability.REPLICATED))
                .toList();
    }
}
