package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskRejectedException;

/**
 * A client that keeps a number of tasks open until it is told to stop. It checks each result and
 * counts how often each handle ends. It submits a rejected task again, because that was never
 * accepted.
 */
final class SteadyLoad implements AutoCloseable {
    private static final long PAUSE_MILLIS = 20;

    private final Cluster cluster;
    private final TaskOptions options;
    private final int millis;
    private final Semaphore room;
    private final Thread submitter;
    private final Map<Integer, TaskHandle<Long>> open = new ConcurrentHashMap<>();
    private final Queue<Integer> rejected = new ConcurrentLinkedQueue<>();
    private final Queue<String> problems = new ConcurrentLinkedQueue<>();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong rejections = new AtomicLong();
    private final Map<String, Long> endMillis = new ConcurrentHashMap<>();
    private volatile boolean stopping;
    private volatile int submitted;

    /**
     * Begins at once.
     *
     * @param window tasks that are open at a time
     * @param millis how long each runs
     */
    SteadyLoad(Cluster cluster, TaskOptions options, int window, int millis) {
        this.cluster = cluster;
        this.options = options;
        this.millis = millis;
        this.room = new Semaphore(window);
        this.submitter = Thread.ofPlatform().name("load-" + options.durability()).start(this::run);
    }

    private void run() {
        try {
            int next = 0;
            while (!(stopping && ended.get() == submitted)) {
                Integer again = rejected.poll();
                if (again != null) {
                    submit(again);
                } else if (stopping || !room.tryAcquire(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                } else {
                    submit(next++);
                    submitted = next;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            problems.add("submitting failed: " + e);
        }
    }

    private void submit(int number) {
        TaskHandle<Long> handle = cluster.submit(new Work.Square(number, millis), options);
        open.put(number, handle);
        AtomicInteger ends = new AtomicInteger();
        handle.onDone((result, thrown) -> {
            if (ends.incrementAndGet() > 1) {
                problems.add(handle.id() + " ended twice");
                return;
            }
            open.remove(number, handle);
            if (thrown instanceof TaskRejectedException) {
                rejections.incrementAndGet();
                rejected.add(number);
                return;
            }
            if (thrown != null) {
                problems.add(handle.id() + " failed: " + thrown);
            } else if (result != (long) number * number) {
                problems.add(handle.id() + ", task " + number + ", yields " + result);
            }
            endMillis.put(handle.id(), System.currentTimeMillis());
            ended.incrementAndGet();
            room.release();
        });
    }

    /** Waits until so many more tasks have ended. */
    void awaitMore(int tasks, Supplier<String> logs) {
        long wanted = ended.get() + tasks;
        Awaitility.await(submitter.getName() + " has " + tasks + " more results")
                .atMost(StartedNodes.LIMIT)
                .failFast(() -> assertThat(problems).as(logs).isEmpty())
                .untilAsserted(() ->
                        assertThat(ended.get())
                                .as(() -> this + logs.get())
                                .isGreaterThanOrEqualTo(wanted));
    }

    /** How many tasks have ended. */
    long ended() {
        return ended.get();
    }

    /** When its client heard that a task had ended, by the ids of tasks; since 1970. */
    Map<String, Long> endMillis() {
        return Map.copyOf(endMillis);
    }

    /** Submits no more; every task that was submitted ends, once, with its result. */
    void finish(Supplier<String> logs) throws InterruptedException {
        stopping = true;
        submitter.join(StartedNodes.LIMIT);
        assertThat(problems).as(logs).isEmpty();
        assertThat(submitter.isAlive()).as(() -> "tasks are open: " + this + logs.get()).isFalse();
        assertThat(open).as("open after the last one has ended").isEmpty();
    }

    @Override
    public String toString() {
        return "%s: %d submitted, %d ended, %d rejections, open %s"
                .formatted(submitter.getName(), submitted, ended.get(), rejections.get(), open);
    }

    @Override
    public void close() {
        submitter.interrupt();
        cluster.close();
    }
}
