package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobOrigin;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.protocol.PeerMessage;
import org.junit.jupiter.api.Test;

/** An owner o is started anew after a task of it has ended, and says again what it has. */
class ReplicaStoreTest {
    private static final NodeRef NEXT = CoreFixture.ref("o", 2);
    private static final Task TASK = CoreFixture.task(1, Durability.REPLICATED);
    private static final Grant GRANT = Grant.first(1);

    /** The owner has said everything. */
    private static final JournalRecord.Forgotten END =
            new JournalRecord.Forgotten(TaskRecords.NO_TASK);

    private final List<JournalRecord> disk = new ArrayList<>();
    private CoreFixture replica = new CoreFixture("r", 0);

    private static JournalRecord.Accepted accepted(Task task) {
        return new JournalRecord.Accepted(task, GRANT, CoreFixture.CLIENT, JobOrigin.NONE);
    }

    private static JournalRecord.Done ended(String outcome) {
        return new JournalRecord.Done(TASK.id(), GRANT, Outcome.cancelled(outcome), "n1");
    }

    private void hear(PeerMessage message) {
        replica.hear("o", message);
        replica.all(Effect.Persist.class).forEach(one -> disk.add(one.entry()));
    }

    private void nextSaysAll(JournalRecord.OfTask... records) {
        hear(new PeerMessage.Replicate(1, true, 1, List.of(records)));
    }

    /** The next process has said that the task is accepted, without its bytes, and nothing more. */
    private void endedAndAcceptedAgain() {
        replica.link("o", List.of("o", "p"));
        JournalRecord.Accepted first = accepted(TASK);
        hear(new PeerMessage.Replicate(1, true, 0, List.of(first, ended("first"), END)));
        replica.on(new Event.PeerUp(NEXT));
        nextSaysAll(
                accepted(
                        new Task(
                                TASK.id(),
                                TASK.kind(),
                                Payload.NONE,
                                TASK.weight(),
                                TASK.parent())));
    }

    /** The replica itself is started anew, with what its disk has. */
    private void startAnew() {
        OwnerRecovery recovery = new OwnerRecovery();
        disk.forEach(recovery::add);
        Event.Recovered kept = recovery.event();
        assertThat(kept).isNotNull();
        replica = new CoreFixture("r", 0);
        replica.on(kept);
        replica.link("o", List.of("o", "p"));
        replica.on(new Event.PeerUp(NEXT));
    }

    /** What can be taken over of the task when its owner is gone. */
    private List<String> outcomes() {
        replica.on(new Event.PeerDown(NEXT.id()));
        replica.on(new Event.PeerForgotten(NEXT, "admin"));
        return replica.core.orphanedReplicas(CoreFixture.JOB).stream()
                .map(one -> one.state().outcome())
                .map(outcome -> outcome == null ? "open" : outcome.summary())
                .toList();
    }

    private static String summary(String outcome) {
        return Outcome.cancelled(outcome).summary();
    }

    /** It has no payload any more: run again, it would fail. */
    @Test
    void anEndedTaskStaysEndedWhenTheNextProcessEndsBeforeItSaysTheOutcome() {
        endedAndAcceptedAgain();
        assertThat(outcomes()).containsExactly(summary("first"));
        startAnew();
        assertThat(outcomes()).as("as the disk has it").containsExactly(summary("first"));
    }

    /** Its own disk had not kept the first one, and the task ran again. */
    @Test
    void anotherOutcomeOfTheNextProcessTakesThePlaceOfTheFirst() {
        endedAndAcceptedAgain();
        hear(new PeerMessage.Replicate(2, false, 1, List.of(ended("second"), END)));
        assertThat(outcomes()).containsExactly(summary("second"));
        startAnew();
        assertThat(outcomes()).as("as the disk has it").containsExactly(summary("second"));
    }

    /** Its disk does not tell which process said the outcome. */
    @Test
    void thatIsSoAlsoWhenTheReplicaIsStartedAnewMeanwhile() {
        endedAndAcceptedAgain();
        startAnew();
        nextSaysAll(accepted(TASK), ended("second"), END);
        assertThat(outcomes()).containsExactly(summary("second"));
    }

    @Test
    void whatTheSameProcessSaysAgainIsNotWrittenAgain() {
        endedAndAcceptedAgain();
        nextSaysAll(accepted(TASK), ended("first"), END);
        disk.clear();
        nextSaysAll(accepted(TASK), ended("first"), END);
        assertThat(disk).noneMatch(JournalRecord.Replica.class::isInstance);
    }
}
