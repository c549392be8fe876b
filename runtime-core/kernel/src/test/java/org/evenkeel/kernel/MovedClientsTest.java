package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobOrigin;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.JournalRecord.JobLocation.Kind;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.Submission;
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
        assertThat(node.sent(PeerMessage.SessionMoved.class)).isNull();
        opensJob();
        assertThat(written()).singleElement().matches(job -> job.attachment() == 0);
        submits(1, 2);
        assertThat(node.sent(PeerMessage.SessionMoved.class)).isNull();
        node.on(new Event.SubmittedAgain(SESSION, 3)); // the third is still on its way here
        assertThat(node.sent(PeerMessage.SessionMoved.class)).isNull();
        node.on(new Event.PeerUp(CoreFixture.ref("left", 2)));
        assertThat(node.sent(PeerMessage.SessionMoved.class)).isNull();
        submits(3);
        assertThat(node.sent(PeerMessage.SessionMoved.class))
                .isEqualTo(new PeerMessage.SessionMoved(SESSION, 2));
        assertThat(written()).singleElement().matches(job -> job.attachment() == 2);
        assertThat(node.core.attachment(CoreFixture.JOB)).hasValue(2);
    }

    @Test
    void aClientWithNothingOpenHasMovedAtOnce() {
        arrives(2);
        node.on(new Event.SubmittedAgain(SESSION, 0));
        assertThat(node.sent(PeerMessage.SessionMoved.class))
                .isEqualTo(new PeerMessage.SessionMoved(SESSION, 2));
    }

    @Test
    void whatTheDiskKeptOfALaterAttachmentIsNotDroppedForAnEarlierOne() {
        CoreFixture back = recovered(2);
        back.hear("third", new PeerMessage.SessionMoved(SESSION, 2));
        assertThat(back.all(Effect.ForgetSession.class)).isEmpty();
        assertThat(back.core.attachment(CoreFixture.JOB)).hasValue(2);
        back.hear("third", new PeerMessage.SessionMoved(SESSION, 3));
        assertThat(back.all(Effect.ForgetSession.class))
                .containsExactly(new Effect.ForgetSession(SESSION));
        assertThat(back.core.attachment(CoreFixture.JOB)).isEmpty();
    }

    @Test
    void aThirdNodeTellsTheOneThatWasAwayWhereTheClientIs() {
        node.hear("third", new PeerMessage.SessionMoved(SESSION, 2));
        node.on(new Event.PeerUp(CoreFixture.ref("left", 2)));
        CoreFixture back = recovered(1);
        PeerMessage.SessionMoved asks = back.sent(PeerMessage.SessionMoved.class);
        assertThat(asks).isEqualTo(new PeerMessage.SessionMoved(SESSION, 1));
        assertThat(back.core.isSettling()).isTrue();
        node.hear("left", asks);
        PeerMessage.SessionMoved answer = node.sent(PeerMessage.SessionMoved.class);
        assertThat(answer).isEqualTo(new PeerMessage.SessionMoved(SESSION, 2).fromAnother());
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

    private static final JournalRecord.JobOpened LASTING =
            new JournalRecord.JobOpened(CoreFixture.JOB, SESSION, "lasting", "", 1, 0);

    /** Bytes that stay until they are released. */
    private record Apart(long sizeBytes) implements Payload {
        @Override
        public boolean isExternal() {
            return true;
        }
    }

    private static PeerMessage.Adopt passed(long batch, long number) {
        return passed(batch, number, Durability.DISK);
    }

    private static PeerMessage.Adopt passed(long batch, long number, Durability durability) {
        Task task =
                new Task(
                        new TaskId(SESSION, number),
                        CoreFixture.kind(0, durability),
                        new Apart(10),
                        1,
                        null);
        TaskState state = new TaskState(task, new Grant(2, 1), SESSION, 0, List.of(), null, "");
        return new PeerMessage.Adopt(
                batch,
                List.of(new PeerMessage.PassedTask(state, Grant.first(1), 1)),
                List.of(LASTING));
    }

    private List<Long> adopted() {
        return node.all(Effect.Send.class).stream()
                .map(Effect.Send::peerMessage)
                .filter(PeerMessage.Adopted.class::isInstance)
                .map(peerMessage -> ((PeerMessage.Adopted) peerMessage).batch())
                .toList();
    }

    @Test
    void whatIsPassedOnIsOwnedHereWhenAllOfItHasCome() {
        node.hear("left", passed(1, 1));
        assertThat(adopted()).containsExactly(1L);
        assertThat(node.core.status().owned()).isZero();
        assertThat(node.core.attachment(CoreFixture.JOB)).isEmpty();
        node.hear("left", passed(2, 2));
        node.hear("left", new PeerMessage.AdoptAll(3, SESSION, 1, 1));
        assertThat(node.core.status().owned()).isEqualTo(2);
        assertThat(node.core.attachment(CoreFixture.JOB)).hasValue(1);
        assertThat(written())
                .extracting(job -> job.place().kind())
                .as("a restart in between leaves it with its owner")
                .containsExactly(Kind.COMING, Kind.HERE);
        assertThat(adopted()).containsExactly(3L);
        node.hear("left", new PeerMessage.AdoptAll(3, SESSION, 1, 1));
        assertThat(adopted()).as("the link was new").containsExactly(3L);
        assertThat(node.core.status().owned()).isEqualTo(2);
    }

    @Test
    void whatHasComeOnlyInPartIsItsOwnersWhenThatIsGone() {
        node.hear("left", passed(1, 1));
        node.on(new Event.PeerUp(CoreFixture.ref("left", 2)));
        assertThat(node.all(Effect.Release.class)).hasSize(1);
        node.hear("left", new PeerMessage.AdoptAll(2, SESSION, 1, 1));
        assertThat(node.core.status().owned()).isZero();
    }

    private PeerMessage.AnswerAdopted asked(int since, int owners) {
        node.hear("left", new PeerMessage.AskAdopted(SESSION, since, owners, 9));
        PeerMessage.AnswerAdopted answer = node.sent(PeerMessage.AnswerAdopted.class);
        assertThat(answer).isNotNull();
        return answer;
    }

    @Test
    void anOwnerThatDoesNotKnowIsToldWhetherItsJobWasTaken() {
        node.hear("left", passed(1, 1));
        assertThat(asked(1, 1).taken()).isFalse();
        assertThat(node.all(Effect.Release.class)).as("it will not be").hasSize(1);
        node.hear("left", passed(2, 1));
        assertThat(node.all(Effect.Release.class)).as("it was on its way").hasSize(1);
        node.hear("left", passed(10, 1));
        node.hear("left", new PeerMessage.AdoptAll(11, SESSION, 1, 1));
        assertThat(asked(1, 1).taken()).isTrue();
        assertThat(asked(2, 1).taken()).as("its client was there later").isFalse();
        assertThat(asked(1, 2).taken()).as("it was passed back").isFalse();
        node.on(new Event.JobClosed(CoreFixture.JOB));
        assertThat(asked(1, 1).taken()).as("it has ended").isTrue();
    }

    /** A replicated task comes; what is written here of it is not at the replica yet. */
    private void beginsToTakeTheJob() {
        node.hear("left", passed(1, 1, Durability.REPLICATED));
        node.hear("left", new PeerMessage.AdoptAll(2, SESSION, 1, 1));
        assertThat(adopted()).isEmpty();
    }

    private void ownerStartsAnewAndAsks() {
        node.on(new Event.PeerUp(CoreFixture.ref("left", 2)));
        node.hear("left", new PeerMessage.AskAdopted(SESSION, 1, 1, 0));
    }

    /** Else it would keep the job, and both would have it. */
    @Test
    void anOwnerThatStartsAnewIsToldNothingWhileItsJobIsBeingWrittenDownHere() {
        beginsToTakeTheJob();
        ownerStartsAnewAndAsks();
        assertThat(node.sent(PeerMessage.AnswerAdopted.class)).as("it asks again").isNull();
        node.hear("left", new PeerMessage.Replicated(100)); // it is the replica, and has it all
        assertThat(written()).extracting(job -> job.place().kind()).containsExactly(Kind.HERE);
        assertThat(asked(1, 1).taken()).isTrue();
    }

    private void replicaOfTheJobIsHere() {
        JournalRecord.Accepted record =
                new JournalRecord.Accepted(
                        passed(1, 1, Durability.REPLICATED).tasks().getFirst().state().task(),
                        Grant.first(1),
                        SESSION,
                        JobOrigin.NONE);
        node.hear("left", new PeerMessage.Replicate(1, true, 0, List.of(record)));
    }

    /** The replica's tasks take the place of those that were being written down. */
    @Test
    void anOwnerThatStartsAnewIsAnsweredWhenItsReplicaWasTakenOverHere() {
        replicaOfTheJobIsHere();
        beginsToTakeTheJob();
        node.on(new Event.PeerDown(LEFT.id()));
        node.on(new Event.PeerForgotten(LEFT, "alice"));
        node.on(new Event.JobTakenOver(CoreFixture.JOB, "lasting"));
        ownerStartsAnewAndAsks();
        assertThat(node.sent(PeerMessage.AnswerAdopted.class)).isNotNull();
    }

    private void ownerIsCalledGoneAndLinkedAgain() {
        node.on(new Event.PeerDown(LEFT.id()));
        node.on(new Event.PeerForgotten(LEFT, "alice"));
        node.on(new Event.PeerUp(LEFT));
    }

    /** Else it would forget what no disk has yet. */
    @Test
    void anOwnerThatWasCalledGoneIsAnsweredWhenItsJobIsWrittenDownHere() {
        beginsToTakeTheJob();
        ownerIsCalledGoneAndLinkedAgain();
        node.hear("left", new PeerMessage.AdoptAll(2, SESSION, 1, 1));
        assertThat(adopted()).isEmpty();
        assertThat(node.core.attachment(CoreFixture.JOB)).isEmpty();
        assertThat(written()).isEmpty();
        node.hear("third", new PeerMessage.Replicated(100)); // it is the replica, and has it all
        assertThat(adopted()).containsExactly(2L);
        assertThat(written()).extracting(job -> job.place().kind()).containsExactly(Kind.HERE);
    }

    /** Else it would wait for ever: the tasks that were being written down are replaced. */
    @Test
    void anOwnerThatWasCalledGonePassesItsJobOnAgainWhenItsReplicaWasTakenOverHere() {
        replicaOfTheJobIsHere();
        beginsToTakeTheJob();
        node.on(new Event.PeerDown(LEFT.id()));
        node.on(new Event.PeerForgotten(LEFT, "alice"));
        node.on(new Event.JobTakenOver(CoreFixture.JOB, "lasting"));
        node.on(new Event.PeerUp(LEFT));
        node.hear("left", new PeerMessage.AdoptAll(2, SESSION, 1, 1));
        assertThat(node.sent(PeerMessage.AnswerAdopted.class))
                .isEqualTo(new PeerMessage.AnswerAdopted(SESSION, false));
        node.hear("left", passed(3, 1, Durability.REPLICATED));
        node.hear("left", new PeerMessage.AdoptAll(4, SESSION, 1, 1));
        assertThat(adopted()).containsExactly(4L);
        assertThat(node.core.status().owned()).isEqualTo(1);
    }

    /** Its client attached to what another node had from before, and knows nothing of this. */
    @Test
    void whatTheClientHadSubmittedHereFollowsItToAnOlderOwner() {
        arrives(2);
        opensJob();
        submits(1, 2);
        node.on(new Event.SubmittedAgain(SESSION, 2));
        node.hear("third", new PeerMessage.SessionMoved(SESSION, 3, 1, true));
        assertThat(node.sent(PeerMessage.Adopt.class)).as("the client is not there").isNull();
        node.hear("third", new PeerMessage.SessionMoved(SESSION, 3, 1, false));
        assertThat(node.core.status().owned()).isEqualTo(2);
        PeerMessage.Adopt passed = node.sent(PeerMessage.Adopt.class);
        assertThat(passed).isNotNull();
        node.hear("third", new PeerMessage.Adopted(passed.batch()));
        PeerMessage.AdoptAll all = node.sent(PeerMessage.AdoptAll.class);
        assertThat(all).isNotNull();
        assertThat(all.since()).isEqualTo(2);
        node.hear("third", new PeerMessage.Adopted(all.batch()));
        assertThat(node.core.status().owned()).isZero();
        assertThat(node.all(Effect.ForgetSession.class)).hasSize(1);
    }

    /** It was accepted, and its client attached to what another node had from before. */
    @Test
    void aPartThatTheClientHadSubmittedHereFollowsItToAnOlderOwner() {
        arrives(2);
        opensJob();
        submits(1, 2);
        node.on(new Event.SubmittedAgain(SESSION, 3)); // the third never came
        node.hear("third", new PeerMessage.SessionMoved(SESSION, 3, 1, false));
        assertThat(node.sent(PeerMessage.Adopt.class)).isNotNull();
        assertThat(node.core.status().owned()).isEqualTo(2);
    }

    /** The process before ended when the tasks were on its disk, and that they are all was not. */
    @Test
    void whatTheDiskKeptOfALaterSubmissionFollowsTheClientToAnOlderOwner() {
        Grant again = Grant.first(1 + Grant.CLIENT_STRIDE);
        CoreFixture back = recoveredWithATask(Durability.DISK, again, 0);
        back.hear("third", new PeerMessage.SessionMoved(SESSION, 3, 1, false));
        assertThat(back.core.status().owned()).isEqualTo(1);
        assertThat(back.sent(PeerMessage.Adopt.class)).isNotNull();
    }

    @Test
    void whatTheDiskKeptOfAnEarlierSubmissionIsDropped() {
        CoreFixture back = recoveredWithATask(Durability.DISK, Grant.first(1), 1);
        back.hear("third", new PeerMessage.SessionMoved(SESSION, 3, 1, false));
        assertThat(back.core.status().owned()).isZero();
        assertThat(back.sent(PeerMessage.Adopt.class)).isNull();
    }

    private static CoreFixture recoveredWithATask(Durability durability) {
        return recoveredWithATask(durability, Grant.first(1), 1);
    }

    /** The node that was left starts again, with an open task, and links to two others. */
    private static CoreFixture recoveredWithATask(
            Durability durability, Grant grant, int attachment) {
        CoreFixture back = new CoreFixture("left", 1);
        Task task = passed(1, 1, durability).tasks().getFirst().state().task();
        TaskState kept = new TaskState(task, grant, SESSION, 0, List.of(), null, "");
        JournalRecord.JobOpened job =
                new JournalRecord.JobOpened(CoreFixture.JOB, SESSION, "lasting", "", attachment, 0);
        back.on(new Event.Recovered(List.of(kept), List.of(job), List.of()));
        back.link("fourth", List.of("third", "fourth"));
        back.on(new Event.PeerUp(CoreFixture.ref("third", 1)));
        return back;
    }

    private static List<Grant> grantedWhenAllHaveReported(CoreFixture back) {
        back.hear("fourth", new PeerMessage.Holding(1, List.of(), true));
        back.hear("third", new PeerMessage.Holding(1, List.of(), true));
        return granted(back);
    }

    private static List<Grant> granted(CoreFixture back) {
        return back.all(Effect.Persist.class).stream()
                .map(Effect.Persist::entry)
                .filter(JournalRecord.Granted.class::isInstance)
                .map(entry -> ((JournalRecord.Granted) entry).grant())
                .toList();
    }

    private static List<Grant> grantedAfterALeaseWithoutTheThird(CoreFixture back) {
        back.on(new Event.PeerDown(CoreFixture.ref("third", 1).id()));
        back.on(new Event.PeerForgotten(CoreFixture.ref("third", 1), "alice"));
        assertThat(granted(back)).isEmpty();
        back.now += 4_000_000_000L; // an owner's lease
        back.on(new Event.TimerFired(Event.Timer.HEARTBEAT)); // it stood still, as it seems
        back.now += 100_000_000L;
        back.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        return granted(back);
    }

    /** The third has taken over the replica and leaves: it does not report what it owns itself. */
    @Test
    void anOwnerThatStartsAnewDoesNotGrantWhatMayBeOwnedWhereItsClientIs() {
        CoreFixture back = recoveredWithATask(Durability.REPLICATED);
        back.hear("third", new PeerMessage.SessionMoved(SESSION, 2, 0, false));
        back.hear("third", new PeerMessage.Leaving("told to drain", false));
        back.hear("fourth", new PeerMessage.Replicated(100)); // it is the replica, and has it all
        assertThat(grantedWhenAllHaveReported(back)).isEmpty();
        assertThat(grantedAfterALeaseWithoutTheThird(back)).containsExactly(new Grant(1, 2));
    }

    @Test
    void anOwnerThatStartsAnewDoesNotGrantWhatComesFromALaterOwner() {
        CoreFixture back = recoveredWithATask(Durability.DISK);
        back.hear("third", passed(1, 1));
        assertThat(grantedWhenAllHaveReported(back)).isEmpty();
        assertThat(grantedAfterALeaseWithoutTheThird(back)).containsExactly(new Grant(1, 2));
    }

    /** For comparison: no other node has said anything of the task. */
    @Test
    void anOwnerThatStartsAnewGrantsWhatNoNodeHas() {
        CoreFixture back = recoveredWithATask(Durability.DISK);
        assertThat(grantedWhenAllHaveReported(back)).containsExactly(new Grant(1, 2));
    }

    @Test
    void whoAttachesToAnOldJobDoesNotHaveAllOfIt() {
        CoreFixture back = recovered(1);
        back.on(new Event.SessionOpened(SESSION, false, 4, List.of()));
        back.on(new Event.SubmittedAgain(SESSION, 0, true));
        assertThat(back.sent(PeerMessage.SessionMoved.class))
                .isEqualTo(new PeerMessage.SessionMoved(SESSION, 4, 1, false));
        assertThat(back.core.attachment(CoreFixture.JOB)).hasValue(4);
    }
}
