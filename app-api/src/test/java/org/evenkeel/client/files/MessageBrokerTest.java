package org.evenkeel.client.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.evenkeel.client.files.FileReply.Problem;
import org.evenkeel.client.messages.Mailboxes;
import org.evenkeel.fake.SomeTasks;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.Granted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Mailboxes and barriers at home: in order, once, whatever comes twice, late or from a stale copy.
 */
class MessageBrokerTest {

    private static final int SEEDS = Integer.getInteger("evenkeel.seeds", 300);

    private final SomeTasks tasks = new SomeTasks();
    private long now;
    private final ClientFileServer clientFileServer =
            new ClientFileServer(
                    job -> {
                        throw new IOException("no files here");
                    },
                    new ClientConsole(
                            new PrintStream(OutputStream.nullOutputStream()),
                            new PrintStream(OutputStream.nullOutputStream())),
                    tasks,
                    () -> now);

    // ---- One run of a task

    /** As a worker asks: numbered questions, requests that count. */
    private final class Run {
        final long task;
        final int grant;
        long number;
        long sent;
        long received;
        long barriers;

        Run(long task, int grant) {
            this.task = task;
            this.grant = grant;
        }

        /** The next copy of the task, from where this one is. */
        Run moved() {
            Run next = new Run(task, grant + 1);
            next.sent = sent;
            next.received = received;
            next.barriers = barriers;
            return next;
        }

        FileAsk ask(MessageRequest question) {
            return again(++number, question);
        }

        FileAsk again(long sameNumber, MessageRequest question) {
            return MessageWire.write(
                    Granted.newBuilder()
                            .setOrigin(SomeTasks.ORIGIN)
                            .setNumber(task)
                            .setEpoch(1)
                            .setGrant(grant)
                            .build(),
                    sameNumber,
                    question);
        }

        MessageRequest sending(long to, String text) {
            return MessageRequest.send(sent, to, 0, text.getBytes(StandardCharsets.UTF_8), false);
        }

        FileReply send(long to, String text) {
            FileReply reply = now(ask(sending(to, text).now()));
            if (reply.problem() == Problem.NONE) {
                sent++;
            }
            return reply;
        }

        String receive(long from) {
            FileReply reply = now(ask(MessageRequest.receive(received, from).now()));
            if (reply.problem() != Problem.NONE) {
                return reply.problem() + " " + reply.why();
            }
            received++;
            return text(reply);
        }

        boolean barrier(String name, int parties) {
            FileReply reply = now(ask(MessageRequest.barrier(barriers, name, parties).now()));
            boolean passed = reply.problem() == Problem.NONE;
            barriers += passed ? 1 : 0;
            return passed;
        }
    }

    private static String text(FileReply reply) {
        return reply.size() + ":" + new String(reply.content(), StandardCharsets.UTF_8);
    }

    private static FileReply read(FileAnswer answer) {
        try {
            return FileWire.read(answer);
        } catch (WireException e) {
            throw new AssertionError(e);
        }
    }

    /** The answer of a question that is answered at once. */
    private FileReply now(FileAsk ask) {
        List<FileReply> replies = later(ask);
        assertThat(replies).hasSize(1);
        return replies.getFirst();
    }

    /** The answers that come, now or later. */
    private List<FileReply> later(FileAsk ask) {
        List<FileReply> replies = new ArrayList<>();
        clientFileServer.answer(ask, answer -> replies.add(read(answer)));
        return replies;
    }

    private void pass(long nanos) {
        now += nanos;
        clientFileServer.sweep();
    }

    // ---- One by one

    @Test
    void messagesComeInTheOrderInWhichTheyWereSentOfOneOrOfAll() {
        Run one = new Run(1, 1);
        Run two = new Run(2, 1);
        Run three = new Run(3, 1);
        one.send(3, "a");
        two.send(3, "b");
        one.send(3, "c");
        two.send(3, "d");
        assertThat(three.receive(2)).isEqualTo("2:b");
        assertThat(three.receive(0)).isEqualTo("1:a");
        assertThat(three.receive(0)).isEqualTo("1:c");
        assertThat(three.receive(1)).startsWith("NOT_YET");
        assertThat(three.receive(0)).isEqualTo("2:d");
    }

    @Test
    void aQuestionStaysOpenUntilAMessageComesOrFourSecondsLater() {
        Run one = new Run(1, 1);
        Run two = new Run(2, 1);
        List<FileReply> first = later(two.ask(MessageRequest.receive(0, 0)));
        assertThat(first).isEmpty();
        assertThat(clientFileServer.isWaitedFor()).isTrue();
        one.send(2, "x");
        assertThat(first).extracting(MessageBrokerTest::text).containsExactly("1:x");
        two.received++;
        List<FileReply> second = later(two.ask(MessageRequest.receive(1, 0)));
        pass(MessageBroker.HOLD_NANOS - 1);
        assertThat(second).isEmpty();
        pass(2_000_000_000L);
        assertThat(second).extracting(FileReply::problem).containsExactly(Problem.NOT_YET);
        assertThat(clientFileServer.isWaitedFor()).isFalse();
    }

    @Test
    void whoHasGivenAQuestionUpLosesNothingByIt() {
        Run one = new Run(1, 1);
        Run two = new Run(2, 1);
        List<FileReply> givenUp = later(two.ask(MessageRequest.receive(0, 0)));
        one.send(2, "x"); // the answer is lost
        assertThat(givenUp).hasSize(1);
        List<FileReply> again = later(two.ask(MessageRequest.receive(0, 0)));
        assertThat(again).extracting(MessageBrokerTest::text).containsExactly("1:x");
        Run moved = two.moved();
        assertThat(moved.receive(0)).as("it left before it had it").isEqualTo("1:x");
        assertThat(moved.receive(0)).startsWith("NOT_YET");
    }

    @Test
    void aRunFromAnOlderCheckpointGetsTheSameAgainAndIsNotHeardTwice() {
        Run sender = new Run(1, 1);
        Run receiver = new Run(2, 1);
        Run checkpoint = receiver.moved();
        for (int i = 0; i < 5; i++) {
            sender.send(2, "m" + i);
        }
        for (int i = 0; i < 3; i++) {
            assertThat(receiver.receive(0)).isEqualTo("1:m" + i);
        }
        receiver.send(1, "r");
        for (int i = 0; i < 5; i++) {
            assertThat(checkpoint.receive(1)).isEqualTo("1:m" + i);
        }
        assertThat(checkpoint.send(1, "r, in other words").problem()).isEqualTo(Problem.NONE);
        checkpoint.send(1, "s");
        assertThat(sender.receive(0)).isEqualTo("2:r");
        assertThat(sender.receive(0)).isEqualTo("2:s");
        assertThat(receiver.receive(0)).as("the copy that was given up").startsWith("STALE");
    }

    @Test
    void longMessagesTravelInParts() {
        byte[] all = new byte[3 * FileRequest.MAX_BYTES + 17];
        new SplittableRandom(1).nextBytes(all);
        Run sender = new Run(1, 1);
        for (int from = 0; from < all.length; from += FileRequest.MAX_BYTES) {
            int end = Math.min(all.length, from + FileRequest.MAX_BYTES);
            byte[] part = java.util.Arrays.copyOfRange(all, from, end);
            MessageRequest question = MessageRequest.send(0, 2, from, part, end < all.length);
            FileAsk ask = sender.ask(question);
            assertThat(now(ask).problem()).isEqualTo(Problem.NONE);
            assertThat(now(ask).problem()).as("asked twice").isEqualTo(Problem.NONE);
        }
        Run receiver = new Run(2, 1);
        byte[] got = new byte[0];
        FileReply reply = now(receiver.ask(MessageRequest.receive(0, 0)));
        while (true) {
            int before = got.length;
            got = java.util.Arrays.copyOf(got, before + reply.content().length);
            System.arraycopy(reply.content(), 0, got, before, reply.content().length);
            if (!reply.more()) {
                break;
            }
            reply = now(receiver.ask(MessageRequest.rest(0, got.length)));
        }
        assertThat(got).isEqualTo(all);
        byte[] part = new byte[FileRequest.MAX_BYTES];
        FileReply tooLong = FileReply.DONE;
        for (int at = 0; tooLong.problem() == Problem.NONE; at += part.length) {
            tooLong = now(sender.ask(MessageRequest.send(1, 2, at, part, true)));
        }
        assertThat(tooLong.why()).isEqualTo("a message of more than 4194304 bytes");
    }

    @Test
    void aFullBoxHoldsItsSendersUntilThereIsRoom() {
        Run sender = new Run(1, 1);
        for (int i = 0; i < 10_000; i++) {
            assertThat(sender.send(2, "m").problem()).isEqualTo(Problem.NONE);
        }
        List<FileReply> held = later(sender.ask(sender.sending(2, "last")));
        assertThat(held).isEmpty();
        Run receiver = new Run(2, 1);
        assertThat(receiver.receive(0)).isEqualTo("1:m");
        assertThat(held).extracting(FileReply::problem).containsExactly(Problem.NONE);
    }

    @Test
    void messagesThatAreNotKeptAnyMoreAreMissedAloud() {
        Run sender = new Run(1, 1);
        Run receiver = new Run(2, 1);
        for (int i = 0; i < 10_001; i++) {
            sender.send(2, "m");
            receiver.receive(0);
        }
        Run afresh = new Run(2, 2);
        assertThat(afresh.receive(0))
                .startsWith("OTHER")
                .contains("the first 1 are no longer kept");
    }

    @Test
    void whoEndedOrIsNoneOfTheJobIsSaid() {
        Run sender = new Run(1, 1);
        sender.send(2, "x");
        tasks.ended.add(2L);
        tasks.ended.add(3L);
        FileReply ended = sender.send(3, "y");
        assertThat(ended.problem()).isEqualTo(Problem.NO_TASK);
        assertThat(ended.why()).contains("task 3 has ended");
        assertThat(sender.send(5_000, "y").why())
                .isEqualTo("task 5000 does not belong to this job");
        Run again = new Run(1, 2);
        assertThat(again.send(2, "x").problem()).as("it came before").isEqualTo(Problem.NONE);
        assertThat(again.receive(2)).startsWith("NO_TASK task 2 has ended: no further message");
        Run waiting = new Run(4, 1);
        List<FileReply> left = later(waiting.ask(MessageRequest.receive(0, 1)));
        tasks.ended.add(1L);
        pass(1_000_000_001L);
        assertThat(left).extracting(FileReply::problem).containsExactly(Problem.NO_TASK);
        FileAsk child =
                waiting.ask(MessageRequest.receive(0, 0)).toBuilder()
                        .setTask(Granted.newBuilder().setOrigin(9).setNumber(4).setGrant(1))
                        .build();
        assertThat(now(child).why()).contains("not for children of tasks");
    }

    @Test
    void aHomeThatHasNotSeenTheStartSaysSo() {
        Run run = new Run(1, 1);
        run.received = 3;
        assertThat(run.receive(0)).contains("has received 3 times, but this program has");
        run.sent = 2;
        assertThat(run.send(2, "x").why()).contains("has sent 2 times");
    }

    @Test
    void barriersArePassedTogetherAgainAndAgain() {
        Run one = new Run(1, 1);
        Run two = new Run(2, 1);
        for (int round = 0; round < 3; round++) {
            assertThat(one.barrier("b", 2)).isFalse();
            one = one.moved();
            assertThat(one.barrier("b", 2)).as("once more, after a move").isFalse();
            assertThat(two.barrier("b", 2)).isTrue();
            assertThat(one.barrier("b", 2)).isTrue();
        }
        Run afresh = new Run(2, 2);
        for (int round = 0; round < 3; round++) {
            assertThat(afresh.barrier("b", 2)).as("passed before").isTrue();
        }
        assertThat(afresh.barrier("b", 2)).isFalse();
        List<FileReply> third = later(new Run(3, 1).ask(MessageRequest.barrier(0, "b", 2)));
        assertThat(third.getFirst().why()).contains("was passed by 2 other tasks before");
        List<FileReply> other = later(new Run(4, 1).ask(MessageRequest.barrier(0, "b", 3)));
        assertThat(other.getFirst().why()).contains("has 2 tasks");
        List<FileReply> waits = later(afresh.ask(MessageRequest.barrier(3, "b", 2)));
        assertThat(waits).isEmpty();
        tasks.ended.add(1L);
        pass(1_000_000_001L);
        assertThat(waits.getFirst().why()).contains("task 1 has ended and will not reach");
    }

    @Test
    void allWhoWaitAtABarrierAreToldWhenTheLastComes() {
        List<FileReply> told = new ArrayList<>();
        for (int i = 1; i < 5; i++) {
            clientFileServer.answer(
                    new Run(i, 1).ask(MessageRequest.barrier(0, "", 5)),
                    answer -> told.add(read(answer)));
        }
        assertThat(told).isEmpty();
        assertThat(new Run(5, 1).barrier("", 5)).isTrue();
        assertThat(told).hasSize(4).allMatch(reply -> reply.problem() == Problem.NONE);
    }

    @Test
    void aJobThatIsClosedLetsNobodyWait() {
        List<FileReply> waits = later(new Run(1, 1).ask(MessageRequest.receive(0, 0)));
        clientFileServer.closed(0);
        assertThat(waits).extracting(FileReply::problem).containsExactly(Problem.NOT_YET);
        assertThat(clientFileServer.isWaitedFor()).isFalse();
    }

    // ---- At random

    static LongStream seeds() {
        return LongStream.range(0, SEEDS);
    }

    /** A task that sends each message to one it computes, and notes what it receives. */
    private final class Actor {
        final long task;
        Run run;
        final List<Run> gone = new ArrayList<>();
        List<String> got = new ArrayList<>();

        /** Places to go on from: counts and notes of then. */
        final List<Run> checkpoints = new ArrayList<>();

        final List<List<String>> notes = new ArrayList<>();

        Actor(long task) {
            this.task = task;
            this.run = new Run(task, 1);
            remember();
        }

        private void remember() {
            checkpoints.add(run.moved());
            notes.add(List.copyOf(got));
        }

        long receiver(long count) {
            return 1 + (task * 7 + count * count) % 4;
        }

        void send() {
            run.send(receiver(run.sent), task + "/" + run.sent);
        }

        void receive(long from) {
            String text = run.receive(from);
            if (!text.startsWith("NOT_YET")) {
                assertThat(text).matches("\\d:\\d/\\d+");
                got.add(text);
            }
        }

        void goOnFrom(int checkpoint, int grant) {
            gone.add(run);
            Run from = checkpoints.get(checkpoint);
            run = new Run(task, grant);
            run.sent = from.sent;
            run.received = from.received;
            got = new ArrayList<>(notes.get(checkpoint));
            checkpoints.subList(checkpoint + 1, checkpoints.size()).clear();
            notes.subList(checkpoint + 1, notes.size()).clear();
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void eachMessageIsReceivedOnceAndInOrderByWhoGoesOn(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Actor> actors = IntStream.rangeClosed(1, 4).mapToObj(Actor::new).toList();
        int[] grants = {0, 1, 1, 1, 1};
        for (int step = 0; step < 400; step++) {
            Actor actor = actors.get(random.nextInt(4));
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> actor.send();
                case 3, 4 -> actor.receive(0);
                case 5 -> actor.receive(1 + random.nextInt(4));
                case 6 -> { // it moves, or begins again further back
                    int from =
                            random.nextInt(3) > 0
                                    ? actor.checkpoints.size() - 1
                                    : random.nextInt(actor.checkpoints.size());
                    actor.goOnFrom(from, ++grants[(int) actor.task]);
                }
                case 7 -> actor.remember();
                case 8 -> repeat(actor);
                default -> { // a copy that was given up
                    if (!actor.gone.isEmpty()) {
                        Run stale = actor.gone.get(random.nextInt(actor.gone.size()));
                        FileAsk ask =
                                random.nextBoolean()
                                        ? stale.ask(stale.sending(1, "stale"))
                                        : stale.ask(MessageRequest.receive(stale.received, 0));
                        assertThat(wasStale(actor, ask)).as(rerun(seed)).isTrue();
                    }
                }
            }
        }
        actors.forEach(this::drain);
        for (Actor actor : actors) {
            for (Actor sender : actors) {
                List<String> wanted = new ArrayList<>();
                for (long n = 0; n < sender.run.sent; n++) {
                    if (sender.receiver(n) == actor.task) {
                        wanted.add(sender.task + ":" + sender.task + "/" + n);
                    }
                }
                String from = sender.task + ":";
                List<String> got =
                        actor.got.stream().filter(text -> text.startsWith(from)).toList();
                assertThat(got.stream().limit(wanted.size()).toList())
                        .as("from %s to %s, %s", sender.task, actor.task, rerun(seed))
                        .isEqualTo(wanted);
            }
            assertThat(actor.got).as(rerun(seed)).doesNotHaveDuplicates();
        }
    }

    /** A copy that the newest has not been heard after is not known to be stale. */
    private boolean wasStale(Actor actor, FileAsk ask) {
        actor.run.barrier("alone " + actor.task, 1);
        actor.run.barriers = 0;
        return now(ask).problem() == Problem.STALE;
    }

    /** The last question again, under its number and under an older one. */
    private void repeat(Actor actor) {
        Run run = actor.run;
        MessageRequest question =
                run.sending(actor.receiver(run.sent), actor.task + "/" + run.sent);
        FileAsk ask = run.ask(question.now());
        FileReply first = now(ask);
        assertThat(now(ask).problem()).isEqualTo(first.problem());
        if (run.number > 1) {
            FileAsk late = run.again(run.number - 1, question.now());
            assertThat(now(late).problem()).isEqualTo(Problem.STALE);
        }
        if (first.problem() == Problem.NONE) {
            run.sent++;
        }
    }

    private void drain(Actor actor) {
        int before;
        do {
            before = actor.got.size();
            actor.receive(0);
        } while (actor.got.size() > before);
    }

    private static String rerun(long seed) {
        return "seed "
                + seed
                + ": ./mvnw test -pl app-api -Dtest=MessageBrokerTest -Devenkeel.seeds="
                + (seed + 1);
    }

    @Test
    void aMessageIsNoLongerThanABoxIsLarge() {
        assertThat(Mailboxes.MAX_MESSAGE).isLessThanOrEqualTo(16 << 20);
    }
}
