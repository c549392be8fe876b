package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.model.AttachCandidate;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobOrigin;
import org.evenkeel.model.JobSecret;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.SessionKey;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.PeerMessage;
import org.junit.jupiter.api.Test;

/** A replica knows whose the jobs are that it keeps, so that the right one may take them over. */
class ReplicaOriginTest {
    private static final NodeRef OWNER = CoreFixture.ref("o", 1);
    private static final JobOrigin ALICE =
            new JobOrigin("alice", new JobSecret(new SessionKey(1, 2), 3));

    /** The owner has said everything. */
    private static final JournalRecord.Forgotten END =
            new JournalRecord.Forgotten(TaskRecords.NO_TASK);

    private static Task replicated() {
        return CoreFixture.task(1, Durability.REPLICATED);
    }

    /** What is kept of that task. */
    static TaskState state() {
        return new TaskState(
                replicated(), Grant.first(1), CoreFixture.CLIENT, 0, List.of(), null, "", ALICE);
    }

    private static Event.JobOpened opened() {
        return new Event.JobOpened(
                CoreFixture.CLIENT, CoreFixture.JOB, ALICE.secret(), "job", true, "alice", 0);
    }

    @Test
    void theOwnerTellsItsReplica() {
        CoreFixture owner = new CoreFixture("a", 0);
        owner.link("r", List.of("r"));
        owner.on(opened());
        owner.submit(replicated());
        PeerMessage.Replicate said = owner.sent(PeerMessage.Replicate.class);
        assertThat(said).isNotNull();
        assertThat(said.records())
                .filteredOn(JournalRecord.Accepted.class::isInstance)
                .extracting(record -> ((JournalRecord.Accepted) record).origin())
                .containsOnly(ALICE);
    }

    @Test
    void theReplicaTakesTheJobOverInItsSubmittersName() {
        CoreFixture replica = new CoreFixture("r", 0);
        replica.link("o", List.of("o"));
        JournalRecord.Accepted record =
                new JournalRecord.Accepted(replicated(), Grant.first(1), CoreFixture.CLIENT, ALICE);
        replica.hear("o", new PeerMessage.Replicate(1, true, 0, List.of(record)));
        replica.on(new Event.PeerDown(OWNER.id()));
        assertThat(replica.core.orphanOrigin(CoreFixture.JOB)).as("its owner lives").isNull();
        replica.on(new Event.PeerRefused(OWNER));
        assertThat(replica.core.orphanOrigin(CoreFixture.JOB)).isEqualTo(ALICE);
        replica.on(new Event.JobTakenOver(CoreFixture.JOB, "taken over"));
        assertThat(replica.all(Effect.Persist.class))
                .extracting(Effect.Persist::entry)
                .filteredOn(JournalRecord.JobOpened.class::isInstance)
                .singleElement()
                .satisfies(entry -> {
                    JournalRecord.JobOpened job = (JournalRecord.JobOpened) entry;
                    assertThat(job.submitter()).isEqualTo("alice");
                    assertThat(job.secret()).isEqualTo(ALICE.secret());
                });
    }

    /**
     * Its client has submitted everything to another owner, and the one before ended before it
     * forgot it: what the other has is what may be taken over.
     */
    @Test
    void nothingOlderThanWhatAnotherOwnerHasIsTakenOver() {
        CoreFixture replica = new CoreFixture("r", 0);
        replica.link("o", List.of("o", "p"));
        replica.on(new Event.PeerUp(CoreFixture.ref("p", 1)));
        replica.on(new Event.SessionClosed(CoreFixture.CLIENT, "it was never here"));
        replica.hear("o", new PeerMessage.Replicate(1, true, 0, List.of(kept(1))));
        replica.hear("p", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 2));
        replica.on(new Event.PeerDown(OWNER.id()));
        replica.on(new Event.PeerRefused(OWNER));
        replica.hear("p", new PeerMessage.ProbeAnswer(OWNER.id(), 1, true));
        assertThat(replica.core.orphanedReplicas(CoreFixture.JOB)).isEmpty();
        assertThat(replica.core.orphanedJobs()).isEmpty();
    }

    @Test
    void whatAnOwnerSaysWhenItsClientIsBackMayBeTakenOver() {
        CoreFixture replica = new CoreFixture("r", 0);
        replica.link("o", List.of("o", "p"));
        replica.on(new Event.PeerUp(CoreFixture.ref("p", 1)));
        replica.on(new Event.SessionClosed(CoreFixture.CLIENT, "it was never here"));
        replica.hear("o", new PeerMessage.Replicate(1, true, 0, List.of(kept(1))));
        replica.hear("p", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 2));
        JournalRecord.Granted raised =
                new JournalRecord.Granted(
                        replicated().id(), Grant.first(1 + Grant.CLIENT_STRIDE), 0, List.of());
        replica.hear("o", new PeerMessage.Replicate(2, false, 0, List.of(raised)));
        replica.on(new Event.PeerDown(OWNER.id()));
        replica.on(new Event.PeerRefused(OWNER));
        replica.hear("p", new PeerMessage.ProbeAnswer(OWNER.id(), 1, true));
        assertThat(replica.core.orphanedReplicas(CoreFixture.JOB)).hasSize(1);
    }

    /** An earlier owner may answer beside it, which has not heard that its client moved. */
    @Test
    void itIsKnownSinceWhenAllOfTheJobWasAtItsOwner() {
        CoreFixture replica = ofOwner();
        replica.hear("o", new PeerMessage.Replicate(1, true, 0, List.of(secondTime(), END)));
        replica.hear("o", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 2));
        loseOwner(replica);
        assertThat(candidate(replica)).isEqualTo(AttachCandidate.ofReplica(2, 2, false));
        replica.on(new Event.JobTakenOver(CoreFixture.JOB, "taken over"));
        assertThat(replica.all(Effect.Persist.class))
                .extracting(Effect.Persist::entry)
                .filteredOn(JournalRecord.JobOpened.class::isInstance)
                .singleElement()
                .satisfies(entry -> {
                    JournalRecord.JobOpened job = (JournalRecord.JobOpened) entry;
                    assertThat(job.attachment()).isEqualTo(2);
                    assertThat(job.since())
                            .as("the owner's disk may have more than was replicated")
                            .isEqualTo(1);
                });
    }

    /** It died while it submitted again what it had open: a part of that is here. */
    @Test
    void whereItsClientHadNotSubmittedEverythingAgainThatIsNotKnown() {
        CoreFixture replica = ofOwner();
        replica.hear("o", new PeerMessage.Replicate(1, true, 0, List.of(secondTime())));
        loseOwner(replica);
        assertThat(candidate(replica)).isEqualTo(AttachCandidate.ofReplica(0, 1, false));
    }

    /** It named this replica a moment before it was lost, and had said a part of what it had. */
    @Test
    void nothingIsKnownOfAReplicaToWhichItsOwnerHadNotSaidEverything() {
        CoreFixture replica = ofOwner();
        replica.hear("o", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 2));
        replica.hear("o", new PeerMessage.Replicate(1, true, 0, List.of(secondTime())));
        replica.on(new Event.PeerDown(OWNER.id()));
        replica.on(new Event.PeerRefused(OWNER));
        assertThat(candidate(replica).attachment()).isZero();
    }

    /** A replica of that owner, to which the client was never attached. */
    private static CoreFixture ofOwner() {
        CoreFixture replica = new CoreFixture("r", 0);
        replica.link("o", List.of("o"));
        replica.on(new Event.SessionClosed(CoreFixture.CLIENT, "it was never here"));
        return replica;
    }

    private static void loseOwner(CoreFixture replica) {
        assertThat(replica.core.attachmentElsewhere(CoreFixture.CLIENT))
                .as("its owner is linked, and may have fallen silent a moment ago")
                .isEqualTo(2);
        replica.on(new Event.PeerDown(OWNER.id()));
        assertThat(replica.core.attachmentElsewhere(CoreFixture.CLIENT)).isEqualTo(2);
        replica.on(new Event.PeerRefused(OWNER));
    }

    private static AttachCandidate candidate(CoreFixture replica) {
        AttachCandidate candidate = replica.core.attachCandidate(CoreFixture.JOB);
        assertThat(candidate).isNotNull();
        return candidate;
    }

    private static JournalRecord.Accepted secondTime() {
        return kept(1 + Grant.CLIENT_STRIDE);
    }

    /** Its owner may have named another replica meanwhile, which keeps something later. */
    @Test
    void whatWasReadFromTheDiskMayBeOutdatedUntilItsOwnerSaysItAgain() {
        CoreFixture replica = new CoreFixture("r", 0);
        Event.Replica kept = new Event.Replica(OWNER, state());
        replica.on(new Event.Recovered(List.of(), List.of(), List.of(kept)));
        replica.on(new Event.PeerForgotten(OWNER, "admin"));
        assertThat(replica.core.orphanedReplicas(CoreFixture.JOB)).hasSize(1);
        assertThat(candidate(replica).settling()).isTrue();

        replica.link("o", List.of("o"));
        replica.hear("o", new PeerMessage.Replicate(1, true, 0, List.of(kept(1))));
        replica.on(new Event.PeerDown(OWNER.id()));
        replica.on(new Event.PeerForgotten(OWNER, "admin"));
        assertThat(replica.core.orphanedReplicas(CoreFixture.JOB)).hasSize(1);
        assertThat(candidate(replica).settling()).isFalse();
    }

    /** Its owner lost its disk, and the machine's new daemon was started a second time. */
    @Test
    void whatWasSaidBeforeTheOwnersDiskWasNewCanStillBeTakenOver() {
        assertThat(orphansAfter(new PeerMessage.Replicate(1, true, 2, List.of()))).hasSize(1);
    }

    /** The replica's disk may fail in between, and its owner's machine be lost after that. */
    @Test
    void whatIsSaidAnewStaysOnTheDiskMeanwhileAndWhatIsNotSaidIsForgotten() {
        JournalRecord.Accepted other =
                new JournalRecord.Accepted(
                        CoreFixture.task(2), Grant.first(1), CoreFixture.CLIENT, ALICE);
        CoreFixture replica = new CoreFixture("r", 0);
        replica.link("o", List.of("o"));
        replica.hear("o", new PeerMessage.Replicate(1, true, 0, List.of(kept(1), other, END)));
        replica.hear("o", new PeerMessage.Replicate(4, true, 0, List.of(kept(1))));
        assertThat(forgotten(replica)).isEmpty();
        replica.hear("o", new PeerMessage.Replicate(5, false, 0, List.of(END)));
        assertThat(forgotten(replica)).containsExactly(other.task());
    }

    private static List<TaskId> forgotten(CoreFixture replica) {
        return replica.all(Effect.Persist.class).stream()
                .map(Effect.Persist::entry)
                .map(entry -> ((JournalRecord.Replica) entry).record())
                .filter(JournalRecord.Forgotten.class::isInstance)
                .map(JournalRecord.OfTask::task)
                .toList();
    }

    /** The owner was started again with its disk; it is lost while it says everything anew. */
    @Test
    void whatAnEarlierProcessSaidStaysUntilTheNextHasSaidEverything() {
        JournalRecord.Accepted other =
                new JournalRecord.Accepted(
                        CoreFixture.task(2), Grant.first(1), CoreFixture.CLIENT, ALICE);
        // the first frame of several: that with the other task never comes
        assertThat(orphansAfter(new PeerMessage.Replicate(1, true, 1, List.of(other)))).hasSize(2);
    }

    @Test
    void whatTheOwnersDiskHasKnownIsForgotten() {
        assertThat(orphansAfter(new PeerMessage.Replicate(1, true, 1, List.of()))).isEmpty();
    }

    /** What can be taken over when the owner's third process has said this, and is gone. */
    private static List<Event.Replica> orphansAfter(PeerMessage.Replicate said) {
        CoreFixture replica = new CoreFixture("r", 0);
        replica.link("o", List.of("o"));
        replica.hear("o", new PeerMessage.Replicate(1, true, 0, List.of(kept(1))));
        replica.on(new Event.PeerDown(OWNER.id()));
        NodeRef third = CoreFixture.ref("o", 3);
        replica.on(new Event.PeerUp(third));
        replica.hear("o", said);
        replica.on(new Event.PeerDown(OWNER.id()));
        replica.on(new Event.PeerForgotten(third, "admin"));
        return replica.core.orphanedReplicas(CoreFixture.JOB);
    }

    private static JournalRecord.Accepted kept(int epoch) {
        return new JournalRecord.Accepted(
                replicated(), Grant.first(epoch), CoreFixture.CLIENT, ALICE);
    }
}
