package org.evenkeel.daemon.peer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;

/**
 * Whom a question goes to next: a few nodes at a time, since links are opened for them and all
 * answer one thread. A node that does not answer makes room for the next after a while, so that all
 * are asked within half of the question's time.
 */
final class AskingTurns {

    /** Nodes whose answers are awaited before others are asked. */
    static final int MOST = 64;

    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Deque<NodeRef> unasked;
    private final Set<NodeId> awaited = new HashSet<>();
    private final TimerSource timers;
    private final Consumer<NodeRef> asker;
    private final long patienceNanos;

    /**
     * @param limitNanos the question's time
     * @param asker asks a node
     */
    AskingTurns(List<NodeRef> nodes, long limitNanos, TimerSource timers, Consumer<NodeRef> asker) {
        this.unasked = new ArrayDeque<>(nodes);
        this.timers = timers;
        this.asker = asker;
        int turns = (nodes.size() + MOST - 1) / MOST;
        this.patienceNanos = Math.min(PATIENCE_NANOS, limitNanos / 2 / Math.max(1, turns));
    }

    /** Asks as many as may be asked now. */
    void proceed() {
        while (awaited.size() < MOST && !unasked.isEmpty()) {
            NodeRef next = unasked.remove();
            awaited.add(next.id());
            if (!unasked.isEmpty()) {
                timers.after(patienceNanos, () -> awaitNoMore(next.id()));
            }
            asker.accept(next);
        }
    }

    /** The next one need not wait for this node: it has answered, or may still do so. */
    void awaitNoMore(NodeId node) {
        if (awaited.remove(node)) {
            proceed();
        }
    }

    /** Those that were not asked yet. */
    List<NodeRef> unasked() {
        return List.copyOf(unasked);
    }

    /** No more are asked. */
    void stop() {
        unasked.clear();
    }
}
