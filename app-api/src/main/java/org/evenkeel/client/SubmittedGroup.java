package org.evenkeel.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.evenkeel.api.FailureGroup;
import org.evenkeel.api.GroupProgress;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskGroup;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.client.session.CompletionThread;
import org.evenkeel.client.session.OpenTask;
import org.jspecify.annotations.Nullable;

/** Tasks submitted together; counts as they end, keeps the order in which they did. */
public final class SubmittedGroup<R extends @Nullable Object> implements TaskGroup<R> {

    /** Shortest pause between two calls of a progress listener. */
    private static final long TELL_NANOS = 200_000_000;

    private final List<Handle<R>> handles;
    private final long begin = System.nanoTime();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();

    /** In the order in which they ended; nothing is ever taken out, so any task may wait. */
    private final List<Handle<R>> ended = new ArrayList<>();

    private final AtomicLong nextTell = new AtomicLong(System.nanoTime());
    private final List<Consumer<? super GroupProgress>> listeners =
            Collections.synchronizedList(new ArrayList<>());
    private final Rate rate = new Rate(begin);

    public SubmittedGroup(int expected) {
        handles = new ArrayList<>(expected);
    }

    /** Adds a task; not for use after the group was handed out. */
    public void add(Handle<R> handle) {
        handles.add(handle);
        handle.whenEnded(this::count);
    }

    @SuppressWarnings("unchecked")
    private void count(OpenTask task) {
        Handle<R> handle = (Handle<R>) task;
        if (!handle.succeeded()) {
            failed.incrementAndGet();
        }
        int now = done.incrementAndGet();
        rate.count();
        synchronized (ended) {
            ended.add(handle);
            ended.notifyAll();
        }
        notifyListener(now);
    }

    private void notifyListener(int now) {
        if (listeners.isEmpty()) {
            return;
        }
        long time = System.nanoTime();
        long next = nextTell.get();
        boolean last = now == handles.size();
        if (last || time - next >= 0 && nextTell.compareAndSet(next, time + TELL_NANOS)) {
            CompletionThread.run(
                    () -> List.copyOf(listeners).forEach(listener -> listener.accept(progress())));
        }
    }

    @Override
    public List<TaskHandle<R>> handles() {
        return List.copyOf(handles);
    }

    @Override
    public List<R> join() throws InterruptedException {
        for (int i = 0; i < handles.size(); i++) {
            Handle<R> next = next(i);
            if (!next.succeeded()) {
                cancel();
                next.get(); // throws
            }
        }
        List<R> results = new ArrayList<>(handles.size());
        for (Handle<R> handle : handles) {
            results.add(handle.get());
        }
        return results;
    }

    /** The task that ended as number {@code i}, waited for as this process waits. */
    private Handle<R> next(int i) throws InterruptedException {
        Handle<R> next = endedAs(i);
        // A listener at each open task for each task that ends would grow with the square of the
        // group.
        if (next == null && handles.getFirst().openSubmissions().waitsPlainly()) {
            return awaitCounted(i);
        }
        while (next == null) {
            List<Handle<R>> open = open();
            // One that has ended and is just being counted must not be waited for among the others.
            if (handles.size() - open.size() > i) {
                return awaitCounted(i);
            }
            open.getFirst().openSubmissions().await(open, true, Long.MAX_VALUE);
            next = endedAs(i);
        }
        return next;
    }

    private @Nullable Handle<R> endedAs(int i) {
        synchronized (ended) {
            return i < ended.size() ? ended.get(i) : null;
        }
    }

    /** Blocks until that many are counted; each is when it ends. */
    private Handle<R> awaitCounted(int i) throws InterruptedException {
        synchronized (ended) {
            while (i >= ended.size()) {
                ended.wait();
            }
            return ended.get(i);
        }
    }

    @Override
    public List<TaskHandle<R>> joinAll() throws InterruptedException {
        if (!handles.isEmpty()) {
            handles.getFirst().openSubmissions().await(handles, false, Long.MAX_VALUE);
        }
        return handles();
    }

    @Override
    public void forEachAsCompleted(Consumer<? super TaskHandle<R>> action)
            throws InterruptedException {
        for (int i = 0; i < handles.size(); i++) {
            action.accept(next(i));
        }
    }

    @Override
    public List<FailureGroup> failures() {
        List<Handle<R>> known;
        synchronized (ended) {
            known = List.copyOf(ended);
        }
        FailureCounts counts = new FailureCounts();
        for (Handle<R> handle : known) {
            if (handle.thrown() instanceof TaskFailedException failure) {
                counts.add(failure, handle.failureSummary());
            }
        }
        return counts.list();
    }

    @Override
    public GroupProgress progress() {
        return new GroupProgress(
                done.get(),
                handles.size(),
                failed.get(),
                rate.perSecond(),
                Duration.ofNanos(System.nanoTime() - begin));
    }

    @Override
    public void onProgress(Consumer<? super GroupProgress> listener) {
        listeners.add(listener);
        if (done.get() == handles.size()) {
            CompletionThread.run(() -> listener.accept(progress()));
        }
    }

    private List<Handle<R>> open() {
        return handles.stream().filter(handle -> !handle.isDone()).toList();
    }

    @Override
    public void cancel() {
        List<Handle<R>> open = open();
        if (!open.isEmpty()) {
            open.forEach(Handle::endAsCancelled);
            open.getFirst().openSubmissions().cancel(open, "its group was cancelled");
        }
    }
}
