package org.evenkeel.simulator.mutants;

import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.model.Durability;

/** Bugs of owners that come back and of holders that wait for them. */
final class RestartMutants {

    private RestartMutants() {}

    static List<Mutant> all() {
        return Stream.of(
                        new Mutant(
                                "recovered-runs-at-once",
                                "a recovered task is placed at once, under its old grant",
                                "S5",
                                "kernel/OwnerLedger",
                                "owned.put(entry); sessions.recover(task.session());",
                                "owned.put(entry); grants.placeFirst(entry); sessions.recover(task.session());"),
                        new Mutant(
                                "recovered-done-awaited",
                                "a recovered outcome does not count",
                                "S1",
                                "kernel/OwnerLedger",
                                "entry.outcome = task.outcome();",
                                ""),
                        new Mutant(
                                "nobody-awaited",
                                "an owner that comes back takes what it granted for lost at once",
                                "L2",
                                "kernel/OwnerLedger",
                                "entry.awaited = !entry.isDone(); owned.put(entry); sessions.recover(task.session());",
                                "entry.awaited = !entry.isDone(); owned.put(entry); if (entry.awaited) { grants.issue(entry, entry.grant.next(), \"\"); } sessions.recover(task.session());"),
                        new Mutant(
                                "lease-not-after-restart",
                                "what no holder reports after a restart is not granted anew by the lease",
                                "L1",
                                "kernel/Grants",
                                "boolean away = !entry.isDone()",
                                "boolean away = !entry.awaited && !entry.isDone()"),
                        new Mutant(
                                "everybody-is-one",
                                "the first report after a restart stands for all",
                                "L2",
                                "kernel/Grants",
                                "!awaiting || heardFrom.size() < others",
                                "!awaiting || heardFrom.isEmpty()"),
                        new Mutant(
                                "regranted-while-written",
                                "a lease ends while the acceptance is being written",
                                "S1",
                                "kernel/Grants",
                                "entry.here == null && !entry.isBeingWritten();",
                                "entry.here == null;"),
                        new Mutant(
                                "holders-drop-durable",
                                "holders drop tasks when the owner dies whose disk keeps them",
                                "L2",
                                "kernel/RecoveringOwners",
                                "if (!survivesOwner) {",
                                "if (!survivesOwner || context.now >= 0) {"),
                        new Mutant(
                                "results-to-old-process",
                                "results for an owner that came back go to its old process",
                                "S14",
                                "kernel/ForeignTasks",
                                "result.owner = later; any = true;",
                                "any = true;"),
                        new Mutant(
                                "copies-of-old-process",
                                "copies keep the old process of an owner that came back",
                                "R8",
                                "kernel/ForeignTasks",
                                "copy.owner = later; any = true;",
                                "any = true;"),
                        new Mutant(
                                "offer-of-old-process",
                                "a task that arrives keeps the old process of an owner that came back",
                                "R8",
                                "kernel/NodeCore",
                                "return task.survivesOwner() ? peerLinkTable.latest(owner) : owner;",
                                "return owner;"),
                        new Mutant(
                                "sessions-not-recovered",
                                "an owner that came back does not know its clients",
                                "L1",
                                "kernel/ClientAttachments",
                                "sessions.putIfAbsent(session, new Session(false));",
                                ""),
                        new Mutant(
                                "outcomes-not-said-again",
                                "outcomes are not delivered again when a client comes back",
                                "L1",
                                "kernel/OwnerLedger",
                                "if (task.session == session) { deliverAgain(task);",
                                "if (false) {"))
                .map(mutant -> mutant.at(Durability.DISK, Durability.REPLICATED))
                .toList();
    }
}
