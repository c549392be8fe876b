package org.evenkeel.worker;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.evenkeel.api.files.ClientGoneException;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileReply.Problem;
import org.evenkeel.client.files.FileRequest;
import org.evenkeel.client.files.FileWire;
import org.evenkeel.client.files.MessageRequest;
import org.evenkeel.client.files.MessageWire;
import org.evenkeel.client.files.PublicationPart;
import org.evenkeel.client.files.PublicationWire;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.client.session.Outgoing;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Granted;
import org.evenkeel.wire.proto.LogPart;
import org.jspecify.annotations.Nullable;

/**
 * Questions of this worker's tasks to their home. One without an answer is asked again under its
 * number, until home has been away for too long. The reader thread hears the answers.
 */
final class ClientCallChannel {

    /**
     * How long is waited.
     *
     * @param tryNanos for an answer: one takes longer only when it is lost
     * @param awayNanos while home is away
     */
    record Patience(long tryNanos, long awayNanos) {
        static final Patience USUAL =
                new Patience(TimeUnit.SECONDS.toNanos(15), TimeUnit.SECONDS.toNanos(30));
    }

    /** Before home, which is away, is asked again; the pauses double. */
    static final long FIRST_PAUSE_MILLIS = 20;

    static final long LONGEST_PAUSE_MILLIS = 1_000;

    /** Parts of logs do not stand in line with a task's other questions: they count beside them. */
    private static final long FIRST_OF_LOGS = 1L << 62;

    /** So do published values. */
    private static final long FIRST_OF_PUBLICATIONS = 1L << 61;

    private record Key(Ticket task, long number) {}

    private final Consumer<Outgoing> outbox;
    final Patience patience;
    final WorkerClock clock;
    private final Map<Key, CompletableFuture<FileAnswer>> asked = new ConcurrentHashMap<>();

    /**
     * @param outbox writes on a thread of its own: one that is interrupted closes what it writes to
     */
    ClientCallChannel(Consumer<Outgoing> outbox, Patience patience, WorkerClock clock) {
        this.outbox = outbox;
        this.patience = patience;
        this.clock = clock;
    }

    /** The reader's. */
    void answered(FileAnswer answer) {
        Granted task = answer.getTask();
        CompletableFuture<FileAnswer> waiting =
                asked.get(
                        new Key(
                                new Ticket(
                                        task.getOrigin(),
                                        task.getNumber(),
                                        task.getEpoch(),
                                        task.getGrant()),
                                answer.getNumber()));
        if (waiting != null) {
            waiting.complete(answer);
        }
    }

    /**
     * Asks, and waits for the answer.
     *
     * @param number counts the questions of the task under its grant, from 1
     * @param patient whether to wait while home is away
     * @throws ClientGoneException if home is away for too long
     * @throws InterruptedIOException if the thread is interrupted; whether it was done is unknown
     */
    FileReply call(Ticket task, long number, FileRequest question, boolean patient)
            throws IOException {
        return call(task, number, FileWire.write(Worker.granted(task), number, question), patient);
    }

    private FileReply call(Ticket task, long number, FileAsk call, boolean patient)
            throws IOException {
        Key key = new Key(task, number);
        long begun = clock.nanos();
        long pause = FIRST_PAUSE_MILLIS;
        try {
            while (true) {
                FileReply reply =
                        tryOnce(key, call, new CompletableFuture<>(), patience.tryNanos());
                if (reply != null && reply.problem() != Problem.AWAY) {
                    return reply;
                }
                long waited = clock.nanos() - begun;
                if (!patient || waited > patience.awayNanos()) {
                    throw gone(
                            "the program that submitted the task has ended",
                            waited,
                            reply == null ? "none" : reply.why());
                }
                clock.sleep(TimeUnit.MILLISECONDS.toNanos(pause));
                pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(
                    "the task was asked to stop while it waited for its client");
        }
    }

    /**
     * Has lines of a task's log kept by the node that has its job, and waits until it has them.
     *
     * @param number counts the parts of the task's log, from 1
     * @param patient whether to wait while that node is away
     * @throws IOException as {@link #call}
     */
    FileReply keep(Ticket task, long number, LogPart part, boolean patient) throws IOException {
        long own = number | FIRST_OF_LOGS;
        FileAsk call =
                FileAsk.newBuilder()
                        .setTask(Worker.granted(task))
                        .setNumber(own)
                        .setLog(part)
                        .build();
        return call(task, own, call, patient);
    }

    /**
     * Gives the program a part of a value that a task has published, once.
     *
     * @param number counts such parts of this worker, from 1
     * @throws IOException if the program is away
     */
    FileReply publish(Ticket task, long number, PublicationPart part) throws IOException {
        long own = number | FIRST_OF_PUBLICATIONS;
        return call(task, own, PublicationWire.write(Worker.granted(task), own, part), false);
    }

    /**
     * Home has been away for too long.
     *
     * @param home what it is
     */
    static ClientGoneException gone(String home, long waitedNanos, String lastAnswer) {
        return new ClientGoneException(
                "client unreachable, %s: asked for %d s, the last answer was: %s"
                        .formatted(home, TimeUnit.NANOSECONDS.toSeconds(waitedNanos), lastAnswer));
    }

    /**
     * Asks about messages, once. What is not so yet, what has no answer in time, and what a thread
     * ends the wait for, is to be asked again under the next number.
     *
     * @param answer to be completed by who wants to end the wait
     * @throws InterruptedIOException if the thread is interrupted
     */
    FileReply poll(
            Ticket task,
            long number,
            MessageRequest question,
            long nanos,
            CompletableFuture<FileAnswer> answer)
            throws IOException {
        FileAsk call = MessageWire.write(Worker.granted(task), number, question);
        try {
            boolean patient = nanos >= patience.tryNanos();
            FileReply reply =
                    tryOnce(
                            new Key(task, number),
                            call,
                            answer,
                            patient ? patience.tryNanos() : nanos);
            if (reply != null) {
                return reply;
            }
            return FileReply.problem(
                    patient ? Problem.AWAY : Problem.NOT_YET, "the request timed out");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(
                    "the task was asked to stop while it waited for its job");
        }
    }

    private @Nullable FileReply tryOnce(
            Key key, FileAsk call, CompletableFuture<FileAnswer> answer, long nanos)
            throws IOException, InterruptedException {
        asked.put(key, answer);
        try {
            outbox.accept(new Outgoing.Control(Frame.newBuilder().setFileAsk(call).build()));
            FileAnswer came = clock.await(answer, nanos);
            return came == null ? null : FileWire.read(came);
        } catch (ExecutionException e) {
            throw new IllegalStateException("an answer never fails", e);
        } catch (WireException e) {
            throw new IOException("an answer that cannot be decoded: " + e.getMessage(), e);
        } finally {
            asked.remove(key);
        }
    }
}
