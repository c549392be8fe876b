package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.Submission;
import org.junit.jupiter.api.Test;

/** A client comes back to a when b has been told to own what the client had there. */
class SubmissionsOnHoldTest {
    private static final long CLIENT = CoreFixture.CLIENT;
    private static final NodeRef B = CoreFixture.ref("b", 1);
    private static final NodeRef B_ANEW = CoreFixture.ref("b", 2);
    private static final int AGAIN = 1 + Grant.CLIENT_STRIDE;

    private CoreFixture node = new CoreFixture("a", 0);

    private void comesBack() {
        node.link("b", List.of("b", "c"));
        node.on(new Event.PeerUp(CoreFixture.ref("c", 1)));
        node.submit(CoreFixture.task(1));
        node.hear("b", new PeerMessage.SessionMoved(CLIENT, 2, 0, false));
        node.hear("b", new PeerMessage.Adopted(1));
        assertThat(node.sent(PeerMessage.AdoptAll.class)).isNotNull();
        attaches(3);
    }

    private void attaches(int attachment) {
        node.on(new Event.SessionOpened(CLIENT, false, attachment, List.of(B)));
    }

    private void submitsAgain(Task... tasks) {
        List<Submission> all = new ArrayList<>();
        for (Task task : tasks) {
            all.add(new Submission(task, AGAIN));
        }
        node.on(new Event.TasksSubmitted(CLIENT, all));
    }

    private void comesBackAndSubmitsOneMore() {
        comesBack();
        submitsAgain(CoreFixture.task(2));
        node.on(new Event.SubmittedAgain(CLIENT, 2));
    }

    private void thatNodeHasTheRest() {
        node.hear("b", new PeerMessage.Adopted(2));
    }

    private void thatNodeRefuses() {
        node.hear("b", new PeerMessage.AnswerAdopted(CLIENT, false));
    }

    private List<Long> accepted() {
        return node.all(Effect.Accept.class).stream().map(Effect.Accept::upTo).toList();
    }

    /** It submits the task there, under the same epoch: only one of the two nodes may grant it. */
    @Test
    void whatItSubmitsFirstIsNotAcceptedHereWhenThatNodeHasTheRest() {
        comesBackAndSubmitsOneMore();
        assertThat(accepted()).doesNotContain(2L);
        assertThat(node.core.status().owned()).isEqualTo(1);
        thatNodeHasTheRest();
        assertThat(node.core.status().owned()).isZero();
        assertThat(accepted()).isEmpty();
    }

    @Test
    void whatItSubmitsFirstIsAcceptedHereWhenThatNodeRefuses() {
        comesBackAndSubmitsOneMore();
        thatNodeRefuses();
        assertThat(accepted()).contains(2L);
        assertThat(node.core.status().owned()).isEqualTo(2);
    }

    /**
     * If it has lost its link by then and comes back here, this node knows nothing of it. If it is
     * back already when it is to be told, what it submits may be accepted here: it is not told.
     */
    @Test
    void itIsToldToGoToThatNodeAndItsSessionIsForgotten() {
        comesBack();
        thatNodeHasTheRest();
        assertThat(node.effects)
                .containsSubsequence(
                        new Effect.PassSession(CLIENT, 3, B), new Effect.ForgetSession(CLIENT));
    }

    @Test
    void whatIsStillOnItsWayWhenItIsToldToGoIsNotAccepted() {
        comesBack();
        thatNodeHasTheRest();
        node.submit(CoreFixture.task(2));
        assertThat(accepted()).isEmpty();
        assertThat(node.all(Effect.Reject.class)).isEmpty();
        assertThat(node.core.status().owned()).isZero();
        attaches(5);
        submitsAgain(CoreFixture.task(2));
        assertThat(accepted()).as("it is here again").contains(2L);
    }

    @Test
    void aJobThatItOpensOnItsWayIsNotKept() {
        comesBack();
        thatNodeHasTheRest();
        node.on(new Event.JobOpened(CLIENT, CoreFixture.JOB, "lasting", true, ""));
        assertThat(node.all(Effect.Persist.class)).isEmpty();
        attaches(5);
        node.on(new Event.JobOpened(CLIENT, CoreFixture.JOB, "lasting", true, ""));
        assertThat(node.all(Effect.Persist.class)).hasSize(1);
    }

    @Test
    void itWaitsForTheAnswerAlsoWhenItWasLostAndIsBack() {
        comesBack();
        node.on(new Event.ClientLost(CLIENT, "its client is gone"));
        attaches(4);
        submitsAgain(CoreFixture.task(3));
        assertThat(accepted()).doesNotContain(3L);
        assertThat(node.core.owns(new TaskId(CLIENT, 3))).isFalse();
        thatNodeRefuses();
        assertThat(accepted()).contains(3L);
    }

    /** It may come back as the process that submitted it, and would wait for its outcome. */
    @Test
    void whatIsDroppedBecauseItWasLostIsNotToldToBeAccepted() {
        comesBackAndSubmitsOneMore();
        node.on(new Event.ClientLost(CLIENT, "its client is gone"));
        assertThat(accepted()).doesNotContain(2L);
        thatNodeRefuses();
        assertThat(accepted()).doesNotContain(2L);
        assertThat(node.core.owns(new TaskId(CLIENT, 2))).isFalse();
    }

    @Test
    void aJobThatEndsTakesItsTasksThatWaitWithIt() {
        comesBackAndSubmitsOneMore();
        node.on(new Event.JobClosed(CoreFixture.JOB));
        assertThat(node.all(Effect.Reject.class))
                .containsExactly(new Effect.Reject(CLIENT, 2, "its job was ended", true));
        thatNodeRefuses();
        assertThat(node.core.owns(new TaskId(CLIENT, 2))).isFalse();
    }

    /** A rejection is an answer: what is rejected must not run. */
    @Test
    void aRepeatIsNotRejectedWhereTheNodeIsFull() {
        NodeConfig.Limits usual = NodeConfig.Limits.DEFAULT;
        node =
                new CoreFixture(
                        "a",
                        0,
                        new NodeConfig.Limits(
                                2,
                                usual.held(),
                                usual.windowTasks(),
                                usual.windowNanos(),
                                usual.deaths(),
                                usual.traceRecords()));
        comesBackAndSubmitsOneMore();
        submitsAgain(CoreFixture.task(2));
        assertThat(node.all(Effect.Reject.class)).isEmpty();
        submitsAgain(CoreFixture.task(3));
        assertThat(node.all(Effect.Reject.class)).as("what waits counts").hasSize(1);
        thatNodeRefuses();
        assertThat(node.core.owns(new TaskId(CLIENT, 2))).isTrue();
    }

    /** That node was started anew: it may have the session, or not. */
    @Test
    void whatItDoesNotSubmitAgainHoldsNothingUp() {
        node.on(new Event.JobOpened(CLIENT, CoreFixture.JOB, "lasting", true, ""));
        comesBackAndSubmitsOneMore();
        node.on(new Event.PeerUp(B_ANEW));
        assertThat(node.all(Effect.PassSession.class)).hasSize(1);
        attaches(4);
        submitsAgain(CoreFixture.task(1), CoreFixture.task(3)); // it has cancelled the second
        node.on(new Event.SubmittedAgain(CLIENT, 3));
        node.submit(CoreFixture.task(4));
        assertThat(accepted()).contains(4L);
    }

    @Test
    void itIsCompleteHereWhenItComesBackLater() {
        comesBack();
        thatNodeHasTheRest();
        node.on(new Event.PeerDown(B.id()));
        node.on(new Event.PeerUp(B_ANEW));
        attaches(5);
        submitsAgain(CoreFixture.task(1));
        node.on(new Event.SubmittedAgain(CLIENT, 1));
        assertThat(node.sent(PeerMessage.SessionMoved.class))
                .as("others hear that everything is here")
                .isNotNull();
    }
}
