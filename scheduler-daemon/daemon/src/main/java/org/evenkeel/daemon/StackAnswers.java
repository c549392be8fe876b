package org.evenkeel.daemon;

import java.time.InstantSource;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.evenkeel.daemon.worker.WorkerPool;
import org.evenkeel.kernel.HeldTask;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.TaskIdMapper;
import org.evenkeel.wire.WireText;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.StackAnswer;
import org.evenkeel.wire.proto.StackTaken;
import org.evenkeel.wire.proto.StackThread;
import org.jspecify.annotations.Nullable;

/** What the threads of a task are doing, at the node that has started it. */
record StackAnswers(
        String node,
        WorkerPool workers,
        JobAccess access,
        InstantSource wallClock,
        TaskState state) {
    /** What the core knows of a task. */
    interface TaskState {
        /** As {@link HeldTask.State} names it; empty if it is not here. */
        String of(TaskId task);
    }

    /** Answers on the event loop, when the worker has. */
    void answer(Query query, BiConsumer<Answers, @Nullable String> then) {
        TaskId task = TaskIdMapper.toModel(query.getTask());
        JobId job = workers.jobOf(task);
        Consumer<StackAnswer.Builder> reply =
                answer ->
                        then.accept(
                                Answers.newBuilder().addStack(answer.setNode(node)).build(), null);
        if (job == null) {
            reply.accept(StackAnswer.newBuilder());
            return;
        }
        access.check(
                query,
                job,
                "stack",
                refused -> {
                    if (refused == null) {
                        take(task, job, reply);
                    } else {
                        reply.accept(
                                StackAnswer.newBuilder()
                                        .setKnown(true)
                                        .setJob(job.toString())
                                        .setRefused(refused));
                    }
                });
    }

    private void take(TaskId task, JobId job, Consumer<StackAnswer.Builder> reply) {
        StackAnswer.Builder answer = StackAnswer.newBuilder().setKnown(true).setJob(job.toString());
        if (state.of(task).equals(HeldTask.State.PREFETCHED.name())) {
            reply.accept(answer.setWhy("it has not started: its worker runs another task"));
            return;
        }
        answer.setWaits(state.of(task).equals(HeldTask.State.PARKED.name()));
        workers.stack(
                task,
                taken ->
                        reply.accept(
                                fill(answer, task, taken).setAt(wallClock.instant().toString())));
    }

    /** Adds what a worker has answered. */
    static StackAnswer.Builder fill(StackAnswer.Builder answer, TaskId task, StackTaken taken) {
        answer.setWhy(WireText.cut(taken.getWhy())).setLeftOut(taken.getLeftOut());
        for (StackThread thread : taken.getThreadsList()) {
            StackAnswer.Thread.Builder one =
                    StackAnswer.Thread.newBuilder()
                            .setId(thread.getId())
                            .setName(thread.getName())
                            .setVirtual(thread.getVirtual())
                            .setState(thread.getState())
                            .addAllLines(thread.getLinesList())
                            .setAlike(thread.getAlike());
            if (thread.hasTask()) {
                one.setTask(TaskIdMapper.toModel(thread.getTask()).toString());
            }
            answer.addThreads(one);
        }
        boolean there =
                answer.getThreadsList().stream()
                        .anyMatch(thread -> thread.getTask().equals(task.toString()));
        return there || !taken.getWhy().isEmpty()
                ? answer
                : answer.clearThreads()
                        .setWhy("no thread runs it: it has just ended, or is about to begin");
    }
}
