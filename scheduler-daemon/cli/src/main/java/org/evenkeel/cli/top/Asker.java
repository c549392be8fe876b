package org.evenkeel.cli.top;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.DaemonConnection;
import org.evenkeel.cli.query.DaemonConnection.Connector;
import org.evenkeel.cli.query.StoryLine;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Topic;
import org.jspecify.annotations.Nullable;

/**
 * Asks a cluster again and again, on threads of its own, so that the thread that shows the answers
 * never waits for the network. Of several answers only the newest one is kept.
 */
public final class Asker implements AutoCloseable {
    /** Between two rounds, also if the first one took long. */
    private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** A guess before the first answer. */
    private static final int FEW_NODES = 50;

    private final Connector connector;
    private final long intervalNanos;
    private final AtomicReference<@Nullable LookUpdate> look = new AtomicReference<>();
    private final AtomicReference<@Nullable StoryUpdate> story = new AtomicReference<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private Wanted wanted = new Wanted(false, null);
    private int nodes = FEW_NODES;

    /**
     * What to ask for.
     *
     * @param paused whether nothing is asked twice
     * @param task whose story is wanted; null for none
     */
    private record Wanted(boolean paused, @Nullable TaskId task) {}

    public Asker(Connector connector, long intervalNanos) {
        this.connector = connector;
        this.intervalNanos = intervalNanos;
    }

    /** Begins to ask. */
    public void start() {
        threads.execute(this::askForLooks);
        threads.execute(this::askForStories);
    }

    /** The newest look that was not taken yet; null for none. */
    @Nullable LookUpdate takeLook() {
        return look.getAndSet(null);
    }

    /** The newest story that was not taken yet; null for none. */
    @Nullable StoryUpdate takeStory() {
        return story.getAndSet(null);
    }

    /** Asks for this from now on. */
    synchronized void want(boolean paused, @Nullable TaskId task) {
        Wanted next = new Wanted(paused, task);
        if (!next.equals(wanted)) {
            wanted = next;
            notifyAll();
        }
    }

    private synchronized Wanted wanted() {
        return wanted;
    }

    /** Until it is time to ask again, or something else is wanted. */
    private synchronized void await(Wanted asked, long begunNanos) throws InterruptedException {
        long now = System.nanoTime();
        long end = Math.max(begunNanos + intervalNanos, now + MIN_PAUSE_NANOS);
        while (end - now > 0 && wanted.equals(asked)) {
            TimeUnit.NANOSECONDS.timedWait(this, end - now);
            now = System.nanoTime();
        }
    }

    private void askForLooks() {
        DaemonConnection forNodes = new DaemonConnection(connector);
        DaemonConnection forJobs = new DaemonConnection(connector);
        DaemonConnection forTasks = new DaemonConnection(connector);
        try {
            while (true) {
                Wanted asked = wanted();
                long begun = System.nanoTime();
                if (!asked.paused()) {
                    look.set(look(forNodes, forJobs, forTasks));
                }
                await(asked, begun);
            }
        } catch (InterruptedException | RejectedExecutionException e) {
            // It was closed.
        } finally {
            forNodes.close();
            forJobs.close();
            forTasks.close();
        }
    }

    /** The three at once: a daemon waits two seconds for a node that is silent, with each. */
    private LookUpdate look(
            DaemonConnection forNodes, DaemonConnection forJobs, DaemonConnection forTasks)
            throws InterruptedException {
        int most = Look.most(nodes);
        Future<Answers> jobs =
                threads.submit(() -> forJobs.ask(DaemonClient.toAll(Topic.TOPIC_JOBS)));
        Future<Answers> tasks =
                threads.submit(
                        () -> forTasks.ask(DaemonClient.toAll(Topic.TOPIC_TASKS).setMost(most)));
        Future<Answers> machines =
                threads.submit(() -> forNodes.ask(DaemonClient.toAll(Topic.TOPIC_NODES)));
        LookUpdate update;
        try {
            Answers answered = machines.get();
            nodes = answered.getNodesCount();
            update =
                    new LookUpdate(
                            Look.of(System.nanoTime(), answered, jobs.get(), tasks.get(), most),
                            "");
        } catch (ExecutionException e) {
            update = new LookUpdate(null, text(e.getCause()));
        }
        settle(jobs);
        settle(tasks);
        return update;
    }

    /** Nothing is asked over a connection before the last question has come to its end. */
    private static void settle(Future<Answers> answer) throws InterruptedException {
        try {
            answer.get();
        } catch (ExecutionException e) {
            // The update has said it, or a failure like it.
        }
    }

    private void askForStories() {
        DaemonConnection connection = new DaemonConnection(connector);
        try {
            Wanted answered = new Wanted(false, null);
            while (true) {
                Wanted asked = wanted();
                long begun = System.nanoTime();
                TaskId task = asked.task();
                if (task != null && !(asked.paused() && task.equals(answered.task()))) {
                    story.set(story(connection, task));
                    answered = asked;
                }
                await(asked, begun);
            }
        } catch (InterruptedException e) {
            // It was closed.
        } finally {
            connection.close();
        }
    }

    private static StoryUpdate story(DaemonConnection connection, TaskId task) {
        try {
            return new StoryUpdate(task, connection.ask(StoryLine.question(task)), "");
        } catch (IOException | RuntimeException e) {
            return new StoryUpdate(task, null, text(e));
        }
    }

    private static String text(@Nullable Throwable failure) {
        String message = failure instanceof IOException ? failure.getMessage() : null;
        return message == null ? String.valueOf(failure) : message;
    }

    /** Ends its threads; none is waited for. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
