package org.evenkeel.worker;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.evenkeel.api.files.ClientGoneException;
import org.evenkeel.api.files.StaleCopyException;
import org.evenkeel.api.messages.Message;
import org.evenkeel.api.messages.NoSuchTaskException;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileReply.Problem;
import org.evenkeel.client.files.FileRequest;
import org.evenkeel.client.files.FileWire;
import org.evenkeel.client.files.MessageRequest;
import org.evenkeel.client.messages.Mailboxes;
import org.evenkeel.client.messages.MessageService;
import org.evenkeel.continuations.envelope.Envelope.Talked;
import org.evenkeel.continuations.frames.WrongFrame;
import org.evenkeel.model.Printable;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;
import org.jspecify.annotations.Nullable;

/**
 * Messages and barriers of one run of a task. Each request says how many of its kind the task has
 * behind it, so that home tells one that comes twice. While it waits the task can be suspended;
 * then {@link #again} waits on.
 */
final class TaskMessages implements MessageService {

    private static final String SEND = "send";
    private static final String RECEIVE = "receive";
    private static final String BARRIER = "barrier";
    private static final FileReply NOT_YET = FileReply.problem(Problem.NOT_YET, "");

    /** Asks home. */
    interface MessageRequests {
        /** Asks, see {@link ClientCallChannel#poll}. */
        FileReply poll(
                long number,
                MessageRequest question,
                long nanos,
                CompletableFuture<FileAnswer> answer)
                throws IOException;
    }

    /** The run, which may be suspended or stopped while it waits. */
    interface Leaving {
        /** Whether it is to be suspended. */
        boolean isWanted();

        /** Suspends it if it can be; throws if it is to stop. */
        void waiting(Object... what);

        /** Throws if it is to stop. */
        void requireNotStopped();

        /** Who is to be called when it is to be suspended. */
        void wakeBy(@Nullable Runnable waker);

        /** Its slot, which it can give away while it waits. */
        ParkedTasks.ParkedPermit parkedPermit();
    }

    /** How long home may be away, by which clock. */
    record Times(long awayNanos, WorkerClock clock) {
        static Times of(ClientCallChannel line) {
            return new Times(line.patience.awayNanos(), line.clock);
        }
    }

    private final TaskClientFiles home;
    private final MessageRequests line;
    private final PayloadCodec codec;
    private final Leaving run;
    private final long awayNanos;
    private final WorkerClock clock;
    private volatile @Nullable CompletableFuture<FileAnswer> open;

    // Of the task's thread.
    private long sent;
    private long received;
    private long barriers;

    /**
     * @param times how long home may be away, and by which clock
     */
    TaskMessages(
            TaskClientFiles home,
            MessageRequests line,
            PayloadCodec codec,
            Leaving run,
            Times times) {
        this.home = home;
        this.line = line;
        this.codec = codec;
        this.run = run;
        this.awayNanos = times.awayNanos();
        this.clock = times.clock();
        home.wakeBy(this::wake);
    }

    Talked talked() {
        return new Talked(sent, received, barriers);
    }

    /** The task resumes from a checkpoint. */
    void resumeAt(Talked talked) {
        sent = talked.sent();
        received = talked.received();
        barriers = talked.barriers();
    }

    // ---- What the task does

    @Override
    public void send(long to, @Nullable Object value) throws IOException {
        if (to <= 0) {
            throw new IllegalArgumentException("tasks are numbered from 1, not " + to);
        }
        byte[] bytes = codec.encode(value).toArray();
        if (bytes.length > Mailboxes.MAX_MESSAGE) {
            throw new IOException(
                    ("a message of %d bytes exceeds the limit of %d: write it to a file of the "
                                    + "client and send the file's name")
                            .formatted(bytes.length, Mailboxes.MAX_MESSAGE));
        }
        sendBytes(to, bytes);
    }

    private void sendBytes(long to, byte[] bytes) throws IOException {
        for (int from = 0; from < bytes.length; from += FileRequest.MAX_BYTES) {
            int end = Math.min(bytes.length, from + FileRequest.MAX_BYTES);
            MessageRequest part =
                    MessageRequest.send(
                            sent,
                            to,
                            from,
                            Arrays.copyOfRange(bytes, from, end),
                            end < bytes.length);
            settle(part, Long.MAX_VALUE, left -> new Object[] {SEND, to, bytes});
        }
        sent++;
    }

    @Override
    public @Nullable Message receive(long from, long nanos) throws IOException {
        LongFunction<Object[]> what = left -> new Object[] {RECEIVE, from, left};
        FileReply reply = settle(MessageRequest.receive(received, from), nanos, what);
        if (reply == null) {
            return null;
        }
        long sender = reply.size();
        byte[] bytes = reply.content();
        if (reply.more()) {
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            whole.writeBytes(bytes);
            while (reply != null && reply.more()) {
                MessageRequest rest = MessageRequest.rest(received, whole.size());
                reply = settle(rest, Long.MAX_VALUE, what);
                whole.writeBytes(reply == null ? new byte[0] : reply.content());
            }
            bytes = whole.toByteArray();
        }
        received++;
        return new Message(sender, codec.decode(bytes, 0, bytes.length, null));
    }

    @Override
    public void barrier(String name, int parties) throws IOException {
        if (parties < 1 || parties > MAX_PARTIES) {
            throw new IllegalArgumentException(
                    "a barrier of " + parties + " tasks is out of range; use 1 to " + MAX_PARTIES);
        }
        if (name.length() > MAX_NAME) {
            throw new IllegalArgumentException(
                    "a barrier's name of %d characters exceeds the limit of %d"
                            .formatted(name.length(), MAX_NAME));
        }
        Printable.checkedName("a barrier", name);
        settle(
                MessageRequest.barrier(barriers, name, parties),
                Long.MAX_VALUE,
                left -> new Object[] {BARRIER, name, parties});
        barriers++;
    }

    /** Resumes with a wait in which the task was suspended; returns what its call returns. */
    @Nullable Object again(@Nullable Object[] what) throws IOException {
        if (what.length == 3 && what[0] instanceof String word) {
            if (word.equals(RECEIVE) && what[1] instanceof Long from && what[2] instanceof Long n) {
                return receive(from, n);
            }
            if (word.equals(SEND) && what[1] instanceof Long to && what[2] instanceof byte[] all) {
                sendBytes(to, all);
                return null;
            }
            if (word.equals(BARRIER)
                    && what[1] instanceof String name
                    && what[2] instanceof Integer parties) {
                barrier(name, parties);
                return null;
            }
        }
        throw new WrongFrame("a task waited for an unknown object");
    }

    // ---- Waiting

    /**
     * Asks until it is so.
     *
     * @param what how to wait again if the task is suspended, when so much time is left
     * @return null when the time is over
     */
    private @Nullable FileReply settle(
            MessageRequest question, long nanos, LongFunction<Object[]> what) throws IOException {
        MessageWait wait = new MessageWait(run.parkedPermit(), clock, nanos, this::wake);
        long answered = clock.nanos();
        long pause = ClientCallChannel.FIRST_PAUSE_MILLIS;
        run.wakeBy(this::wake);
        try {
            while (true) {
                boolean wanted = run.isWanted();
                long left = wait.left();
                run.waiting(what.apply(left));
                long patience = wait.patience(left);
                FileReply reply =
                        home.next(number -> poll(number, question, patience, !wanted, wait));
                switch (reply.problem()) {
                    case NONE -> {
                        return reply;
                    }
                    case NOT_YET -> {
                        if (left == 0) {
                            return null;
                        }
                        answered = clock.nanos();
                        pause = ClientCallChannel.FIRST_PAUSE_MILLIS;
                    }
                    case AWAY -> {
                        requireNotGone(answered, reply.why());
                        clock.sleep(TimeUnit.MILLISECONDS.toNanos(pause));
                        pause = Math.min(2 * pause, ClientCallChannel.LONGEST_PAUSE_MILLIS);
                    }
                    default -> throw problem(reply);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            run.requireNotStopped();
            throw new InterruptedIOException("interrupted while waiting for its job");
        } catch (InterruptedIOException e) {
            run.requireNotStopped();
            throw e;
        } finally {
            run.wakeBy(null);
            wait.end();
        }
    }

    private FileReply poll(
            long number, MessageRequest question, long left, boolean wakeable, MessageWait wait)
            throws IOException {
        CompletableFuture<FileAnswer> answer = new CompletableFuture<>();
        open = answer;
        try {
            if (wakeable && run.isWanted() || left > 0 && (home.isCrowded() || wait.givesWay())) {
                return NOT_YET;
            }
            return left > 0
                    ? line.poll(number, question, left, answer)
                    : line.poll(number, question.now(), Long.MAX_VALUE, answer);
        } finally {
            open = null;
        }
    }

    /** Ends the wait for an answer; the question is asked again. */
    private void wake() {
        CompletableFuture<FileAnswer> waiting = open;
        if (waiting != null) {
            waiting.complete(FileWire.answer(FileAsk.getDefaultInstance(), NOT_YET));
        }
    }

    private void requireNotGone(long answered, String why) throws ClientGoneException {
        long waited = clock.nanos() - answered;
        if (waited > awayNanos) {
            throw ClientCallChannel.gone(
                    "the program that submitted the task, and kept its messages, has ended",
                    waited,
                    why);
        }
    }

    private static IOException problem(FileReply reply) {
        return switch (reply.problem()) {
            case STALE -> new StaleCopyException(reply.why());
            case NO_TASK -> new NoSuchTaskException(reply.why());
            default -> new IOException(reply.why());
        };
    }
}
