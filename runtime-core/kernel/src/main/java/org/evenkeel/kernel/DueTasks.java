package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.evenkeel.kernel.Event.Timer;
import org.jspecify.annotations.Nullable;

/** Tasks of this owner by the time at which something is due for them; one timer for all. */
final class DueTasks {

    /** When it is due for a task; tasks that are due at the same time keep their order. */
    record Due(long nanos, long sequence) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int byTime = Long.compare(nanos, other.nanos);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    private final NodeContext context;
    private final Timer timer;
    private final TreeMap<Due, OwnedTask> waiting = new TreeMap<>();
    private long sequence;

    DueTasks(NodeContext context, Timer timer) {
        this.context = context;
        this.timer = timer;
    }

    /** Adds a task; returns what {@link #remove} needs. */
    Due add(OwnedTask entry, long nanos) {
        sequence++;
        Due due = new Due(nanos, sequence);
        waiting.put(due, entry);
        if (waiting.firstKey().equals(due)) {
            setTimer();
        }
        return due;
    }

    /** Removes a task; nothing if it is not here any more. */
    void remove(@Nullable Due due) {
        if (due != null) {
            waiting.remove(due);
        }
    }

    /** Takes out what is due by now. */
    List<OwnedTask> takeDue() {
        List<OwnedTask> due = new ArrayList<>();
        while (!waiting.isEmpty() && waiting.firstKey().nanos() <= context.now) {
            due.add(waiting.pollFirstEntry().getValue());
        }
        setTimer();
        return due;
    }

    /** Takes out all. */
    List<OwnedTask> takeAll() {
        List<OwnedTask> all = new ArrayList<>(waiting.values());
        waiting.clear();
        return all;
    }

    private void setTimer() {
        if (!waiting.isEmpty()) {
            long next = Math.max(waiting.firstKey().nanos(), context.now + 1);
            context.out.later(new Effect.SetTimer(timer, next));
        }
    }
}
