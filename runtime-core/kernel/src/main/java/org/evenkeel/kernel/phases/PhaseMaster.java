package org.evenkeel.kernel.phases;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.kernel.policy.PhaseOptions;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.PhaseReply;
import org.evenkeel.model.protocol.PhaseReply.Counts;
import org.jspecify.annotations.Nullable;

/**
 * The master's part in scheduling phases (SSP and SEP).
 *
 * <p>States: {@code EXECUTING -> COUNTING (every node is asked) -> EXCHANGING (every node has a
 * plan) -> EXECUTING}. A phase begins when enough nodes lack work, a plan would change something,
 * and something is new since the last one. Who does not answer in time, or is gone, is left out;
 * after the bound of a phase it is over whatever is undone.
 */
public final class PhaseMaster {
    /** Phases that are remembered. */
    public static final int HISTORY = 64;

    private static final int MOST_DOUBLINGS = 6;

    private enum State {
        EXECUTING,
        COUNTING,
        EXCHANGING
    }

    private final PhaseOptions options;
    private final PhaseBounds bounds;
    private final MasterNode node;
    private final MasterElection masterElection;
    private final JobRegister jobs;
    private final Members members = new Members();
    private final Deque<PhaseReport> history = new ArrayDeque<>();

    private State state = State.EXECUTING;
    private long phase;
    private boolean news;
    private NodeId newsOf;
    private long nextLookNanos;
    private long retryNanos = Long.MAX_VALUE;

    private final Set<NodeId> awaited = new LinkedHashSet<>();
    private final Map<NodeId, Counts> counted = new LinkedHashMap<>();
    private final Map<NodeId, Counts> after = new LinkedHashMap<>();
    private final List<String> missing = new ArrayList<>();
    private final UnplacedTasks unplaced = new UnplacedTasks();
    private @Nullable PhaseRound phaseRound;
    private NodeId trigger;
    private long beganNanos;
    private long countedNanos;
    private int moved;
    private int none;
    private int asked;
    private int leftEarly;
    private int unanswered;

    public PhaseMaster(NodeId self, PhaseOptions options, PhaseBounds bounds, MasterNode node) {
        this.options = options;
        this.bounds = bounds;
        this.node = node;
        this.masterElection = new MasterElection(self, bounds);
        this.jobs = new JobRegister(node, bounds);
        this.newsOf = self;
        this.trigger = self;
    }

    /** Whether this node is the master. */
    public boolean isMaster() {
        return masterElection.isMaster();
    }

    /** This master's term, when it is one. */
    public long term() {
        return masterElection.term();
    }

    /** The last phases, oldest first. */
    public List<PhaseReport> history() {
        return List.copyOf(history);
    }

    // ---- Who is master

    /** Another node is, or was, the master with a higher term. */
    public void resign() {
        if (masterElection.isMaster()) {
            masterElection.leave();
            members.clear();
            jobs.begin(0, 0);
            endRound();
        }
    }

    /** A link came up: that node is to know at once. */
    public void linked(NodeId peer) {
        if (masterElection.isMaster()) {
            jobs.joined();
            node.send(peer, new MasterCommand.Here(masterElection.term()));
        }
    }

    // ---- What nodes say

    /** A word of a node, about this master's term. */
    public void receive(long now, NodeId from, PhaseReply word) {
        if (!masterElection.isMaster() || word.term() != masterElection.term()) {
            return;
        }
        switch (word) {
            case PhaseReply.Status status -> put(from, status.counts());
            case PhaseReply.Counted answer -> counted(from, answer);
            case PhaseReply.Done done -> done(from, done);
            case PhaseReply.Jobs said -> jobs.receive(now, from, said.jobs());
            case PhaseReply.JobOver over -> jobs.over(from, over.job());
            case PhaseReply.Left left -> left(left.phase());
            case PhaseReply.Outdated _, PhaseReply.Sending _ -> {}
        }
        resume(now);
    }

    private void put(NodeId from, Counts counts) {
        Counts before = members.put(from, counts);
        if (before == null
                || before.tasks() != counts.tasks()
                || before.schedulable() < counts.schedulable()
                || before.movable() < counts.movable()
                || before.workers() != counts.workers()) {
            news = true;
            newsOf = from;
        }
    }

    /** A started task has left as it was asked in one of the last phases. */
    private void left(long inPhase) {
        if (state == State.EXCHANGING && inPhase == phase) {
            leftEarly++;
            return;
        }
        List<PhaseReport> all = List.copyOf(history);
        history.clear();
        for (PhaseReport one : all) {
            boolean meant = one.term() == masterElection.term() && one.phase() == inPhase;
            history.addLast(meant ? one.withOneLeft() : one);
        }
    }

    private void counted(NodeId from, PhaseReply.Counted answer) {
        if (state == State.COUNTING && answer.phase() == phase && awaited.remove(from)) {
            members.put(from, answer.counts());
            counted.put(from, answer.counts());
        } else if (answer.phase() != phase || !counted.containsKey(from)) {
            node.send(
                    from,
                    new MasterCommand.Over(masterElection.term(), answer.phase())); // too late
        }
    }

    private void done(NodeId from, PhaseReply.Done done) {
        if (done.phase() != phase || !awaited.remove(from)) {
            put(from, done.counts());
            return;
        }
        members.put(from, done.counts());
        after.put(from, done.counts());
        moved += done.sent();
        none += done.none();
        asked += done.asked();
        if (!done.complete()) {
            missing.add(from + " gave up");
        }
    }

    /** A node is not linked any more, or leaves. */
    public void lost(long now, NodeId peer) {
        if (members.remove(peer) != null) {
            news = true;
            newsOf = peer;
        }
        counted.remove(peer);
        if (awaited.remove(peer)) {
            missing.add(peer + " is gone");
            resume(now);
        }
    }

    // ---- The end of every event

    /**
     * Does what is due.
     *
     * @param knownTerm the highest term heard of
     * @param vacant whether no master is known
     */
    public void settle(long now, long knownTerm, boolean vacant) {
        if (masterElection.look(now, knownTerm, vacant)) {
            phase = 0;
            members.clear();
            jobs.begin(now, masterElection.term());
        }
        if (!masterElection.isMaster()) {
            return;
        }
        if (masterElection.beats(now)) {
            node.reachable()
                    .forEach(
                            peer -> node.send(peer, new MasterCommand.Here(masterElection.term())));
        }
        resume(now);
        jobs.settle(now, members.workers());
    }

    private void resume(long now) {
        if (state == State.EXECUTING) {
            check(now);
        }
        if (state == State.COUNTING
                && (awaited.isEmpty() || now - beganNanos >= bounds.countNanos())) {
            plan(now);
        }
        if (state == State.EXCHANGING
                && (awaited.isEmpty() || now - beganNanos >= bounds.phaseNanos())) {
            close(now);
        }
    }

    private void check(long now) {
        if (now >= retryNanos) {
            retryNanos = Long.MAX_VALUE;
            news = true;
        }
        if (!news || now < nextLookNanos || !enoughLackWork()) {
            return;
        }
        nextLookNanos = now + options.gapNanos();
        if (!PhaseRound.isPossible(members.all())
                || !new PhaseRound(members.all(), options.published(), 0)
                        .isWorthwhile(options.published())) {
            news = false;
            return;
        }
        begin(now);
    }

    private boolean enoughLackWork() {
        return members.working() > 0 && members.ready() >= options.readyOf(members.working());
    }

    private void begin(long now) {
        news = false;
        trigger = newsOf;
        state = State.COUNTING;
        phase++;
        beganNanos = now;
        moved = 0;
        none = 0;
        asked = 0;
        leftEarly = 0;
        counted.clear();
        after.clear();
        missing.clear();
        awaited.clear();
        for (NodeId peer : node.reachable()) {
            if (members.contains(peer)) {
                awaited.add(peer);
            }
        }
        List.copyOf(awaited)
                .forEach(peer ->
                        node.send(peer, new MasterCommand.Ask(masterElection.term(), phase)));
    }

    private void plan(long now) {
        countedNanos = now;
        if (!awaited.isEmpty()) {
            retryNanos = now + bounds.masterLeaseNanos(); // nothing new may come of who was late
        }
        for (NodeId late : awaited) {
            missing.add(late + " did not answer");
            node.send(late, new MasterCommand.Over(masterElection.term(), phase));
        }
        awaited.clear();
        if (!PhaseRound.isPossible(counted)) {
            counted.keySet()
                    .forEach(peer ->
                            node.send(peer, new MasterCommand.Over(masterElection.term(), phase)));
            endRound();
            return;
        }
        PhaseRound planned = new PhaseRound(counted, options.published(), unplaced.turn());
        phaseRound = planned;
        state = State.EXCHANGING;
        awaited.addAll(planned.order());
        planned.words(masterElection.term(), phase).forEach(node::send);
    }

    private void close(long now) {
        if (!awaited.isEmpty()) {
            retryNanos =
                    Math.min(retryNanos, now + bounds.masterLeaseNanos()); // nothing new may come
        }
        for (NodeId late : awaited) {
            missing.add(late + " did not report completion");
            node.send(late, new MasterCommand.Over(masterElection.term(), phase));
        }
        PhaseRound planned = phaseRound;
        if (planned != null) {
            remember(planned, now);
            tryAgain(planned, now);
        }
        nextLookNanos = now + options.gapNanos();
        if (options.published() && unplaced.phaseOver(counted, after)) {
            long pause = unplaced.inVain() * options.gapNanos();
            nextLookNanos += Math.min(bounds.masterLeaseNanos(), pause);
            news = true;
        }
        endRound();
    }

    /**
     * Started tasks stayed that could have moved: that was not worth it then, and may be later
     * although nothing new happens. Again and again less often.
     */
    private void tryAgain(PhaseRound planned, long now) {
        if (options.published() || planned.started() <= asked) {
            unanswered = 0;
            return;
        }
        long after = bounds.masterLeaseNanos() << Math.min(unanswered, MOST_DOUBLINGS);
        unanswered++;
        retryNanos = Math.min(retryNanos, now + after);
    }

    private void remember(PhaseRound planned, long now) {
        if (history.size() == HISTORY) {
            history.removeFirst();
        }
        history.addLast(
                new PhaseReport(
                        masterElection.term(),
                        phase,
                        trigger,
                        beganNanos,
                        new PhaseReport.Steps(countedNanos - beganNanos, now - countedNanos),
                        planned.members(after),
                        planned.moves(),
                        planned.totals(after, moved, none),
                        missing.isEmpty() ? null : String.join(", ", missing)));
        for (int i = 0; i < leftEarly; i++) {
            history.addLast(history.removeLast().withOneLeft());
        }
    }

    private void endRound() {
        state = State.EXECUTING;
        phaseRound = null;
        awaited.clear();
        counted.clear();
    }

    /** When {@link #settle} has something to do at the latest, if nothing happens before. */
    public long dueNanos() {
        if (!masterElection.isMaster()) {
            return masterElection.dueNanos();
        }
        long due = Math.min(masterElection.dueNanos(), jobs.dueNanos());
        return switch (state) {
            case EXECUTING ->
                    Math.min(
                            retryNanos,
                            news && enoughLackWork() ? Math.min(due, nextLookNanos) : due);
            case COUNTING -> Math.min(due, beganNanos + bounds.countNanos());
            case EXCHANGING -> Math.min(due, beganNanos + bounds.phaseNanos());
        };
    }
}
