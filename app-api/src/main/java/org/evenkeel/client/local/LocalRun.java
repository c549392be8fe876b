package org.evenkeel.client.local;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.client.Handle;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.session.OpenTask.Ending;
import org.evenkeel.model.FailureCause;
import org.evenkeel.wire.proto.Status;
import org.jspecify.annotations.Nullable;

/**
 * One task in this JVM: a copy of it is run, made from its payload as on a worker, and its result
 * is encoded, too.
 */
final class LocalRun {

    private static final ThreadLocal<@Nullable LocalRun> CURRENT = new ThreadLocal<>();

    private final LocalCluster cluster;
    private final Handle<?> handle;
    private final Encoded payload;
    private final TaskOptions options;

    private volatile @Nullable LocalContext context;

    /** Why it is to stop; null as long as it is not. */
    private volatile @Nullable Status stopped;

    // Guarded by this.
    private @Nullable Thread thread;

    LocalRun(LocalCluster cluster, Handle<?> handle, Encoded payload, TaskOptions options) {
        this.cluster = cluster;
        this.handle = handle;
        this.payload = payload;
        this.options = options;
        handle.whenEnded(ended -> stop(Status.CANCELLED)); // nothing, if it ended by itself
    }

    /** What the calling thread runs; null for nothing. */
    static @Nullable LocalRun current() {
        return CURRENT.get();
    }

    /** Context of what the calling thread runs; null for nothing. */
    static @Nullable TaskContext currentContext() {
        LocalRun run = CURRENT.get();
        return run == null ? null : run.context;
    }

    String id() {
        return handle.id();
    }

    LocalCluster cluster() {
        return cluster;
    }

    // ---- Stopping

    private void stop(Status why) {
        synchronized (this) {
            Thread runs = thread;
            if (runs != null && stopped == null) {
                stopped = why;
                runs.interrupt();
            }
        }
    }

    boolean isStopped() {
        return stopped != null;
    }

    void requireNotStopped() {
        Status why = stopped;
        if (why != null) {
            throw new TaskCancelledException(
                    "task "
                            + id()
                            + (why == Status.CANCELLED
                                    ? " was cancelled"
                                    : " exceeded its time limit"));
        }
    }

    // ---- Running

    /** Runs it to its end on the calling thread, unless it was cancelled before. */
    void run() {
        synchronized (this) {
            thread = Thread.currentThread();
        }
        Ending ending = handle.isDone() ? null : attempts();
        synchronized (this) {
            thread = null;
        }
        if (stopped != null) {
            Thread.interrupted(); // that was for it
        }
        if (ending != null) {
            handle.end(ending);
        }
    }

    private Ending attempts() {
        LocalRun around = CURRENT.get();
        CURRENT.set(this);
        if (!options.timeout().isZero()) {
            CompletableFuture.delayedExecutor(
                            options.timeout().toNanos(),
                            TimeUnit.NANOSECONDS,
                            Thread::startVirtualThread)
                    .execute(() -> stop(Status.TIMED_OUT));
        }
        Ending ending = attempt(1);
        for (int i = 2; ending.status() == Status.FAILED && i <= 1 + options.retries(); i++) {
            ending = attempt(i);
        }
        if (around == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(around);
        }
        return ending;
    }

    private Ending attempt(int number) {
        PayloadCodec codec = cluster.codec();
        LocalContext its = new LocalContext(this, number);
        context = its;
        try {
            byte[] bytes = payload.toArray();
            Class<?> type = handle.kind().type();
            Task<?> task =
                    (Task<?>) Objects.requireNonNull(codec.decode(bytes, 0, bytes.length, type));
            Object result = task.run(its);
            Handle<?> tail = its.tailChild();
            Encoded encoded = codec.encode(tail == null ? result : tail.get());
            return stopped == Status.TIMED_OUT
                    ? failed(new InterruptedException("it exceeded its time limit"))
                    : ending(Status.SUCCEEDED, encoded, "");
        } catch (Throwable e) {
            return failed(e);
        }
    }

    private Ending failed(Throwable thrown) {
        Status why = stopped;
        String summary =
                FailureCause.summary(
                        thrown.getClass().getName(),
                        String.valueOf(thrown),
                        thrown.getStackTrace());
        return ending(
                why == null ? Status.FAILED : why,
                cluster.codec().encodeThrowable(thrown),
                summary);
    }

    private static Ending ending(Status status, Encoded outcome, String summary) {
        byte[] bytes = outcome.toArray();
        return new Ending(status, bytes, 0, bytes.length, summary, LocalCluster.NODE);
    }
}
