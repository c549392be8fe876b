package org.evenkeel.worker;

import java.util.Collections;
import java.util.Set;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.model.BoundedMap;

/**
 * Tasks of which the daemon has said something that were neither waiting nor begun: about to begin,
 * or over long since. The oldest are forgotten.
 */
final class PendingCommands {

    private static final int MOST = 1024;

    private final Set<Ticket> tasks =
            Collections.synchronizedSet(Collections.newSetFromMap(BoundedMap.ofNewest(MOST)));

    /**
     * To be called by the reader before it looks whether the task has begun: so its runner, which
     * first says that it has and then asks here, misses nothing.
     */
    void add(Ticket task) {
        tasks.add(task);
    }

    /** Whether it was said of this one; of two who ask only one is told so. */
    boolean take(Ticket task) {
        return tasks.remove(task);
    }
}
