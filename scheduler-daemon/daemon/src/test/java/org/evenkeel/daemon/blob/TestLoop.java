package org.evenkeel.daemon.blob;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An event loop that a test turns by hand, with disks that answer there. */
final class TestLoop implements Executor {
    private static final long LONGEST_SECONDS = 60;

    private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();

    @Override
    public void execute(Runnable runnable) {
        queue.add(runnable);
    }

    /** Something that is to be done, now or soon; null if there is nothing. */
    @Nullable Runnable poll(long millis) throws InterruptedException {
        return queue.poll(millis, TimeUnit.MILLISECONDS);
    }

    /** Does what is to be done until these disks are idle and nothing is left. */
    void settle(Disk... disks) {
        settle(List.of(disks));
    }

    /** The same. */
    void settle(Collection<Disk> disks) {
        boolean more = true;
        while (more) {
            int[] asked = {disks.size()};
            // Each answers when it has done all that it was given before.
            disks.forEach(disk -> disk.run(() -> null, (nothing, failure) -> asked[0]--));
            int turns = 0;
            while (asked[0] > 0 || !queue.isEmpty()) {
                next().run();
                turns++;
            }
            more = turns > disks.size();
        }
    }

    private Runnable next() {
        try {
            return Objects.requireNonNull(
                    queue.poll(LONGEST_SECONDS, TimeUnit.SECONDS), "a disk does not answer");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
