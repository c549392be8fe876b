package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.kernel.CoreFixture.task;

import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.TaskNow.Forecast;
import org.evenkeel.kernel.TaskNow.Obstacle;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.PeerMessage;
import org.junit.jupiter.api.Test;

/** Why a task does not run now: every reason, at the node that has it and at any other. */
class NowDisplayTest {
    private static final Grant FIRST = Grant.first(1);
    private static final NodeId B = new NodeId("B");

    private final CoreFixture node = new CoreFixture("A", 1);

    private TaskNow now(Task task) {
        return node.core.now(task.id(), node.now + 5);
    }

    private List<WaitReason> reasons(Task task) {
        return now(task).obstacles().stream().map(Obstacle::reason).toList();
    }

    private void finish(Task task) {
        node.finish(0, task.id(), FIRST, Outcome.succeeded(new CoreFixture.Bytes(1)));
    }

    @Test
    void aTaskThatRunsHasNoReasonAndATime() {
        node.submit(task(1));
        TaskNow now = now(task(1));
        assertThat(now.state()).isEqualTo("RUNNING");
        assertThat(now.obstacles()).isEmpty();
        assertThat(now.forNanos()).isEqualTo(5);
        assertThat(now.expected()).isNull();
    }

    @Test
    void theNextWaitsForTheWorkerAndTheOneBehindItAlsoForIt() {
        node.submit(task(1), task(2), task(3));
        assertThat(reasons(task(2))).containsExactly(WaitReason.BUSY);
        assertThat(reasons(task(3))).containsExactly(WaitReason.BEHIND, WaitReason.BUSY);
        assertThat(now(task(3)).obstacles().getFirst().count()).isEqualTo(1);
        assertThat(now(task(3)).forNanos()).isPositive();
    }

    @Test
    void longestWaitIsThatOfTheTaskThatCameFirst() {
        assertThat(node.core.longestWaitNanos(node.now + 5)).isZero();
        node.submit(task(1));
        assertThat(node.core.longestWaitNanos(node.now + 5)).as("it runs").isZero();
        node.submit(task(2));
        node.now += 1_000;
        node.submit(task(3));
        assertThat(node.core.longestWaitNanos(node.now + 5))
                .isEqualTo(now(task(2)).forNanos())
                .isGreaterThan(now(task(3)).forNanos() + 999);
    }

    @Test
    void whatIsKnownOfItsKindTellsWhenItEndsAndStarts() {
        node.submit(task(1));
        finish(task(1)); // took 10 ms
        node.submit(task(2), task(3), task(4));
        assertThat(now(task(2)).expected()).isEqualTo(new Forecast(10_000_000 - 5, 0, 1));
        assertThat(now(task(3)).expected()).isEqualTo(new Forecast(10_000_000 - 5, 0, 1));
        assertThat(now(task(4)).expected()).isEqualTo(new Forecast(20_000_000 - 5, 0, 1));
    }

    @Test
    void aTaskOfAnotherNodeCouldRunHereOrWouldHaveToWait() {
        assertThat(now(task(9)).state()).isEmpty();
        assertThat(reasons(task(9))).containsExactly(WaitReason.HAS_ROOM);
        node.submit(task(1), task(2));
        assertThat(reasons(task(9))).containsExactly(WaitReason.BUSY, WaitReason.BEHIND);
        CoreFixture without = new CoreFixture("A", 0);
        assertThat(without.core.now(task(9).id(), without.now).obstacles())
                .extracting(Obstacle::reason)
                .containsExactly(WaitReason.NO_WORKERS);
    }

    @Test
    void aPausedNodeSaysBecauseOfWhat() {
        node.on(
                new Event.NoticeGiven(
                        new Notice(
                                Notice.Source.PAUSE,
                                "paused by alice",
                                node.now,
                                node.now + 1_000_000_000,
                                Long.MAX_VALUE,
                                false,
                                CloseMode.MOVE)));
        assertThat(reasons(task(9))).contains(WaitReason.NOT_OPEN);
        assertThat(now(task(9)).obstacles().getFirst().words()).contains("paused by alice");
        node.submit(task(1));
        assertThat(reasons(task(1))).contains(WaitReason.NOT_OPEN);
    }

    @Test
    void aNodeThatLeavesSaysSo() {
        node.on(new Event.DrainStarted("for a test", 1_000_000_000));
        assertThat(reasons(task(9))).contains(WaitReason.LEAVING);
    }

    @Test
    void aTaskBeingHandedOnNamesTheOtherNode() {
        node.link("B", List.of("B"));
        node.hearLow("B", 1, 0);
        node.submit(task(1), task(2));
        assertThat(node.sent(PeerMessage.Offer.class)).isNotNull();
        TaskNow now = now(task(2));
        assertThat(now.state()).isEqualTo("HANDING");
        assertThat(now.obstacles().getFirst().reason()).isEqualTo(WaitReason.BEING_HANDED);
        assertThat(now.obstacles().getFirst().other()).isEqualTo(B);
        assertThat(now.linked()).containsExactly(B);
    }

    @Test
    void anOwnerNamesTheNodeThatHasItsTask() {
        node.link("B", List.of("B"));
        node.hearLow("B", 1, 0);
        node.submit(task(1), task(2));
        PeerMessage.Offer offer = node.sent(PeerMessage.Offer.class);
        assertThat(offer).isNotNull();
        List<PeerMessage.HandOver> taken =
                List.of(new PeerMessage.HandOver(task(2).id(), FIRST, 1));
        node.hear("B", new PeerMessage.OfferAnswer(offer.batch(), taken, List.of(), ""));
        assertThat(now(task(2)).state()).isEqualTo("AWAY");
        assertThat(now(task(2)).obstacles().getFirst().other()).isEqualTo(B);
    }

    @Test
    void whatHasEndedWaitsForItsProgram() {
        node.submit(task(1));
        finish(task(1));
        assertThat(now(task(1)).state()).isEqualTo("DONE");
        assertThat(reasons(task(1))).containsExactly(WaitReason.ENDED);
    }

    @Test
    void aParentWaitsForItsChildren() {
        node.submit(task(1));
        TaskId parent = task(1).id();
        node.submit(CoreFixture.child(1, parent), CoreFixture.child(2, parent));
        node.on(new Event.TaskParked(0, parent, CoreFixture.WORKER, new long[] {1, 2}, false));
        assertThat(reasons(task(1))).containsExactly(WaitReason.WAITS_FOR_CHILDREN);
        assertThat(now(task(1)).forNanos()).isEqualTo(TaskNow.UNKNOWN);
        assertThat(now(task(1)).obstacles().getFirst().count()).isEqualTo(2);
    }

    @Test
    void aTaskThatWaitsForAMessageSaysSo() {
        node.submit(task(1));
        node.on(new Event.TaskParked(0, task(1).id(), CoreFixture.WORKER, new long[0], false));
        assertThat(reasons(task(1))).containsExactly(WaitReason.WAITS_FOR_OTHERS);
    }

    @Test
    void aTaskBeyondItsQuotaSaysSo() {
        CoreFixture limited =
                new CoreFixture(
                        "A",
                        2,
                        NodeConfig.Limits.DEFAULT,
                        new ProcessorQuotas(0, Map.of("alice", 1)));
        limited.on(
                new Event.JobOpened(CoreFixture.CLIENT, CoreFixture.JOB, "hers", false, "alice"));
        limited.submit(task(1), task(2));
        assertThat(limited.core.now(task(2).id(), limited.now).obstacles())
                .extracting(Obstacle::reason)
                .containsExactly(WaitReason.QUOTA);
    }

    @Test
    void aTaskForThisNodeIsNotHandedOn() {
        node.submit(task(CoreFixture.CLIENT, 1, "A"), task(CoreFixture.CLIENT, 2, "A"));
        assertThat(reasons(task(2))).containsExactly(WaitReason.BUSY, WaitReason.WANTED_HERE);
    }

    @Test
    void aPolicyThatHandsNothingOnIsNamed() {
        CoreFixture keeper = new CoreFixture("A", 1, "none");
        keeper.submit(task(1), task(2));
        assertThat(keeper.core.now(task(2).id(), keeper.now).obstacles())
                .extracting(Obstacle::reason)
                .containsExactly(WaitReason.BUSY, WaitReason.NOT_HANDED_ON);
    }

    @Test
    void aNodeThatHoldsItsMaximumSaysSoOfWhatIsElsewhere() {
        CoreFixture full =
                new CoreFixture("A", 1, new NodeConfig.Limits(10, 1, 4, 1_000_000, 3, 100));
        full.link("B", List.of("B"));
        Task offered = task(55, 1, null);
        full.hear("B", CoreFixture.offer(1, offered, FIRST, 1, CoreFixture.ref("B", 1)));
        assertThat(full.core.now(task(9).id(), full.now).obstacles())
                .extracting(Obstacle::reason)
                .containsExactly(WaitReason.BUSY, WaitReason.FULL);
        assertThat(full.core.now(offered.id(), full.now).obstacles()).isEmpty();
    }

    @Test
    void aForecastSaysHowFarFinishedTasksWereFromTheirMean() {
        for (int number = 1; number <= 3; number++) {
            node.submit(task(number));
            node.on(
                    new Event.TasksFinished(
                            0,
                            List.of(
                                    new Finish(
                                            task(number).id(),
                                            FIRST,
                                            Outcome.succeeded(new CoreFixture.Bytes(1)),
                                            number * 10_000_000L,
                                            Finish.NO_TAIL))));
        }
        node.submit(task(4));
        Forecast forecast = now(task(4)).expected();
        assertThat(forecast).isNotNull();
        assertThat(forecast.runs()).isEqualTo(3);
        assertThat(forecast.spreadNanos()).isBetween(5_000_000L, 20_000_000L);
    }
}
