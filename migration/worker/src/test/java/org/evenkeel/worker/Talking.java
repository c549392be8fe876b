package org.evenkeel.worker;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.evenkeel.api.messages.Message;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileWire;
import org.evenkeel.client.files.MessageRequest;
import org.evenkeel.client.files.MessageWire;
import org.evenkeel.client.messages.MessageService;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.continuations.envelope.Envelope.Talked;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;
import org.jspecify.annotations.Nullable;

/** The messages of a run in a test of another package, with a home that is asked directly. */
public final class Talking implements MessageService {

    /** Asks home; the answer may take some seconds. */
    public interface Home {
        FileAnswer ask(FileAsk ask) throws IOException;
    }

    /** One that is not given away. */
    private static final ParkedTasks.ParkedPermit PERMIT =
            new ParkedTasks.ParkedPermit() {
                @Override
                public boolean releasePermit() {
                    return false;
                }

                @Override
                public void acquirePermit() {}

                @Override
                public boolean hasSuccessor() {
                    return false;
                }

                @Override
                public void addSuccessorListener(Runnable who) {}

                @Override
                public void removeSuccessorListener(Runnable who) {}

                @Override
                public long timeLeft() {
                    return Long.MAX_VALUE;
                }
            };

    private final TaskMessages messages;

    /**
     * @param wanted whether the run is to be put away
     * @param waiting hears what is waited for, at each turn
     */
    public Talking(
            long task,
            int grant,
            Home home,
            PayloadCodec codec,
            Supplier<Boolean> wanted,
            Consumer<Object[]> waiting) {
        Ticket ticket = new Ticket(1, task, 1, grant);
        TaskClientFiles files =
                new TaskClientFiles(
                        (which, number, question, patient) -> {
                            throw new IOException("no files in this test");
                        },
                        ticket);
        messages =
                new TaskMessages(
                        files,
                        (number, question, nanos, answer) ->
                                read(
                                        home.ask(
                                                MessageWire.write(
                                                        Worker.granted(ticket),
                                                        number,
                                                        inTime(question, nanos)))),
                        codec,
                        new TaskMessages.Leaving() {
                            @Override
                            public boolean isWanted() {
                                return wanted.get();
                            }

                            @Override
                            public void waiting(Object... what) {
                                waiting.accept(what);
                            }

                            @Override
                            public void requireNotStopped() {}

                            @Override
                            public void wakeBy(@Nullable Runnable waker) {}

                            @Override
                            public ParkedTasks.ParkedPermit parkedPermit() {
                                return PERMIT;
                            }
                        },
                        new TaskMessages.Times(TimeUnit.SECONDS.toNanos(1), WorkerClock.SYSTEM));
    }

    /** The home of these tests does not look at the clock. */
    private static MessageRequest inTime(MessageRequest question, long nanos) throws IOException {
        if (nanos > TimeUnit.MILLISECONDS.toNanos(500)) {
            return question;
        }
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
            return question.now();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    private static FileReply read(FileAnswer answer) throws IOException {
        try {
            return FileWire.read(answer);
        } catch (WireException e) {
            throw new IOException(e);
        }
    }

    /** How many messages were sent and received, and barriers passed. */
    public List<Long> counts() {
        Talked talked = messages.talked();
        return List.of(talked.sent(), talked.received(), talked.barriers());
    }

    /** Goes on behind so many. */
    public void resumeAt(long sent, long received, long barriers) {
        messages.resumeAt(new Talked(sent, received, barriers));
    }

    /** Goes on with a wait. */
    public @Nullable Object again(@Nullable Object[] what) throws IOException {
        return messages.again(what);
    }

    @Override
    public void send(long to, @Nullable Object value) throws IOException {
        messages.send(to, value);
    }

    @Override
    public @Nullable Message receive(long from, long nanos) throws IOException {
        return messages.receive(from, nanos);
    }

    @Override
    public void barrier(String name, int parties) throws IOException {
        messages.barrier(name, parties);
    }
}
