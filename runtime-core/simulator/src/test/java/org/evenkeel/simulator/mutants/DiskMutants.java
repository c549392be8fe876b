package org.evenkeel.simulator.mutants;

import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.model.Durability;
import org.evenkeel.simulator.fault.Fault;

/** Bugs of what is written down and read back. */
final class DiskMutants {

    private DiskMutants() {}

    static List<Mutant> all() {
        return Stream.of(
                        new Mutant(
                                "said-before-it-is-durable",
                                "an effect does not wait for the record before it",
                                "S1",
                                "kernel/driver/DurabilityBarrier",
                                "if (written <= durable && held.isEmpty()) {",
                                "if (true) {"),
                        new Mutant(
                                        "last-record-not-awaited",
                                        "an effect waits for all records before it but the last",
                                        "S1",
                                        "kernel/driver/DurabilityBarrier",
                                        "while (next != null && next.after <= durable) {",
                                        "while (next != null && next.after <= durable + 1) {")
                                .with(Fault.SlowDisk.class),
                        new Mutant(
                                "said-on-the-next-link",
                                "what waited on one link is sent on the next one",
                                "S2",
                                "kernel/driver/DurabilityBarrier",
                                "if (sameLink) {",
                                "if (sameLink || next.link != 0) {"),
                        new Mutant(
                                "acceptance-not-recorded",
                                "an acceptance is not written down",
                                "S1",
                                "kernel/TaskRecords",
                                "write(entry, then, () -> accepted(entry));",
                                "then.run();"),
                        new Mutant(
                                "grant-not-recorded",
                                "a later grant is not written down",
                                "S1",
                                "kernel/TaskRecords",
                                "write(entry, then, () -> granted(entry));",
                                "then.run();"),
                        new Mutant(
                                "outcome-not-recorded",
                                "an outcome is delivered and not written down",
                                "S1",
                                "kernel/TaskRecords",
                                "write(entry, then, () -> done(entry, outcome));",
                                "then.run();"),
                        new Mutant(
                                "records-wrong-grant",
                                "the first grant of the epoch is written down instead of the current one",
                                "S1",
                                "kernel/TaskRecords",
                                "new JournalRecord.Granted(entry.id(), entry.grant,",
                                "new JournalRecord.Granted(entry.id(), org.evenkeel.model.Grant.first(entry.grant.epoch()),"),
                        new Mutant(
                                        "blame-not-recorded",
                                        "a later grant is written down without the deaths and failures before it",
                                        "S1",
                                        "kernel/TaskRecords",
                                        "entry.grant, entry.failures, deaths);",
                                        "entry.grant, 0, List.of());")
                                .with(Fault.WorkerKill.class),
                        new Mutant(
                                "recovered-grant-forgotten",
                                "after a restart the first grant counts again",
                                "S4",
                                "kernel/OwnerRecovery",
                                "granted.grant().compareTo(grant) >= 0",
                                "granted.grant().compareTo(grant) < 0"),
                        new Mutant(
                                "recovered-outcome-lost",
                                "outcomes are not read back",
                                "S1",
                                "kernel/OwnerRecovery",
                                "case JournalRecord.Done r -> done = r;",
                                "case JournalRecord.Done r -> {}"),
                        new Mutant(
                                        "recovered-blame-forgotten",
                                        "deaths and failures before a restart do not count",
                                        "L2",
                                        "kernel/OwnerRecovery",
                                        "failures = granted.failures(); deaths = granted.deaths();",
                                        "")
                                .with(Fault.Crash.class),
                        new Mutant(
                                "submitted-again-not-recorded",
                                "an acceptance is written down for tasks of the first epoch only",
                                "S1",
                                "kernel/TaskRecords",
                                "write(entry, then, () -> accepted(entry));",
                                "if (entry.grant.epoch() == 1) { write(entry, then, () -> accepted(entry)); } else { then.run(); }"),
                        new Mutant(
                                "late-result-taken",
                                "a late result of an earlier grant is taken without asking (R7)",
                                "S7",
                                "kernel/OwnedTask",
                                "return task.kind().options().acceptStaleResults() && !isDone()",
                                "return !isDone()"))
                .map(mutant -> mutant.at(Durability.DISK, Durability.REPLICATED))
                .toList();
    }
}
