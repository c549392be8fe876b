package org.evenkeel.policy.neighbour;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.evenkeel.model.LoadState;
import org.evenkeel.policy.Decision;
import org.evenkeel.policy.Decision.Action;
import org.evenkeel.policy.NeighbourView;
import org.evenkeel.policy.NodeView;
import org.evenkeel.policy.Policy;

/**
 * Receiver-initiated balancing: a node with an idle worker and nothing waiting asks its neighbours
 * one by one; after a full round without a task it sleeps lambda.
 *
 * <p>States: {@code QUIET -> ASKING -> QUIET (a task came) | ASKING -> ASKING (nothing, next one) |
 * ASKING -> SLEEPING (a round without a task) -> QUIET}.
 */
public final class ReceiverInitiated implements Policy {

    /**
     * How long a node sleeps after a round without a task.
     *
     * @param shortestNanos the first sleep, and the one after a task was found
     * @param longestNanos every fruitless round doubles the sleep up to this
     */
    public record Lambda(long shortestNanos, long longestNanos) {

        /** 1 ms to 1 s: an idle cluster falls silent, a busy one is asked often. */
        public static final Lambda ADAPTIVE =
                new Lambda(TimeUnit.MILLISECONDS.toNanos(1), TimeUnit.SECONDS.toNanos(1));

        public Lambda {
            if (shortestNanos < 1 || longestNanos < shortestNanos) {
                throw new IllegalArgumentException(
                        "lambda from " + shortestNanos + " ns to " + longestNanos + " ns");
            }
        }

        /** Always the same, as in the paper. */
        public static Lambda fixed(long nanos) {
            return new Lambda(nanos, nanos);
        }
    }

    private static final int NOBODY = -1;
    private static final Decision START = Decision.of(Action.Start.HERE, "a worker is idle");
    private static final Decision START_NEXT = Decision.of(Action.Start.HERE, "a worker is free");
    private static final Decision WAIT = Decision.of(Action.Wait.HERE, "all workers are busy");

    private final Lambda lambda;
    private long sleepNanos;
    private boolean sleeping;
    private int asked = NOBODY;
    private int askedThisRound;
    private int next;

    public ReceiverInitiated(Lambda lambda) {
        this.lambda = lambda;
        this.sleepNanos = lambda.shortestNanos();
    }

    @Override
    public String name() {
        String spelled =
                lambda.equals(Lambda.ADAPTIVE) ? "adaptive" : spelled(lambda.shortestNanos());
        return "receiver-initiated(lambda=" + spelled + ")";
    }

    private static String spelled(long nanos) {
        String[] units = {"ns", "us", "ms", "s"};
        int unit = 0;
        long number = nanos;
        while (unit < units.length - 1 && number % 1000 == 0) {
            number /= 1000;
            unit++;
        }
        return number + units[unit];
    }

    @Override
    public Decision onTask(NodeView view, int from) {
        if (from != LOCAL) {
            askedThisRound = 0;
            sleepNanos = lambda.shortestNanos();
            if (from == asked) {
                asked = NOBODY;
            }
        }
        return view.hasIdleWorker() ? START : WAIT;
    }

    @Override
    public Decision onWorkerFree(NodeView view) {
        return view.sample().waiting() > 0 ? START_NEXT : Decision.NOTHING;
    }

    @Override
    public Decision onLoad(NodeView view, int from, LoadState told, int room) {
        return Decision.of(new Action.Believe(from), "for displays only");
    }

    /** Gives at most half of what waits here, so that two nodes do not only swap the backlog. */
    @Override
    public Decision onRequest(NodeView view, int from, int room) {
        int spare = (view.sample().waiting() + 1) / 2;
        return spare > 0
                ? Decision.of(new Action.Give(from, Math.min(room, spare)), "neighbour asked")
                : Decision.of(new Action.Refuse(from), "nothing waits here");
    }

    @Override
    public Decision onNothingToGive(NodeView view, int from) {
        if (from != asked) {
            return Decision.NOTHING;
        }
        asked = NOBODY;
        if (askedThisRound < linked(view.neighbours())) {
            return Decision.NOTHING;
        }
        askedThisRound = 0;
        sleeping = true;
        long now = sleepNanos;
        sleepNanos = Math.min(2 * sleepNanos, lambda.longestNanos());
        return new Decision(Action.Nothing.AT_ALL, List.of(), now, "nobody had a task to give");
    }

    @Override
    public Decision onTimer(NodeView view) {
        sleeping = false;
        return Decision.NOTHING;
    }

    @Override
    public Decision onSettled(NodeView after) {
        boolean wants = after.hasIdleWorker() && after.sample().waiting() == 0;
        if (!wants || sleeping || asked != NOBODY) {
            return Decision.NOTHING;
        }
        List<NeighbourView> neighbours = after.neighbours();
        for (int step = 0; step < neighbours.size(); step++) {
            int index = (next + step) % neighbours.size();
            if (neighbours.get(index).linked()) {
                asked = index;
                next = index + 1;
                askedThisRound++;
                return Decision.of(new Action.Request(index), "a worker is idle");
            }
        }
        return Decision.NOTHING;
    }

    @Override
    public void onNeighboursChanged() {
        asked = NOBODY;
        askedThisRound = 0;
        next = 0;
    }

    private static int linked(List<NeighbourView> neighbours) {
        int count = 0;
        for (NeighbourView neighbour : neighbours) {
            count += neighbour.linked() ? 1 : 0;
        }
        return count;
    }
}
