package org.evenkeel.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.evenkeel.core.Event.Submission;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.evenkeel.protocol.Message;
import org.junit.jupiter.api.Test;

/**
 * A client goes from one daemon to another with a job that outlives it, and dies: what it had
 * submitted is somewhere as a whole, and the place where it is not any more says so.
 */
class MovedClientsTest {

    private static final long SESSION = 7_000;
    private static final NodeRef LEFT = CoreFixture.ref("left", 1);

    private final CoreFixture node = new CoreFixture("here", 0);

    MovedClientsTest() {
        node.link("left", List.of("left", "third"));
        node.on(new Event.PeerUp(CoreFixture.ref("third", 1)));
    }

    private static Task task(long number) {
        return new Task(
                new TaskId(SESSION, number),
                CoreFixture.kind(0, Durability.DISK),
                new CoreFixture.Bytes(10),
                1,
                null);
    }

    private void arrives(int attachment) {
        node.on(new Event.SessionOpened(SESSION, false, attachment, List.of(LEFT)));
    }

    private void opensJob() {
        node.on(new Event.JobOpened(SESSION, CoreFixture.JOB, "lasting", true, ""));
    }

    private void submits(long... numbers) {
        List<Submission> all =
                Arrays.stream(numbers)
                        .mapToObj(n -> new Submission(task(n), 1 + Grant.CLIENT_STRIDE))
                        .toList();
        node.on(new Event.TasksSubmitted(SESSION, all));
    }

    private List<JournalRecord.JobOpened> written() {
        return node.all(Effect.Persist.class).stream()
                .map(Effect.Persist::entry)
                .filter(JournalRecord.JobOpened.class::isInstance)
                .map(JournalRecord.JobOpened.class::cast)
                .toList();
    }

    @Test
    void theNodeThatWasLeftIsToldWhenAllThatWasOpenIsAcceptedHere() {
        arrives(2);
        assertThat(node.sent(Message.SessionMoved.class)).isNull();
        opensJob();
        assertThat(written()).singleElement().matches(job -> job.attachment() == 0);
        submits(1, 2);
        assertThat(node.sent(Message.SessionMoved.class)).isNull();
        node.on(new Event.SubmittedAgain(SESSION, 3)); // the third is still on its way here
        assertThat(node.sent(Message.SessionMoved.class)).isNull();
        node.on(new Event.PeerUp(CoreFixture.ref("left", 2)));
        assertThat(node.sent(Message.SessionMoved.class)).isNull();
        submits(3);
        assertThat(node.sent(Message.SessionMoved.class))
                .isEqualTo(new Message.SessionMoved(SESSION, 2));
        assertThat(written()).singleElement().matches(job -> job.attachment() == 2);
        assertThat(node.core.attachment(CoreFixture.JOB)).hasValue(2);
    }

    @Test
    void aClientWithNothingOpenHasMovedAtOnce() {
        arrives(2);
        node.on(new Event.SubmittedAgain(SESSION, 0));
        assertThat(node.sent(Message.SessionMoved.class))
                .isEqualTo(new Message.SessionMoved(SESSION, 2));
    }

    @Test
    void whatTheDiskKeptOfALaterAttachmentIsNotDroppedForAnEarlierOne() {
        CoreFixture back = recovered(2);
        back.hear("third", new Message.SessionMoved(SESSION, 2));
        assertThat(back.all(Effect.ForgetSession.class)).isEmpty();
        assertThat(back.core.attachment(CoreFixture.JOB)).hasValue(2);
        back.hear("third", new Message.SessionMoved(SESSION, 3));
        assertThat(back.all(Effect.ForgetSession.class))
                .containsExactly(new Effect.ForgetSession(SESSION));
        assertThat(back.core.attachment(CoreFixture.JOB)).isEmpty();
    }

    @Test
    void aThirdNodeTellsTheOneThatWasAwayWhereTheClientIs() {
        node.hear("third", new Message.SessionMoved(SESSION, 2));
        node.on(new Event.PeerUp(CoreFixture.ref("left", 2)));
        CoreFixture back = recovered(1);
        Message.SessionMoved asks = back.sent(Message.SessionMoved.class);
        assertThat(asks).isEqualTo(new Message.SessionMoved(SESSION, 1));
        assertThat(back.core.isSettling()).isTrue();
        node.hear("left", asks);
        Message.SessionMoved answer = node.sent(Message.SessionMoved.class);
        assertThat(answer).isEqualTo(new Message.SessionMoved(SESSION, 2));
        back.hear("third", answer);
        assertThat(back.all(Effect.ForgetSession.class)).hasSize(1);
    }

    @Test
    void aNodeThatCameBackAloneIsSettledAfterALease() {
        CoreFixture back = recovered(1);
        back.now += 3_000_000_000L;
        back.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        assertThat(back.core.isSettling()).isFalse();
    }

    /** The node that was left starts again, with what its disk kept, and links to a third. */
    private static CoreFixture recovered(int attachment) {
        CoreFixture back = new CoreFixture("left", 0);
        back.on(
                new Event.Recovered(
                        List.of(),
                        List.of(
                                new JournalRecord.JobOpened(
                                        CoreFixture.JOB, SESSION, "lasting", "", attachment, 0)),
                        List.of()));
        back.link("third", List.of("third"));
        return back;
    }

    private static Message.Adopt passed(long batch, long number, int attachment) {
        TaskState state =
                new TaskState(task(number), new Grant(2, 1), SESSION, 0, List.of(), null, "");
        return new Message.Adopt(
                batch,
                List.of(new Message.PassedTask(state, Grant.first(1), 1)),
                List.of(
                        new JournalRecord.JobOpened(
                                CoreFixture.JOB, SESSION, "lasting", "", attachment, 0)));
    }

    /** The owner that left started anew before it had passed on the rest, and still has that. */
    @Test
    void whoAttachesToAPartOfAJobDoesNotMakeItsOwnerDropTheRest() {
        node.hear("left", passed(1, 1, 0));
        arrives(2);
        node.on(new Event.SubmittedAgain(SESSION, 0, true));
        assertThat(node.sent(Message.SessionMoved.class)).isNull();
        assertThat(node.core.attachment(CoreFixture.JOB)).hasValue(0);
        node.hear("left", passed(2, 2, 1));
        assertThat(node.sent(Message.SessionMoved.class))
                .as("all is here now")
                .isEqualTo(new Message.SessionMoved(SESSION, 2));
        assertThat(node.core.attachment(CoreFixture.JOB)).hasValue(2);
    }

    /** It has submitted all of it itself, so it knows. */
    @Test
    void theClientItselfMakesAPartWhole() {
        node.hear("left", passed(1, 1, 0));
        arrives(2);
        submits(1, 2);
        node.on(new Event.SubmittedAgain(SESSION, 2));
        assertThat(node.sent(Message.SessionMoved.class))
                .isEqualTo(new Message.SessionMoved(SESSION, 2));
    }
}
