package org.evenkeel.client.local;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.client.Handle;
import org.evenkeel.client.PublishedValues;
import org.evenkeel.client.TaskKindRegistry;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.files.PublicationPart;
import org.evenkeel.client.session.OpenTask.Ending;
import org.evenkeel.model.FailureCause;
import org.evenkeel.model.Grant;
import org.evenkeel.model.RetryRules;
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
    private final LocalTasks.Sent sent;
    private final TaskOptions options;
    private final RetryRules rules;

    /** Whether its last attempt failed by an exception after which it is not run again. */
    private boolean isFinal;

    /** Its children that have not ended. */
    private final Set<Handle<?>> children = ConcurrentHashMap.newKeySet();

    private volatile @Nullable LocalContext context;

    /** Why it is to stop; null as long as it is not. */
    private volatile @Nullable Status stopped;

    // Guarded by this.
    private @Nullable Thread thread;

    /** Of its own: listeners are called under it, and this can be stopped meanwhile. */
    private final Object publications = new Object();

    // Guarded by publications.
    private int publishing;
    private long published;

    LocalRun(LocalCluster cluster, Handle<?> handle, LocalTasks.Sent sent, TaskOptions options) {
        this.cluster = cluster;
        this.handle = handle;
        this.sent = sent;
        this.options = options;
        this.rules = TaskKindRegistry.rules(options.retryPolicy());
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
            if (runs == null || stopped != null) {
                return;
            }
            stopped = why;
            runs.interrupt();
        }
        children.forEach(Handle::cancel);
    }

    /** Takes a child: it is cancelled when this is stopped. */
    void follow(Handle<?> child) {
        children.add(child);
        child.whenEnded(ended -> children.remove(child));
        if (isStopped()) {
            child.cancel();
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
        CompletableFuture<Boolean> over = timeLimit();
        Ending ending = attempt(1);
        for (int i = 2; isToRunAgain(ending, i) && pauses(i - 1); i++) {
            ending = attempt(i);
        }
        if (ending.status() == Status.FAILED && stopped == Status.TIMED_OUT) {
            ending = failed(new InterruptedException("it exceeded its time limit"));
        }
        over.complete(false); // so that the timer forgets it
        if (around == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(around);
        }
        return ending;
    }

    private boolean isToRunAgain(Ending ending, int attempt) {
        return ending.status() == Status.FAILED && attempt <= 1 + options.retries() && !isFinal;
    }

    /** Waits before the task is run again, in its slot; false if it is stopped meanwhile. */
    private boolean pauses(int failures) {
        long nanos = rules.delayNanos(handle.taskId(), failures);
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
            return true;
        } catch (InterruptedException e) {
            return false; // that was for it
        }
    }

    /** Completed with true when the time limit is over, on the JDK's own thread for that. */
    private CompletableFuture<Boolean> timeLimit() {
        CompletableFuture<Boolean> over = new CompletableFuture<>();
        if (!options.timeout().isZero()) {
            over.thenAccept(late -> {
                if (late) {
                    stop(Status.TIMED_OUT);
                }
            });
            over.completeOnTimeout(true, options.timeout().toNanos(), TimeUnit.NANOSECONDS);
        }
        return over;
    }

    private Ending attempt(int number) {
        try {
            Encoded encoded = cluster.tasks().codec().encode(result(number));
            return stopped == Status.TIMED_OUT
                    ? failed(new InterruptedException("it exceeded its time limit"))
                    : ending(Status.SUCCEEDED, encoded, "");
        } catch (Throwable e) {
            return failed(e);
        }
    }

    /** What the task returns; after a tail call, what the child does, in the same run. */
    private @Nullable Object result(int number) throws Exception {
        LocalTasks.Sent next = sent;
        boolean isChild = cluster.tasks().isChild(handle);
        while (true) {
            LocalContext its = new LocalContext(this, number, isChild);
            context = its;
            Object returned = decoded(next).run(its);
            LocalTasks.Sent tail = its.tail();
            if (tail == null) {
                return returned;
            }
            requireNotStopped();
            next = tail;
            isChild = true;
        }
    }

    /** The program gets a copy of a value, on this thread. */
    void publish(@Nullable Object value, int attempt) {
        byte[] bytes = PublishedValues.encode(cluster.tasks().codec(), value);
        Grant grant = new Grant(1, attempt);
        synchronized (publications) {
            if (attempt < publishing) {
                return; // a thread that an earlier attempt has left
            }
            published = attempt == publishing ? published + 1 : 1;
            publishing = attempt;
            handle.take(grant, new PublicationPart(grant, published, 0, bytes, false));
        }
    }

    private Task<?> decoded(LocalTasks.Sent one) {
        byte[] bytes = one.payload().toArray();
        return (Task<?>)
                Objects.requireNonNull(
                        cluster.tasks().codec().decode(bytes, 0, bytes.length, one.kind().type()));
    }

    private Ending failed(Throwable thrown) {
        Status why = stopped;
        isFinal = !rules.permits(thrown.getClass());
        String summary =
                FailureCause.summary(
                        thrown.getClass().getName(),
                        String.valueOf(thrown),
                        thrown.getStackTrace());
        return ending(
                why == null ? Status.FAILED : why,
                cluster.tasks().codec().encodeThrowable(thrown),
                summary);
    }

    private static Ending ending(Status status, Encoded outcome, String summary) {
        byte[] bytes = outcome.toArray();
        return new Ending(status, bytes, 0, bytes.length, summary, LocalCluster.NODE);
    }
}
