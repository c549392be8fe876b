package org.evenkeel.worker;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.ProcessCalls;
import org.evenkeel.api.ReceivedTask;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskProcess;
import org.evenkeel.client.GuardedObserver;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.Noted;
import org.evenkeel.client.session.FinishedTask;
import org.evenkeel.wire.proto.Status;
import org.jspecify.annotations.Nullable;

/**
 * One program that serves tasks by a loop. An instance runs on a runner of its own lane: receiving
 * a task is taking the next one with the run permit. While one instance waits for results, another
 * may be made.
 */
final class ServeLoop {

    private final Worker worker;
    private final String program;
    private final WorkerSlot.Lane lane;

    ServeLoop(Worker worker, String program) {
        this.worker = worker;
        this.program = program;
        this.lane = new WorkerSlot.Lane(me -> new Instance(me).live());
    }

    WorkerSlot.Lane lane() {
        return lane;
    }

    /** A task that was received. */
    private static final class Received implements ReceivedTask {
        final TaskRun run;
        final Object body;
        final GuardedObserver.@Nullable ObservedRun observed;
        boolean answered;

        Received(TaskRun run, Object body, GuardedObserver.@Nullable ObservedRun observed) {
            this.run = run;
            this.body = body;
            this.observed = observed;
        }

        /** Tells its observer; returns the note for the submitter. */
        byte[] observeEnd(@Nullable Throwable thrown) {
            return observed == null ? Noted.NONE : observed.ended(thrown);
        }

        @Override
        public String id() {
            return run.taskId();
        }

        @Override
        public Object body() {
            return body;
        }

        @Override
        public boolean isCancelled() {
            return run.isCancelled();
        }
    }

    /** One run of the program's loop. */
    private final class Instance implements ProcessCalls {
        private final WorkerSlot.Runner me;
        private final List<Received> unanswered = new ArrayList<>();
        private @Nullable Received last;

        Instance(WorkerSlot.Runner me) {
            this.me = me;
        }

        void live() {
            try {
                Throwable why = serve();
                List<Received> left = List.copyOf(unanswered);
                if (left.isEmpty() && last == null) {
                    failFirst(why);
                }
                for (Received task : left) {
                    finish(
                            task,
                            worker.results()
                                    .failure(
                                            task.run.ticket(),
                                            Status.FAILED,
                                            why,
                                            task.observeEnd(why),
                                            ran(task)));
                }
                ChildTasks.setCurrent(null);
                worker.workerSlot().leave(me);
            } catch (Throwable e) {
                worker.die(e);
            }
        }

        /** Runs the loop and says why it ended. */
        private Throwable serve() {
            try {
                Class<?> type = Class.forName(program, true, worker.bundle());
                Constructor<?> constructor = type.getDeclaredConstructor();
                constructor.setAccessible(true);
                TaskProcess process = (TaskProcess) constructor.newInstance();
                process.run(this);
                return new IllegalStateException(program + " returned without an answer");
            } catch (Exception | LinkageError | StackOverflowError e) {
                return LaterClassFile.explained(e, worker.node());
            }
        }

        /** The loop never got as far as receiving: the task it was started for has failed. */
        private void failFirst(Throwable why) {
            StartedTask task = worker.workerSlot().next(me);
            if (task != null) {
                fail(task, why);
            }
        }

        private void fail(StartedTask task, Throwable why) {
            worker.results()
                    .send(
                            worker.results()
                                    .failure(task.ticket(), Status.FAILED, why, Noted.NONE, 0),
                            false);
        }

        private long ran(Received task) {
            return task.run.runNanos(System.nanoTime());
        }

        private void finish(Received task, FinishedTask finished) {
            task.answered = true;
            unanswered.remove(task);
            task.run.end();
            task.run.close(true);
            worker.ran(task.run);
            worker.results().send(finished, worker.workerSlot().waiting() > 0);
        }

        // ---- The five calls

        @Override
        public ReceivedTask receiveTask() throws InterruptedException {
            while (true) {
                StartedTask started = worker.workerSlot().next(me);
                if (started == null) {
                    throw new InterruptedException("more instances are running than needed");
                }
                TaskRun run = worker.newRun(started, me);
                Received received = decode(run);
                if (received != null) {
                    unanswered.add(received);
                    last = received;
                    ChildTasks.setCurrent(run);
                    worker.running(run);
                    return received;
                }
            }
        }

        private @Nullable Received decode(TaskRun run) {
            try {
                TaskPayloads.Bytes bytes = worker.taskPayloads().bytes(run.task);
                Object body = worker.taskPayloads().decode(run.task, bytes);
                if (body != null) {
                    return new Received(run, body, worker.observe(run, false, bytes.note()));
                }
                throw new IOException("a task must not be null");
            } catch (Exception | LinkageError e) {
                fail(run.task, e);
                return null;
            }
        }

        @Override
        public void sendResult(ReceivedTask task, @Nullable Object result) {
            if (!(task instanceof Received received)) {
                throw new IllegalArgumentException("that task was not received here");
            }
            if (received.answered) {
                throw new IllegalStateException("task " + task.id() + " was answered already");
            }
            Encoded encoded = worker.results().encode(result);
            finish(
                    received,
                    worker.results()
                            .success(
                                    received.run.ticket(),
                                    encoded,
                                    received.observeEnd(null),
                                    ran(received)));
        }

        @Override
        public <R extends @Nullable Object> TaskHandle<R> sendTask(Object body) {
            Received parent = last;
            return worker.childTasks()
                    .spawnServed(parent == null ? null : parent.run.ticket(), body, program);
        }
    }
}
