package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.evenkeel.kernel.Event.Timer;

/**
 * Open tasks of this owner that have failed and are run again later. Each has its next grant, under
 * which no copy exists before its delay is over. A node that leaves delays nothing.
 */
final class RetryDelays {

    /** Tasks that are due at the same time keep their order. */
    private record Due(long nanos, long sequence) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int byTime = Long.compare(nanos, other.nanos);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    private final NodeContext context;
    private final Consumer<OwnedTask> placer;
    private final TreeMap<Due, OwnedTask> waiting = new TreeMap<>();
    private long sequence;
    private boolean off;

    /**
     * @param placer begins the life of a copy, unless the task has gone on or ended meanwhile
     */
    RetryDelays(NodeContext context, Consumer<OwnedTask> placer) {
        this.context = context;
        this.placer = placer;
    }

    /** Adds a task whose next grant is durable. */
    void add(OwnedTask entry) {
        if (off || entry.retryNanos <= context.now) {
            placer.accept(entry);
            return;
        }
        sequence++;
        waiting.put(new Due(entry.retryNanos, sequence), entry);
        setTimer();
    }

    void timerFired() {
        List<OwnedTask> due = new ArrayList<>();
        while (!waiting.isEmpty() && waiting.firstKey().nanos() <= context.now) {
            due.add(waiting.pollFirstEntry().getValue());
        }
        due.forEach(placer);
        setTimer();
    }

    private void setTimer() {
        if (!waiting.isEmpty()) {
            long next = Math.max(waiting.firstKey().nanos(), context.now + 1);
            context.out.later(new Effect.SetTimer(Timer.RETRY, next));
        }
    }

    /** The node leaves: what waits goes on now, and nothing is delayed any more. */
    void end() {
        off = true;
        List<OwnedTask> all = new ArrayList<>(waiting.values());
        waiting.clear();
        all.forEach(placer);
    }
}
