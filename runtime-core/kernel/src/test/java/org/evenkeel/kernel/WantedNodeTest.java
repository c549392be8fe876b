package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.kernel.load.WorkerBusyLoad;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.Grant;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.testing.SampleTasks;
import org.junit.jupiter.api.Test;

/** A task whose submitter wants it to run at a certain node, whatever the policy. */
class WantedNodeTest {

    private static final NodeId A = new NodeId("a");
    private static final NodeId B = new NodeId("b");

    private final RecordingHands node = nodeOf("hybrid");

    private static RecordingHands nodeOf(String policy) {
        return new RecordingHands(Policies.parse(policy).create(1), new WorkerBusyLoad())
                .linkedTo("a", "b");
    }

    private static HeldTask wanted(long number, String where) {
        NodeRef owner = new NodeRef(new NodeId("owner"), 1, "", 0);
        return new HeldTask(
                SampleTasks.task(number, SampleTasks.kindFor(new NodeId(where), 1, 5, 0), 1, null),
                Grant.first(1),
                0,
                owner);
    }

    private static PeerMessage.Load load(LoadState state, long seq, long received, int busy) {
        return new PeerMessage.Load(state, seq, received, busy, 0, 2, 1, 0);
    }

    @Test
    void isSentThereThoughAWorkerIsIdleHereAndAllAreBusyThere() {
        node.balancer.onLoad(B, load(LoadState.HIGH, 1, 0, 2));
        node.takeDid();
        node.balancer.place(wanted(1, "b"), null);
        node.balancer.place(wanted(2, "b"), A);
        assertThat(node.takeDid()).containsExactly("t1>b", "t2>b");
    }

    @Test
    void isSentThereByAPolicyThatKeepsEverything() {
        RecordingHands keeper = nodeOf("none");
        keeper.balancer.place(wanted(1, "a"), null);
        assertThat(keeper.takeDid()).containsExactly("t1>a");
    }

    @Test
    void waitsHereWhenThisIsTheNodeAndIsNotHandedOn() {
        node.busy = 2;
        node.balancer.onLoad(A, load(LoadState.LOW, 1, 0, 0));
        node.takeDid();
        node.balancer.place(wanted(1, "self"), null);
        assertThat(node.takeDid()).containsExactly("waits t1");
        node.balancer.onRequest(A, 4);
        assertThat(node.takeDid()).containsExactly("nothing>a");
        node.busy = 1;
        node.balancer.workerFree();
        assertThat(node.takeDid()).containsExactly("start t1");
    }

    @Test
    void isATaskLikeAnyOtherWhenThatNodeIsGone() {
        node.balancer.linkDown(B);
        node.balancer.place(wanted(1, "b"), null);
        node.balancer.place(wanted(2, "nobody"), null);
        assertThat(node.takeDid()).containsExactly("start t1", "start t2");
    }

    @Test
    void isATaskLikeAnyOtherWhenThatNodeRefusesIt() {
        HeldTask task = wanted(1, "b");
        node.balancer.place(task, null);
        assertThat(node.takeDid()).containsExactly("t1>b");
        node.balancer.refused(task, B);
        assertThat(node.takeDid()).containsExactly("start t1");
    }

    @Test
    void isHandedOnWhenNothingCanRunHere() {
        node.busy = 2;
        node.balancer.place(wanted(1, "self"), null);
        node.workers = 0;
        node.takeDid();
        node.balancer.onRequest(A, 1);
        assertThat(node.takeDid()).containsExactly("t1>a");
    }
}
