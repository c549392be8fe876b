package org.evenkeel.simulator.check;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.Digest;
import org.evenkeel.model.JobId;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.Submission;
import org.evenkeel.testing.SampleTasks;
import org.junit.jupiter.api.Test;

/** S21 and S22: a task that waits has reasons, and what only messages can end does not last. */
class ReasonRulesTest {
    private static final long LIMIT_NANOS = 1_000;
    private static final int LOOKS = 61;
    private static final NodeRef B = new NodeRef(new NodeId("b"), 1, "sim", 1);

    private final NodeOfTest node = new NodeOfTest(0, "a");
    private final ClusterOfTest cluster = new ClusterOfTest(node);
    private final NodeOfTest idle = new NodeOfTest(1, "b");
    private final ClusterOfTest two = new ClusterOfTest(node, idle);
    private final ReasonRules rules = new ReasonRules(cluster, true, LIMIT_NANOS);

    private void on(Event event) {
        node.core.handle(0, event);
    }

    private void look() {
        for (int event = 0; event < LOOKS; event++) {
            rules.settled(node);
        }
    }

    private static Submission submission(long number) {
        Digest code = new Digest(1, 2, 3, 4);
        TaskKind kind = new TaskKind(new JobId(1), "sample", code, TaskKind.Options.DEFAULT);
        Task task = SampleTasks.task(number, kind, 1, null);
        return new Submission(task, 1);
    }

    /** Of two tasks at a node with one worker the second is offered to b, which does not answer. */
    private void offerToSilentNode() {
        Submission first = submission(1);
        long client = first.task().id().origin();
        on(new Event.SessionOpened(client, false));
        on(new Event.SessionOpened(77, true));
        on(new Event.SlotOpened(0, null));
        on(new Event.NeighboursSet(List.of(B.id()), 2));
        on(new Event.PeerUp(B));
        on(
                new Event.MessageReceived(
                        B.id(), new PeerMessage.Load(LoadState.LOW, 1, 0, 0, 0, 1, 1, 0)));
        on(new Event.TasksSubmitted(client, List.of(first, submission(2))));
    }

    @Test
    void anOfferThatIsNotAnsweredForLongerThanTheLimitIsFound() {
        offerToSilentNode();
        look();
        cluster.nowNanos = LIMIT_NANOS;
        assertThatCode(this::look).doesNotThrowAnyException();
        cluster.nowNanos = LIMIT_NANOS + 1;
        assertThatThrownBy(this::look)
                .isInstanceOf(Violation.class)
                .hasMessageContaining("S22: it is HANDING at a because of BEING_HANDED");
    }

    @Test
    void whileThereAreFaultsItMayLast() {
        offerToSilentNode();
        cluster.healed = false;
        look();
        cluster.nowNanos = LIMIT_NANOS + 1;
        assertThatCode(this::look).doesNotThrowAnyException();
        cluster.healed = true;
        cluster.nowNanos = 2 * LIMIT_NANOS + 1;
        assertThatCode(this::look).doesNotThrowAnyException();
        cluster.nowNanos = 2 * LIMIT_NANOS + 2;
        assertThatThrownBy(this::look).isInstanceOf(Violation.class);
    }

    // ---- At a node that is linked

    /** Of two tasks at a node with one worker the second waits, beside b, which has an idle one. */
    private void waitBesideAnIdleNode() {
        Submission first = submission(1);
        long client = first.task().id().origin();
        on(new Event.SessionOpened(client, false));
        on(new Event.SlotOpened(0, null));
        on(new Event.NeighboursSet(List.of(B.id()), 2));
        on(new Event.PeerUp(B));
        on(new Event.TasksSubmitted(client, List.of(first, submission(2))));
        idle.core.handle(0, new Event.NeighboursSet(List.of(node.ref.id()), 2));
        idle.core.handle(0, new Event.SlotOpened(0, null));
    }

    private void lookAtBoth(ReasonRules both) {
        for (int event = 0; event < LOOKS; event++) {
            both.settled(node);
        }
    }

    @Test
    void aTaskMayNotWaitForEverBesideAnIdleNodeThatIsTakenForFull() {
        waitBesideAnIdleNode();
        ReasonRules both = new ReasonRules(two, true, LIMIT_NANOS);
        lookAtBoth(both);
        two.nowNanos = LIMIT_NANOS + 1;
        assertThatThrownBy(() -> lookAtBoth(both))
                .isInstanceOf(Violation.class)
                .hasMessageContaining("S22: it is READY at a because of TAKEN_FOR_FULL of b");
    }

    @Test
    void untilTheIdleNodeIsBusyToo() {
        waitBesideAnIdleNode();
        ReasonRules both = new ReasonRules(two, true, LIMIT_NANOS);
        lookAtBoth(both);
        idle.core.handle(0, new Event.SessionOpened(77, false));
        Task other = SampleTasks.task(9, submission(1).task().kind(), 1, null);
        idle.core.handle(0, new Event.TasksSubmitted(77, List.of(new Submission(other, 1))));
        two.nowNanos = LIMIT_NANOS + 1;
        assertThatCode(() -> lookAtBoth(both)).doesNotThrowAnyException();
    }

    @Test
    void aPolicyWithoutThatPromiseMayLetItWait() {
        waitBesideAnIdleNode();
        ReasonRules both = new ReasonRules(two, false, LIMIT_NANOS);
        lookAtBoth(both);
        two.nowNanos = LIMIT_NANOS + 1;
        assertThatCode(() -> lookAtBoth(both)).doesNotThrowAnyException();
    }
}
