package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.kernel.JobStanding.State;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.MasterCommand.Verdict;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PhaseReply;
import org.evenkeel.model.protocol.PhaseReply.JobWish;
import org.evenkeel.model.protocol.Submission;
import org.junit.jupiter.api.Test;

/** Jobs that ask for workers at once: their tasks are accepted when the master says so. */
class JobAdmissionControlTest {
    private static final String MASTER = "n1";

    private CoreFixture node = new CoreFixture("n5", 1, "nrics(eta=0,gap=1ms)");

    private void link() {
        node.link(MASTER, List.of(MASTER, "n2"));
        node.link("n2", List.of(MASTER, "n2"));
    }

    private void masterIsThere() {
        link();
        node.hear(MASTER, new PeerMessage.MasterMessage(new MasterCommand.Here(1)));
    }

    private void open(int width) {
        node.on(new Event.JobOpened(CoreFixture.CLIENT, CoreFixture.JOB, "wide", false, "", width));
    }

    private void says(Verdict verdict, String why) {
        node.hear(
                MASTER,
                new PeerMessage.MasterMessage(
                        new MasterCommand.Job(1, CoreFixture.JOB, verdict, why)));
    }

    private List<PhaseReply> told() {
        return node.all(Effect.Send.class).stream()
                .filter(send -> send.to().id().name().equals(MASTER))
                .map(Effect.Send::peerMessage)
                .filter(PeerMessage.PhaseMessage.class::isInstance)
                .map(peerMessage -> ((PeerMessage.PhaseMessage) peerMessage).word())
                .filter(word ->
                        word instanceof PhaseReply.Jobs || word instanceof PhaseReply.JobOver)
                .toList();
    }

    private static PhaseReply wish(int width, boolean begun) {
        return new PhaseReply.Jobs(
                1, List.of(new JobWish(CoreFixture.JOB, width, begun, false, 1)));
    }

    private JobStanding standing() {
        return node.core.standing(CoreFixture.JOB);
    }

    @Test
    void theTasksOfAWideJobAreAcceptedWhenTheMasterAdmitsIt() {
        masterIsThere();
        open(4);
        assertThat(told()).containsExactly(wish(4, false));
        node.submit(CoreFixture.task(1), CoreFixture.task(2));
        assertThat(node.started()).isEmpty();
        assertThat(node.all(Effect.Accept.class)).allMatch(accept -> accept.upTo() == 0);
        says(Verdict.WAITS, "others are before it");
        assertThat(standing()).isEqualTo(new JobStanding(4, State.WAITS, "others are before it"));
        says(Verdict.BEGINS, "");
        assertThat(node.started()).hasSize(1);
        assertThat(node.all(Effect.Accept.class))
                .last()
                .satisfies(accept -> assertThat(accept.upTo()).isEqualTo(2));
        assertThat(standing()).isEqualTo(new JobStanding(4, State.BEGUN, ""));
    }

    @Test
    void aTaskOfAJobThatIsNotAdmittedYetSaysWhy() {
        masterIsThere();
        open(4);
        node.submit(CoreFixture.task(1));
        says(Verdict.WAITS, "others are before it");
        TaskNow now = node.core.now(CoreFixture.task(1).id(), node.now);
        assertThat(now.state()).isEqualTo("QUEUED");
        assertThat(now.obstacles())
                .singleElement()
                .satisfies(obstacle -> {
                    assertThat(obstacle.reason()).isEqualTo(WaitReason.JOB_NOT_ADMITTED);
                    assertThat(obstacle.words()).contains("others are before it");
                });
        says(Verdict.BEGINS, "");
        assertThat(node.core.now(CoreFixture.task(1).id(), node.now).state()).isEqualTo("RUNNING");
    }

    @Test
    void theTasksOfARefusedJobAreRejectedWithItsName() {
        masterIsThere();
        open(40);
        node.submit(CoreFixture.task(1));
        says(Verdict.REFUSED, "it needs 40 workers at once, the cluster has 4");
        assertThat(node.all(Effect.Reject.class))
                .singleElement()
                .satisfies(rejected ->
                        assertThat(rejected.why())
                                .contains(CoreFixture.JOB.toString(), "needs 40 workers"));
        node.submit(CoreFixture.task(2));
        assertThat(node.all(Effect.Reject.class)).hasSize(1);
        assertThat(node.core.books().owned()).isZero();
    }

    @Test
    void whatAClientSubmitsAgainIsNeverRefused() {
        masterIsThere();
        open(40);
        node.on(
                new Event.TasksSubmitted(
                        CoreFixture.CLIENT, List.of(new Submission(CoreFixture.task(1), 1025))));
        says(Verdict.REFUSED, "too wide");
        assertThat(node.all(Effect.Reject.class)).isEmpty();
        assertThat(node.started()).hasSize(1);
    }

    @Test
    void aJobThatAsksForNothingIsToldToTheMasterAndBeginsAtOnce() {
        masterIsThere();
        open(0);
        assertThat(told()).containsExactly(wish(0, true));
        node.submit(CoreFixture.task(1));
        assertThat(node.started()).hasSize(1);
    }

    @Test
    void whereNoMasterIsForAHoldersLeaseJobsBegin() {
        link();
        open(4);
        node.submit(CoreFixture.task(1));
        assertThat(node.started()).isEmpty();
        node.now += 2_000_000_000L;
        node.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        assertThat(node.started()).hasSize(1);
    }

    @Test
    void whatWasAcceptedBeforeARestartGoesOnAndWhatWaitedWaitsAgain() {
        masterIsThere();
        open(0); // as the disk has kept it
        open(4);
        assertThat(standing().state()).as("nothing of it was accepted").isEqualTo(State.WAITS);
        says(Verdict.BEGINS, "");
        node.submit(CoreFixture.task(1));
        open(5);
        assertThat(standing().state()).isEqualTo(State.BEGUN);
    }

    @Test
    void theDiskKeepsTheWidthOfAJobAsLongAsAnythingOfItIsOpen() {
        JournalRecord.JobOpened kept =
                new JournalRecord.JobOpened(CoreFixture.JOB, CoreFixture.CLIENT, "wide", "", 0, 4);
        TaskState open =
                new TaskState(
                        CoreFixture.task(1),
                        Grant.first(1),
                        CoreFixture.CLIENT,
                        0,
                        List.of(),
                        null,
                        "");
        node.on(new Event.Recovered(List.of(open), List.of(kept), List.of()));
        assertThat(standing()).isEqualTo(new JobStanding(4, State.BEGUN, ""));
        CoreFixture second = new CoreFixture("n6", 1, "nrics(eta=0,gap=1ms)");
        second.on(new Event.Recovered(List.of(), List.of(kept), List.of()));
        assertThat(second.core.standing(CoreFixture.JOB).minWorkers())
                .as("it asks anew when its client is back")
                .isZero();
    }

    @Test
    void aJobThatIsPassedOnKeepsItsWidth() {
        masterIsThere();
        JournalRecord.JobOpened passed =
                new JournalRecord.JobOpened(CoreFixture.JOB, CoreFixture.CLIENT, "wide", "", 1, 4);
        node.hear("n2", new PeerMessage.Adopt(1, List.of(), List.of(passed)));
        node.hear("n2", new PeerMessage.AdoptAll(2, CoreFixture.CLIENT, 1, 1));
        assertThat(standing()).isEqualTo(new JobStanding(4, State.BEGUN, ""));
        assertThat(node.all(Effect.Persist.class))
                .extracting(Effect.Persist::entry)
                .contains(passed.of(2));
    }

    @Test
    void underAPolicyWithoutPhasesNobodyIsAsked() {
        CoreFixture plain = new CoreFixture("n5", 1, "hybrid");
        plain.on(new Event.JobOpened(CoreFixture.CLIENT, CoreFixture.JOB, "wide", false, "", 99));
        plain.submit(CoreFixture.task(1));
        assertThat(plain.started()).hasSize(1);
    }

    @Test
    void aNewMasterIsToldWhatHasBegun() {
        masterIsThere();
        open(4);
        says(Verdict.BEGINS, "");
        node.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        assertThat(told()).containsExactly(wish(4, true));
    }

    @Test
    void theEndOfAJobIsToldAndItsWaitingTasksAreRejected() {
        masterIsThere();
        open(4);
        node.submit(CoreFixture.task(1));
        node.on(new Event.JobClosed(CoreFixture.JOB));
        assertThat(told()).containsExactly(new PhaseReply.JobOver(1, CoreFixture.JOB));
        assertThat(node.all(Effect.Reject.class)).hasSize(1);
        says(Verdict.BEGINS, "");
        assertThat(told())
                .as("the master has not heard of it")
                .containsExactly(new PhaseReply.JobOver(1, CoreFixture.JOB));
    }

    @Test
    void aTaskThatWaitsForItsJobCanBeCancelled() {
        masterIsThere();
        open(4);
        node.submit(CoreFixture.task(1), CoreFixture.task(2));
        node.on(new Event.CancelRequested(CoreFixture.CLIENT, new long[] {1}, "not wanted"));
        assertThat(node.all(Effect.Reject.class))
                .containsExactly(new Effect.Reject(CoreFixture.CLIENT, 1, "not wanted", true));
        says(Verdict.BEGINS, "");
        assertThat(node.started())
                .singleElement()
                .satisfies(one ->
                        assertThat(one.task().id()).isEqualTo(new TaskId(CoreFixture.CLIENT, 2)));
    }

    @Test
    void whatADeadClientLeftUnacceptedDoesNotHoldUpTheNextOne() {
        masterIsThere();
        open(4);
        node.submit(CoreFixture.task(1));
        node.on(new Event.ClientLost(CoreFixture.CLIENT, "its client is gone"));
        assertThat(node.all(Effect.Accept.class)).as("it was not accepted").isEmpty();
        says(Verdict.BEGINS, "");
        assertThat(node.started()).isEmpty();
        node.on(new Event.SessionOpened(CoreFixture.CLIENT, false, 2, List.of()));
        node.submit(CoreFixture.task(2));
        assertThat(node.started()).hasSize(1);
        assertThat(node.all(Effect.Accept.class))
                .last()
                .satisfies(accept -> assertThat(accept.upTo()).isEqualTo(2));
    }

    @Test
    void aRepeatMakesNoSecondTask() {
        masterIsThere();
        open(4);
        node.submit(CoreFixture.task(1));
        node.submit(CoreFixture.task(1));
        says(Verdict.BEGINS, "");
        assertThat(node.started())
                .singleElement()
                .satisfies(one -> assertThat(one.grant()).isEqualTo(Grant.first(1)));
        assertThat(node.core.books().owned()).isEqualTo(1);
    }

    /** It is accepted when its job begins: a rejection would be no true answer. */
    @Test
    void aRepeatOfATaskThatWaitsIsNotRejectedWhereTheNodeIsFull() {
        NodeConfig.Limits usual = NodeConfig.Limits.DEFAULT;
        node =
                new CoreFixture(
                        "n5",
                        1,
                        new NodeConfig.Limits(
                                1,
                                usual.held(),
                                usual.windowTasks(),
                                usual.windowNanos(),
                                usual.deaths(),
                                usual.traceRecords()),
                        ProcessorQuotas.NONE,
                        "nrics(eta=0,gap=1ms)");
        masterIsThere();
        open(4);
        node.submit(CoreFixture.task(1));
        node.submit(CoreFixture.task(1));
        assertThat(node.all(Effect.Reject.class)).isEmpty();
        says(Verdict.BEGINS, "");
        assertThat(node.started()).hasSize(1);
    }

    /** Its client is told to go to that node, and submits there what waits here. */
    @Test
    void whatWaitsIsDroppedWhenAnotherNodeHasTheSession() {
        masterIsThere();
        open(0);
        node.submit(CoreFixture.task(1));
        node.hear("n2", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 2, 0, false));
        node.hear("n2", new PeerMessage.Adopted(1));
        node.on(
                new Event.SessionOpened(
                        CoreFixture.CLIENT, false, 3, List.of(CoreFixture.ref("n2", 1))));
        JobId wide = new JobId(8);
        node.on(new Event.JobOpened(CoreFixture.CLIENT, wide, "wide", false, "", 4));
        TaskKind kind = CoreFixture.task(2).kind();
        TaskKind ofWide = new TaskKind(wide, kind.name(), kind.bundle(), kind.options());
        Task second = CoreFixture.task(2);
        node.submit(new Task(second.id(), ofWide, second.payload(), 1, null));
        assertThat(node.core.standing(wide).state()).isEqualTo(State.WAITS);
        node.hear("n2", new PeerMessage.Adopted(2));
        assertThat(node.all(Effect.PassSession.class)).hasSize(1);
        node.hear(
                MASTER,
                new PeerMessage.MasterMessage(new MasterCommand.Job(1, wide, Verdict.BEGINS, "")));
        assertThat(node.started()).isEmpty();
        assertThat(node.core.books().owned()).isZero();
    }

    @Test
    void whoHasMovedEndsNothingWhereItGoesOn() {
        masterIsThere();
        open(4);
        says(Verdict.BEGINS, "");
        node.submit(CoreFixture.task(1));
        node.hear("n2", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 2));
        assertThat(told()).isEmpty();
        node.on(new Event.JobClosed(CoreFixture.JOB));
        assertThat(told()).isEmpty();
        assertThat(node.sent(PeerMessage.JobEnded.class)).isNull();
    }

    @Test
    void theEndOfAJobIsToldToAllOtherwise() {
        link();
        open(0);
        node.on(new Event.JobClosed(CoreFixture.JOB));
        assertThat(node.sent(PeerMessage.JobEnded.class))
                .isEqualTo(new PeerMessage.JobEnded(CoreFixture.JOB));
    }

    @Test
    void whenItsMasterIsGoneANodeWaitsForTheNext() {
        masterIsThere();
        open(4);
        node.submit(CoreFixture.task(1));
        node.on(new Event.PeerDown(new NodeId(MASTER)));
        assertThat(node.started()).isEmpty();
        node.hear("n2", new PeerMessage.MasterMessage(new MasterCommand.Here(2)));
        node.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        PeerMessage.PhaseMessage says = node.sent(PeerMessage.PhaseMessage.class);
        assertThat(says).isNotNull();
        node.hear(
                "n2",
                new PeerMessage.MasterMessage(
                        new MasterCommand.Job(2, CoreFixture.JOB, Verdict.BEGINS, "")));
        assertThat(node.started()).hasSize(1);
    }
}
