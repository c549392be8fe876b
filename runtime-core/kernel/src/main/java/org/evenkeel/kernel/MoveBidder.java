package org.evenkeel.kernel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.evenkeel.kernel.load.KindTimes;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;

/**
 * Answers a node with idle workers: which of the tasks that run here would be worth moving to it;
 * and has those suspended that it claims. Moved tasks go through their owners (ADR 29).
 */
final class MoveBidder {
    /** A node so many times as fast gets tasks that run; of two nodes at most one is. */
    private static final double FASTER = 1.25;

    /** The same where only calibrations tell: two of them at one time may differ by a third. */
    static final double CALIBRATED_FASTER = 1.5;

    /** Tasks of one kind that two nodes must have run before they are compared by it. */
    private static final int ENOUGH_RUNS = 4;

    /** The last call of a node, and how many tasks were in the bid. */
    private record Heard(long call, double speed, int bid) {}

    private final NodeContext context;
    private final Slots slots;
    private final WaitingTasks waiting;
    private final MoveCandidates started;
    private final Drain drain;
    private final Balancer balancer;
    private final Map<NodeId, Heard> heard = new LinkedHashMap<>();

    MoveBidder(
            NodeContext context,
            Slots slots,
            WaitingTasks waiting,
            MoveCandidates started,
            Drain drain,
            Balancer balancer) {
        this.context = context;
        this.slots = slots;
        this.waiting = waiting;
        this.started = started;
        this.drain = drain;
        this.balancer = balancer;
    }

    void called(NodeRef by, PeerMessage.MoveCall call) {
        boolean moves =
                context.config.policy().movesStarted() && !drain.isOn() && canRunAll(by.id());
        double speed = speedOf(call);
        boolean faster = speed >= (isSameKind(call) ? FASTER : CALIBRATED_FASTER);
        if (!moves || !faster && waits() == 0) {
            context.out.send(by, new PeerMessage.MoveBid(call.call(), List.of(), 0));
            return;
        }
        List<Long> gains = started.gains(speed, waits());
        int most = Math.min(gains.size(), PeerMessage.MoveBid.MAX_GAINS);
        heard.put(by.id(), new Heard(call.call(), speed, most));
        long later = faster ? started.paysAfterNanos(speed) : 0;
        context.out.send(
                by,
                new PeerMessage.MoveBid(call.call(), List.copyOf(gains.subList(0, most)), later));
    }

    /** Fewer are sent than were claimed when some have ended, or went to another node. */
    void awarded(NodeRef to, PeerMessage.MoveAward award) {
        Heard call = heard.remove(to.id());
        int sent = 0;
        if (call != null && call.call() == award.call() && !drain.isOn() && canRunAll(to.id())) {
            int most = Math.min(award.tasks(), call.bid());
            sent = started.sendTo(to.id(), call.speed(), waits(), most);
        }
        for (int missing = award.tasks() - sent; missing > 0; missing--) {
            context.out.send(to, new PeerMessage.MoveBid(award.call(), List.of(), 0));
        }
    }

    /** Whether the node runs whatever runs here; one of an earlier version may not. */
    private boolean canRunAll(NodeId node) {
        Predicate<HeldTask> runnable = balancer.runnableAt(node);
        for (Slot slot : slots.all()) {
            HeldTask running = slot.running;
            if (running != null && !runnable.test(running)) {
                return false;
            }
        }
        return true;
    }

    /** No link with it. */
    void lost(NodeId peer) {
        heard.remove(peer);
    }

    /** Tasks that wait here beyond what free workers take: they can go nowhere else. */
    private int waits() {
        return Math.max(0, waiting.size() - (slots.workers() - slots.busy()));
    }

    /**
     * How many times as fast the caller is: by tasks of one kind that ran on both, if there are.
     */
    private double speedOf(PeerMessage.MoveCall call) {
        return isSameKind(call)
                ? (double) slots.kindTimes().meanNanos() / call.kindNanos()
                : call.speed() / context.config.phases().speed();
    }

    private boolean isSameKind(PeerMessage.MoveCall call) {
        KindTimes own = slots.kindTimes();
        return call.kind() != 0
                && call.kind() == own.kind()
                && call.kindNanos() > 0
                && Math.min(call.kindRuns(), own.runs()) >= ENOUGH_RUNS;
    }
}
