package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.JournalRecord.JobLocation;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.Submission;
import org.junit.jupiter.api.Test;

/** Rule R11 from the side of the owner that leaves, and what its clients make of it. */
class OwnershipTransferOutTest {
    private static final NodeRef B = CoreFixture.ref("b", 1);
    private static final NodeRef B_ANEW = CoreFixture.ref("b", 2);
    private static final int AGAIN = 1 + Grant.CLIENT_STRIDE;

    private final CoreFixture node = new CoreFixture("a", 0);

    OwnershipTransferOutTest() {
        node.link("b", List.of("b", "c"));
        node.on(new Event.PeerUp(CoreFixture.ref("c", 1)));
    }

    private void leaves() {
        node.on(new Event.DrainStarted("it is told to"));
    }

    private void passes(Task... tasks) {
        node.submit(tasks);
        leaves();
        assertThat(node.sent(PeerMessage.Adopt.class)).isNotNull();
    }

    private void clientComes() {
        node.on(new Event.SessionOpened(CoreFixture.CLIENT, false, 2, List.of()));
    }

    private void submitsAgain(Task task) {
        node.on(new Event.TasksSubmitted(CoreFixture.CLIENT, List.of(new Submission(task, AGAIN))));
    }

    private void saysThatWasAll(long upTo) {
        node.on(new Event.SubmittedAgain(CoreFixture.CLIENT, upTo));
    }

    private void successorStartsAnew() {
        node.on(new Event.PeerUp(B_ANEW));
    }

    private List<Long> accepted() {
        return node.all(Effect.Accept.class).stream().map(Effect.Accept::upTo).toList();
    }

    /** The next owner has the tasks by the attachment before, and would drop them. */
    @Test
    void aClientThatComesWhileItsTasksArePassedOnHasNotMovedHere() {
        passes(CoreFixture.task(1));
        clientComes();
        saysThatWasAll(0);
        assertThat(node.sent(PeerMessage.SessionMoved.class)).isNull();
        successorTakesAll();
        assertThat(node.sent(PeerMessage.SessionMoved.class)).isNull();
        assertThat(node.all(Effect.PassSession.class))
                .containsExactly(new Effect.PassSession(CoreFixture.CLIENT, B));
    }

    /**
     * Its client was told that it is accepted, and may be dead when this node starts anew: it is
     * not to take an earlier attachment elsewhere for a later one.
     */
    @Test
    void whatIsAcceptedWhileTheRestIsPassedOnIsKeptWithItsAttachment() {
        clientComes();
        node.on(new Event.JobOpened(CoreFixture.CLIENT, CoreFixture.JOB, "lasting", true, ""));
        submitsAgain(CoreFixture.task(1, Durability.REPLICATED));
        PeerMessage.Replicate written = node.sent(PeerMessage.Replicate.class);
        saysThatWasAll(1);
        leaves();
        node.submit(CoreFixture.task(2));
        assertThat(accepted()).doesNotContain(1L);
        replicaHas(written);
        assertThat(accepted()).contains(1L);
        assertThat(node.all(Effect.Persist.class))
                .extracting(Effect.Persist::entry)
                .filteredOn(JournalRecord.JobOpened.class::isInstance)
                .map(JournalRecord.JobOpened.class::cast)
                .extracting(JournalRecord.JobOpened::attachment)
                .containsExactly(2);
        assertThat(node.sent(PeerMessage.SessionMoved.class)).as("the next owner tells").isNull();
    }

    /** It answers each time with all that it holds of that owner, which may be thousands. */
    @Test
    void aHolderHearsOnceWhoOwnsWhatItHas() {
        passes(CoreFixture.task(1), CoreFixture.task(2), CoreFixture.task(3));
        successorTakesAll();
        List<PeerMessage.GrantedTask> held =
                List.of(1L, 2L, 3L).stream()
                        .map(number ->
                                new PeerMessage.GrantedTask(
                                        new TaskId(CoreFixture.CLIENT, number), Grant.first(1)))
                        .toList();
        node.hear("c", new PeerMessage.Holding(1, held, true));
        assertThat(node.all(Effect.Send.class))
                .extracting(Effect.Send::peerMessage)
                .filteredOn(PeerMessage.Moved.class::isInstance)
                .containsExactly(new PeerMessage.Moved(held, B));
    }

    private void replicaHas(PeerMessage.Replicate records) {
        long last = records.first() + records.records().size() - 1;
        node.hear("b", new PeerMessage.Replicated(last));
    }

    /** It has what was said, is told that this was all, and has that. */
    private void successorTakesAll() {
        node.hear("b", new PeerMessage.Adopted(1));
        assertThat(node.sent(PeerMessage.AdoptAll.class)).isNotNull();
        node.hear("b", new PeerMessage.Adopted(2));
    }

    @Test
    void itHasWhenTheyAreTakenBack() {
        passes(CoreFixture.task(1));
        clientComes();
        saysThatWasAll(0);
        successorStartsAnew();
        assertThat(node.sent(PeerMessage.SessionMoved.class))
                .isEqualTo(new PeerMessage.SessionMoved(CoreFixture.CLIENT, 2));
        PeerMessage.Adopt next = node.sent(PeerMessage.Adopt.class);
        assertThat(next).isNotNull();
        assertThat(next.tasks())
                .singleElement()
                .satisfies(task -> assertThat(task.attachment()).isEqualTo(2));
    }

    /** Its client keeps it until somebody has accepted it. */
    @Test
    void whatIsSubmittedToANodeThatLeavesIsForTheNextOwner() {
        leaves();
        clientComes();
        submitsAgain(CoreFixture.task(1));
        assertThat(node.all(Effect.Reject.class)).isEmpty();
        saysThatWasAll(1);
        assertThat(accepted()).doesNotContain(1L);
        assertThat(node.sent(PeerMessage.SessionMoved.class)).isNull();
        node.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        assertThat(node.sent(PeerMessage.AdoptAll.class)).isNotNull();
        node.hear("b", new PeerMessage.Adopted(1));
        assertThat(node.all(Effect.PassSession.class))
                .containsExactly(new Effect.PassSession(CoreFixture.CLIENT, B));
    }

    @Test
    void whatIsSubmittedAgainWhileItIsPassedOnIsAcceptedWhenItIsTakenBack() {
        passes(CoreFixture.task(1));
        clientComes();
        submitsAgain(CoreFixture.task(1));
        assertThat(accepted()).doesNotContain(1L);
        successorStartsAnew();
        assertThat(accepted()).contains(1L);
        PeerMessage.Adopt next = node.sent(PeerMessage.Adopt.class);
        assertThat(next).isNotNull();
        assertThat(next.tasks())
                .singleElement()
                .satisfies(task -> {
                    assertThat(task.state().grant().epoch()).isEqualTo(AGAIN + 1);
                    assertThat(task.inForce()).as("it goes on").isEqualTo(Grant.first(1));
                });
    }

    @Test
    void aSuccessorThatLeavesItselfGetsNothing() {
        passes(CoreFixture.task(1));
        node.hear("b", new PeerMessage.Leaving("it is told to, too", false));
        assertThat(node.all(Effect.Send.class))
                .filteredOn(send -> send.peerMessage() instanceof PeerMessage.Adopt)
                .singleElement()
                .satisfies(send -> assertThat(send.to().id().name()).isEqualTo("c"));
        assertThat(node.sent(PeerMessage.AskAdopted.class))
                .as("it gives up what it has")
                .isNotNull();
    }

    @Test
    void whatItWasToldToTakeItHas() {
        passes(CoreFixture.task(1));
        node.hear("b", new PeerMessage.Adopted(1));
        node.hear("b", new PeerMessage.Leaving("it is told to, too", false));
        assertThat(node.sent(PeerMessage.Adopt.class)).isNull();
        node.hear("b", new PeerMessage.Adopted(2));
        assertThat(node.all(Effect.PassSession.class))
                .containsExactly(new Effect.PassSession(CoreFixture.CLIENT, B));
    }

    private List<PeerMessage.Adopt> adoptions() {
        return node.all(Effect.Send.class).stream()
                .map(Effect.Send::peerMessage)
                .filter(PeerMessage.Adopt.class::isInstance)
                .map(PeerMessage.Adopt.class::cast)
                .toList();
    }

    /** A batch may come after a later one, when its bytes come late. */
    @Test
    void aSessionIsPassedWhenAllBatchesAreThere() {
        Task[] tasks = new Task[PeerMessage.Adopt.MAX_TASKS + 1];
        Arrays.setAll(tasks, i -> CoreFixture.task(i + 1));
        node.submit(tasks);
        leaves();
        assertThat(adoptions()).hasSize(2);
        node.hear("b", new PeerMessage.Adopted(2));
        assertThat(node.sent(PeerMessage.AdoptAll.class)).isNull();
        node.hear("b", new PeerMessage.Adopted(1));
        assertThat(node.sent(PeerMessage.AdoptAll.class))
                .isEqualTo(new PeerMessage.AdoptAll(3, CoreFixture.CLIENT, 1, 1));
        assertThat(node.core.status().owned()).isEqualTo(PeerMessage.Adopt.MAX_TASKS + 1);
        node.hear("b", new PeerMessage.Adopted(3));
        assertThat(node.core.status().owned()).isZero();
        assertThat(node.all(Effect.PassSession.class)).hasSize(1);
    }

    @Test
    void thatIsSaidAgainOnANewLink() {
        passes(CoreFixture.task(1));
        node.hear("b", new PeerMessage.Adopted(1));
        node.on(new Event.PeerDown(B.id()));
        node.on(new Event.PeerUp(B));
        assertThat(node.sent(PeerMessage.AdoptAll.class))
                .isEqualTo(new PeerMessage.AdoptAll(2, CoreFixture.CLIENT, 1, 1));
    }

    /** Its client has it, and its bytes are given up. */
    @Test
    void outcomeThatWasAcknowledgedMeanwhileIsNotSaidAgain() {
        CoreFixture a = new CoreFixture("a", 1);
        a.link("b", List.of("b"));
        Task ended = CoreFixture.task(1);
        Task runs = CoreFixture.task(2);
        a.submit(ended, runs);
        a.finish(0, ended.id(), Grant.first(1), Outcome.succeeded(new CoreFixture.Bytes(8)));
        a.on(new Event.DrainStarted("it is told to"));
        assertThat(passedOn(a)).containsExactlyInAnyOrder(ended.id(), runs.id());
        a.on(new Event.OutcomesAcknowledged(CoreFixture.CLIENT, new long[] {1}));
        a.on(new Event.PeerDown(B.id()));
        a.on(new Event.PeerUp(B));
        assertThat(passedOn(a)).containsExactly(runs.id());
        a.hear("b", new PeerMessage.Adopted(1));
        assertThat(a.sent(PeerMessage.AdoptAll.class)).isNotNull();
        a.hear("b", new PeerMessage.Adopted(2));
        assertThat(a.core.status().owned()).isZero();
    }

    private static List<TaskId> passedOn(CoreFixture from) {
        PeerMessage.Adopt adopt = from.sent(PeerMessage.Adopt.class);
        assertThat(adopt).isNotNull();
        return adopt.tasks().stream().map(task -> task.state().id()).toList();
    }

    /** It had called this process gone, and dropped what had come. */
    @Test
    void aSuccessorThatRefusesASessionIsGivenAllOfItAgain() {
        passes(CoreFixture.task(1));
        node.hear("b", new PeerMessage.Adopted(1));
        assertThat(node.sent(PeerMessage.AdoptAll.class)).isNotNull();
        node.hear("b", new PeerMessage.AnswerAdopted(CoreFixture.CLIENT, false));
        assertThat(adoptions())
                .singleElement()
                .satisfies(again -> {
                    assertThat(again.batch()).isEqualTo(3);
                    assertThat(again.tasks()).hasSize(1);
                });
        node.hear("b", new PeerMessage.Adopted(2));
        assertThat(node.core.status().owned()).isEqualTo(1);
        node.hear("b", new PeerMessage.Adopted(3));
        node.hear("b", new PeerMessage.Adopted(4));
        assertThat(node.core.status().owned()).isZero();
        assertThat(node.all(Effect.PassSession.class))
                .containsExactly(new Effect.PassSession(CoreFixture.CLIENT, B));
    }

    // ---- Jobs that outlive their clients

    private void opensLastingJob() {
        node.on(new Event.JobOpened(CoreFixture.CLIENT, CoreFixture.JOB, "lasting", true, ""));
    }

    private List<JobLocation> places() {
        return node.all(Effect.Persist.class).stream()
                .map(Effect.Persist::entry)
                .filter(JournalRecord.JobOpened.class::isInstance)
                .map(record -> ((JournalRecord.JobOpened) record).place())
                .toList();
    }

    /** Else both would answer who asks for the job after they have left together and come back. */
    @Test
    void aJobThatWasPassedOnIsNotHereAnyMore() {
        opensLastingJob();
        passes(CoreFixture.task(1));
        node.hear("b", new PeerMessage.Adopted(1));
        assertThat(places()).containsExactly(new JobLocation(JobLocation.Kind.GOING, "b"));
        assertThat(node.core.goingTo(CoreFixture.JOB)).isEqualTo(B.id());
        node.hear("b", new PeerMessage.Adopted(2));
        assertThat(places()).containsExactly(new JobLocation(JobLocation.Kind.GONE, "b"));
        assertThat(node.core.attachment(CoreFixture.JOB)).isEmpty();
    }

    /** The successor may have it on its disk. */
    @Test
    void whenTheSuccessorIsLostThatWasToTakeItNobodyTouchesItUntilThatSays() {
        opensLastingJob();
        passes(CoreFixture.task(1));
        node.hear("b", new PeerMessage.Adopted(1));
        successorStartsAnew();
        assertThat(node.sent(PeerMessage.AskAdopted.class))
                .isEqualTo(new PeerMessage.AskAdopted(CoreFixture.CLIENT, 1, 1, 2));
        assertThat(node.sent(PeerMessage.Adopt.class)).as("to anybody").isNull();
        node.hear("b", new PeerMessage.AnswerAdopted(CoreFixture.CLIENT, false));
        assertThat(places()).contains(JobLocation.HERE);
        assertThat(node.core.goingTo(CoreFixture.JOB)).isNull();
        node.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        assertThat(node.sent(PeerMessage.Adopt.class)).as("once more").isNotNull();
    }

    @Test
    void whatTheLostSuccessorHadTakenIsItsOwn() {
        opensLastingJob();
        passes(CoreFixture.task(1));
        node.hear("b", new PeerMessage.Adopted(1));
        successorStartsAnew();
        node.hear("b", new PeerMessage.AnswerAdopted(CoreFixture.CLIENT, true));
        assertThat(places()).containsExactly(new JobLocation(JobLocation.Kind.GONE, "b"));
        assertThat(node.core.status().owned()).isZero();
        assertThat(node.all(Effect.ForgetSession.class)).hasSize(1);
    }

    @Test
    void itIsTheSameWhenTheOwnerStartsAnew() {
        CoreFixture back = startedAnewWhileItPassedAJobOn();
        back.link("b", List.of("b"));
        assertThat(back.sent(PeerMessage.AskAdopted.class)).isNotNull();
        assertThat(back.core.attachment(CoreFixture.JOB)).hasValue(0);
        back.hear("b", new PeerMessage.AnswerAdopted(CoreFixture.CLIENT, false));
        assertThat(back.core.attachment(CoreFixture.JOB)).hasValue(1);
        assertThat(back.core.status().owned()).isEqualTo(1);
    }

    /** Both nodes were started anew, and nothing else brings the two together. */
    @Test
    void whoMayHaveTakenAJobIsAskedThoughItIsNoNeighbour() {
        CoreFixture back = startedAnewWhileItPassedAJobOn();
        back.link("c", List.of("c"));
        back.on(new Event.PeerSeen(B_ANEW));
        back.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        assertThat(back.all(Effect.Send.class))
                .contains(
                        new Effect.Send(
                                B_ANEW, new PeerMessage.AskAdopted(CoreFixture.CLIENT, 1, 1, 0)));
    }

    @Test
    void whoMayHaveTakenAJobIsNotAskedWhileItsProcessIsGone() {
        CoreFixture back = startedAnewWhileItPassedAJobOn();
        back.on(new Event.PeerSeen(B));
        back.on(new Event.PeerRefused(B));
        back.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        assertThat(back.sent(PeerMessage.AskAdopted.class)).isNull();
        back.on(new Event.PeerSeen(B_ANEW));
        back.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        assertThat(back.sent(PeerMessage.AskAdopted.class)).isNotNull();
    }

    /** No other node can tell what the successor has taken. */
    @Test
    void whatASuccessorMayHaveTakenThatAnAdministratorDeclaresGoneIsKept() {
        CoreFixture back = startedAnewWhileItPassedAJobOn();
        assertThat(back.core.goingTo(CoreFixture.JOB)).isEqualTo(B.id());
        assertThat(back.core.acquaintance(B.id())).isEqualTo(PeerInfo.SILENT);
        back.on(new Event.PeerForgotten(back.core.lastProcess(B.id()), "alice"));
        assertThat(back.core.goingTo(CoreFixture.JOB)).isNull();
        assertThat(back.core.attachment(CoreFixture.JOB)).hasValue(1);
        assertThat(back.core.status().owned()).isEqualTo(1);
        back.on(new Event.SlotOpened(0, null));
        back.now += 4_000_000_000L; // an owner's lease: no holder has reported it
        back.on(new Event.TimerFired(Event.Timer.HEARTBEAT)); // it stood still, as it seems
        back.now += 100_000_000L;
        back.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        assertThat(back.started()).as("it runs here").hasSize(1);
    }

    private static CoreFixture startedAnewWhileItPassedAJobOn() {
        CoreFixture back = new CoreFixture("a", 0);
        Task kept =
                new Task(
                        new TaskId(CoreFixture.CLIENT, 1),
                        CoreFixture.kind(0, Durability.DISK),
                        new CoreFixture.Bytes(10),
                        1,
                        null);
        JournalRecord.JobOpened going =
                new JournalRecord.JobOpened(
                                CoreFixture.JOB, CoreFixture.CLIENT, "lasting", "", 1, 0)
                        .in(new JobLocation(JobLocation.Kind.GOING, "b"));
        back.on(
                new Event.Recovered(
                        List.of(
                                new TaskState(
                                        kept,
                                        Grant.first(1).kept(),
                                        CoreFixture.CLIENT,
                                        0,
                                        List.of(),
                                        null,
                                        "")),
                        List.of(going),
                        List.of()));
        return back;
    }

    /** It knows what it wants, wherever else something is. */
    @Test
    void aClientThatSubmitsEverythingAgainEndsTheDoubt() {
        opensLastingJob();
        passes(CoreFixture.task(1));
        node.hear("b", new PeerMessage.Adopted(1));
        node.on(new Event.PeerDown(B.id()));
        node.on(new Event.PeerRefused(B));
        node.hear("c", new PeerMessage.ProbeAnswer(B.id(), B.incarnation(), true));
        clientComes();
        submitsAgain(CoreFixture.task(1));
        assertThat(accepted()).doesNotContain(1L);
        saysThatWasAll(1);
        assertThat(node.core.goingTo(CoreFixture.JOB)).isNull();
    }

    /** Its holder gives a task back while another node becomes its owner. */
    @Test
    void taskThatComesBackWhileItIsPassedOnIsHeldForItsNextOwner() {
        CoreFixture a = new CoreFixture("a", 1);
        NodeRef c = CoreFixture.ref("c", 1);
        a.link("b", List.of("b"));
        a.hearLow("b", 1, 0);
        a.on(new Event.PeerUp(c));
        Task runs = CoreFixture.task(1);
        Task travels = CoreFixture.task(2);
        a.submit(runs, travels);
        PeerMessage.HandOver taken = new PeerMessage.HandOver(travels.id(), Grant.first(1), 1);
        a.hear("b", new PeerMessage.OfferAnswer(1, List.of(taken), List.of(), ""));
        a.hear("c", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 2, 0, false));
        assertThat(a.sent(PeerMessage.Adopt.class)).as("it follows its client").isNotNull();
        NodeRef self = CoreFixture.ref("a", 1);
        a.hear("b", CoreFixture.offer(1, travels, Grant.first(1), 2, self));
        a.hear("c", new PeerMessage.Adopted(1));
        a.hear("c", new PeerMessage.Adopted(2));
        assertThat(a.core.books().owned()).isZero();
        Outcome ok = Outcome.succeeded(new CoreFixture.Bytes(8));
        a.finish(0, runs.id(), Grant.first(1), ok);
        assertThat(a.started()).extracting(one -> one.task().id()).containsExactly(travels.id());
        a.finish(0, travels.id(), Grant.first(1), ok);
        assertThat(a.all(Effect.Send.class))
                .filteredOn(sent -> sent.peerMessage() instanceof PeerMessage.Results)
                .extracting(Effect.Send::to)
                .containsExactly(c);
    }

    /** An earlier owner tells where the task is owned, and it was passed on again meanwhile. */
    @Test
    void lateWordThatATaskIsOwnedHereChangesNothingOnceItWasPassedOn() {
        CoreFixture a = new CoreFixture("a", 1);
        NodeRef c = CoreFixture.ref("c", 1);
        a.link("b", List.of("b"));
        a.on(new Event.PeerUp(c));
        Task task = CoreFixture.task(1);
        a.submit(task);
        a.hear("c", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 2, 0, false));
        a.hear("c", new PeerMessage.Adopted(1));
        a.hear("c", new PeerMessage.Adopted(2));
        PeerMessage.GrantedTask runs = new PeerMessage.GrantedTask(task.id(), Grant.first(1));
        a.hear("b", new PeerMessage.Moved(List.of(runs), CoreFixture.ref("a", 1)));
        a.finish(0, task.id(), Grant.first(1), Outcome.succeeded(new CoreFixture.Bytes(8)));
        assertThat(a.all(Effect.Send.class))
                .filteredOn(sent -> sent.peerMessage() instanceof PeerMessage.Results)
                .extracting(Effect.Send::to)
                .containsExactly(c);
    }

    /** Its client comes back while the record that it is passed on is still being written. */
    @Test
    void resultThatIsTakenBackIsDeliveredOnceItsRecordIsWritten() {
        CoreFixture a = new CoreFixture("a", 1);
        a.link("b", List.of("b"));
        a.on(new Event.PeerUp(CoreFixture.ref("c", 1)));
        Task task =
                new Task(
                        new TaskId(CoreFixture.CLIENT, 1),
                        CoreFixture.kind(0, Durability.REPLICATED),
                        new CoreFixture.Bytes(10),
                        1,
                        null);
        a.submit(task);
        replicaWrites(a);
        a.finish(0, task.id(), Grant.first(1), Outcome.succeeded(new CoreFixture.Bytes(8)));
        replicaWrites(a);
        assertThat(a.delivered(CoreFixture.CLIENT)).hasSize(1);
        a.hear("c", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 2, 0, false));
        PeerMessage.Replicate passing = a.sent(PeerMessage.Replicate.class);
        assertThat(passing).isNotNull();
        a.on(new Event.SessionOpened(CoreFixture.CLIENT, false, 3, List.of()));
        assertThat(a.delivered(CoreFixture.CLIENT)).isEmpty();
        a.hear("b", new PeerMessage.Replicated(last(passing)));
        assertThat(a.delivered(CoreFixture.CLIENT)).hasSize(1);
    }

    private static void replicaWrites(CoreFixture owner) {
        PeerMessage.Replicate said = owner.sent(PeerMessage.Replicate.class);
        assertThat(said).isNotNull();
        owner.hear("b", new PeerMessage.Replicated(last(said)));
    }

    private static long last(PeerMessage.Replicate said) {
        return said.first() + said.records().size() - 1;
    }
}
