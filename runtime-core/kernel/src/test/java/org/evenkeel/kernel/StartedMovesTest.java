package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.CoreFixture.Bytes;
import org.evenkeel.kernel.Event.Timer;
import org.evenkeel.kernel.load.KindTimes;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.kernel.trace.TraceRecord;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.model.Grant;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.OfferedTask;
import org.evenkeel.model.protocol.PeerMessage.Result;
import org.junit.jupiter.api.Test;

/** The policy auto: an idle worker gets a task that runs on a slower node, without a master. */
class StartedMovesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long GAP = 50_000_000L;
    private static final long LEASE = 500_000_000L;
    private static final Grant FIRST = new Grant(1, 1);
    private static final NodeId FAST = new NodeId("fast");
    private static final NodeRef OWNER = CoreFixture.ref("owner", 1);
    private static final List<String> PEERS = List.of("fast", "owner", "slow", "slower");

    private final CoreFixture node = linked("auto");

    private static CoreFixture linked(String policy) {
        CoreFixture node = new CoreFixture("n5", 1, policy);
        PEERS.forEach(peer -> node.link(peer, PEERS));
        return node;
    }

    private static Task task(long number) {
        return CoreFixture.task(7, number, null);
    }

    /** A task of another owner runs here for so many seconds. */
    private static Task runs(CoreFixture at, Grant grant, long seconds) {
        Task task = task(1);
        at.hear("owner", CoreFixture.offer(1, task, grant, 1, OWNER));
        assertThat(at.started()).hasSize(1);
        at.now += seconds * SECOND;
        return task;
    }

    private static PeerMessage.MoveBid bid(CoreFixture at, long call, double speed) {
        at.hear("fast", new PeerMessage.MoveCall(call, speed, 0, 0, 0));
        PeerMessage.MoveBid bid = at.sent(PeerMessage.MoveBid.class);
        assertThat(bid).isNotNull();
        assertThat(bid.call()).isEqualTo(call);
        return bid;
    }

    // ---- Where the task runs

    @Test
    void bidsWhatTheMoveSavesAndSuspendsTheTaskThatIsClaimed() {
        Task task = runs(node, FIRST, 10);
        assertThat(bid(node, 1, 2).gains()).as("5 s of 10 s, less half a second").hasSize(1);
        assertThat(bid(node, 2, 2).gains().getFirst() / 1e9).isBetween(4.4, 4.6);
        assertThat(node.askedToSuspend()).isEmpty();
        node.hear("fast", new PeerMessage.MoveAward(2, 1));
        assertThat(node.askedToSuspend()).containsExactly(CoreFixture.granted(task, 1));
        assertThat(node.core.trace().story(task.id()))
                .filteredOn(one -> one.kind() == TraceKind.MOVE_REQUESTED)
                .extracting(TraceRecord::reason)
                .containsExactly(
                        "a worker is idle there: about 10.0 s left here, 5.0 s there, "
                                + "moving takes about 0.5 s");
        node.finish(0, task.id(), FIRST, Outcome.suspended(new Bytes(77)));
        PeerMessage.Results told = node.sent(PeerMessage.Results.class);
        assertThat(told).isNotNull();
        assertThat(told.results()).extracting(Result::towards).containsExactly(FAST);
    }

    @Test
    void saysWhenAMoveMayPay() {
        runs(node, FIRST, 0);
        PeerMessage.MoveBid bid = bid(node, 1, 2);
        assertThat(bid.gains()).isEmpty();
        assertThat(bid.laterNanos() / 1e9)
                .as("half a second is gained after one")
                .isBetween(0.9, 1.1);
        node.now += bid.laterNanos();
        assertThat(bid(node, 2, 2).gains()).isNotEmpty();
    }

    @Test
    void letsNothingGoToANodeThatIsHardlyFaster() {
        runs(node, FIRST, 100);
        PeerMessage.MoveBid bid = bid(node, 1, 1.2);
        assertThat(bid.gains()).isEmpty();
        assertThat(bid.laterNanos()).isZero();
    }

    @Test
    void letsNothingGoUnderAnotherPolicy() {
        CoreFixture stays = linked("hybrid");
        runs(stays, FIRST, 100);
        assertThat(bid(stays, 1, 4).gains()).isEmpty();
    }

    @Test
    void whatHasMovedRunsTenTimesWhatAMoveCostsBeforeTheNext() {
        runs(node, new Grant(1, 2), 3);
        PeerMessage.MoveBid bid = bid(node, 1, 4);
        assertThat(bid.gains()).isEmpty();
        assertThat(bid.laterNanos() / 1e9).isBetween(1.9, 2.1);
        node.now += bid.laterNanos();
        assertThat(bid(node, 2, 4).gains()).isNotEmpty();
    }

    @Test
    void ofTwoNodesThatClaimATaskTheSecondIsToldThatItIsGone() {
        runs(node, FIRST, 10);
        bid(node, 1, 2);
        node.hear("slow", new PeerMessage.MoveCall(7, 3, 0, 0, 0));
        node.hear("fast", new PeerMessage.MoveAward(1, 1));
        assertThat(node.askedToSuspend()).hasSize(1);
        node.hear("slow", new PeerMessage.MoveAward(7, 1));
        assertThat(node.askedToSuspend()).isEmpty();
        assertThat(node.sent(PeerMessage.MoveBid.class))
                .isEqualTo(new PeerMessage.MoveBid(7, List.of(), 0));
    }

    @Test
    void aClaimOfMoreThanTheBidIsAnsweredForEachThatDoesNotCome() {
        runs(node, FIRST, 10);
        bid(node, 1, 2);
        node.hear("fast", new PeerMessage.MoveAward(1, 3));
        assertThat(node.askedToSuspend()).hasSize(1);
        assertThat(node.all(Effect.Send.class))
                .extracting(Effect.Send::peerMessage)
                .filteredOn(PeerMessage.MoveBid.class::isInstance)
                .hasSize(2);
    }

    /** Else it would be handed to and fro between the two for as long as the quota is used up. */
    @Test
    void whatWaitsForAQuotaIsHandedOnAsAnyOther() {
        CoreFixture limited =
                new CoreFixture(
                        "n5",
                        2,
                        NodeConfig.Limits.DEFAULT,
                        new ProcessorQuotas(0, Map.of("alice", 1)),
                        "auto");
        PEERS.forEach(peer -> limited.link(peer, PEERS));
        limited.on(
                new Event.JobOpened(CoreFixture.CLIENT, CoreFixture.JOB, "hers", false, "alice"));
        limited.hear("owner", CoreFixture.offer(1, task(1), FIRST, 1, OWNER));
        OfferedTask moved = new OfferedTask(task(2), new Grant(1, 2), 1, OWNER, id("n5"));
        limited.hear("owner", new PeerMessage.Offer(1, 2, 0, List.of(moved), null));
        limited.hearLow("slow", 1, 0);
        PeerMessage.Offer offer = limited.sent(PeerMessage.Offer.class);
        assertThat(offer).isNotNull();
        assertThat(offer.tasks().getFirst().towards()).isNull();
    }

    @Test
    void aClaimThatAnswersNoCallSuspendsNothing() {
        runs(node, FIRST, 10);
        node.hear("fast", new PeerMessage.MoveAward(3, 1));
        assertThat(node.askedToSuspend()).isEmpty();
        bid(node, 4, 2);
        node.hear("fast", new PeerMessage.MoveAward(3, 1));
        assertThat(node.askedToSuspend()).isEmpty();
    }

    @Test
    void twoNodesThatRanTheSameKindAreComparedByIt() {
        CoreFixture knows = linked("auto");
        for (int i = 1; i <= 4; i++) {
            Task one = task(i);
            knows.hear("owner", CoreFixture.offer(i, one, FIRST, 1, OWNER));
            knows.finish(0, one.id(), FIRST, Outcome.succeeded(new Bytes(1))); // 10 ms each
        }
        Task last = task(5);
        knows.hear("owner", CoreFixture.offer(5, last, FIRST, 1, OWNER));
        knows.now += 10 * SECOND;
        KindTimes times = new KindTimes();
        times.finished("work", 1);
        long kind = times.kind();
        knows.hear("fast", new PeerMessage.MoveCall(1, 4, kind, 10_000_000, 4));
        PeerMessage.MoveBid same = knows.sent(PeerMessage.MoveBid.class);
        assertThat(same).isNotNull();
        assertThat(same.gains()).as("it is as fast, whatever was calibrated").isEmpty();
        knows.hear("fast", new PeerMessage.MoveCall(2, 1, kind, 2_500_000, 4));
        PeerMessage.MoveBid faster = knows.sent(PeerMessage.MoveBid.class);
        assertThat(faster).isNotNull();
        assertThat(faster.gains()).isNotEmpty();
    }

    // ---- Where a worker is idle

    private void isBusy(CoreFixture at, String peer, double speed) {
        at.hear(peer, new PeerMessage.Load(LoadState.HIGH, 1, 0, 1, 0, 1, 0, 65_535, speed));
    }

    private static List<NodeId> called(CoreFixture at) {
        return at.all(Effect.Send.class).stream()
                .filter(send -> send.peerMessage() instanceof PeerMessage.MoveCall)
                .map(send -> send.to().id())
                .toList();
    }

    private static List<NodeId> awarded(CoreFixture at) {
        return at.all(Effect.Send.class).stream()
                .filter(send -> send.peerMessage() instanceof PeerMessage.MoveAward)
                .map(send -> send.to().id())
                .toList();
    }

    private static void timer(CoreFixture at, long afterNanos) {
        at.now += afterNanos;
        at.on(new Event.TimerFired(Timer.MOVE));
    }

    private static NodeId id(String name) {
        return new NodeId(name);
    }

    @Test
    void callsTheSlowerNeighboursThatAreBusyTheSlowestFirst() {
        isBusy(node, "fast", 2);
        isBusy(node, "slow", 0.5);
        isBusy(node, "slower", 0.25);
        assertThat(called(node)).as("not at once").isEmpty();
        timer(node, GAP);
        assertThat(called(node)).containsExactly(id("slower"), id("slow"));
    }

    @Test
    void claimsTheTaskThatGainsMost() {
        isBusy(node, "slow", 0.5);
        isBusy(node, "slower", 0.25);
        timer(node, GAP);
        node.hear("slower", new PeerMessage.MoveBid(1, List.of(3 * SECOND), 0));
        assertThat(awarded(node)).isEmpty();
        node.hear("slow", new PeerMessage.MoveBid(1, List.of(4 * SECOND, SECOND), 0));
        assertThat(awarded(node)).containsExactly(id("slow"));
        assertThat(node.sent(PeerMessage.MoveAward.class))
                .isEqualTo(new PeerMessage.MoveAward(1, 1));
        long promised = node.now + LEASE;
        timer(node, GAP);
        assertThat(called(node)).as("its worker is promised").isEmpty();
        assertThat(node.all(Effect.SetTimer.class))
                .filteredOn(set -> set.timer() == Timer.MOVE)
                .extracting(Effect.SetTimer::atNanos)
                .as("it looks again when the task must have come")
                .containsExactly(promised);
        timer(node, LEASE);
        assertThat(called(node)).isNotEmpty();
    }

    @Test
    void doesNotWaitForBidsForEver() {
        isBusy(node, "slow", 0.5);
        isBusy(node, "slower", 0.25);
        timer(node, GAP);
        node.hear("slower", new PeerMessage.MoveBid(1, List.of(3 * SECOND), 0));
        timer(node, SECOND / 2);
        assertThat(awarded(node)).containsExactly(id("slower"));
    }

    @Test
    void callsAgainWhenAMoveMayPayAndNotBefore() {
        isBusy(node, "slow", 0.5);
        timer(node, GAP);
        node.hear("slow", new PeerMessage.MoveBid(1, List.of(), SECOND / 5));
        timer(node, SECOND / 10);
        assertThat(called(node)).isEmpty();
        timer(node, SECOND / 10);
        assertThat(called(node)).containsExactly(id("slow"));
    }

    @Test
    void callsOthersWhenWhatItClaimedIsGone() {
        isBusy(node, "slow", 0.5);
        isBusy(node, "slower", 0.25);
        timer(node, GAP);
        node.hear("slower", new PeerMessage.MoveBid(1, List.of(3 * SECOND), 0));
        node.hear("slow", new PeerMessage.MoveBid(1, List.of(2 * SECOND), 0));
        node.hear("slower", new PeerMessage.MoveBid(1, List.of(), 0));
        timer(node, GAP);
        assertThat(called(node)).contains(id("slow"));
    }

    @Test
    void callsNoneWhileItsWorkersAreBusyOrItLeaves() {
        isBusy(node, "slow", 0.5);
        node.hear("owner", CoreFixture.offer(1, task(1), FIRST, 1, OWNER));
        timer(node, GAP);
        assertThat(called(node)).isEmpty();
        CoreFixture leaves = linked("auto");
        isBusy(leaves, "slow", 0.5);
        leaves.on(new Event.DrainStarted("it is told to", SECOND));
        timer(leaves, GAP);
        assertThat(called(leaves)).isEmpty();
    }

    @Test
    void callsANeighbourThatBecomesBusyLater() {
        node.hear("slow", new PeerMessage.Load(LoadState.LOW, 1, 0, 0, 0, 1, 1, 0, 0.5));
        timer(node, GAP);
        assertThat(called(node)).as("it is idle").isEmpty();
        node.now += 60 * SECOND;
        node.hear("slow", new PeerMessage.Load(LoadState.HIGH, 2, 0, 1, 0, 1, 0, 65_535, 0.5));
        timer(node, GAP);
        assertThat(called(node)).containsExactly(id("slow"));
    }

    @Test
    void callsANeighbourWithSeveralWorkersThoughItSaysThatItIsLow() {
        node.hear("slow", new PeerMessage.Load(LoadState.LOW, 1, 0, 0, 0, 8, 8, 0, 0.5));
        timer(node, GAP);
        assertThat(called(node)).as("one of eight may be busy").containsExactly(id("slow"));
        node.hear("slow", new PeerMessage.MoveBid(1, List.of(), 0));
        timer(node, GAP);
        assertThat(called(node)).isEmpty();
        timer(node, LEASE);
        assertThat(called(node)).containsExactly(id("slow"));
    }

    @Test
    void doesNotCallWhereItIsToClose() {
        CoreFixture closes = linked("auto");
        isBusy(closes, "slow", 0.5);
        AvailabilitySpan soon = new AvailabilitySpan(0, closes.now + 30 * SECOND);
        closes.on(new Event.AvailabilitySet(List.of(soon), CloseMode.MOVE));
        timer(closes, GAP);
        assertThat(called(closes)).isEmpty();
    }

    @Test
    void aGapLongerThanTheLeaseIsKept() {
        CoreFixture patient = linked("auto(gap=10s)");
        isBusy(patient, "slow", 0.5);
        timer(patient, 10 * SECOND);
        assertThat(called(patient)).containsExactly(id("slow"));
        patient.hear("slow", new PeerMessage.MoveBid(1, List.of(), 1));
        timer(patient, 9 * SECOND);
        assertThat(called(patient)).isEmpty();
        timer(patient, SECOND);
        assertThat(called(patient)).containsExactly(id("slow"));
    }

    @Test
    void oneFewerThanClaimedReleasesOneWorker() {
        CoreFixture two = new CoreFixture("n5", 2, "auto");
        PEERS.forEach(peer -> two.link(peer, PEERS));
        isBusy(two, "slow", 0.5);
        timer(two, GAP);
        two.hear("slow", new PeerMessage.MoveBid(1, List.of(3 * SECOND, 2 * SECOND), 0));
        assertThat(two.sent(PeerMessage.MoveAward.class))
                .isEqualTo(new PeerMessage.MoveAward(1, 2));
        two.hear("slower", new PeerMessage.MoveBid(1, List.of(), 0));
        timer(two, GAP);
        assertThat(called(two)).as("nothing of it was claimed").isEmpty();
        two.hear("slow", new PeerMessage.MoveBid(1, List.of(), 0));
        assertThat(called(two)).containsExactly(id("slow"));
    }

    @Test
    void aNodeThatDoesNotSayHowFastItIsIsNotCalled() {
        node.hear("slow", new PeerMessage.Load(LoadState.HIGH, 1, 0, 1, 0, 1, 0, 65_535));
        timer(node, GAP);
        assertThat(called(node)).isEmpty();
    }

    // ---- On its way

    @Test
    void startsWhereItWasSentThoughAnotherNodeIsIdleToo() {
        CoreFixture two = new CoreFixture("n5", 2, "auto");
        PEERS.forEach(peer -> two.link(peer, PEERS));
        two.hear("owner", CoreFixture.offer(1, task(1), FIRST, 1, OWNER));
        two.hearLow("slow", 1, 0);
        Task moved = task(2);
        OfferedTask offered = new OfferedTask(moved, new Grant(1, 2), 1, OWNER, id("n5"));
        two.hear("owner", new PeerMessage.Offer(1, 2, 0, List.of(offered), null));
        assertThat(two.started()).hasSize(1);
        assertThat(two.sent(PeerMessage.Offer.class)).isNull();
    }

    @Test
    void goesByTheNodeThatItWasSuspendedAtWhereItsOwnerHasNoLinkToTheOther() {
        Task own =
                new Task(new TaskId(CoreFixture.CLIENT, 1), task(1).kind(), new Bytes(10), 1, null);
        node.submit(own);
        node.hearLow("slow", 1, 0);
        node.finish(0, own.id(), FIRST, Outcome.suspended(new Bytes(77)));
        Result result =
                new Result(
                        own.id(), new Grant(1, 2), Outcome.suspended(new Bytes(77)), 5, id("far"));
        node.hear("slow", new PeerMessage.Results(List.of(result), null));
        assertThat(node.all(Effect.Send.class))
                .filteredOn(send -> send.peerMessage() instanceof PeerMessage.Offer)
                .extracting(send -> send.to().id())
                .containsExactly(id("slow"));
        PeerMessage.Offer offer = node.sent(PeerMessage.Offer.class);
        assertThat(offer).isNotNull();
        assertThat(offer.tasks().getFirst().towards()).isEqualTo(id("far"));
        PeerMessage.HandOver one = new PeerMessage.HandOver(own.id(), new Grant(1, 3), 1);
        node.hear("slow", new PeerMessage.OfferAnswer(1, List.of(), List.of(one), "no room"));
        assertThat(node.sent(PeerMessage.Offer.class)).as("it is not offered in circles").isNull();
    }
}
