package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.kernel.CoreFixture.Bytes;
import org.evenkeel.kernel.Event.Timer;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Resources;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.protocol.Assignment;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.Checkpointed;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PeerMessage.HandOver;
import org.evenkeel.model.protocol.PeerMessage.OfferedTask;
import org.evenkeel.model.protocol.PeerMessage.Result;
import org.junit.jupiter.api.Test;

/** Checkpoints of tasks that run on: where they run, and at their owner. */
class CheckpointsTest {
    private static final long EVERY = 1_000_000_000L;
    private static final Grant FIRST = new Grant(1, 1);
    private static final Grant SECOND = new Grant(1, 2);
    private static final NodeRef B = CoreFixture.ref("b", 1);

    /** Bytes that somebody must be told of when they are not needed. */
    private record File(String name) implements Payload {
        @Override
        public long sizeBytes() {
            return 1_000_000;
        }

        @Override
        public boolean isExternal() {
            return true;
        }
    }

    private static CoreFixture beside() {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b"));
        return node;
    }

    private static Task task(long number, Durability durability) {
        TaskKind kind =
                new TaskKind(
                        CoreFixture.JOB,
                        "long",
                        new Digest(1, 2, 3, 4),
                        new TaskKind.Options(
                                5, 1, 0, durability, 0, false, Resources.NONE, null, EVERY));
        return new Task(new TaskId(CoreFixture.CLIENT, number), kind, new File("t"), 1, null);
    }

    private static Task task() {
        return task(1, Durability.MEMORY);
    }

    /** One more interval is over. */
    private static List<Effect.CheckpointTasks> later(CoreFixture node) {
        node.now += EVERY;
        node.on(new Event.TimerFired(Timer.CHECKPOINT));
        return node.all(Effect.CheckpointTasks.class);
    }

    private static void made(CoreFixture node, Task task, Grant grant, Payload at, long ranNanos) {
        node.on(
                new Event.TasksFinished(
                        0,
                        List.of(
                                new Finish(
                                        task.id(),
                                        grant,
                                        Outcome.checkpoint(at),
                                        ranNanos,
                                        Finish.NO_TAIL))));
    }

    private static void comes(CoreFixture node, Task task, Grant grant, Payload at, long ranNanos) {
        node.hear(
                "b",
                new PeerMessage.Results(
                        List.of(new Result(task.id(), grant, Outcome.checkpoint(at), ranNanos)),
                        null));
    }

    private static PeerMessage.CheckpointAcks acks(Task task, Grant grant, long ranNanos) {
        return new PeerMessage.CheckpointAcks(
                List.of(new Checkpointed(new GrantedTask(task.id(), grant), ranNanos)));
    }

    private static List<Payload> released(CoreFixture node) {
        return node.all(Effect.Release.class).stream().map(Effect.Release::payload).toList();
    }

    private static Payload nextStart(CoreFixture node, Task task) {
        node.on(
                new Event.WorkerDied(
                        0, CoreFixture.JOB, CoreFixture.WORKER, "its worker was killed"));
        List<Assignment> started = node.started();
        assertThat(started).extracting(one -> one.task().id()).containsExactly(task.id());
        return started.getFirst().task().payload();
    }

    // ---- Where it runs

    @Test
    void workerIsAskedOnceInEachInterval() {
        CoreFixture node = beside();
        Task task = task();
        node.submit(task);
        assertThat(node.all(Effect.SetTimer.class))
                .contains(new Effect.SetTimer(Timer.CHECKPOINT, node.now + EVERY));
        GrantedTask granted = new GrantedTask(task.id(), FIRST);
        assertThat(later(node)).containsExactly(new Effect.CheckpointTasks(0, List.of(granted)));
        assertThat(later(node)).hasSize(1);
        node.finish(0, task.id(), FIRST, Outcome.succeeded(new Bytes(1)));
        assertThat(later(node)).isEmpty();
        assertThat(node.all(Effect.SetTimer.class)).as("nothing runs").isEmpty();
    }

    @Test
    void nobodyIsAskedWhereNoIntervalWasSaid() {
        CoreFixture node = beside();
        node.submit(CoreFixture.task(1));
        assertThat(node.all(Effect.SetTimer.class))
                .noneMatch(set -> set.timer() == Timer.CHECKPOINT);
        assertThat(later(node)).isEmpty();
    }

    @Test
    void oneAtATimeIsOnItsWayAndSaidAgainUntilItIsAcknowledged() {
        CoreFixture node = beside();
        Task task = task();
        node.hear("b", CoreFixture.offer(1, task, FIRST, 1, B));
        assertThat(later(node)).hasSize(1);
        made(node, task, FIRST, new File("c1"), 10);
        assertThat(node.sent(PeerMessage.Results.class)).as("to its owner").isNotNull();
        assertThat(later(node)).as("its owner has not answered").isEmpty();
        node.now += 1_000_000_000L;
        node.on(new Event.TimerFired(Timer.HEARTBEAT));
        PeerMessage.Results again = node.sent(PeerMessage.Results.class);
        assertThat(again).isNotNull();
        assertThat(again.results()).extracting(Result::runNanos).containsExactly(10L);
        node.hear("b", acks(task, FIRST, 9));
        assertThat(released(node)).as("that was another one").isEmpty();
        node.hear("b", acks(task, FIRST, 10));
        assertThat(released(node)).containsExactly(new File("c1"));
        assertThat(later(node)).hasSize(1);
    }

    @Test
    void whatIsOnItsWayIsForgottenWithTheTask() {
        CoreFixture node = beside();
        Task task = task();
        node.hear("b", CoreFixture.offer(1, task, FIRST, 1, B));
        made(node, task, FIRST, new File("c1"), 10);
        made(node, task, FIRST, new File("c0"), 5);
        assertThat(released(node)).as("it was overtaken").containsExactly(new File("c0"));
        node.finish(0, task.id(), FIRST, Outcome.succeeded(new Bytes(1)));
        assertThat(released(node)).contains(new File("c1"), new File("t"));
        made(node, task, FIRST, new File("c2"), 20);
        assertThat(released(node)).as("it came behind the result").containsExactly(new File("c2"));
    }

    @Test
    void whatIsToLeaveIsNotAskedForACheckpointToo() {
        CoreFixture node = beside();
        Task task = task();
        node.hear("b", CoreFixture.offer(1, task, FIRST, 1, B));
        node.on(new Event.DrainStarted("it is told to"));
        assertThat(later(node)).isEmpty();
    }

    // ---- At its owner

    @Test
    void deadWorkersTaskGoesOnFromItsNewestCheckpoint() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task = task();
        node.submit(task);
        made(node, task, FIRST, new File("c1"), 10);
        assertThat(released(node)).containsExactly(new File("t"));
        made(node, task, FIRST, new File("c2"), 20);
        assertThat(released(node)).containsExactly(new File("c1"));
        assertThat(nextStart(node, task)).isEqualTo(new File("c2"));
        made(node, task, FIRST, new File("c3"), 30);
        assertThat(released(node)).as("its grant is over").containsExactly(new File("c3"));
        made(node, task, SECOND, new File("c4"), 5);
        assertThat(nextStart(node, task)).isEqualTo(new File("c4"));
    }

    @Test
    void deathsBeforeACheckpointDoNotCount() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task = task();
        node.submit(task);
        for (int grant = 1; grant <= 5; grant++) {
            made(node, task, new Grant(1, grant), new File("c" + grant), 10);
            assertThat(nextStart(node, task)).isEqualTo(new File("c" + grant));
        }
        nextStart(node, task);
        node.on(
                new Event.WorkerDied(
                        0, CoreFixture.JOB, CoreFixture.WORKER, "its worker was killed"));
        assertThat(node.delivered(CoreFixture.CLIENT))
                .as("three without a checkpoint between them do")
                .extracting(one -> one.outcome().status())
                .containsExactly(Outcome.Status.WORKERS_DIED);
    }

    @Test
    void ownerTakesTheNewestAndAnswersEach() {
        CoreFixture node = beside();
        Task task = handedOn(node);
        comes(node, task, FIRST, new File("c2"), 20);
        assertThat(node.sent(PeerMessage.CheckpointAcks.class)).isEqualTo(acks(task, FIRST, 20));
        comes(node, task, FIRST, new File("c1"), 10);
        assertThat(released(node)).as("it is older").containsExactly(new File("c1"));
        assertThat(node.sent(PeerMessage.CheckpointAcks.class)).isEqualTo(acks(task, FIRST, 10));
        comes(node, task, FIRST, new File("c2"), 20);
        assertThat(node.sent(PeerMessage.CheckpointAcks.class))
                .as("the answer before was lost")
                .isEqualTo(acks(task, FIRST, 20));
        node.hear("b", new PeerMessage.Lost(task.id(), FIRST, true, "its worker died"));
        assertThat(node.started())
                .containsExactly(new Assignment(task.resumedFrom(new File("c2")), SECOND));
        comes(node, task, FIRST, new File("c3"), 30);
        assertThat(released(node)).as("its grant is over").containsExactly(new File("c3"));
        assertThat(node.sent(PeerMessage.CheckpointAcks.class)).isEqualTo(acks(task, FIRST, 30));
    }

    /** Of two tasks the one that was offered; b has not said that it took it. */
    private static OfferedTask offered(CoreFixture node) {
        node.submit(CoreFixture.task(7), task());
        node.hearLow("b", 1, 0);
        PeerMessage.Offer offer = node.sent(PeerMessage.Offer.class);
        assertThat(offer).isNotNull();
        return offer.tasks().getFirst();
    }

    /** A task that b has; none runs here. */
    private static Task handedOn(CoreFixture node) {
        OfferedTask offered = offered(node);
        HandOver taken = new HandOver(offered.task().id(), FIRST, offered.hop());
        node.hear("b", new PeerMessage.OfferAnswer(1, List.of(taken), List.of(), ""));
        TaskId here = new TaskId(CoreFixture.CLIENT, 7);
        node.finish(0, here, FIRST, Outcome.succeeded(new Bytes(1)));
        assertThat(offered.task().id()).isEqualTo(task().id());
        return offered.task();
    }

    @Test
    void checkpointOfWhatIsStillOfferedProvesThatItWasTaken() {
        CoreFixture node = beside();
        OfferedTask offered = offered(node);
        comes(node, offered.task(), FIRST, new File("c1"), 10);
        assertThat(node.sent(PeerMessage.CheckpointAcks.class)).isNotNull();
        node.on(new Event.PeerDown(new NodeId("b")));
        node.on(new Event.PeerUp(B));
        assertThat(node.sent(PeerMessage.Offer.class)).as("with bytes that are given up").isNull();
        node.on(new Event.PeerUp(CoreFixture.ref("b", 2)));
        node.hear("b", new PeerMessage.Holding(1, List.of(), true)); // nor has the next process it
        node.finish(0, new TaskId(CoreFixture.CLIENT, 7), FIRST, Outcome.succeeded(new Bytes(1)));
        assertThat(node.started())
                .extracting(one -> one.task().payload())
                .containsExactly(new File("c1"));
    }

    @Test
    void checkpointIsOnDiskBeforeItIsAcknowledged() {
        CoreFixture node = beside();
        Task task = task(1, Durability.DISK);
        node.submit(CoreFixture.task(7), task);
        node.hearLow("b", 1, 0);
        comes(node, task, FIRST, new File("c1"), 10);
        int written = -1;
        int answered = -1;
        for (int i = 0; i < node.effects.size(); i++) {
            switch (node.effects.get(i)) {
                case Effect.Persist(JournalRecord.Accepted accepted) -> {
                    assertThat(accepted.accepted()).isEqualTo(task.resumedFrom(new File("c1")));
                    assertThat(accepted.grant()).isEqualTo(FIRST);
                    written = i;
                }
                case Effect.Send(var _, PeerMessage.CheckpointAcks _) -> answered = i;
                default -> {}
            }
        }
        assertThat(written).isNotNegative();
        assertThat(answered).isGreaterThan(written);
    }

    @Test
    void replicaHasACheckpointBeforeItIsAcknowledged() {
        CoreFixture node = beside();
        Task task = task(1, Durability.REPLICATED);
        node.submit(CoreFixture.task(7), task);
        PeerMessage.Replicate first = node.sent(PeerMessage.Replicate.class);
        assertThat(first).isNotNull();
        long accepted = first.first() + first.records().size() - 1;
        node.hear("b", new PeerMessage.Replicated(accepted));
        node.hearLow("b", 1, 0);
        comes(node, task, FIRST, new File("c1"), 10);
        PeerMessage.Replicate said = node.sent(PeerMessage.Replicate.class);
        assertThat(said).isNotNull();
        assertThat(node.sent(PeerMessage.CheckpointAcks.class)).isNull();
        comes(node, task, FIRST, new File("c1"), 10);
        assertThat(node.sent(PeerMessage.CheckpointAcks.class))
                .as("it is still not there")
                .isNull();
        node.hear("b", new PeerMessage.Replicated(said.first() + said.records().size() - 1));
        assertThat(node.sent(PeerMessage.CheckpointAcks.class)).isEqualTo(acks(task, FIRST, 10));
    }

    @Test
    void leavingOwnersTaskIsPassedOnWithItsCheckpoint() {
        CoreFixture node = beside();
        Task task = task();
        node.submit(task);
        made(node, task, FIRST, new File("c1"), 10);
        node.on(new Event.DrainStarted("it is told to"));
        PeerMessage.Adopt passed = node.sent(PeerMessage.Adopt.class);
        assertThat(passed).isNotNull();
        assertThat(passed.tasks().getFirst().state().task().payload()).isEqualTo(new File("c1"));
        made(node, task, FIRST, new File("c2"), 20);
        assertThat(node.sent(PeerMessage.Results.class)).as("b does not own it yet").isNull();
        node.hear("b", new PeerMessage.Adopted(passed.batch()));
        node.hear("b", new PeerMessage.Adopted(passed.batch() + 1));
        PeerMessage.Results told = node.sent(PeerMessage.Results.class);
        assertThat(told).as("the next owner gets it").isNotNull();
        assertThat(told.results()).extracting(Result::runNanos).containsExactly(20L);
    }

    @Test
    void checkpointGoesBackToTheOwnerWhoseSuccessorIsGone() {
        CoreFixture node = beside();
        Task task = task();
        node.submit(task);
        node.on(new Event.DrainStarted("it is told to"));
        made(node, task, FIRST, new File("c1"), 10);
        node.on(new Event.PeerUp(CoreFixture.ref("b", 2)));
        PeerMessage.Adopt passed = node.sent(PeerMessage.Adopt.class);
        assertThat(passed).as("to the next process of b").isNotNull();
        assertThat(passed.tasks().getFirst().state().task().payload()).isEqualTo(new File("c1"));
    }

    @Test
    void storyTellsOfTheLastAndHowManyThereWere() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task = task();
        node.submit(task);
        for (int i = 1; i <= 100; i++) {
            made(node, task, FIRST, new File("c" + i), i);
        }
        assertThat(node.core.trace().story(task.id()))
                .filteredOn(one -> one.kind() == TraceKind.CHECKPOINTED)
                .singleElement()
                .extracting(one -> one.reason())
                .asString()
                .startsWith("100 in all");
    }
}
