package org.evenkeel.simulator.mutants;

import java.util.List;

/** Bugs of custodians: hand-overs, results on their way, who is gone. */
final class HandOverMutants {
    private static final String HAND_OVERS = "kernel/HandOvers";
    private static final String LINKS = "kernel/PeerLinkTable";
    private static final String CORE = "kernel/NodeCore";
    private static final String PRESENCE = "kernel/PeerLifecycle";

    private HandOverMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "taken-back-by-time-out",
                        "an unanswered offer is taken back when the link goes down (R2)",
                        "S10",
                        PRESENCE,
                        "peerLinkTable.down(peer); silenceDetector.down(peer);",
                        "peerLinkTable.down(peer); silenceDetector.down(peer); for (HeldTask copy : foreignTasks.handingTo(peer)) { copy.become(HeldTask.State.READY); copy.handingTo = null; balancer.place(copy, null); }"),
                new Mutant(
                        "offer-not-said-again",
                        "an unanswered offer is not resent on the next link",
                        "L1",
                        PRESENCE,
                        "int again = handOvers.resend(peer);",
                        "int again = 0;"),
                new Mutant(
                        "resent-not-counted",
                        "resent offers are not counted in sent",
                        "I2",
                        PRESENCE,
                        "if (again > 0) {",
                        "if (again < 0) {"),
                new Mutant(
                        "offer-to-the-dead",
                        "what was being handed to a process that is gone stays with it",
                        "R1",
                        HAND_OVERS,
                        "leave(copy, peer, context.now);",
                        ""),
                new Mutant(
                        "answers-forgotten-with-link",
                        "answered offers are forgotten when the link breaks",
                        "R1",
                        LINKS,
                        "peer.answered.replaceAll((handOver, batch) -> 0L);",
                        "peer.answered.clear();"),
                new Mutant(
                        "refused-stays-handing",
                        "a refused task is not placed again",
                        "L1",
                        HAND_OVERS,
                        "node.cameBack(copy, by);",
                        "copy.become(State.HANDING);"),
                new Mutant(
                                "bounce-destroys-own",
                                "an own task that comes back while still being handed over is dropped",
                                "R1",
                                HAND_OVERS,
                                "(here.state() != State.HANDING || here.hop >= offered.hop())",
                                "here.grant.equals(offered.grant())")
                        .rare(),
                new Mutant(
                                "bounce-destroys-foreign",
                                "a task that comes back while still being handed over is dropped",
                                "R1",
                                HAND_OVERS,
                                "order == 0 && known.state() != State.HANDING",
                                "order == 0")
                        .rare(),
                new Mutant(
                                "orphan-taken",
                                "a task whose owner is gone is taken from a neighbour",
                                "R8",
                                HAND_OVERS,
                                "node.isOrphan(offered.task(), owner)",
                                "node.isOrphan(offered.task(), owner) && known != null")
                        .rare(),
                new Mutant(
                        "orphans-kept",
                        "tasks of an owner that is gone stay",
                        "R8",
                        PRESENCE,
                        "orphans.forEach(copy -> execution.stopForeign(copy, \"its owner was"
                                + " declared gone\"));",
                        ""),
                new Mutant(
                        "result-said-once",
                        "a result that was lost on its way is not sent again",
                        "S14",
                        "kernel/ForeignTasks",
                        "boolean due = owner == null ? overdue : owner.equals(held.owner.id());",
                        "boolean due = owner != null && overdue && owner.equals(held.owner.id());"),
                new Mutant(
                        "successor-unseen",
                        "a new process of a node is taken for the old one",
                        "R2",
                        PRESENCE,
                        "NodeRef before = peerLinkTable.up(peer, features);",
                        "peerLinkTable.up(peer, features); NodeRef before = null;"),
                new Mutant(
                        "one-heartbeat",
                        "holders report once",
                        "L1",
                        CORE,
                        "heartbeatSet = false; heartbeats",
                        "heartbeats"),
                new Mutant(
                        "drained-too-early",
                        "a node leaves while it holds tasks of others (R11)",
                        "R11",
                        "kernel/NodeLeave",
                        "ledger.size() == 0 && foreignTasks.size() == 0",
                        "ledger.size() == 0"),
                new Mutant(
                        "payload-given-away",
                        "an owner gives up the bytes of a task when it hands it on (R3)",
                        "S11",
                        HAND_OVERS,
                        "ledger.grants().handedTo(own, by, heardNanos);",
                        "ledger.grants().handedTo(own, by, heardNanos); context.out.release(copy.task);"),
                new Mutant(
                                "claims-all-answered",
                                "an offer says that all earlier ones were answered",
                                "S5",
                                LINKS,
                                "peer.unanswered.isEmpty() ? peer.batch : peer.unanswered.firstKey() - 1",
                                "peer.batch")
                        .rare(),
                new Mutant(
                        "stays-handing",
                        "a task of another owner that was taken stays in the books",
                        "S11",
                        HAND_OVERS,
                        "foreignTasks.forget(copy); node.passedOn(copy, by, owner",
                        "node.passedOn(copy, by, owner"),
                new Mutant(
                                "repeat-ignores-hop",
                                "a task that comes back by way of others is taken for a repeat (R1)",
                                "R1",
                                LINKS,
                                "Long batch = from.answered.get(handOver);",
                                "Long batch = null; for (var one : from.answered.entrySet()) { if (one.getKey().task().equals(handOver.task()) && one.getKey().grant().equals(handOver.grant())) { batch = one.getValue(); } }")
                        .rare(),
                new Mutant(
                        "repeat-not-remembered",
                        "an offer that comes twice makes two copies",
                        "S5",
                        LINKS,
                        "from.answered.put(handOver, taken ? batch : -batch);",
                        "if (!taken) { from.answered.put(handOver, -batch); }"),
                new Mutant(
                                "repeat-not-counted",
                                "an offer that is repeated on a new link is not counted there",
                                "I2",
                                HAND_OVERS,
                                "isNew || before == PeerLinkTable.Answered.TAKEN_EARLIER",
                                "isNew")
                        .rare(),
                new Mutant(
                        "repeat-counted-twice",
                        "an offer that comes twice on one link is counted twice",
                        "I2",
                        HAND_OVERS,
                        "isNew || before == PeerLinkTable.Answered.TAKEN_EARLIER",
                        "takes"),
                new Mutant(
                        "repeat-leaks",
                        "the bytes of a repeated offer are kept",
                        "S11",
                        HAND_OVERS,
                        "} else if (takes) { context.out.release(offered.task());",
                        "} else if (takes) {"),
                new Mutant(
                                "refusal-turns-taken",
                                "what was refused on an earlier link is answered as taken",
                                "R1",
                                LINKS,
                                "peer.answered.values().removeIf(batch -> batch < 0);",
                                "")
                        .rare(),
                new Mutant(
                        "results-for-the-dead",
                        "results for an owner that is gone stay",
                        "S14",
                        "kernel/ForeignTasks",
                        "boolean drop = absent.isOrphan(held.owner, held.survivesOwner);",
                        "boolean drop = false;"),
                new Mutant(
                                "outlived-is-alive",
                                "an owner whose successor is known is not taken for gone",
                                "R8",
                                LINKS,
                                "isCalledGone(ref) || isOutlived(ref)",
                                "isCalledGone(ref)")
                        .rare());
    }
}
