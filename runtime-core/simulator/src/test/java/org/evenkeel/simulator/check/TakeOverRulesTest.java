package org.evenkeel.simulator.check;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JobOrigin;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.testing.SampleTasks;
import org.junit.jupiter.api.Test;

/** R8: an owner that is linked again has time to say what its replica is to forget. */
class TakeOverRulesTest {
    private static final TaskState KEPT =
            new TaskState(
                    SampleTasks.task(
                            1,
                            new TaskKind(
                                    new JobId(1),
                                    "sample",
                                    Digest.NONE,
                                    new TaskKind.Options(5, 0, 0, Durability.REPLICATED, 0)),
                            1,
                            null),
                    Grant.first(1),
                    1,
                    0,
                    List.of(),
                    null,
                    "",
                    JobOrigin.NONE);

    private final NodeOfTest owner = new NodeOfTest(0, "o");
    private final NodeOfTest replica = new NodeOfTest(1, "r");
    private final TakeOverRules rules = new TakeOverRules(new ClusterOfTest(owner, replica), false);

    @Test
    void anOwnerThatSaysNothingForABeatAfterItIsLinkedIsFound() {
        ownerIsLost();
        ownerReturns(2);
        beat();
        assertOffersToTakeOver();
    }

    /** The one before had no time to answer either. */
    @Test
    void eachProcessOfTheOwnerHasABeat() {
        ownerIsLost();
        ownerReturns(2);
        beat();
        ownerReturns(3);
        beat();
        assertOffersToTakeOver();
    }

    /** It cannot answer what the replica has not asked yet. */
    @Test
    void noBeatCountsWhileTheReplicaWaitsForItsDisk() {
        ownerIsLost();
        replica.waitsForDisk = true;
        ownerReturns(2);
        beat();
        beat();
        replica.waitsForDisk = false;
        beat();
        assertOffersToTakeOver();
    }

    @Test
    void noBeatCountsWhileTheOwnerWaitsForItsDisk() {
        ownerIsLost();
        ownerReturns(2);
        owner.waitsForDisk = true;
        beat();
        beat();
        owner.waitsForDisk = false;
        beat();
        assertOffersToTakeOver();
    }

    /** The replica has one task of the owner's first process, which ends. */
    private void ownerIsLost() {
        on(new Event.PeerUp(owner.ref));
        JournalRecord.OfTask accepted =
                new JournalRecord.Accepted(
                        KEPT.task(), KEPT.grant(), KEPT.session(), JobOrigin.NONE);
        on(
                new Event.MessageReceived(
                        owner.ref.id(), new PeerMessage.Replicate(1, true, 0, List.of(accepted))));
        on(new Event.PeerDown(owner.ref.id()));
    }

    /** A later process, which has the task from its disk, is linked; it says nothing. */
    private void ownerReturns(long incarnation) {
        owner.start(incarnation);
        owner.core.handle(0, new Event.Recovered(List.of(KEPT), List.of(), List.of()));
        on(new Event.PeerUp(owner.ref));
    }

    private void beat() {
        assertThatCode(this::nextBeat).doesNotThrowAnyException();
    }

    private void nextBeat() {
        on(new Event.TimerFired(Event.Timer.HEARTBEAT));
    }

    private void assertOffersToTakeOver() {
        assertThatThrownBy(this::nextBeat)
                .isInstanceOf(Violation.class)
                .hasMessageContaining("R8: r would take over from a living owner");
    }

    private void on(Event event) {
        rules.before(replica, event);
        rules.after(replica, event, replica.core.handle(0, event));
    }
}
