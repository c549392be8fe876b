package org.evenkeel.worker;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.client.session.LinkWriter;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.StackTaken;
import org.evenkeel.wire.proto.TaskId;

/** Tells the daemon what threads of tasks and of their program are doing. */
final class StackTaker {

    private final AnsweringThread thread;
    private final Collection<TaskRun> begun;
    private final Path directory;
    private final long reader = Thread.currentThread().threadId();

    /**
     * Made by the thread that reads what the daemon says.
     *
     * @param begun the tasks that have begun and not ended, a live view
     * @param directory of this worker
     */
    StackTaker(LinkWriter linkWriter, Collection<TaskRun> begun, Path directory) {
        this.thread = new AnsweringThread("evenkeel-stack", linkWriter);
        this.begun = begun;
        this.directory = directory;
    }

    /**
     * Returns at once; the answer follows.
     *
     * @param task whose thread is reported in any case
     */
    void take(int number, TaskId task) {
        thread.answer(
                () ->
                        frame(
                                number,
                                new ThreadStacks(directory, task, tasks(), List.of(reader)).take()),
                why -> frame(number, StackTaken.newBuilder().setWhy(why)));
    }

    private Map<Long, TaskId> tasks() {
        Map<Long, TaskId> tasks = new HashMap<>();
        for (TaskRun run : begun) {
            WorkerSlot.Runner runner = run.runner;
            Ticket ticket = run.ticket();
            if (runner != null) {
                tasks.put(
                        runner.thread().threadId(),
                        TaskId.newBuilder()
                                .setOrigin(ticket.origin())
                                .setNumber(ticket.number())
                                .build());
            }
        }
        return tasks;
    }

    private static Frame frame(int number, StackTaken.Builder taken) {
        return Frame.newBuilder().setStackTaken(taken.setNumber(number)).build();
    }
}
