package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.kernel.Event.Timer;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobSecret;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.PassedTask;
import org.junit.jupiter.api.Test;

/**
 * A node beside one that names no features: it passes tasks on batch by batch, and asks nothing.
 */
class EarlierVersionsTest {
    private static final long HEARS_NANOS = 500_000_000;

    /** A session whose client was never here. */
    private static final long LEFT = 77;

    private static final Outcome DONE = Outcome.succeeded(new CoreFixture.Bytes(3));

    private final CoreFixture node = new CoreFixture("a", 1);

    EarlierVersionsTest() {
        node.on(new Event.NeighboursSet(List.of(new NodeId("old")), 2));
        node.on(new Event.PeerUp(CoreFixture.ref("old", 1), Features.NONE));
    }

    private static Task onDisk(long number) {
        return new Task(
                new TaskId(CoreFixture.CLIENT, number),
                CoreFixture.kind(0, Durability.DISK),
                new CoreFixture.Bytes(10),
                1,
                null);
    }

    /**
     * @param attachment the job's: 0 until the owner has said all of it
     */
    private static PeerMessage.Adopt batch(long number, Task task, int attachment) {
        TaskState state = new TaskState(task, new Grant(2, 1), LEFT, 0, List.of(), null, "");
        JournalRecord.JobOpened job =
                new JournalRecord.JobOpened(CoreFixture.JOB, LEFT, "lasting", "", attachment, 0);
        return new PeerMessage.Adopt(
                number, List.of(new PassedTask(state, Grant.first(1), 1)), List.of(job));
    }

    private List<Long> answered() {
        return node.all(Effect.Send.class).stream()
                .map(Effect.Send::peerMessage)
                .filter(PeerMessage.Adopted.class::isInstance)
                .map(peerMessage -> ((PeerMessage.Adopted) peerMessage).batch())
                .toList();
    }

    private boolean isDrained() {
        return !node.all(Effect.Drained.class).isEmpty();
    }

    /** It is gone when it has heard the answers, and never says that this was all. */
    @Test
    void whatItPassesOnIsOwnedAtOnceAndStaysWhenItEnds() {
        node.hear("old", batch(1, onDisk(1), 0));
        assertThat(answered()).containsExactly(1L);
        assertThat(node.core.attachment(CoreFixture.JOB)).as("not all of it").hasValue(0);
        node.hear("old", batch(2, onDisk(2), 1));
        assertThat(answered()).containsExactly(2L);
        node.on(new Event.PeerUp(CoreFixture.ref("old", 2), Features.NONE));
        assertThat(node.core.books().owned()).isEqualTo(2);
        assertThat(node.core.attachment(CoreFixture.JOB)).as("all of it").hasValue(1);
    }

    @Test
    void aBatchThatItSaysAgainIsAnsweredAgainAndOwnedOnce() {
        node.hear("old", batch(1, onDisk(1), 1));
        node.hear("old", batch(1, onDisk(1), 1));
        assertThat(answered()).containsExactly(1L);
        assertThat(node.core.books().owned()).isEqualTo(1);
    }

    @Test
    void nothingIsPassedOnToItAndWhatIsOnDiskStays() {
        node.on(new Event.JobOpened(CoreFixture.CLIENT, CoreFixture.JOB, "lasting", true, ""));
        node.submit(onDisk(1));
        node.on(new Event.DrainStarted("it is told to", HEARS_NANOS));
        node.now += HEARS_NANOS;
        node.on(new Event.TimerFired(Timer.LEAVE));
        assertThat(node.sent(PeerMessage.Adopt.class)).isNull();
        assertThat(node.sent(PeerMessage.Offer.class)).isNull();
        assertThat(isDrained()).as("it runs").isFalse();
        node.finish(0, onDisk(1).id(), Grant.first(1), DONE);
        node.on(new Event.TimerFired(Timer.LEAVE));
        assertThat(isDrained()).isTrue();
        assertThat(node.core.attachment(CoreFixture.JOB)).as("its job is here").hasValue(1);
    }

    @Test
    void aLaterVersionBesideItIsTheNextOwner() {
        node.on(new Event.PeerUp(CoreFixture.ref("new", 1)));
        node.submit(onDisk(1));
        node.on(new Event.DrainStarted("it is told to"));
        assertThat(node.all(Effect.Send.class))
                .filteredOn(send -> send.peerMessage() instanceof PeerMessage.Adopt)
                .singleElement()
                .satisfies(send -> assertThat(send.to().id().name()).isEqualTo("new"));
    }

    private static JournalRecord.JobOpened recovered(JournalRecord... records) {
        OwnerRecovery ownerRecovery = new OwnerRecovery();
        ownerRecovery.add(
                new JournalRecord.JobOpened(
                        CoreFixture.JOB,
                        JobSecret.NONE,
                        LEFT,
                        "lasting",
                        "",
                        3,
                        0,
                        3,
                        JournalRecord.JobOpened.NO_OWNERS,
                        JournalRecord.JobLocation.HERE));
        List.of(records).forEach(ownerRecovery::add);
        Event.Recovered event = ownerRecovery.event();
        assertThat(event).isNotNull();
        return event.jobs().getFirst();
    }

    /** It kept the record of a job that it had passed on, and nothing else of it. */
    @Test
    void aJobOfWhichItLeftNothingButTheRecordMayBeElsewhere() {
        JournalRecord.JobOpened job = recovered();
        assertThat(job.attachment()).isZero();
        assertThat(job.since()).isZero();
        assertThat(job.owners()).isEqualTo(1);
    }

    @Test
    void aJobOfWhichItLeftTasksIsHere() {
        JournalRecord.JobOpened job =
                recovered(new JournalRecord.Accepted(onDisk(1), Grant.first(1), LEFT));
        assertThat(job.attachment()).isEqualTo(3);
        assertThat(job.since()).isEqualTo(3);
        assertThat(job.owners()).isEqualTo(1);
    }

    /** It does not say since when it has all: where a client is, all of it is. */
    @Test
    void whatItsClientHasLeftHereIsDroppedWhenItSaysThatTheClientIsThere() {
        node.submit(onDisk(1));
        node.hear("old", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 2, 0, false));
        assertThat(node.sent(PeerMessage.SessionLeft.class)).isNotNull();
        assertThat(node.core.books().owned()).isZero();
    }
}
