package org.evenkeel.client.local;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.Durability;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.client.DeadlineTimers;
import org.evenkeel.client.Handle;
import org.evenkeel.client.TaskKindRegistry;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.session.Kind;
import org.evenkeel.client.session.OpenSubmissions;
import org.evenkeel.client.session.OpenTask;
import org.evenkeel.client.session.SubmittedTaskFactory;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Resources;
import org.evenkeel.model.SessionKey;
import org.jspecify.annotations.Nullable;

/** The tasks of one job in this JVM: those of the program, and those that they spawn. */
final class LocalTasks {

    /** Most payloads that wait, in KiB; each counts for at least {@link #LEAST_KIB}. */
    private static final int ROOM_KIB = 256 << 10;

    private static final int LEAST_KIB = 4;

    /** A task as it would be sent. */
    record Sent(Kind kind, Encoded payload) {
        private int kibibytes() {
            return Math.clamp(1 + (payload.size() >> 10), LEAST_KIB, ROOM_KIB);
        }
    }

    private final LocalSlots slots;
    private final PayloadCodec codec;
    private final TaskKindRegistry kinds;
    private final OpenSubmissions submissions;
    private final OpenSubmissions children;
    private final Semaphore room = new Semaphore(ROOM_KIB);

    // Guarded by this.
    private final Set<Handle<?>> submitted = new LinkedHashSet<>();
    private final Set<Handle<?>> spawned = new LinkedHashSet<>();
    private boolean closed;

    LocalTasks(long job, LocalSlots slots, PayloadCodec codec) {
        this.slots = slots;
        this.codec = codec;
        this.kinds = new TaskKindRegistry(job, Digest.NONE, Durability.MEMORY, Resources.NONE);
        this.submissions = new OpenSubmissions(job, codec);
        this.children = new OpenSubmissions(SessionKey.draw(new SecureRandom()).session(), codec);
        children.setWaiting(slots::await);
    }

    PayloadCodec codec() {
        return codec;
    }

    /** Whether a task has spawned this one. */
    boolean isChild(Handle<?> handle) {
        return handle.openSubmissions() == children;
    }

    /** What travels of a task. */
    Sent encoded(Task<?> task, TaskOptions options) {
        Kind kind = kinds.of(task, options);
        return new Sent(kind, SubmittedTaskFactory.encode(codec, task, kind));
    }

    // ---- Starting

    /** Starts a task of the program; blocks where too many are open. */
    <R extends @Nullable Object> Handle<R> submit(
            LocalCluster cluster, Task<R> task, TaskOptions options) {
        refuseIfClosed();
        Sent sent = encoded(task, options);
        int takes = sent.kibibytes();
        try {
            room.acquire(takes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TaskRejectedException("interrupted while too many tasks were open", e);
        }
        Handle<R> handle = numbered(submissions, sent, options);
        LocalRun run = new LocalRun(cluster, handle, sent, options);
        handle.whenEnded(ended -> room.release(takes));
        open(handle, submitted);
        slots.start(run::run, false);
        return handle;
    }

    /** Starts a child; where too many tasks are open it is run at once. */
    <R extends @Nullable Object> Handle<R> spawn(
            LocalRun parent, Task<R> task, TaskOptions options) {
        Sent sent = encoded(task, options);
        int takes = sent.kibibytes();
        Handle<R> handle = numbered(children, sent, options);
        LocalRun run = new LocalRun(parent.cluster(), handle, sent, options);
        open(handle, spawned);
        parent.follow(handle);
        if (room.tryAcquire(takes)) {
            handle.whenEnded(ended -> room.release(takes));
            slots.start(run::run, true);
        } else {
            run.run();
        }
        return handle;
    }

    private static <R extends @Nullable Object> Handle<R> numbered(
            OpenSubmissions submissions, Sent sent, TaskOptions options) {
        Handle<R> handle = new Handle<>(submissions, sent.kind(), null, options.weight());
        submissions.number(handle);
        DeadlineTimers.start(handle);
        return handle;
    }

    private void open(Handle<?> handle, Set<Handle<?>> among) {
        synchronized (this) {
            if (!closed) {
                among.add(handle);
            }
        }
        handle.whenEnded(ended -> remove(handle, among));
        if (isClosed()) {
            handle.cancel();
            refuseIfClosed();
        }
    }

    private synchronized void remove(Handle<?> handle, Set<Handle<?>> among) {
        among.remove(handle);
    }

    /** Waits for children as {@link LocalSlots} says. */
    void await(List<OpenTask> tasks, boolean any) throws InterruptedException {
        children.await(tasks, any, Long.MAX_VALUE);
    }

    // ---- What is open

    /** What the program has submitted. */
    synchronized List<Handle<?>> submitted() {
        return new ArrayList<>(submitted);
    }

    synchronized boolean isClosed() {
        return closed;
    }

    private void refuseIfClosed() {
        if (isClosed()) {
            throw new ClusterUnavailableException("this job was closed");
        }
    }

    /** Takes no more, and cancels all, also what tasks have spawned. */
    void close() {
        List<Handle<?>> all;
        synchronized (this) {
            closed = true;
            all = new ArrayList<>(submitted);
            all.addAll(spawned);
        }
        all.forEach(Handle::cancel);
    }
}
