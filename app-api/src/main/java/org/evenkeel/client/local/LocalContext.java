package org.evenkeel.client.local;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileRequest;
import org.evenkeel.client.files.FileService;
import org.evenkeel.client.messages.PublicationService;
import org.evenkeel.client.session.OpenTask;
import org.jspecify.annotations.Nullable;

/** The context of a task in this JVM: children, its program's files and console, cancellation. */
final class LocalContext implements TaskContext, FileService, PublicationService {

    private final LocalRun run;
    private final LocalCluster cluster;
    private final int attempt;

    /** Whether another task has spawned what runs. */
    private final boolean isChild;

    private LocalTasks.@Nullable Sent tail;

    LocalContext(LocalRun run, int attempt, boolean isChild) {
        this.run = run;
        this.cluster = run.cluster();
        this.attempt = attempt;
        this.isChild = isChild;
    }

    /** The child whose result is this task's; null for none. */
    LocalTasks.@Nullable Sent tail() {
        return tail;
    }

    // ---- Children

    @Override
    public <R extends @Nullable Object> TaskHandle<R> spawn(Task<R> child, TaskOptions options) {
        return cluster.tasks().spawn(run, child, options);
    }

    @Override
    public <R extends @Nullable Object> List<R> invokeAll(Collection<? extends Task<R>> children)
            throws InterruptedException {
        List<TaskHandle<R>> handles = this.<R>spawnAll(children);
        awaitAll(handles);
        List<R> results = new ArrayList<>(handles.size());
        for (TaskHandle<R> handle : handles) {
            results.add(handle.get());
        }
        return results;
    }

    @Override
    public void awaitAll(Collection<? extends TaskHandle<?>> handles) throws InterruptedException {
        cluster.tasks().await(OpenTask.of(handles, "task"), false);
    }

    @Override
    public void awaitAny(Collection<? extends TaskHandle<?>> handles) throws InterruptedException {
        cluster.tasks().await(OpenTask.of(handles, "task"), true);
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // what is returned then is not looked at
    public <R extends @Nullable Object> R tailCall(Task<R> child) {
        if (tail != null) {
            throw new IllegalStateException("a task can make only one tail call");
        }
        tail = cluster.tasks().encoded(child, TaskOptions.DEFAULT);
        return (R) null;
    }

    // ---- Stopping

    @Override
    public boolean isCancelled() {
        return run.isStopped();
    }

    @Override
    public void checkpoint() {
        run.requireNotStopped();
    }

    // ---- The program's files and console

    @Override
    public FileReply ask(FileRequest question) throws IOException {
        return cluster.answer(question);
    }

    @Override
    public void print(boolean error, byte[] bytes, int from, int count) {
        cluster.console(error).write(bytes, from, count);
        cluster.console(error).flush();
    }

    @Override
    public void flush(boolean error) {
        cluster.console(error).flush();
    }

    @Override
    public boolean hasLost(boolean error) {
        return cluster.console(error).checkError();
    }

    @Override
    public void publish(@Nullable Object value) {
        if (isChild) {
            throw new UnsupportedOperationException(
                    "values are for tasks to publish that a program submitted itself, not for"
                            + " children of tasks");
        }
        run.publish(value, attempt);
    }

    // ---- Who and where

    @Override
    public String taskId() {
        return run.id();
    }

    @Override
    public String node() {
        return LocalCluster.NODE;
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public String toString() {
        return "context of task " + run.id() + " in this JVM";
    }
}
