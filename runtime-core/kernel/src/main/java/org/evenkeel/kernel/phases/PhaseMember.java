package org.evenkeel.kernel.phases;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import org.evenkeel.kernel.policy.PhaseOptions;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.PhaseReply;
import org.evenkeel.model.protocol.PhaseReply.Counts;
import org.jspecify.annotations.Nullable;

/**
 * A node's part in scheduling phases (LSP and LEP).
 *
 * <p>States: {@code EXECUTING -> SETTLING (asked; hand-overs end) -> COUNTED -> EXCHANGING (the
 * plan is there) -> EXECUTING}. From SETTLING on the node is frozen; it is so for the bound of a
 * phase at most, whoever dies. A master's word of a lower term than one heard before is refused.
 */
public final class PhaseMember {
    private enum State {
        EXECUTING,
        SETTLING,
        COUNTED,
        EXCHANGING
    }

    /** What one sender has said and brought in this phase. */
    private static final class Delivery {
        int promised;
        int offered;
        int none;
        int arrived;

        boolean isComplete() {
            return arrived + none >= promised;
        }
    }

    private final NodeId self;
    private final PhaseOptions options;
    private final PhaseBounds bounds;
    private final MemberNode node;

    private long term;
    private @Nullable NodeId master;

    /** Whom this node followed last in this term; it may be gone. */
    private @Nullable NodeId followed;

    private long heardNanos;

    private State state = State.EXECUTING;
    private long phase;
    private long askedNanos;
    private int sent;
    private int none;
    private int askedToLeave;
    private boolean justPlanned;
    private final Map<NodeId, Delivery> deliveries = new LinkedHashMap<>();
    private final Set<NodeId> receivers = new LinkedHashSet<>();
    private final ReceiverLimits limits = new ReceiverLimits();
    private @Nullable Counts counted;

    private @Nullable Counts told;
    private long toldNanos;

    public PhaseMember(NodeId self, PhaseOptions options, PhaseBounds bounds, MemberNode node) {
        this.self = self;
        this.options = options;
        this.bounds = bounds;
        this.node = node;
    }

    /** The highest term heard of, 0 for none. */
    public long term() {
        return term;
    }

    /** Who is the master as far as known, null when no node is. */
    public @Nullable NodeId master() {
        return master;
    }

    public boolean isFrozen() {
        return state != State.EXECUTING;
    }

    /** Since when the node is frozen, if it is. */
    public long frozenSinceNanos() {
        return askedNanos;
    }

    /** A node says that there was this term; whoever is the master with a lower one is not. */
    public void learn(long known) {
        if (known > term) {
            term = known;
            followed = null;
            loseMaster();
        }
    }

    // ---- What the master says

    /** A master's word. */
    public void receive(long now, NodeId from, MasterCommand word) {
        if (isOutdated(from, word.term())) {
            boolean gone = master == null && word.term() == term;
            node.send(from, new PhaseReply.Outdated(gone ? term + 1 : term));
            return;
        }
        follow(from, word.term());
        heardNanos = now;
        switch (word) {
            case MasterCommand.Here _ -> {}
            case MasterCommand.Ask ask -> asked(now, ask.phase());
            case MasterCommand.Plan plan -> planned(plan);
            case MasterCommand.Job job -> node.judged(job);
            case MasterCommand.Over over -> {
                if (isFrozen() && over.phase() == phase) {
                    resume(null);
                }
            }
        }
    }

    /** Of two masters of one term the one whose name comes first counts. */
    private boolean isOutdated(NodeId from, long theirs) {
        NodeId known = followed;
        return theirs < term || theirs == term && known != null && from.compareTo(known) > 0;
    }

    private void follow(NodeId from, long theirs) {
        if (theirs == term && from.equals(master)) {
            return;
        }
        if (isFrozen()) {
            resume(null); // the phase of another master
        }
        boolean first = master == null;
        term = theirs;
        master = from;
        followed = from;
        phase = 0;
        told = null;
        if (first) {
            node.masterIsThere(true);
        }
    }

    private void loseMaster() {
        if (isFrozen()) {
            resume(null);
        }
        if (master != null) {
            master = null;
            told = null;
            node.masterIsThere(false);
        }
    }

    private void asked(long now, long which) {
        if (which <= phase || node.isLeaving()) {
            return;
        }
        phase = which;
        if (!isFrozen()) {
            node.freeze();
        }
        state = State.SETTLING;
        askedNanos = now;
        sent = 0;
        none = 0;
        askedToLeave = 0;
        counted = null;
        deliveries.clear();
        receivers.clear();
    }

    private void planned(MasterCommand.Plan plan) {
        Counts had = counted;
        if (state != State.COUNTED || plan.phase() != phase || had == null) {
            return;
        }
        state = State.EXCHANGING;
        justPlanned = true;
        int quota = plan.quota() + unreachable(plan);
        node.allot(Math.max(0, Math.min(had.schedulable(), quota - had.executing())));
        for (MasterCommand.Part part : plan.receives()) {
            if (node.isLinked(part.node())) {
                delivery(part.node()).promised += part.tasks();
            }
        }
        for (MasterCommand.Part part : plan.sends()) {
            send(part);
        }
    }

    /** Tasks that are to go where this node has no link: they start here. */
    private int unreachable(MasterCommand.Plan plan) {
        return plan.sends().stream()
                .filter(part -> !node.isLinked(part.node()))
                .mapToInt(MasterCommand.Part::tasks)
                .sum();
    }

    private void send(MasterCommand.Part part) {
        int given = 0;
        if (node.isLinked(part.node())) {
            MasterCommand.Part some = part.atMost(limits.limit(part.node()));
            given = node.give(some);
            limits.offered(part.node(), given);
            askedToLeave += given < some.tasks() ? node.askStarted(some, given, phase) : 0;
            int missing = part.tasks() - given;
            node.send(part.node(), new PhaseReply.Sending(term, phase, given, missing));
            if (given > 0) {
                receivers.add(part.node());
            }
        }
        sent += given;
        none += part.tasks() - given;
    }

    // ---- What other nodes say and bring

    /** A sender says what comes next. */
    public void receive(NodeId from, PhaseReply.Sending sending) {
        if (isFrozen() && sending.term() == term && sending.phase() == phase) {
            Delivery delivery = delivery(from);
            delivery.offered += sending.tasks();
            delivery.none += sending.none();
        }
    }

    private Delivery delivery(NodeId from) {
        return deliveries.computeIfAbsent(from, f -> new Delivery());
    }

    /** Whether a task that this peer offers now can be taken. */
    public boolean takesFrom(NodeId peer) {
        Delivery delivery = deliveries.get(peer);
        return !isFrozen() || delivery != null && delivery.arrived < delivery.offered;
    }

    /** So many offered tasks of a peer are answered, taken or not. */
    public void arrived(NodeId from, int tasks) {
        Delivery delivery = deliveries.get(from);
        if (isFrozen() && delivery != null) {
            delivery.arrived += tasks;
        }
    }

    /** A peer has refused one of the tasks that this node has offered. */
    public void refused(NodeId by) {
        if (receivers.contains(by)) {
            limits.refused(by);
        }
    }

    /** A peer is not linked any more, or leaves: nothing is expected of it. */
    public void lost(NodeId peer) {
        deliveries.remove(peer);
        receivers.remove(peer);
        limits.forget(peer);
        if (peer.equals(master) && !peer.equals(self)) {
            loseMaster();
        }
    }

    /** This node leaves. */
    public void leave() {
        if (isFrozen()) {
            resume(done(false));
        }
    }

    // ---- Every event

    /** An event begins: what the one before has caused is on its way. */
    public void begin() {
        justPlanned = false;
    }

    /** The event ends: does what is due. May be called more than once. */
    public void settle(long now) {
        if (master != null && now - heardNanos > bounds.masterLeaseNanos()) {
            loseMaster();
        }
        if (state == State.SETTLING
                && (node.isSettled() || now - askedNanos >= bounds.settleNanos())) {
            count();
        }
        if (state == State.EXCHANGING && isExchanged()) {
            resume(done(true));
        }
        if (isFrozen() && now - askedNanos >= bounds.phaseNanos()) {
            resume(done(false));
        }
        sendStatus(now);
    }

    private void count() {
        Counts now = node.counts();
        counted = now;
        state = State.COUNTED;
        send(new PhaseReply.Counted(term, phase, now));
    }

    /** Offers are on their way only when the event that caused them is over. */
    private boolean isExchanged() {
        if (justPlanned && !receivers.isEmpty()) {
            return false;
        }
        return deliveries.values().stream().allMatch(Delivery::isComplete)
                && receivers.stream().allMatch(node::isSettledWith);
    }

    private PhaseReply.Done done(boolean complete) {
        int received = deliveries.values().stream().mapToInt(one -> one.arrived).sum();
        return new PhaseReply.Done(
                term, phase, node.counts(), sent, none, askedToLeave, received, complete);
    }

    private void resume(PhaseReply.@Nullable Done done) {
        state = State.EXECUTING;
        deliveries.clear();
        receivers.clear();
        if (done != null) {
            told = done.counts();
            send(done);
        }
        node.thaw();
    }

    private void sendStatus(long now) {
        if (master == null || isFrozen() || node.isLeaving()) {
            return;
        }
        Counts counts = node.counts();
        if (isNews(counts) && (told == null || now - toldNanos >= options.gapNanos())) {
            told = counts;
            toldNanos = now;
            send(new PhaseReply.Status(term, counts));
        }
    }

    private boolean isNews(Counts counts) {
        Counts before = told;
        return before == null
                || before.ready() != counts.ready()
                || before.schedulable() != counts.schedulable()
                || before.movable() != counts.movable()
                || before.tasks() != counts.tasks()
                || before.workers() != counts.workers();
    }

    /** Says something of this node's to the master, when there is one. */
    public void sendToMaster(LongFunction<PhaseReply> ofTerm) {
        send(ofTerm.apply(term));
    }

    private void send(PhaseReply word) {
        NodeId to = master;
        if (to != null) {
            node.send(to, word);
        }
    }

    /** When {@link #settle} has something to do at the latest, if nothing happens before. */
    public long dueNanos() {
        long due = Long.MAX_VALUE;
        if (master != null) {
            due = heardNanos + bounds.masterLeaseNanos() + 1;
        }
        if (isFrozen()) {
            due = Math.min(due, askedNanos + bounds.phaseNanos());
            if (state == State.SETTLING) {
                due = Math.min(due, askedNanos + bounds.settleNanos());
            }
        } else if (master != null && !node.isLeaving() && isNews(node.counts())) {
            due = Math.min(due, toldNanos + options.gapNanos());
        }
        return due;
    }
}
