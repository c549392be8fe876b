package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.evenkeel.kernel.load.LoadModels;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.Distance;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.model.protocol.PeerMessage;
import org.junit.jupiter.api.Test;

class BalancerTest {

    private static final NodeId A = new NodeId("a");
    private static final NodeId B = new NodeId("b");

    private static RecordingHands node(String policy, String model) {
        return new RecordingHands(Policies.parse(policy).create(1), LoadModels.parse(model));
    }

    private static RecordingHands node(String policy) {
        return node(policy, "worker-busy").linkedTo("a", "b");
    }

    private static PeerMessage.Load load(LoadState state, long seq, long received, int room) {
        return new PeerMessage.Load(state, seq, received, 0, 0, 2, room, Distance.of(state));
    }

    @Test
    void tellsItsLoadOnANewLinkWhateverWasTold() {
        RecordingHands node = node("hybrid");
        node.balancer.linkDown(A);
        assertThat(node.ended()).isEmpty();
        node.balancer.linkUp(A, Features.ALL);
        assertThat(node.ended()).containsExactly("L>a");
        assertThat(node.lastLoads.get(A))
                .isEqualTo(new PeerMessage.Load(LoadState.LOW, 1, 0, 0, 0, 2, 1, 0));
    }

    @Test
    void ignoresLoadsWrittenBeforeItsLastOfferWasSeen() {
        RecordingHands node = node("hybrid");
        node.busy = 2;
        node.balancer.onLoad(A, load(LoadState.LOW, 1, 0, 1));
        node.balancer.place(RecordingHands.task(1), null);
        node.balancer.place(RecordingHands.task(2), null);
        assertThat(node.ended()).containsExactly("t1>a", "waits t2", "H>a", "H>b");
        node.balancer.onLoad(A, load(LoadState.MODERATE, 2, 0, 1));
        assertThat(node.ended()).isEmpty();
        node.balancer.onLoad(A, load(LoadState.MODERATE, 3, 1, 1));
        assertThat(node.ended()).containsExactly("t2>a");
        node.balancer.onLoad(A, load(LoadState.LOW, 3, 2, 1));
        assertThat(node.balancer.neighbours().getFirst().believed()).isEqualTo(LoadState.HIGH);
    }

    /** A task would wait for a neighbour that is believed LOW and not chosen, having no workers. */
    @Test
    void believesThatANeighbourHasClosedWhateverItHadSeen() {
        RecordingHands node = node("hybrid(placement=local-first,fit=best)");
        node.busy = 2;
        node.balancer.onLoad(A, load(LoadState.LOW, 1, 0, 2));
        node.balancer.place(RecordingHands.task(1), null);
        assertThat(node.ended()).contains("t1>a");
        node.balancer.onLoad(A, load(LoadState.LOW, 2, 1, 2));
        node.balancer.place(RecordingHands.task(2), null);
        node.balancer.onLoad(A, new PeerMessage.Load(LoadState.HIGH, 3, 1, 0, 0, 0, 0, 65_535));
        assertThat(node.balancer.neighbours().getFirst().believed()).isEqualTo(LoadState.HIGH);
    }

    /** A peer that leaves is as good as gone, though its last words may still arrive. */
    @Test
    void ignoresLoadsOfAPeerWhoseLinkIsDown() {
        RecordingHands node = node("hybrid");
        node.busy = 2;
        node.waiting.add(RecordingHands.task(1));
        node.balancer.linkDown(A);
        node.balancer.onLoad(A, load(LoadState.LOW, 1, 0, 1));
        assertThat(node.takeDid()).isEmpty();
        assertThat(node.balancer.neighbours().getFirst().believed()).isEqualTo(LoadState.HIGH);
    }

    @Test
    void fillsTheRoomOfANeighbourInOneBatchAndNoMore() {
        RecordingHands node = node("hybrid");
        node.busy = 2;
        for (int i = 1; i <= 5; i++) {
            node.waiting.add(RecordingHands.task(i));
        }
        node.balancer.onLoad(A, load(LoadState.LOW, 1, 0, 3));
        assertThat(node.takeDid()).containsExactly("t1>a", "t2>a", "t3>a");
        assertThat(node.balancer.neighbours().getFirst().believed()).isEqualTo(LoadState.HIGH);
        node.balancer.onLoad(B, load(LoadState.LOW, 1, 0, 3));
        assertThat(node.takeDid()).containsExactly("t4>b", "t5>b");
        assertThat(node.balancer.neighbours().getLast().believed()).isEqualTo(LoadState.LOW);
        assertThat(node.balancer.neighbours().getLast().room()).isOne();
    }

    @Test
    void sendsOneTaskAtATimeAsTheLiteralPolicy() {
        RecordingHands node = node("hybrid-1997");
        node.busy = 2;
        node.room = 2;
        node.waiting.add(RecordingHands.task(1));
        HeldTask second = RecordingHands.task(2);
        node.waiting.add(second);
        node.balancer.onLoad(A, load(LoadState.LOW, 1, 0, 3));
        assertThat(node.takeDid()).containsExactly("t1>a");
        node.balancer.linkUp(A, Features.ALL);
        node.balancer.announce();
        node.waiting.remove(second);
        node.busy--;
        node.balancer.workerFree();
        node.ended();
        assertThat(node.lastLoads.get(A).room()).isOne();
    }

    @Test
    void recallsPrefetchedTasksForANeighbourWithRoom() {
        RecordingHands node = node("hybrid");
        node.busy = 2;
        node.prefetched = 5;
        node.waiting.add(RecordingHands.task(1));
        node.balancer.onLoad(A, load(LoadState.MODERATE, 1, 0, 4));
        assertThat(node.takeDid()).containsExactly("t1>a", "recall 3");
        assertThat(node.balancer.neighbours().getFirst().believed()).isEqualTo(LoadState.MODERATE);
        node.prefetched = 2;
        node.balancer.place(RecordingHands.task(7), null);
        assertThat(node.takeDid()).containsExactly("t7>a");
    }

    @Test
    void recallsAPrefetchedTaskForItsOwnFreeSlot() {
        RecordingHands node = node("hybrid");
        node.busy = 1;
        node.prefetched = 3;
        node.balancer.workerFree();
        assertThat(node.takeDid()).containsExactly("recall 1");
    }

    @Test
    void tellsANeighbourThatMayStillSendMoreThanThereIsRoomFor() {
        RecordingHands node = node("hybrid", "worker-busy");
        node.room = 2;
        node.linkedTo("a");
        node.balancer.offerAnswered(A);
        node.balancer.place(RecordingHands.task(1), A);
        node.busy = 2;
        assertThat(node.ended()).containsExactly("start t1", "H>a");
        node.balancer.offerAnswered(A);
        node.balancer.place(RecordingHands.task(2), A);
        assertThat(node.ended()).containsExactly("waits t2");
    }

    @Test
    void aRefusedTaskIsPlacedAgainAndItsReceiverTakenForFull() {
        RecordingHands node = node("hybrid");
        node.busy = 2;
        node.balancer.onLoad(A, load(LoadState.LOW, 1, 0, 5));
        node.balancer.place(RecordingHands.task(1), null);
        node.takeDid();
        node.balancer.refused(RecordingHands.task(1), A);
        assertThat(node.takeDid()).containsExactly("waits t1");
        assertThat(node.balancer.neighbours().getFirst().room()).isZero();
    }

    /** The literal policy would not tell by itself. */
    @Test
    void aRefusalIsFollowedByTheTruth() {
        RecordingHands node = node("hybrid-1997");
        node.balancer.offerAnswered(A);
        assertThat(node.ended()).isEmpty();
        node.balancer.afterRefusal(A);
        assertThat(node.ended()).containsExactly("L>a");
        assertThat(node.lastLoads.get(A).received()).isOne();
    }

    @Test
    void aDrainingNodeIsFullForEverybody() {
        RecordingHands node = node("receiver-initiated");
        node.balancer.setFrozenOut(true);
        assertThat(node.ended()).containsExactly("H>a", "H>b");
        assertThat(node.lastLoads.get(A).room()).isZero();
        assertThat(node.balancer.state()).isEqualTo(LoadState.HIGH);
        node.balancer.setFrozenOut(false);
        assertThat(node.ended()).contains("L>a", "L>b");
    }

    @Test
    void newWorkersTakeWaitingTasks() {
        RecordingHands node = node("hybrid");
        node.busy = 2;
        for (int i = 1; i <= 3; i++) {
            node.balancer.place(RecordingHands.task(i), null);
        }
        node.ended();
        node.workers = 4;
        node.balancer.drainWaiting();
        assertThat(node.ended()).containsExactly("start t1", "start t2");
        node.workers = 8;
        node.balancer.drainWaiting();
        assertThat(node.ended()).containsExactly("start t3", "M>a", "M>b");
    }

    @Test
    void bestFitComparesBusyAndWaitingTasksPerWorker() {
        RecordingHands node = node("hybrid(fit=best)");
        node.busy = 2;
        node.balancer.onLoad(A, new PeerMessage.Load(LoadState.MODERATE, 1, 0, 1, 0, 2, 1, 0));
        node.balancer.onLoad(B, new PeerMessage.Load(LoadState.MODERATE, 1, 0, 1, 0, 4, 1, 0));
        node.balancer.place(RecordingHands.task(1), null);
        assertThat(node.takeDid()).containsExactly("t1>b");
    }

    @Test
    void rotatingFitTakesTurns() {
        RecordingHands node = node("hybrid(fit=rotating)");
        node.busy = 2;
        node.balancer.onLoad(A, load(LoadState.LOW, 1, 0, 5));
        node.balancer.onLoad(B, load(LoadState.LOW, 1, 0, 5));
        for (int i = 1; i <= 3; i++) {
            node.balancer.place(RecordingHands.task(i), null);
        }
        assertThat(node.takeDid()).containsExactly("t1>a", "t2>b", "t3>a");
    }

    @Test
    void aNeighboursTaskGoesOnOnlyToALowOneUnderAQueueStackLoad() {
        RecordingHands node = node("hybrid", "queue-stack").linkedTo("a", "b");
        node.busy = 2;
        node.balancer.onLoad(B, load(LoadState.MODERATE, 1, 0, 1));
        node.balancer.offerAnswered(A);
        node.balancer.place(RecordingHands.task(1), A);
        assertThat(node.takeDid()).containsExactly("waits t1");
        node.balancer.place(RecordingHands.task(2), null);
        assertThat(node.takeDid()).containsExactly("t2>b");
        node.balancer.onLoad(B, load(LoadState.MODERATE, 2, 1, 1));
        assertThat(node.takeDid()).isEmpty();
        node.balancer.onLoad(B, load(LoadState.LOW, 3, 1, 1));
        assertThat(node.takeDid()).containsExactly("t1>b");
    }

    /** Else a task can circle among nodes that are all partly idle, and so all LOW. */
    @Test
    void aPartlyIdleNodeStartsANeighboursTaskUnderAQueueStackLoad() {
        RecordingHands node = node("hybrid", "queue-stack").linkedTo("a", "b");
        node.busy = 1;
        node.balancer.onLoad(B, load(LoadState.LOW, 1, 0, 1));
        node.balancer.offerAnswered(A);
        node.balancer.place(RecordingHands.task(1), A);
        assertThat(node.takeDid()).containsExactly("start t1");
    }

    @Test
    void receiverAsksOneAfterTheOtherAndSleepsLongerAndLonger() {
        RecordingHands node = node("receiver-initiated", "worker-busy");
        node.balancer.setNeighbours(List.of(A, B));
        node.balancer.linkUp(A, Features.ALL);
        node.balancer.linkUp(B, Features.ALL);
        assertThat(node.ended()).containsExactly("ask>a", "L>a", "L>b");
        assertThat(node.ended()).isEmpty();
        node.balancer.onNothingToGive(A);
        assertThat(node.ended()).containsExactly("ask>b");
        node.balancer.onNothingToGive(B);
        assertThat(node.ended()).containsExactly("wake 1000000");
        node.balancer.onTimer();
        assertThat(node.ended()).containsExactly("ask>a");
        node.balancer.linkDown(A);
        assertThat(node.ended()).containsExactly("wake 2000000");
        node.balancer.onTimer();
        assertThat(node.ended()).containsExactly("ask>b");
        node.balancer.offerAnswered(B);
        node.balancer.place(RecordingHands.task(1), B);
        assertThat(node.ended()).containsExactly("start t1", "ask>b");
    }

    @Test
    void theAskedGivesOrSaysThatThereIsNothing() {
        RecordingHands node = node("receiver-initiated");
        node.busy = 2;
        node.balancer.onRequest(A, 2);
        assertThat(node.ended()).containsExactly("nothing>a");
        for (int i = 1; i <= 3; i++) {
            node.balancer.place(RecordingHands.task(i), null);
        }
        node.takeDid();
        node.balancer.onRequest(A, 9);
        assertThat(node.ended()).containsExactly("t1>a", "t2>a");
        assertThat(node.waiting.takeToStart(0)).isNotNull();
        node.prefetched = 1;
        node.balancer.onRequest(B, 1);
        assertThat(node.ended()).containsExactly("recall 1", "nothing>b");
    }

    @Test
    void keepsWhatIsKnownOfNeighboursThatStay() {
        RecordingHands node = node("hybrid");
        node.balancer.onLoad(A, load(LoadState.MODERATE, 1, 0, 1));
        node.balancer.setNeighbours(List.of(B, A));
        assertThat(node.balancer.neighbours().getLast().believed()).isEqualTo(LoadState.MODERATE);
        assertThat(node.ended()).isEmpty();
        node.balancer.setNeighbours(List.of(B));
        assertThat(node.balancer.isNeighbour(A)).isFalse();
        node.balancer.onLoad(A, load(LoadState.LOW, 2, 0, 1));
        node.balancer.setNeighbours(List.of(A));
        assertThat(node.balancer.neighbours().getFirst().believed()).isEqualTo(LoadState.LOW);
        assertThat(node.ended()).containsExactly("L>a");
        assertThatThrownBy(() -> node.balancer.setNeighbours(List.of(A, A)))
                .hasMessageContaining("twice");
    }

    @Test
    void viewsAreKeptUntilSomethingChanges() {
        RecordingHands node = node("hybrid");
        List<NeighbourView> before = node.balancer.view().neighbours();
        assertThat(node.balancer.view().neighbours()).isSameAs(before);
        node.balancer.onLoad(B, load(LoadState.MODERATE, 1, 0, 1));
        List<NeighbourView> after = node.balancer.view().neighbours();
        assertThat(after).isNotSameAs(before);
        assertThat(after.getFirst()).isSameAs(before.getFirst());
    }
}
