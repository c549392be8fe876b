package org.evenkeel.examples.measure;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.api.TaskContext;

/**
 * Lets a task compute no faster than on the machine its node stands for, and counts what it takes.
 * The task calls {@link #step} every now and then, at least each millisecond: there it sleeps until
 * it is not ahead, and there it can be moved. In between it must not wait for anything.
 *
 * <p>Belongs to one task, and moves with it.
 */
public final class Pace {
    private static final double NANOS = 1e9;

    private static final long LEAST_NANOS = 1_000_000;

    /** A shorter sleep costs more than it is. */
    private static final double LEAST_SLEEP = 0.0002;

    private final TaskContext context;
    private final Machines machines;
    private final Map<String, Spent> spent = new TreeMap<>();
    private String node = "";
    private ProcessorClock clock = ProcessorClock.here();
    private long wallBegan;
    private long processorBegan;

    /** The task begins to compute. */
    Pace(TaskContext context, Machines machines) {
        this.context = context;
        this.machines = machines;
        resume();
    }

    /**
     * Something has been computed: sleeps until it would have been there. Looks only each
     * millisecond, because many processes that wake up more often keep a machine busy with that.
     */
    public void step() throws InterruptedException {
        if (System.nanoTime() - wallBegan < LEAST_NANOS) {
            return;
        }
        rest();
        context.checkpoint();
        resume();
    }

    /** The task computes again, maybe on another node. */
    void resume() {
        node = context.node();
        clock = ProcessorClock.here();
        wallBegan = System.nanoTime();
        processorBegan = clock.nanos();
    }

    /** It computes no more, because it waits for its children or ends. */
    void rest() throws InterruptedException {
        double processor = (clock.nanos() - processorBegan) / NANOS;
        double due = processor / machines.at(node);
        Spent before = spent.getOrDefault(node, Spent.NOTHING);
        double ahead = before.due() + due - before.wall() - secondsSince(wallBegan);
        if (ahead > LEAST_SLEEP) {
            Thread.sleep(Duration.ofNanos((long) (ahead * NANOS)));
        }
        spent.put(node, before.plus(new Spent(processor, due, secondsSince(wallBegan))));
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / NANOS;
    }

    /** What it has taken at each node, up to the last rest. */
    Map<String, Spent> spent() {
        return Map.copyOf(spent);
    }
}
