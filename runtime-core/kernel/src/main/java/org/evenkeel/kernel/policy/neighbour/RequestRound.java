package org.evenkeel.kernel.policy.neighbour;

import java.util.List;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.TaskArrival;

/**
 * A node with nothing to do that asks one neighbour after the other for tasks, and sleeps after as
 * many fruitless questions as it has neighbours.
 *
 * <p>States: {@code QUIET -> ASKING -> QUIET (a task came) | ASKING -> ASKING (nothing, the next
 * one) | ASKING -> SLEEPING (a round without a task) -> QUIET}.
 */
final class RequestRound {

    private static final int NOBODY = NeighbourScan.NOBODY;

    private final RequestPause lambda;
    private long sleepNanos;
    private boolean sleeping;
    private int asked = NOBODY;
    private int tries;

    RequestRound(RequestPause lambda) {
        this.lambda = lambda;
        this.sleepNanos = lambda.shortestNanos();
    }

    /** Whether some worker here is idle, nothing waits, and no question is open. */
    boolean mayAsk(NodeView view) {
        boolean wants = view.hasIdleWorker() && view.sample().waiting() == 0;
        return wants && !sleeping && asked == NOBODY;
    }

    Decision ask(int neighbour, int atMost) {
        asked = neighbour;
        tries++;
        return Decision.of(Action.Request.of(neighbour, atMost), "a worker is idle");
    }

    /** A task came, which ends the round when a neighbour sent it. */
    void arrived(TaskArrival taskArrival) {
        if (!taskArrival.isLocal()) {
            tries = 0;
            sleepNanos = lambda.shortestNanos();
            if (taskArrival.from() == asked) {
                asked = NOBODY;
            }
        }
    }

    /** A neighbour has nothing: sleeps when the round is over. */
    Decision nothing(NodeView view, int from) {
        if (from != asked) {
            return Decision.NOTHING;
        }
        asked = NOBODY;
        if (tries < linked(view.neighbours())) {
            return Decision.NOTHING;
        }
        tries = 0;
        sleeping = true;
        long now = sleepNanos;
        sleepNanos = Math.min(2 * sleepNanos, lambda.longestNanos());
        return new Decision(
                Action.Nothing.AT_ALL, List.of(), now, "no neighbour had a task to give");
    }

    void woke() {
        sleeping = false;
    }

    void forgetIndices() {
        asked = NOBODY;
        tries = 0;
    }

    static int linked(List<NeighbourView> neighbours) {
        int count = 0;
        for (NeighbourView neighbour : neighbours) {
            count += neighbour.linked() ? 1 : 0;
        }
        return count;
    }
}
