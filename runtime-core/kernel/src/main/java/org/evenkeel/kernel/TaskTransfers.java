package org.evenkeel.kernel;

import java.util.function.Predicate;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.model.protocol.PeerMessage;

/**
 * Hands tasks to neighbours and asks neighbours for tasks, as a {@link Policy} has decided.
 *
 * <p>{@code transfer(w, S'): room[S']--, at 0 S' is believed HIGH; sent[S']++; offer w}
 */
record TaskTransfers(
        Policy policy,
        BalancerActions balancerActions,
        WaitingTasks waiting,
        NeighbourTable table) {
    /** Hands one task on that does not wait here. */
    void transfer(HeldTask task, int neighbour, String reason) {
        offer(task, table.inOrder()[neighbour], reason);
    }

    private void offer(HeldTask task, Neighbour to, String reason) {
        if (!to.isLinked()) {
            throw new IllegalStateException(
                    policy.name() + " sends a task to " + to.id + ", whose link is down");
        }
        to.offered(balancerActions.nowNanos());
        balancerActions.offer(task, to.id, reason);
    }

    /**
     * Hands on tasks that merely wait. Prefetched ones stay: they will have run before an answer
     * comes, and if their worker gave them back it would be sent them again at once.
     */
    void push(Action.Give give, String reason) {
        for (Decision.Share share : give.shares()) {
            handOn(table.inOrder()[share.neighbour()], share.atMost(), reason);
        }
    }

    /**
     * Hands waiting tasks to neighbours that have room, or asked; recalls prefetched ones when
     * those that merely wait are not enough. Returns how many were handed on now.
     */
    int give(Action.Give give, String reason) {
        int given = 0;
        for (Decision.Share share : give.shares()) {
            int now = handOn(table.inOrder()[share.neighbour()], share.atMost(), reason);
            int missing = share.atMost() - now;
            int prefetched = missing > 0 ? balancerActions.sample().waiting() - waiting.size() : 0;
            if (prefetched > 0) {
                balancerActions.recall(Math.min(missing, prefetched));
            }
            given += now;
        }
        return given;
    }

    private int handOn(Neighbour to, int atMost, String reason) {
        boolean canRunHere = balancerActions.sample().workers() > 0;
        Predicate<HeldTask> fit = to::canRun;
        int given = 0;
        while (given < atMost) {
            HeldTask task =
                    canRunHere
                            ? waiting.takeToHandOn(policy.hopLimit(), fit)
                            : waiting.takeToHandOn(fit);
            if (task == null) {
                break;
            }
            offer(task, to, reason);
            given++;
        }
        return given;
    }

    /** Asks neighbours for tasks; one whose link is down is passed by. */
    void ask(Action.Request request) {
        for (Decision.Share share : request.shares()) {
            Neighbour asked = table.inOrder()[share.neighbour()];
            if (asked.isLinked()) {
                int wanted =
                        share.atMost() == Action.Request.ROOM
                                ? balancerActions.room()
                                : share.atMost();
                balancerActions.send(asked.id, new PeerMessage.Request(Math.max(1, wanted)));
            }
        }
    }
}
