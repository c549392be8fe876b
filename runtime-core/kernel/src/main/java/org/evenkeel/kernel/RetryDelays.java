package org.evenkeel.kernel;

import java.util.function.Consumer;
import org.evenkeel.kernel.Event.Timer;

/**
 * Open tasks of this owner that have failed and are run again later. Each has its next grant, under
 * which no copy exists before its delay is over. A node that leaves delays nothing.
 */
final class RetryDelays {

    private final NodeContext context;
    private final Consumer<OwnedTask> placer;
    private final DueTasks waiting;
    private boolean off;

    /**
     * @param placer begins the life of a copy, unless the task has gone on or ended meanwhile
     */
    RetryDelays(NodeContext context, Consumer<OwnedTask> placer) {
        this.context = context;
        this.placer = placer;
        this.waiting = new DueTasks(context, Timer.RETRY);
    }

    /** Adds a task whose next grant is durable. */
    void add(OwnedTask entry) {
        if (off || entry.retryNanos <= context.now) {
            placer.accept(entry);
        } else {
            entry.retryDue = waiting.add(entry, entry.retryNanos);
        }
    }

    /** The task has ended, has another owner, or another grant: it waits for nothing. */
    void forget(OwnedTask entry) {
        entry.retryNanos = 0;
        waiting.remove(entry.retryDue);
        entry.retryDue = null;
    }

    void timerFired() {
        waiting.takeDue().forEach(placer);
    }

    /** The node leaves: what waits is placed now, and nothing is delayed any more. */
    void end() {
        off = true;
        waiting.takeAll().forEach(placer);
    }
}
