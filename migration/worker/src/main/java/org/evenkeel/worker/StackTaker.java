package org.evenkeel.worker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.client.session.LinkWriter;
import org.evenkeel.client.session.Outgoing;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.StackTaken;
import org.evenkeel.wire.proto.TaskId;

/** Tells the daemon what threads are doing, one question at a time, beside all that runs. */
final class StackTaker {

    private final LinkWriter linkWriter;
    private final Collection<TaskRun> begun;
    private final Path directory;
    private final long reader = Thread.currentThread().threadId();
    private final AtomicBoolean busy = new AtomicBoolean();

    /**
     * Made by the thread that reads what the daemon says.
     *
     * @param begun the tasks that have begun and not ended, a live view
     * @param directory of this worker
     */
    StackTaker(LinkWriter linkWriter, Collection<TaskRun> begun, Path directory) {
        this.linkWriter = linkWriter;
        this.begun = begun;
        this.directory = directory;
    }

    /**
     * Returns at once; a platform thread answers, as tasks may have all that virtual ones need.
     *
     * @param task whose thread is told in any case
     */
    void take(int number, TaskId task) {
        if (!busy.compareAndSet(false, true)) {
            answer(number, none("another one is being taken; try again"));
            return;
        }
        try {
            Thread.ofPlatform()
                    .daemon()
                    .name("evenkeel-stack")
                    .start(() -> answer(number, taken(task)));
        } catch (OutOfMemoryError e) { // the program has as many threads as it may
            busy.set(false);
            answer(number, none("its worker cannot start a thread for it: " + e.getMessage()));
        }
    }

    private StackTaken.Builder taken(TaskId task) {
        try {
            return new ThreadStacks(directory, task, tasks(), List.of(reader)).take();
        } catch (IOException | RuntimeException | LinkageError | InternalError e) {
            return none("its worker cannot take it: " + e);
        } finally {
            busy.set(false);
        }
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

    private void answer(int number, StackTaken.Builder taken) {
        linkWriter.sendLater(
                new Outgoing.Control(
                        Frame.newBuilder().setStackTaken(taken.setNumber(number)).build()));
    }

    private static StackTaken.Builder none(String why) {
        return StackTaken.newBuilder().setWhy(why);
    }
}
