package org.evenkeel.examples.bench;

import java.nio.file.Files;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/**
 * Has a large array in a local and comes to one checkpoint after the other until it is at another
 * node.
 *
 * @param kind of the array's elements: byte, long or double
 * @param bytes that the array has
 * @param note file of the client to get the name of the node when the array is there
 */
public record CarryTask(String kind, int bytes, String note) implements Task<CarryTask.Carried> {
    private static final long PAUSE_MILLIS = 2;

    /**
     * How it went.
     *
     * @param nanos from the checkpoint at the first node until it resumed at the second one, by the
     *     clock that processes of one machine share
     * @param intact whether the array is the same
     */
    public record Carried(long nanos, String from, String to, boolean intact) {}

    @Override
    public Carried run(TaskContext context) throws Exception {
        Object array = LargeArray.random(kind, bytes);
        int hash = LargeArray.hash(array);
        String first = context.node();
        Files.writeString(context.files().path(note), context.node());
        long before;
        do {
            Thread.sleep(PAUSE_MILLIS);
            before = System.nanoTime();
            context.checkpoint();
        } while (context.node().equals(first));
        long nanos = System.nanoTime() - before;
        return new Carried(nanos, first, context.node(), LargeArray.hash(array) == hash);
    }
}
