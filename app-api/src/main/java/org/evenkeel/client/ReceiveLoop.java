package org.evenkeel.client;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.evenkeel.api.Durability;
import org.evenkeel.api.PayloadException;
import org.evenkeel.api.ProcessCalls;
import org.evenkeel.api.ReceivedTask;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskProcess;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.session.FinishedTask;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.client.session.Kind;
import org.evenkeel.client.session.LinkWriter;
import org.evenkeel.client.session.OpenSubmissions;
import org.evenkeel.client.session.SubmittedTaskFactory;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Ids;
import org.evenkeel.model.Resources;
import org.evenkeel.wire.proto.Granted;
import org.evenkeel.wire.proto.Recall;
import org.evenkeel.wire.proto.RecallAnswer;
import org.evenkeel.wire.proto.Start;
import org.evenkeel.wire.proto.StartGroup;
import org.evenkeel.wire.proto.StartItem;
import org.evenkeel.wire.proto.Status;
import org.evenkeel.wire.proto.StopTasks;
import org.jspecify.annotations.Nullable;

/**
 * A loop that serves tasks in this JVM: what the daemon starts here becomes the next received task.
 */
final class ReceiveLoop implements ReceiveLoops.Server, ProcessCalls {

    /** A task the daemon gave us. */
    private static final class Received implements ReceivedTask {
        final Ticket ticket;
        final byte[] payload;
        final long begunNanos = System.nanoTime();
        volatile @Nullable Object body;
        volatile boolean cancelled;
        boolean answered;

        Received(Ticket ticket, byte[] payload) {
            this.ticket = ticket;
            this.payload = payload;
        }

        @Override
        public String id() {
            return Ids.text(ticket.origin()) + "-" + ticket.number();
        }

        @Override
        public Object body() {
            Object decoded = body;
            if (decoded == null) {
                throw new IllegalStateException("task " + id() + " has not been received");
            }
            return decoded;
        }

        @Override
        public boolean isCancelled() {
            return cancelled;
        }
    }

    private final ClusterConnection clusterConnection;
    private final OpenSubmissions openSubmissions;
    private final TaskProcess program;
    private final Kind kind;
    private final Thread thread;
    private final Queue<Received> waiting = new ArrayDeque<>();
    private final Map<Ticket, Received> unanswered = new HashMap<>();
    private @Nullable Ticket last;

    ReceiveLoop(ClusterConnection clusterConnection, long job, TaskProcess program) {
        this.clusterConnection = clusterConnection;
        this.openSubmissions = clusterConnection.openSubmissions();
        this.program = program;
        this.kind =
                new TaskKindRegistry(job, Digest.NONE, Durability.MEMORY, Resources.NONE)
                        .served(program.getClass().getName(), TaskOptions.DEFAULT);
        this.thread = Thread.ofPlatform().daemon().name("evenkeel-serve").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    private void run() {
        Throwable why = new IllegalStateException("the process returned without an answer");
        try {
            program.run(this);
        } catch (Exception | LinkageError | StackOverflowError e) {
            why = e;
        }
        java.util.List<Received> left;
        synchronized (waiting) {
            left = java.util.List.copyOf(unanswered.values());
        }
        for (Received task : left) {
            answer(task, failure(task, why));
        }
    }

    private FinishedTask failure(Received task, Throwable why) {
        return FinishedTask.failed(
                task.ticket,
                new FinishedTask.Failure(
                        Status.FAILED,
                        openSubmissions.codec().encodeThrowable(why),
                        why.toString()),
                runNanos(task));
    }

    private static long runNanos(Received task) {
        return System.nanoTime() - task.begunNanos;
    }

    // ---- From the reader thread

    @Override
    public void started(Start start) {
        synchronized (waiting) {
            for (StartGroup group : start.getGroupsList()) {
                for (StartItem item : group.getItemsList()) {
                    Ticket ticket =
                            new Ticket(
                                    item.getOrigin(),
                                    item.getNumber(),
                                    item.getEpoch(),
                                    item.getGrant());
                    waiting.add(new Received(ticket, item.getPayload().toByteArray()));
                }
            }
            waiting.notifyAll();
        }
    }

    @Override
    public RecallAnswer recalled(Recall recall) {
        RecallAnswer.Builder answer = RecallAnswer.newBuilder();
        synchronized (waiting) {
            for (Granted granted : recall.getTasksList()) {
                if (waiting.removeIf(task -> task.ticket.equals(Ticket.of(granted)))) {
                    answer.addGivenBack(granted);
                } else {
                    answer.addStarted(granted);
                }
            }
        }
        return answer.build();
    }

    @Override
    public void stopped(StopTasks stop) {
        synchronized (waiting) {
            for (Granted granted : stop.getTasksList()) {
                Ticket ticket = Ticket.of(granted);
                waiting.removeIf(task -> task.ticket.equals(ticket));
                Received running = unanswered.get(ticket);
                if (running != null) {
                    running.cancelled = true;
                }
            }
        }
    }

    // ---- The five calls

    @Override
    public ReceivedTask receiveTask() throws InterruptedException {
        while (true) {
            Received next;
            synchronized (waiting) {
                while ((next = waiting.poll()) == null) {
                    waiting.wait();
                }
                unanswered.put(next.ticket, next);
                last = next.ticket;
            }
            try {
                next.body =
                        openSubmissions.codec().decode(next.payload, 0, next.payload.length, null);
                return next;
            } catch (PayloadException e) {
                answer(next, failure(next, e));
            }
        }
    }

    @Override
    public void sendResult(ReceivedTask task, @Nullable Object result) {
        if (!(task instanceof Received received)) {
            throw new IllegalArgumentException("this task was not received here");
        }
        Encoded encoded = openSubmissions.codec().encode(result);
        if (encoded.size() > org.evenkeel.wire.WireLimits.MAX_INLINE_BYTES) {
            throw new PayloadException(
                    "a result of %d bytes exceeds the limit of %d for a process in a client"
                            .formatted(
                                    encoded.size(), org.evenkeel.wire.WireLimits.MAX_INLINE_BYTES));
        }
        answer(received, FinishedTask.succeeded(received.ticket, encoded, runNanos(received)));
    }

    private void answer(Received task, FinishedTask finished) {
        synchronized (waiting) {
            if (task.answered) {
                throw new IllegalStateException("task " + task.id() + " was answered already");
            }
            task.answered = true;
            unanswered.remove(task.ticket);
        }
        LinkWriter linkWriter = clusterConnection.linkWriter();
        if (linkWriter != null) {
            linkWriter.sendNow(finished); // with the link gone the daemon gives the task to another
        }
    }

    @Override
    public <R extends @Nullable Object> TaskHandle<R> sendTask(Object body) {
        Handle<R> handle = new Handle<>(openSubmissions, kind, last, 1);
        openSubmissions.submit(
                handle, SubmittedTaskFactory.encode(openSubmissions.codec(), body, kind));
        return handle;
    }
}
