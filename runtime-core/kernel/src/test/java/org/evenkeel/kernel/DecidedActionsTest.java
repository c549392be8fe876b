package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.kernel.load.WorkerBusyLoad;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Share;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.TaskArrival;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.Distance;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.PeerMessage;
import org.junit.jupiter.api.Test;

/** What a policy may decide beyond placing, whichever policy it is. */
class DecidedActionsTest {

    private static final NodeId A = new NodeId("a");
    private static final NodeId B = new NodeId("b");

    /** Decides on settling what a test wants; keeps every task. */
    private static final class OnSettled implements Policy {
        private Decision next = Decision.NOTHING;
        private int hopLimit = Integer.MAX_VALUE;
        private int hopsSeen = -1;

        @Override
        public String name() {
            return "on-settled";
        }

        @Override
        public Decision onTask(NodeView view, TaskArrival taskArrival) {
            hopsSeen = taskArrival.hops();
            return Decision.keep(view);
        }

        @Override
        public Decision onSettled(NodeView after) {
            Decision now = next;
            next = Decision.NOTHING;
            return now;
        }

        @Override
        public int distance(NodeView after) {
            return 3;
        }

        @Override
        public int hopLimit() {
            return hopLimit;
        }
    }

    private final OnSettled policy = new OnSettled();
    private final RecordingHands node =
            new RecordingHands(policy, new WorkerBusyLoad()).linkedTo("a", "b");

    @Test
    void severalNeighboursAreAskedAtOnceEachForItsShare() {
        node.room = 7;
        policy.next =
                Decision.of(
                        new Action.Request(
                                List.of(new Share(0, 4), new Share(1, Action.Request.ROOM))),
                        "test");
        assertThat(node.ended()).containsExactly("ask>a", "ask>b");
        assertThat(node.lastRequests)
                .containsEntry(A, new PeerMessage.Request(4))
                .containsEntry(B, new PeerMessage.Request(7));
    }

    @Test
    void aNeighbourWhoseLinkIsDownIsNotAsked() {
        node.balancer.linkDown(A);
        policy.next =
                Decision.of(new Action.Request(List.of(new Share(0, 1), new Share(1, 1))), "test");
        assertThat(node.ended()).containsExactly("ask>b");
    }

    @Test
    void waitingTasksArePushedWhenAnEventIsDealtWith() {
        node.busy = 2;
        for (int i = 1; i <= 4; i++) {
            node.waiting.add(RecordingHands.task(i));
        }
        policy.next =
                Decision.of(new Action.Give(List.of(new Share(1, 2), new Share(0, 1))), "test");
        assertThat(node.ended()).containsExactly("t1>b", "t2>b", "t3>a");
        assertThat(node.balancer.view().neighbours().get(1).waiting()).isEqualTo(2);
    }

    /** Their worker would be sent them again at once, and asked for them again, and so on. */
    @Test
    void prefetchedTasksAreNotPushed() {
        node.busy = 2;
        node.prefetched = 5;
        node.waiting.add(RecordingHands.task(1));
        policy.next = Decision.of(Action.Give.to(0, 3), "test");
        assertThat(node.ended()).containsExactly("t1>a");
    }

    @Test
    void aTaskThatHasTravelledTooFarIsNotGivenAway() {
        node.busy = 2;
        for (int i = 1; i <= 3; i++) {
            HeldTask task = RecordingHands.task(i);
            task.hop = i == 2 ? 1 : 5;
            node.waiting.add(task);
        }
        policy.hopLimit = 5;
        policy.next = Decision.of(Action.Give.to(0, 3), "test");
        assertThat(node.ended()).containsExactly("t2>a");
        assertThat(node.waiting.size()).isEqualTo(2);
    }

    @Test
    void aPolicyIsToldHowOftenATaskWasHandedOver() {
        HeldTask task = RecordingHands.task(1);
        task.hop = 3;
        node.balancer.place(task, A);
        assertThat(policy.hopsSeen).isEqualTo(3);
    }

    @Test
    void everyLoadTellsTheDistanceThatThePolicyKnows() {
        node.balancer.afterRefusal(A);
        assertThat(node.ended()).containsExactly("L>a");
        assertThat(node.lastLoads.get(A).distance()).isEqualTo(3);
        assertThat(node.balancer.view().neighbours().getFirst().announcedCounts().distance())
                .isEqualTo(3);
        node.balancer.setFrozenOut(true);
        node.ended();
        assertThat(node.lastLoads.get(A).distance()).isEqualTo(Distance.UNKNOWN);
    }

    /** Else a question that is not sent is waited for. */
    @Test
    void aNodeThatIsFrozenOutDecidesNothingOnSettling() {
        node.balancer.setFrozenOut(true);
        node.ended();
        policy.next = Decision.of(Action.Request.of(0, 1), "test");
        assertThat(node.ended()).isEmpty();
        node.balancer.setFrozenOut(false);
        assertThat(node.ended()).contains("ask>a");
    }

    @Test
    void offersThatANeighbourHadNotSeenCountAsWaitingThere() {
        RecordingHands sender =
                new RecordingHands(Policies.parse("hybrid").create(1), new WorkerBusyLoad())
                        .linkedTo("a");
        sender.busy = 2;
        sender.balancer.onLoad(A, new PeerMessage.Load(LoadState.LOW, 1, 0, 0, 0, 2, 2, 0));
        sender.balancer.place(RecordingHands.task(1), null);
        sender.balancer.place(RecordingHands.task(2), null);
        sender.balancer.onLoad(A, new PeerMessage.Load(LoadState.MODERATE, 2, 1, 1, 0, 2, 1, 0));
        assertThat(sender.balancer.view().neighbours().getFirst().tasks()).isEqualTo(2);
    }

    @Test
    void withAHopLimitAFarTravelledTaskStaysThoughANeighbourIsLow() {
        RecordingHands limited =
                new RecordingHands(
                                Policies.parse("hybrid(hop-limit=2)").create(1),
                                new WorkerBusyLoad())
                        .linkedTo("a", "b");
        limited.busy = 2;
        limited.balancer.onLoad(B, new PeerMessage.Load(LoadState.LOW, 1, 0, 0, 0, 2, 1, 0));
        HeldTask far = RecordingHands.task(1);
        far.hop = 2;
        limited.balancer.place(far, A);
        HeldTask near = RecordingHands.task(2);
        near.hop = 1;
        limited.balancer.place(near, A);
        assertThat(limited.takeDid()).containsExactly("waits t1", "t2>b");
        limited.balancer.onLoad(B, new PeerMessage.Load(LoadState.LOW, 2, 1, 0, 0, 2, 1, 0));
        assertThat(limited.takeDid()).isEmpty();
    }
}
