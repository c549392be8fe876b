package org.evenkeel.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.api.files.ClientGoneException;
import org.evenkeel.api.files.StaleCopyException;
import org.evenkeel.api.messages.Message;
import org.evenkeel.api.messages.NoSuchTaskException;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.files.ClientConsole;
import org.evenkeel.client.files.ClientFileServer;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileReply.Problem;
import org.evenkeel.client.files.FileWire;
import org.evenkeel.client.messages.MessageService;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.client.session.Outgoing;
import org.evenkeel.fake.SomeTasks;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages of runs, whose home is a real one. */
@Timeout(120)
class TaskMessagesTest {

    /** A task was put away. */
    private static final class Left extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final transient Object[] what;

        Left(Object[] what) {
            super(Arrays.toString(what));
            this.what = what;
        }
    }

    private final StoppedClock clock = new StoppedClock();
    private final SomeTasks tasks = new SomeTasks();
    private final ClientFileServer clientFileServer =
            new ClientFileServer(
                    job -> {
                        throw new IOException("no files here");
                    },
                    new ClientConsole(
                            new PrintStream(OutputStream.nullOutputStream()),
                            new PrintStream(OutputStream.nullOutputStream())),
                    tasks,
                    clock::nanos);
    private volatile boolean away;
    private volatile int unheard;

    private synchronized void ask(FileAsk ask, Consumer<FileAnswer> asker) {
        if (unheard > 0) {
            unheard--;
            clientFileServer.answer(ask, answer -> {}); // done, and its answer lost
        } else if (away) {
            asker.accept(
                    FileWire.answer(
                            ask, FileReply.problem(Problem.AWAY, "no node has the client")));
        } else {
            clientFileServer.answer(ask, asker);
        }
    }

    /** One run, with all that a worker has around it. */
    private final class Run implements TaskMessages.Leaving, ParkedTasks.ParkedPermit {
        final ClientCallChannel line;
        final TaskClientFiles files;
        final TaskMessages messages;
        volatile boolean wanted;
        volatile boolean stopped;
        volatile @Nullable Runnable waker;
        volatile boolean parks;
        volatile boolean successor;
        volatile @Nullable Runnable heir;
        final AtomicInteger asked = new AtomicInteger();
        final AtomicInteger questions = new AtomicInteger();
        volatile long timeLeft = Long.MAX_VALUE;
        final AtomicInteger laidDown = new AtomicInteger();
        final AtomicInteger takenUp = new AtomicInteger();

        Run(long task, int grant) {
            this(task, grant, 5_000, 20_000);
        }

        Run(long task, int grant, long tryMillis, long awayMillis) {
            Ticket ticket = new Ticket(SomeTasks.ORIGIN, task, 1, grant);
            ClientCallChannel[] made = new ClientCallChannel[1];
            made[0] =
                    new ClientCallChannel(
                            item ->
                                    ask(
                                            ((Outgoing.Control) item).frame().getFileAsk(),
                                            made[0]::answered),
                            new ClientCallChannel.Patience(
                                    TimeUnit.MILLISECONDS.toNanos(tryMillis),
                                    TimeUnit.MILLISECONDS.toNanos(awayMillis)),
                            clock);
            line = made[0];
            files = new TaskClientFiles(line::call, ticket);
            messages =
                    new TaskMessages(
                            files,
                            (number, question, nanos, answer) -> {
                                questions.incrementAndGet();
                                return line.poll(ticket, number, question, nanos, answer);
                            },
                            new PayloadCodec(TaskMessagesTest.class.getClassLoader()),
                            this,
                            TaskMessages.Times.of(line));
        }

        @Override
        public boolean isWanted() {
            return wanted;
        }

        @Override
        public void waiting(Object... what) {
            requireNotStopped();
            if (wanted) {
                throw new Left(what);
            }
        }

        @Override
        public void requireNotStopped() {
            if (stopped) {
                throw new TaskCancelledException("stopped");
            }
        }

        @Override
        public void wakeBy(@Nullable Runnable wakes) {
            waker = wakes;
        }

        @Override
        public ParkedTasks.ParkedPermit parkedPermit() {
            return this;
        }

        @Override
        public boolean hasSuccessor() {
            return successor;
        }

        @Override
        public void addSuccessorListener(Runnable who) {
            heir = who;
        }

        @Override
        public void removeSuccessorListener(Runnable who) {
            if (who.equals(heir)) {
                heir = null;
            }
        }

        /** Another task of its slot could go on. */
        void couldGoOn() {
            successor = true;
            Runnable now = heir;
            if (now != null) {
                now.run();
            }
        }

        @Override
        public boolean releasePermit() {
            asked.incrementAndGet();
            if (parks) {
                laidDown.incrementAndGet();
            }
            return parks;
        }

        @Override
        public void acquirePermit() {
            takenUp.incrementAndGet();
        }

        @Override
        public long timeLeft() {
            return timeLeft;
        }

        void leave() {
            wanted = true;
            Runnable now = waker;
            if (now != null) {
                now.run();
            }
        }

        Object send(Object value) throws IOException {
            messages.send(2, value);
            return value;
        }

        Object receive() throws IOException {
            Message message = messages.receive(MessageService.ANYBODY, Long.MAX_VALUE);
            return message == null ? "nothing" : message.from() + " " + message.value();
        }
    }

    private static <T> FutureTask<T> begin(Callable<T> what) {
        FutureTask<T> begun = new FutureTask<>(what);
        Thread.ofPlatform().daemon().start(begun);
        return begun;
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void whoWaitsGetsWhatIsSentLaterAndIsNotHeldUpByLostAnswers() throws Exception {
        Run one = new Run(1, 1, 300, 20_000);
        Run two = new Run(2, 1);
        FutureTask<Object> got = begin(two::receive);
        clock.awaitWaiter(ParkedTasks.AFTER_NANOS);
        unheard = 3;
        FutureTask<Object> sent = begin(() -> one.send("x"));
        for (int lost = 0; lost < 3; lost++) {
            clock.pass(millis(300));
            clock.pass(millis(ClientCallChannel.FIRST_PAUSE_MILLIS << lost));
        }
        sent.get();
        assertThat(got.get()).isEqualTo("1 x");
        one.messages.send(2, "y");
        assertThat(two.receive()).isEqualTo("1 y");
        assertThat(two.messages.receive(MessageService.ANYBODY, 0)).isNull();
        FutureTask<Object> none = begin(() -> two.messages.receive(1, millis(50)));
        clock.pass(millis(50));
        assertThat(none.get()).isNull();
    }

    @Test
    void whoWaitsLeavesWhenItIsAskedToAndWaitsOnElsewhere() throws Exception {
        Run one = new Run(1, 1);
        Run two = new Run(2, 1);
        FutureTask<Object> got = begin(two::receive);
        clock.awaitWaiter(ParkedTasks.AFTER_NANOS);
        two.leave(); // and no time passes
        assertThatThrownBy(got::get).hasCauseInstanceOf(Left.class);
        one.messages.send(2, "x");
        Run there = new Run(2, 2);
        there.messages.resumeAt(two.messages.talked());
        Object[] what = left(got).what;
        assertThat(there.messages.again(what)).isEqualTo(new Message(1, "x"));
        two.wanted = false;
        assertThatThrownBy(two::receive).isInstanceOf(StaleCopyException.class);
    }

    // ---- Parking

    private record Parked(Run run, FutureTask<Object> got) {}

    private Parked parked() {
        Run two = new Run(2, 1);
        two.parks = true;
        FutureTask<Object> got = begin(two::receive);
        clock.awaitWaiter(ParkedTasks.AFTER_NANOS);
        clock.advance(ParkedTasks.AFTER_NANOS - 1);
        assertThat(two.laidDown).as("it still fills its slot").hasValue(0);
        clock.advance(1);
        await().until(() -> two.laidDown.get() == 1);
        assertThat(two.takenUp).as("nothing has come").hasValue(0);
        return new Parked(two, got);
    }

    @Test
    void whoWaitsForLongGivesItsSlotAwayUntilTheMessageIsThere() throws Exception {
        Run one = new Run(1, 1);
        Parked parked = parked();
        Run two = parked.run();
        one.messages.send(2, "x");
        assertThat(parked.got().get()).isEqualTo("1 x");
        assertThat(two.takenUp).as("it runs in its slot").hasValue(1);
        one.messages.send(2, "y");
        assertThat(two.receive()).isEqualTo("1 y");
        assertThat(two.laidDown).as("what is there is not waited for").hasValue(1);
    }

    @Test
    void whoWaitsGivesItsSlotSoonToOneThatCouldGoOn() throws Exception {
        Run one = new Run(1, 1);
        Run two = new Run(2, 1);
        two.parks = true;
        FutureTask<Object> got = begin(two::receive);
        clock.awaitWaiter(ParkedTasks.AFTER_NANOS);
        clock.advance(ParkedTasks.FOR_SUCCESSOR_NANOS);
        two.couldGoOn();
        await().until(() -> two.laidDown.get() == 1);
        assertThat(two.heir).as("its slot is another's").isNull();
        one.messages.send(2, "x");
        assertThat(got.get()).isEqualTo("1 x");
        assertThat(two.takenUp).hasValue(1);
    }

    @Test
    void whoCannotGiveItsSlotAwayTriesOnceAndWaitsInIt() throws Exception {
        Run one = new Run(1, 1);
        Run two = new Run(2, 1);
        FutureTask<Object> got = begin(two::receive);
        clock.awaitWaiter(ParkedTasks.AFTER_NANOS);
        clock.advance(ParkedTasks.FOR_SUCCESSOR_NANOS);
        two.couldGoOn();
        await().until(() -> two.asked.get() == 1);
        long rest = ParkedTasks.AFTER_NANOS - ParkedTasks.FOR_SUCCESSOR_NANOS;
        clock.awaitWaiter(rest);
        int before = two.questions.get();
        two.couldGoOn();
        await().until(() -> two.questions.get() > before);
        clock.awaitWaiter(rest);
        assertThat(two.asked).as("in less than a second").hasValue(1);
        one.messages.send(2, "x");
        assertThat(got.get()).isEqualTo("1 x");
        assertThat(two.takenUp).hasValue(0);
        assertThat(two.heir).isNull();
    }

    @Test
    void whoCannotGiveItsSlotAwayWaitsInIt() throws Exception {
        Run one = new Run(1, 1);
        Run two = new Run(2, 1);
        FutureTask<Object> got = begin(two::receive);
        clock.pass(ParkedTasks.AFTER_NANOS);
        await().until(() -> two.asked.get() == 1);
        one.messages.send(2, "x");
        assertThat(got.get()).isEqualTo("1 x");
        assertThat(two.takenUp).hasValue(0);
    }

    @Test
    void whoIsParkedLeavesWhenItIsAskedTo() throws Exception {
        Parked parked = parked();
        parked.run().leave();
        assertThatThrownBy(parked.got()::get).hasCauseInstanceOf(Left.class);
        assertThat(parked.run().takenUp).as("it is written down in its slot").hasValue(1);
    }

    @Test
    void whoIsParkedAndHasNoMessageInTimeGoesOnInItsSlot() throws Exception {
        Run two = new Run(2, 1);
        two.parks = true;
        FutureTask<Object> got =
                begin(() ->
                        two.messages.receive(
                                MessageService.ANYBODY, ParkedTasks.AFTER_NANOS + millis(300)));
        clock.pass(ParkedTasks.AFTER_NANOS);
        clock.pass(millis(300));
        assertThat(got.get()).isNull();
        assertThat(two.laidDown).hasValue(1);
        assertThat(two.takenUp).hasValue(1);
    }

    @Test
    void whoseTimeIsOverWhileItIsParkedTakesItsSlotAndIsStoppedThere() throws Exception {
        Run two = new Run(2, 1);
        two.parks = true;
        two.timeLeft = millis(200);
        FutureTask<Object> got = new FutureTask<>(two::receive);
        Thread thread = Thread.ofPlatform().daemon().start(got);
        clock.pass(ParkedTasks.AFTER_NANOS);
        clock.awaitWaiter(millis(200));
        assertThat(two.laidDown).hasValue(1);
        two.timeLeft = 0;
        clock.advance(millis(200));
        await().until(() -> two.takenUp.get() == 1);
        assertThat(got.isDone()).as("its watchdog stops it").isFalse();
        two.stopped = true;
        thread.interrupt();
        assertThatThrownBy(got::get).hasCauseInstanceOf(TaskCancelledException.class);
        assertThat(two.laidDown).as("it keeps its slot now").hasValue(1);
    }

    private static Left left(FutureTask<?> task) throws InterruptedException {
        try {
            task.get();
            throw new AssertionError("it did not leave");
        } catch (ExecutionException e) {
            return (Left) e.getCause();
        }
    }

    @Test
    void largeMessagesAndTooLargeOnes() throws Exception {
        Run one = new Run(1, 1);
        byte[] large = new byte[1_000_000];
        Arrays.fill(large, (byte) 7);
        one.messages.send(1, large);
        Message got = one.messages.receive(1, Long.MAX_VALUE);
        assertThat(got).isNotNull();
        assertThat(got.as(byte[].class)).isEqualTo(large);
        assertThatThrownBy(() -> one.messages.send(1, new byte[5 << 20]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("write it to a file of the client");
    }

    @Test
    void aHomeThatIsGoneIsAnExceptionThatSaysSo() {
        away = true;
        FutureTask<Object> got = begin(() -> new Run(1, 1, 1_000, 300).receive());
        clock.passUntil(got);
        assertThatThrownBy(got::get)
                .hasCauseInstanceOf(ClientGoneException.class)
                .hasMessageContainingAll("client unreachable", "no node has the client");
    }

    @Test
    void whoIsStoppedWaitsNoLonger() {
        Run run = new Run(1, 1);
        FutureTask<Object> got = new FutureTask<>(run::receive);
        Thread thread = Thread.ofPlatform().daemon().start(got);
        clock.awaitWaiter(ParkedTasks.AFTER_NANOS);
        run.stopped = true;
        thread.interrupt();
        assertThatThrownBy(got::get).hasCauseInstanceOf(TaskCancelledException.class);
    }

    @Test
    void anotherThreadOfTheTaskDoesNotWaitForAMessageToCome() throws Exception {
        Run one = new Run(1, 1);
        Run two = new Run(2, 1);
        FutureTask<Object> got = begin(two::receive);
        clock.awaitWaiter(ParkedTasks.AFTER_NANOS);
        two.files.print(false, "line\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII), 0, 5);
        assertThat(two.files.hasLost(false)).isFalse();
        assertThat(got.isDone()).isFalse();
        one.messages.send(2, "x");
        assertThat(got.get()).isEqualTo("1 x");
    }

    @Test
    void noReceiverAndBadArgumentsAreSaid() {
        tasks.ended.add(3L);
        Run run = new Run(1, 1);
        assertThatThrownBy(() -> run.messages.send(3, "x"))
                .isInstanceOf(NoSuchTaskException.class)
                .hasMessageContaining("task 3 has ended");
        assertThatThrownBy(() -> run.messages.send(0, "x"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> run.messages.barrier("b", 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> run.messages.barrier("b\u202e", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("U+202E (RIGHT-TO-LEFT OVERRIDE) at index 1");
    }
}
