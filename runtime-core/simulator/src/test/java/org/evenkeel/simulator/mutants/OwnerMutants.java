package org.evenkeel.simulator.mutants;

import java.util.List;

/** Bugs of owners: grants, outcomes, leases, what is forced to disk. */
final class OwnerMutants {
    private static final String LEDGER = "kernel/OwnerLedger";
    private static final String GRANTS = "kernel/Grants";

    private OwnerMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "commits-any-grant",
                        "an outcome under an older grant is committed (R3)",
                        "S7",
                        LEDGER,
                        "|| !entry.isUnder(grant)) { context.counters.superseded++;",
                        ") { context.counters.superseded++;"),
                new Mutant(
                        "lost-grant-again",
                        "after a loss the same grant is issued again",
                        "S10",
                        GRANTS,
                        "issue(entry, entry.grant.next(), why);",
                        "issue(entry, entry.grant, why);"),
                new Mutant(
                        "retry-under-old-grant",
                        "a retry runs under the grant that failed",
                        "R1",
                        LEDGER,
                        "entry.grant.next(), \"retry \"",
                        "entry.grant, \"retry \""),
                new Mutant(
                        "no-retry",
                        "a task with retries fails at its first exception",
                        "S3",
                        LEDGER,
                        "if (failed && entry.failures <",
                        "if (failed && 1 + entry.failures <"),
                new Mutant(
                        "one-death-is-enough",
                        "a task fails when the first worker dies of it",
                        "S3",
                        GRANTS,
                        "entry.deaths.size() >= limit",
                        "entry.deaths.size() > 0"),
                new Mutant(
                        "resubmitted-starts-over",
                        "a task submitted here again forgets the grant under which it runs",
                        "L2",
                        GRANTS,
                        "entry.adopted = entry.inForce(); entry.grant = Grant.first(epoch);",
                        "entry.grant = Grant.first(epoch);"),
                new Mutant(
                                "foreign-copy-kept",
                                "a task submitted here again keeps its copy of another owner",
                                "S5",
                                LEDGER,
                                "custodian.dropForeign(task.id(), \"its client resubmitted it here\");",
                                "")
                        .rare(),
                new Mutant(
                        "forgets-before-acknowledged",
                        "an outcome is forgotten when it is sent, not when it has come",
                        "S1",
                        LEDGER,
                        "context.out.deliver(entry.session, entry.id().number(), outcome, entry.ranOn);",
                        "context.out.deliver(entry.session, entry.id().number(), outcome, entry.ranOn);"
                                + " forget(entry);"),
                new Mutant(
                        "cancelled-runs-on",
                        "a cancelled task is not stopped",
                        "S11",
                        LEDGER,
                        "grants.supersede(entry, why); done(entry, Outcome.cancelled(why), \"\");",
                        "done(entry, Outcome.cancelled(why), \"\");"),
                new Mutant(
                        "tail-call-forgotten",
                        "a tail-called child's outcome is not its parent's (R12)",
                        "L1",
                        LEDGER,
                        "entry.tailFor = parent;",
                        ""),
                new Mutant(
                        "tail-call-orphaned",
                        "a tail-called child is cancelled with the worker that spawned it",
                        "S11",
                        LEDGER,
                        "task.session == session && task.tailFor == null",
                        "task.session == session"),
                new Mutant(
                        "custody-unknown",
                        "the owner does not write down to whom it handed a task",
                        "R6",
                        GRANTS,
                        "entry.here = null; entry.holder = taker;",
                        "entry.here = null;"),
                new Mutant(
                        "accepted-before-forced",
                        "a client hears of acceptance before it is on disk",
                        "S1",
                        "kernel/EffectBuffer",
                        "effects.add(new Effect.Accept(session, attachment, upTo));",
                        "effects.addFirst(new Effect.Accept(session, attachment, upTo));"),
                new Mutant(
                        "late-result-unanswered",
                        "a superseded result is not acknowledged, so its holder keeps it",
                        "S14",
                        "kernel/PeerMessageRouter",
                        "context.out.acknowledge(peer.ref, new GrantedTask(result.task(),"
                                + " result.grant()));",
                        "if (ledger.get(result.task()) != null) context.out.acknowledge(peer.ref,"
                                + " new GrantedTask(result.task(), result.grant()));"),
                new Mutant(
                        "dead-holder-trusted",
                        "what a process had that is gone is not granted anew",
                        "R2",
                        "kernel/PeerLifecycle",
                        "search.holderGone(peer.id(), peer.id() + \" held it, and \" + why);",
                        ""),
                new Mutant(
                                "next-holder-not-sought",
                                "what a process had that is gone is granted anew before anybody is asked",
                                "S8",
                                "kernel/HolderSearch",
                                "if (search.asked.isEmpty()) { end(search); } else {",
                                "if (true) { end(search); } else {")
                        .withCheckpoints()
                        .veryRare(),
                new Mutant(
                        "released-twice",
                        "the bytes of a cancelled task are given up twice",
                        "S11",
                        LEDGER,
                        "done(entry, Outcome.cancelled(why), \"\");",
                        "done(entry, Outcome.cancelled(why), \"\"); context.out.release(entry.task);"),
                new Mutant(
                        "lease-never-ends",
                        "what no holder reports for the owner's lease is not granted anew",
                        "L1",
                        GRANTS,
                        "context.now - entry.confirmedNanos > lease",
                        "entry.confirmedNanos - context.now > lease"),
                new Mutant(
                        "orphans-delivered",
                        "the end of a closed session's task is still delivered",
                        "S1",
                        LEDGER,
                        "drop(task, why);",
                        "cancel(task, why);"));
    }
}
