package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.model.AttachCandidate;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobOrigin;
import org.evenkeel.model.JobSecret;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.JournalRecord.SessionComplete;
import org.evenkeel.model.JournalRecord.SessionForgotten;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.SessionKey;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.Submission;
import org.junit.jupiter.api.Test;

/**
 * A client was at p first and submitted everything again to o, whose replica is r: what r knows of
 * that outlives its process, and that of o.
 */
class CompleteOwnersTest {
    private static final NodeRef O = CoreFixture.ref("o", 1);
    private static final JobOrigin ALICE =
            new JobOrigin("alice", new JobSecret(new SessionKey(1, 2), 3));
    private static final JournalRecord.Accepted KEPT =
            new JournalRecord.Accepted(
                    CoreFixture.task(1, Durability.REPLICATED),
                    Grant.first(1 + Grant.CLIENT_STRIDE),
                    CoreFixture.CLIENT,
                    ALICE);

    /** The owner has said everything. */
    private static final JournalRecord.Forgotten END =
            new JournalRecord.Forgotten(TaskRecords.NO_TASK);

    private static final SessionComplete SECOND = new SessionComplete(O, CoreFixture.CLIENT, 2, 2);

    /** A node that remembers what it has written down. */
    private static final class Replica {
        final CoreFixture node = new CoreFixture("r", 0);
        final List<JournalRecord> disk = new ArrayList<>();

        Replica on(Event event) {
            node.on(event);
            node.all(Effect.Persist.class).forEach(one -> disk.add(one.entry()));
            return this;
        }

        Replica hear(String from, PeerMessage message) {
            node.hear(from, message);
            node.all(Effect.Persist.class).forEach(one -> disk.add(one.entry()));
            return this;
        }
    }

    /** A replica that is linked with both, and to which the client was never attached. */
    private static Replica replica() {
        Replica replica = new Replica();
        replica.node.link("o", List.of("o", "p"));
        replica.on(new Event.PeerUp(CoreFixture.ref("p", 1)));
        replica.on(new Event.SessionClosed(CoreFixture.CLIENT, "it was never here"));
        return replica;
    }

    private static Replica afterTheSecondAttachment() {
        Replica replica = replica();
        replica.hear("o", new PeerMessage.Replicate(1, true, 0, List.of(KEPT, END)));
        replica.hear("o", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 2));
        return replica;
    }

    private static List<JournalRecord> written(Replica replica) {
        return replica.disk.stream()
                .filter(one -> one instanceof SessionComplete || one instanceof SessionForgotten)
                .toList();
    }

    /** What the next process of the replica's node does with what its disk has. */
    private static Replica startedAnew(Replica before) {
        OwnerRecovery disk = new OwnerRecovery();
        before.disk.forEach(disk::add);
        Replica replica = new Replica();
        Event.Recovered kept = disk.event();
        assertThat(kept).isNotNull();
        replica.on(kept);
        return replica;
    }

    private static AttachCandidate candidate(Replica replica) {
        AttachCandidate candidate = replica.node.core.attachCandidate(CoreFixture.JOB);
        assertThat(candidate).isNotNull();
        return candidate;
    }

    private static JournalRecord.JobOpened takenOver(Replica replica) {
        replica.on(new Event.JobTakenOver(CoreFixture.JOB, "taken over"));
        return replica.disk.stream()
                .filter(JournalRecord.JobOpened.class::isInstance)
                .map(JournalRecord.JobOpened.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private static void lose(Replica replica) {
        replica.on(new Event.PeerDown(O.id()));
        replica.on(new Event.PeerForgotten(O, "admin"));
    }

    /** A disk that fails in the middle keeps what an earlier process of the owner had said. */
    @Test
    void whatTheNextProcessOfAnOwnerSaysTakesThePlaceOfWhatWasKeptWithoutAGap() {
        Replica replica = replica();
        replica.hear("o", new PeerMessage.Replicate(1, true, 0, List.of(KEPT, END)));
        NodeRef next = CoreFixture.ref("o", 2);
        replica.on(new Event.PeerUp(next));
        replica.disk.clear();
        replica.hear("o", new PeerMessage.Replicate(1, true, 1, List.of(KEPT, END)));
        assertThat(replica.disk)
                .containsOnlyOnce(new JournalRecord.Replica(next, KEPT, 1))
                .noneMatch(one ->
                        one instanceof JournalRecord.Replica kept
                                && kept.record() instanceof JournalRecord.Forgotten);
    }

    @Test
    void aReplicaOfEverythingIsWrittenDownAsSuch() {
        assertThat(written(afterTheSecondAttachment())).containsExactly(SECOND);
        Replica otherOrder = replica();
        otherOrder.hear("o", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 2));
        otherOrder.hear("o", new PeerMessage.Replicate(1, true, 0, List.of(KEPT)));
        assertThat(written(otherOrder)).as("the owner has more to say").isEmpty();
        otherOrder.hear("o", new PeerMessage.Replicate(2, false, 0, List.of(END)));
        assertThat(written(otherOrder)).containsExactly(SECOND);
    }

    /** p was started anew as well, and does not know that its client was at o later. */
    @Test
    void afterItsRestartAReplicaIsStillLaterThanWhatAnEarlierOwnerHas() {
        Replica replica = startedAnew(afterTheSecondAttachment());
        replica.node.link("p", List.of("p"));
        replica.hear("p", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 1));
        AttachCandidate earlier = AttachCandidate.ofOwner(1, false, false);
        assertThat(earlier.isPerhapsEarlier(elsewhere(replica)))
                .as("a program waits until the replica can be taken over")
                .isTrue();
        replica.on(new Event.PeerForgotten(O, "admin"));
        assertThat(candidate(replica)).isEqualTo(AttachCandidate.ofReplica(2, 1, true));
        assertThat(AttachCandidate.BEST_FIRST.compare(candidate(replica), earlier)).isNegative();
        JournalRecord.JobOpened opened = takenOver(replica);
        assertThat(opened.attachment()).isEqualTo(2);
        assertThat(opened.since()).as("o may have more on its disk").isEqualTo(1);
        assertThat(written(replica)).containsExactly(new SessionForgotten(CoreFixture.CLIENT));
    }

    /** The machine of o comes back with an empty disk. */
    @Test
    void whatAnOwnerHadOnItsLostDiskIsStillLaterThanWhatAnEarlierOwnerHas() {
        Replica replica = startedAnew(afterTheSecondAttachment());
        NodeRef next = CoreFixture.ref("o", 2);
        replica.node.link("p", List.of("o", "p"));
        replica.on(new Event.PeerUp(next));
        replica.hear("o", new PeerMessage.Replicate(1, true, 0, List.of()));
        assertThat(elsewhere(replica)).isEqualTo(2);
        replica.node.now += 2_000_000_001L;
        replica.on(new Event.PeerSeen(next));
        assertThat(candidate(replica).attachment()).isEqualTo(2);
        assertThat(takenOver(replica).attachment()).isEqualTo(2);
    }

    /** o names another replica while this one is away, and a later process attaches to o. */
    @Test
    void whatTheNextReplicaKeepsGoesFirst() {
        Replica next = replica();
        next.hear("o", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 3, 2, false));
        next.hear("o", new PeerMessage.Replicate(1, true, 0, List.of(KEPT, END)));
        lose(next);
        Replica first = startedAnew(afterTheSecondAttachment());
        first.on(new Event.PeerForgotten(O, "admin"));
        assertThat(AttachCandidate.BEST_FIRST.compare(candidate(next), candidate(first)))
                .isNegative();
        JournalRecord.JobOpened opened = takenOver(next);
        assertThat(opened.attachment()).isEqualTo(3);
        assertThat(opened.since()).isEqualTo(1);
    }

    /** The owner named one after the other, and both were started anew with their disks. */
    @Test
    void ofTwoReplicasFromTheDiskTheOneThatHeardMoreGoesFirst() {
        Replica first = replica();
        first.hear("o", new PeerMessage.Replicate(1, true, 0, List.of(KEPT, END)));
        Replica next = replica();
        next.hear("o", new PeerMessage.Replicate(3, true, 0, List.of(KEPT, END)));
        AttachCandidate early = candidateFromDisk(first);
        AttachCandidate late = candidateFromDisk(next);
        assertThat(early).isEqualTo(AttachCandidate.ofReplica(0, 1, true));
        assertThat(late).isEqualTo(AttachCandidate.ofReplica(0, 3, true));
        assertThat(AttachCandidate.BEST_FIRST.compare(late, early)).isNegative();
    }

    private static AttachCandidate candidateFromDisk(Replica before) {
        Replica replica = startedAnew(before);
        replica.on(new Event.PeerForgotten(O, "admin"));
        return candidate(replica);
    }

    /** That process knows only what p has: o has what was submitted later. */
    @Test
    void aProcessThatAttachesMakesNothingElsewhereOutdated() {
        Replica replica = afterTheSecondAttachment();
        replica.hear("p", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 3, 1, false));
        lose(replica);
        replica.hear("p", new PeerMessage.ProbeAnswer(O.id(), 1, true));
        assertThat(replica.node.core.orphanedReplicas(CoreFixture.JOB)).hasSize(1);
        assertThat(candidate(replica).attachment()).isEqualTo(2);
    }

    /** o is started anew with its disk, and lost again before it has said what it has. */
    @Test
    void whatAnEarlierProcessSaidStaysUntilAllOfTheNextIsHere() {
        Replica replica = afterTheSecondAttachment();
        NodeRef next = CoreFixture.ref("o", 2);
        replica.on(new Event.PeerDown(O.id()));
        replica.on(new Event.PeerUp(next));
        replica.hear("o", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 2));
        assertThat(written(replica)).containsExactly(SECOND);
        replica.on(new Event.PeerDown(O.id()));
        replica.on(new Event.PeerForgotten(next, "admin"));
        assertThat(candidate(replica).attachment()).isEqualTo(2);
    }

    /** Most clients attach once, and their node does not tell every other one. */
    @Test
    void theFirstAttachmentIsOfNoInterest() {
        Replica replica = replica();
        replica.hear("o", new PeerMessage.Replicate(1, true, 0, List.of(KEPT, END)));
        replica.hear("o", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 1));
        assertThat(written(replica)).isEmpty();
        lose(replica);
        assertThat(candidate(replica).attachment()).isZero();
    }

    @Test
    void itEndsWithTheLastTaskThatIsKept() {
        Replica replica = afterTheSecondAttachment();
        JournalRecord.Forgotten forgotten = new JournalRecord.Forgotten(KEPT.task());
        replica.hear("o", new PeerMessage.Replicate(3, false, 0, List.of(forgotten)));
        SessionForgotten ended = new SessionForgotten(CoreFixture.CLIENT);
        assertThat(written(replica)).containsExactly(SECOND, ended);
        replica.hear("o", new PeerMessage.Replicate(4, false, 0, List.of(KEPT)));
        assertThat(written(replica)).containsExactly(SECOND, ended, SECOND);
    }

    @Test
    void itEndsWhenItsClientHasSubmittedEverythingElsewhere() {
        Replica replica = afterTheSecondAttachment();
        replica.hear("p", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 3));
        assertThat(written(replica))
                .containsExactly(SECOND, new SessionForgotten(CoreFixture.CLIENT));
    }

    /** A torn batch, or what a full disk left. */
    @Test
    void whatIsWrittenOfASessionOfWhichNothingIsKeptEnds() {
        Replica replica = new Replica();
        replica.on(new Event.Recovered(List.of(), List.of(), List.of(), List.of(SECOND), 1));
        assertThat(written(replica)).containsExactly(new SessionForgotten(CoreFixture.CLIENT));
        assertThat(elsewhere(replica)).isZero();
    }

    // ---- The replica's node has the job itself, from the first attachment

    private static final NodeRef NEXT = CoreFixture.ref("o", 2);
    private static final JournalRecord.Accepted MORE =
            new JournalRecord.Accepted(
                    CoreFixture.task(2, Durability.REPLICATED),
                    Grant.first(1),
                    CoreFixture.CLIENT,
                    ALICE);

    /** Its client submits two tasks there, and has everything there then. */
    private static Replica owner() {
        Replica owner = new Replica();
        owner.node.link("o", List.of("o", "p"));
        owner.on(new Event.PeerUp(CoreFixture.ref("p", 1)));
        owner.on(new Event.SessionOpened(CoreFixture.CLIENT, false, 1, List.of()));
        owner.on(
                new Event.JobOpened(
                        CoreFixture.CLIENT,
                        CoreFixture.JOB,
                        ALICE.secret(),
                        "job",
                        true,
                        ALICE.submitter(),
                        0));
        owner.on(
                new Event.TasksSubmitted(
                        CoreFixture.CLIENT,
                        List.of(
                                new Submission(CoreFixture.task(1, Durability.REPLICATED), 1),
                                new Submission(CoreFixture.task(3, Durability.REPLICATED), 1))));
        owner.on(new Event.SubmittedAgain(CoreFixture.CLIENT, 3, false));
        return owner;
    }

    /** o is lost with its disk before it says that it has everything. */
    private static Replica ownerWithReplica() {
        Replica owner = owner();
        owner.hear("o", new PeerMessage.Replicate(1, true, 0, List.of(KEPT, MORE, END)));
        return owner;
    }

    private static void returnWithAnEmptyDisk(Replica owner) {
        owner.on(new Event.PeerDown(O.id()));
        owner.on(new Event.PeerUp(NEXT));
        owner.hear("o", new PeerMessage.Replicate(1, true, 0, List.of()));
    }

    private static void afterTheTimeToSpeak(Replica owner) {
        owner.node.now += 2_000_000_001L;
        owner.on(new Event.PeerSeen(NEXT));
    }

    private static Map<Long, Grant> owned(Replica owner) {
        Map<Long, Grant> owned = new TreeMap<>();
        owner.node.core.books().forEachOwned(own -> owned.put(own.task().number(), own.grant()));
        return owned;
    }

    @Test
    void whatAnEarlierProcessOfALinkedNodeHadIsElsewhereUntilItCanBeTakenOver() {
        Replica owner = ownerWithReplica();
        assertThat(elsewhere(owner)).as("o may not answer").isEqualTo(2);
        owner.on(new Event.PeerDown(O.id()));
        owner.on(new Event.PeerUp(NEXT));
        assertThat(elsewhere(owner)).as("it has not spoken").isEqualTo(2);
        owner.hear("o", new PeerMessage.Replicate(1, true, 0, List.of()));
        assertThat(elsewhere(owner)).as("it has said that it has nothing").isEqualTo(2);
        assertThat(candidate(owner)).isEqualTo(AttachCandidate.ofOwner(1, false, false));
        assertThat(candidate(owner).isPerhapsEarlier(elsewhere(owner))).isTrue();
        afterTheTimeToSpeak(owner);
        assertThat(candidate(owner)).isEqualTo(AttachCandidate.ofReplica(2, 3, false));
        assertThat(candidate(owner).isPerhapsEarlier(elsewhere(owner))).isFalse();
    }

    @Test
    void whatAnotherOwnerHadLaterJoinsAnEarlierState() {
        Replica owner = ownerWithReplica();
        returnWithAnEmptyDisk(owner);
        afterTheTimeToSpeak(owner);
        owner.on(new Event.JobTakenOver(CoreFixture.JOB, "continued"));
        assertThat(owner.node.sent(PeerMessage.Moved.class)).as("holders are asked").isNotNull();
        assertThat(owned(owner))
                .containsExactly(
                        Map.entry(1L, KEPT.grant().takenOver()),
                        Map.entry(2L, MORE.grant().takenOver()),
                        Map.entry(3L, Grant.first(1)));
        assertThat(owner.node.core.orphanedReplicas(CoreFixture.JOB)).isEmpty();
        assertThat(candidate(owner)).isEqualTo(AttachCandidate.ofOwner(2, false, false));
        assertThat(lastOpened(owner).attachment()).isEqualTo(2);
        assertThat(lastOpened(owner).since()).as("o may have more on its disk").isEqualTo(1);
        assertThat(elsewhere(owner)).isZero();
    }

    private static JournalRecord.JobOpened lastOpened(Replica owner) {
        return owner.disk.stream()
                .filter(JournalRecord.JobOpened.class::isInstance)
                .map(JournalRecord.JobOpened.class::cast)
                .reduce((_, last) -> last)
                .orElseThrow();
    }

    @Test
    void itJoinsAsWellWhenItsOwnerIsGone() {
        Replica owner = ownerWithReplica();
        lose(owner);
        assertThat(candidate(owner)).isEqualTo(AttachCandidate.ofReplica(2, 3, false));
        owner.on(new Event.JobTakenOver(CoreFixture.JOB, "continued"));
        assertThat(owned(owner)).containsOnlyKeys(1L, 2L, 3L);
    }

    @Test
    void whatIsNotLaterDoesNotJoin() {
        Replica owner = owner();
        owner.hear("o", new PeerMessage.Replicate(1, true, 0, List.of(MORE, END)));
        lose(owner);
        assertThatNothingJoins(owner);
    }

    /** It may have been at a third node in between, which had more. */
    @Test
    void whatIsTwoAttachmentsLaterDoesNotJoin() {
        JournalRecord.Accepted third =
                new JournalRecord.Accepted(
                        KEPT.accepted(),
                        Grant.first(1 + 2 * Grant.CLIENT_STRIDE),
                        CoreFixture.CLIENT,
                        ALICE);
        Replica owner = owner();
        owner.hear("o", new PeerMessage.Replicate(1, true, 0, List.of(third, END)));
        lose(owner);
        assertThat(elsewhere(owner)).isEqualTo(3);
        assertThatNothingJoins(owner);
    }

    /** Its next owner takes it as it was when that began. */
    @Test
    void nothingJoinsWhatIsBeingPassedOn() {
        Replica owner = ownerWithReplica();
        lose(owner);
        assertThat(candidate(owner).replica()).isTrue();
        owner.hear("p", new PeerMessage.Replicated(100));
        owner.on(new Event.DrainStarted("it is told to"));
        owner.on(new Event.TimerFired(Event.Timer.LEAVE));
        assertThat(candidate(owner).replica()).isFalse();
    }

    @Test
    void whatIsOutdatedDoesNotJoin() {
        Replica owner = ownerWithReplica();
        owner.on(new Event.SessionOpened(CoreFixture.CLIENT, false, 3, List.of(O)));
        owner.hear("p", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 3));
        returnWithAnEmptyDisk(owner);
        assertThat(elsewhere(owner)).as("it cannot be taken over").isZero();
        afterTheTimeToSpeak(owner);
        assertThatNothingJoins(owner);
    }

    /** Its client was at o for a while, has all results, comes back, and ends the job. */
    @Test
    void nothingOfAJobThatEndedHereIsOfferedToAProgram() {
        Replica owner = ownerWithReplica();
        owner.on(new Event.SessionOpened(CoreFixture.CLIENT, false, 3, List.of(O)));
        owner.on(new Event.SubmittedAgain(CoreFixture.CLIENT, 0, false));
        owner.on(new Event.JobClosed(CoreFixture.JOB));
        lose(owner);
        assertThat(owner.node.core.orphanedReplicas(CoreFixture.JOB)).isEmpty();
        assertThat(owner.node.core.attachCandidate(CoreFixture.JOB)).isNull();
    }

    /** A later process knew only of what was here. */
    @Test
    void whatIsLaterThanAJobThatALaterProcessEndedIsStillOffered() {
        Replica owner = ownerWithReplica();
        owner.on(new Event.SessionOpened(CoreFixture.CLIENT, false, 3, List.of()));
        owner.on(new Event.SubmittedAgain(CoreFixture.CLIENT, 0, true));
        owner.on(new Event.JobClosed(CoreFixture.JOB));
        lose(owner);
        assertThat(owner.node.core.orphanedReplicas(CoreFixture.JOB)).hasSize(2);
    }

    @Test
    void whatItsLivingOwnerHasDoesNotJoin() {
        assertThatNothingJoins(ownerWithReplica());
    }

    private static void assertThatNothingJoins(Replica owner) {
        assertThat(candidate(owner)).isEqualTo(AttachCandidate.ofOwner(1, false, false));
        owner.on(new Event.JobTakenOver(CoreFixture.JOB, "continued"));
        assertThat(owned(owner)).containsOnlyKeys(1L, 3L).containsEntry(1L, Grant.first(1));
    }

    private static int elsewhere(Replica replica) {
        return replica.node.core.attachmentElsewhere(CoreFixture.CLIENT);
    }
}
