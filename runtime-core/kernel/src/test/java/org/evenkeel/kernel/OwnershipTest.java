package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.kernel.CoreFixture.Bytes;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.JournalRecord.JobLocation.Kind;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Outcome.Status;
import org.evenkeel.model.Resources;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.Submission;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An owner issues grants, commits one outcome and keeps it until its submitter has it. */
class OwnershipTest {
    private static final Outcome OK = Outcome.succeeded(new Bytes(8));
    private static final Outcome THREW = new Outcome(Status.FAILED, null, "it threw");
    private static final Grant FIRST = new Grant(1, 1);

    @Test
    void acceptsStartsDeliversAndForgets() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task = CoreFixture.task(1);
        node.submit(task);
        assertThat(node.all(Effect.Accept.class)).hasSize(1);
        assertThat(node.started()).hasSize(1);
        node.finish(0, task.id(), FIRST, OK);
        assertThat(node.delivered(CoreFixture.CLIENT)).hasSize(1);
        assertThat(node.core.status().owned()).isEqualTo(1);
        node.on(new Event.OutcomesAcknowledged(CoreFixture.CLIENT, new long[] {1}));
        assertThat(node.core.status().owned()).isZero();
    }

    @Test
    void deliversAgainToASessionThatComesBack() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task = CoreFixture.task(1);
        node.submit(task);
        node.finish(0, task.id(), FIRST, OK);
        node.on(new Event.SessionOpened(CoreFixture.CLIENT, false));
        assertThat(node.delivered(CoreFixture.CLIENT)).hasSize(1);
    }

    @Test
    void aRepeatedSubmissionMakesNoSecondCopy() {
        CoreFixture node = new CoreFixture("a", 2);
        Task task = CoreFixture.task(1);
        node.submit(task);
        node.submit(task);
        assertThat(node.started()).isEmpty();
        assertThat(node.core.status().totals().accepted()).isEqualTo(1);
    }

    @Test
    void aTaskThatIsSubmittedHereAgainGoesOn() {
        CoreFixture node = new CoreFixture("a", 2);
        Task task = CoreFixture.task(1);
        node.submit(task);
        node.on(new Event.TasksSubmitted(CoreFixture.CLIENT, List.of(new Submission(task, 2))));
        assertThat(node.all(Effect.StopTasks.class)).isEmpty();
        node.finish(0, task.id(), FIRST, OK);
        assertThat(node.delivered(CoreFixture.CLIENT)).hasSize(1);
    }

    private static Task replicated(long number) {
        return CoreFixture.task(number, Durability.REPLICATED);
    }

    /**
     * One that was rejected counts as told. When its client has attached and submitted it again, it
     * is not to take an answer from before for its acceptance.
     */
    @Test
    void whatIsToldBeforeTheClientAttachedAgainSaysNothingOfWhatItSubmitsThen() {
        CoreFixture node = new CoreFixture("a", 1);
        node.submit(replicated(1));
        assertThat(node.all(Effect.Reject.class)).as("nobody keeps a replica").hasSize(1);
        assertThat(node.all(Effect.Accept.class))
                .containsExactly(new Effect.Accept(CoreFixture.CLIENT, 1, 1));

        node.link("b", List.of("b"));
        node.on(new Event.SessionOpened(CoreFixture.CLIENT, false, 2, List.of()));
        node.on(
                new Event.TasksSubmitted(
                        CoreFixture.CLIENT, List.of(new Submission(replicated(1), 2))));
        assertThat(node.all(Effect.Accept.class)).allMatch(accept -> accept.upTo() == 0);
        node.hear("b", new PeerMessage.Replicated(3));
        assertThat(node.all(Effect.Accept.class))
                .containsExactly(new Effect.Accept(CoreFixture.CLIENT, 2, 1));
    }

    private static final Grant AGAIN = Grant.first(1 + Grant.CLIENT_STRIDE);

    /** The client of this test submits its task again to an owner that was started anew. */
    private static void submitsAgain(CoreFixture node) {
        node.on(new Event.SessionOpened(CoreFixture.CLIENT, false, 2, List.of()));
        node.on(
                new Event.TasksSubmitted(
                        CoreFixture.CLIENT, List.of(new Submission(replicated(1), AGAIN.epoch()))));
    }

    private static CoreFixture recovered(List<JournalRecord.JobOpened> jobs) {
        TaskState kept =
                new TaskState(
                        replicated(1), FIRST.kept(), CoreFixture.CLIENT, 0, List.of(), null, "");
        CoreFixture node = new CoreFixture("a", 1);
        node.on(new Event.Recovered(List.of(kept), jobs, List.of()));
        node.link("b", List.of("b"));
        return node;
    }

    /** The replica has everything that this node has sent it last. */
    private static void replicaHasAll(CoreFixture node, PeerMessage.@Nullable Replicate sent) {
        assertThat(sent).isNotNull();
        node.hear("b", new PeerMessage.Replicated(sent.first() + sent.records().size() - 1));
    }

    private static List<Grant> granted(CoreFixture node) {
        return node.all(Effect.Persist.class).stream()
                .map(Effect.Persist::entry)
                .filter(JournalRecord.Granted.class::isInstance)
                .map(entry -> ((JournalRecord.Granted) entry).grant())
                .toList();
    }

    /** Else another owner that had it from before would be taken for the later one. */
    @Test
    void whatIsSubmittedAgainWhileItIsBeingWrittenTakesTheLaterEpoch() {
        CoreFixture node = recovered(List.of());
        PeerMessage.Replicate kept = node.sent(PeerMessage.Replicate.class);
        submitsAgain(node);
        assertThat(granted(node)).isEmpty();
        replicaHasAll(node, kept);
        assertThat(granted(node)).containsExactly(AGAIN);
        assertThat(node.all(Effect.Accept.class))
                .containsExactly(new Effect.Accept(CoreFixture.CLIENT, 2, 1));
    }

    /** It was being passed on when its owner ended. */
    @Test
    void whatItsClientClaimsIsNotAcceptedBeforeAReplicaHasIt() {
        JournalRecord.JobOpened going =
                new JournalRecord.JobOpened(CoreFixture.JOB, CoreFixture.CLIENT, "job", "", 1, 0)
                        .in(new JournalRecord.JobLocation(Kind.GOING, "b"));
        CoreFixture node = recovered(List.of(going));
        PeerMessage.Replicate kept = node.sent(PeerMessage.Replicate.class);
        submitsAgain(node);
        node.on(new Event.SubmittedAgain(CoreFixture.CLIENT, 1));
        assertThat(node.all(Effect.Accept.class)).allMatch(accept -> accept.upTo() == 0);
        replicaHasAll(node, kept);
        assertThat(granted(node)).containsExactly(AGAIN);
    }

    /** Its client has the result from the owner before, and does not wait for the replica. */
    @Test
    void whatIsAcknowledgedWhileItIsBeingWrittenDelaysNoAcceptance() {
        TaskState ended =
                new TaskState(replicated(1), FIRST, CoreFixture.CLIENT, 0, List.of(), OK, "b");
        CoreFixture node = new CoreFixture("a", 1);
        node.on(new Event.Recovered(List.of(ended), List.of(), List.of()));
        node.link("b", List.of("b"));
        node.on(new Event.SessionOpened(CoreFixture.CLIENT, false, 2, List.of()));
        node.on(new Event.OutcomesAcknowledged(CoreFixture.CLIENT, new long[] {1}));
        assertThat(node.core.status().owned()).isZero();
        node.submit(replicated(2));
        assertThat(node.all(Effect.Accept.class)).allMatch(accept -> accept.upTo() < 2);
        replicaHasAll(node, node.sent(PeerMessage.Replicate.class));
        assertThat(node.all(Effect.Accept.class))
                .contains(new Effect.Accept(CoreFixture.CLIENT, 2, 2));
    }

    @Test
    void theLossOfAnOlderGrantChangesNothing() {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b"));
        Task task = CoreFixture.task(1);
        node.submit(task);
        node.on(new Event.WorkerDied(0, task.kind().job(), 0, "killed", Event.Fault.UNKNOWN));
        assertThat(node.started()).extracting(start -> start.grant().number()).containsExactly(2);
        node.hear("b", new PeerMessage.Lost(task.id(), FIRST, false, "it was slow to say so"));
        assertThat(node.started()).isEmpty();
        node.finish(0, task.id(), FIRST.next(), OK);
        assertThat(node.delivered(CoreFixture.CLIENT)).hasSize(1);
    }

    @Test
    void whatMustBeDurableComesBeforeTheAcceptance() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task =
                new Task(
                        new TaskId(CoreFixture.CLIENT, 1),
                        CoreFixture.kind(0, Durability.DISK),
                        new Bytes(10),
                        1,
                        null);
        node.submit(task);
        assertThat(node.effects.get(0)).isInstanceOf(Effect.Persist.class);
        assertThat(node.effects.get(1)).isInstanceOf(Effect.Accept.class);
        node.finish(0, task.id(), FIRST, OK);
        int persisted = indexOf(node, Effect.Persist.class);
        assertThat(persisted).isNotNegative().isLessThan(indexOf(node, Effect.Deliver.class));
    }

    private static int indexOf(CoreFixture node, Class<? extends Effect> type) {
        for (int i = 0; i < node.effects.size(); i++) {
            if (type.isInstance(node.effects.get(i))) {
                return i;
            }
        }
        return -1;
    }

    @Test
    void retriesUnderNewGrantsAndThenFails() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task =
                new Task(
                        new TaskId(CoreFixture.CLIENT, 1),
                        CoreFixture.kind(2, Durability.MEMORY),
                        new Bytes(10),
                        1,
                        null);
        node.submit(task);
        node.finish(0, task.id(), FIRST, THREW);
        assertThat(node.started().getFirst().grant()).isEqualTo(new Grant(1, 2));
        node.finish(0, task.id(), new Grant(1, 2), THREW);
        assertThat(node.started().getFirst().grant()).isEqualTo(new Grant(1, 3));
        node.finish(0, task.id(), new Grant(1, 3), THREW);
        assertThat(node.delivered(CoreFixture.CLIENT).getFirst().outcome()).isEqualTo(THREW);
    }

    @Test
    void failsATaskThatWasRunningWhenThreeWorkersDied() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task = CoreFixture.task(1);
        node.submit(task);
        for (int death = 1; death <= 3; death++) {
            node.on(new Event.WorkerDied(0, CoreFixture.JOB, 1, "killed by signal 9"));
        }
        Outcome outcome = node.delivered(CoreFixture.CLIENT).getFirst().outcome();
        assertThat(outcome.status()).isEqualTo(Status.WORKERS_DIED);
        assertThat(outcome.summary()).contains("3 workers died").contains("signal 9");
    }

    @Test
    void aTaskThatTookTooMuchFailsAtOnceAndCostsTheOthersNothing() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task = CoreFixture.task(1);
        Task next = CoreFixture.task(2);
        node.submit(task, next);
        node.on(died("it used 2 GiB of disk", Event.Fault.EXCESS));
        Outcome outcome = node.delivered(CoreFixture.CLIENT).getFirst().outcome();
        assertThat(outcome.status()).isEqualTo(Status.FAILED);
        assertThat(outcome.summary()).isEqualTo("it used 2 GiB of disk");
        assertThat(node.started()).extracting(a -> a.task().id()).containsExactly(next.id());
        node.finish(0, next.id(), FIRST, OK);
        assertThat(node.delivered(CoreFixture.CLIENT).getLast().outcome()).isEqualTo(OK);
    }

    @Test
    void aTaskThatTookTooMuchIsRetriedAsOftenAsItsSubmitterSaid() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task =
                new Task(
                        new TaskId(CoreFixture.CLIENT, 1),
                        CoreFixture.kind(1, Durability.MEMORY),
                        new Bytes(10),
                        1,
                        null);
        node.submit(task);
        node.on(died("too much", Event.Fault.EXCESS));
        assertThat(node.started().getFirst().grant()).isEqualTo(new Grant(1, 2));
        node.on(died("too much again", Event.Fault.EXCESS));
        assertThat(node.delivered(CoreFixture.CLIENT).getFirst().outcome().summary())
                .isEqualTo("too much again");
    }

    @Test
    void anOwnTaskThatThisNodeCannotServeFailsAndAForeignOneGoesBack() {
        CoreFixture node = new CoreFixture("a", 1);
        Task own = CoreFixture.task(1);
        node.submit(own);
        node.on(died("it asks for too much", Event.Fault.UNFIT));
        assertThat(node.delivered(CoreFixture.CLIENT).getFirst().outcome().summary())
                .isEqualTo("it asks for too much");

        node.link("b", List.of("b"));
        Task foreign =
                new Task(
                        new TaskId(5, 1),
                        CoreFixture.kind(0, Durability.MEMORY),
                        new Bytes(10),
                        1,
                        null);
        node.hear("b", CoreFixture.offer(1, foreign, FIRST, 1, CoreFixture.ref("b", 1)));
        assertThat(node.started()).hasSize(1);
        node.on(died("it asks for too much", Event.Fault.UNFIT));
        PeerMessage.Lost lost = node.sent(PeerMessage.Lost.class);
        assertThat(lost).isNotNull();
        assertThat(lost.task()).isEqualTo(foreign.id());
        assertThat(lost.diedRunning()).as("counts against it").isFalse();
        assertThat(node.core.status().busy()).isZero();
    }

    private static Event died(String how, Event.Fault fault) {
        return new Event.WorkerDied(0, CoreFixture.JOB, CoreFixture.WORKER, how, fault);
    }

    @Test
    void aTaskThatAWorkerDiedWithGoesBehindWhatWaits() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task = CoreFixture.task(1);
        Task next = CoreFixture.task(2);
        node.submit(task, next);
        node.on(new Event.WorkerDied(0, CoreFixture.JOB, 1, "killed by signal 9"));
        assertThat(node.started()).extracting(a -> a.task().id()).containsExactly(next.id());
        node.finish(0, next.id(), FIRST, OK);
        assertThat(node.started()).extracting(a -> a.task().id()).containsExactly(task.id());
        assertThat(node.started().getFirst().grant()).isEqualTo(new Grant(1, 2));
    }

    @Test
    void runsATaskAgainWhoseResultWasLost() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task = CoreFixture.task(1);
        node.submit(task);
        node.on(new Event.ResultLost(0, new GrantedTask(task.id(), FIRST), "no space left"));
        assertThat(node.delivered(CoreFixture.CLIENT)).isEmpty();
        assertThat(node.started().getFirst().grant()).isEqualTo(new Grant(1, 2));
        node.on(new Event.ResultLost(0, new GrantedTask(task.id(), FIRST), "said twice"));
        assertThat(node.core.status().busy()).as("the second run goes on").isEqualTo(1);
        node.finish(0, task.id(), new Grant(1, 2), Outcome.succeeded(new Bytes(3)));
        assertThat(node.delivered(CoreFixture.CLIENT).getFirst().outcome().isSuccess()).isTrue();
    }

    @Test
    void aParkedTaskIsNotBlamedForItsWorkersDeath() {
        CoreFixture node = new CoreFixture("a", 1);
        Task parent = CoreFixture.task(1);
        node.submit(parent);
        for (int death = 1; death <= 4; death++) {
            Task child = CoreFixture.child(death, parent.id());
            node.submit(child);
            node.on(
                    new Event.TaskParked(
                            0, parent.id(), CoreFixture.WORKER, new long[] {death}, false));
            assertThat(node.started()).extracting(a -> a.task().id()).containsExactly(child.id());
            node.on(new Event.WorkerDied(0, CoreFixture.JOB, CoreFixture.WORKER, "killed"));
            node.on(new Event.SessionOpened(CoreFixture.WORKER, true));
        }
        assertThat(node.core.status().totals().cancelled()).as("children").isEqualTo(4);
        assertThat(node.core.status().totals().committed()).isZero();
        assertThat(node.core.tasks(10)).extracting(t -> t.id()).contains(parent.id());
    }

    @Test
    void cancellingStopsWhatRunsAndDropsWhatWaits() {
        CoreFixture node = new CoreFixture("a", 1);
        node.submit(CoreFixture.task(1), CoreFixture.task(2));
        node.on(
                new Event.CancelRequested(
                        CoreFixture.CLIENT, new long[] {1, 2}, "no longer wanted"));
        assertThat(node.all(Effect.StopTasks.class)).hasSize(1);
        assertThat(node.delivered(CoreFixture.CLIENT))
                .extracting(d -> d.outcome().status())
                .containsExactly(Status.CANCELLED, Status.CANCELLED);
        assertThat(node.core.status().busy()).isEqualTo(1);
        node.finish(0, new TaskId(CoreFixture.CLIENT, 1), FIRST, Outcome.cancelled("stopped"));
        assertThat(node.core.status().busy()).isZero();
        assertThat(node.delivered(CoreFixture.CLIENT)).isEmpty();
    }

    @Test
    void aClosedSessionLeavesNothingBehind() {
        CoreFixture node = new CoreFixture("a", 1);
        node.submit(CoreFixture.task(1), CoreFixture.task(2), CoreFixture.task(3));
        node.on(new Event.SessionClosed(CoreFixture.CLIENT, "its client is gone"));
        node.finish(0, new TaskId(CoreFixture.CLIENT, 1), FIRST, Outcome.cancelled("stopped"));
        assertThat(node.core.status().owned()).isZero();
        assertThat(node.core.status().waiting()).isZero();
        assertThat(node.core.status().busy()).isZero();
    }

    @Test
    void refusesWhatIsAboveItsBoundByName() {
        NodeConfig.Limits limits = new NodeConfig.Limits(2, 10, 4, 1_000_000, 3, 100);
        CoreFixture node = new CoreFixture("a", 1, limits);
        node.submit(CoreFixture.task(1), CoreFixture.task(2), CoreFixture.task(3));
        assertThat(node.all(Effect.Reject.class))
                .singleElement()
                .satisfies(reject -> {
                    assertThat(reject.number()).isEqualTo(3);
                    assertThat(reject.why()).contains("its maximum of 2 tasks");
                });
    }

    @Test
    void aTailCallsResultGoesStraightToTheParentsOwner() {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b"));
        Task parent =
                new Task(
                        new TaskId(1, 1),
                        CoreFixture.kind(0, Durability.MEMORY),
                        new Bytes(1),
                        1,
                        null);
        node.hear("b", CoreFixture.offer(1, parent, FIRST, 1, CoreFixture.ref("b", 1)));
        Task child = CoreFixture.child(1, parent.id());
        node.submit(child);
        node.on(
                new Event.TasksFinished(
                        0, List.of(new Finish(parent.id(), FIRST, OK, 5, child.id()))));
        assertThat(node.sent(PeerMessage.Results.class)).isNull();
        assertThat(node.started()).extracting(a -> a.task().id()).containsExactly(child.id());
        node.finish(0, child.id(), FIRST, OK);
        PeerMessage.Results results = node.sent(PeerMessage.Results.class);
        assertThat(results).isNotNull();
        assertThat(results.results().getFirst().task()).isEqualTo(parent.id());
        assertThat(node.delivered(CoreFixture.WORKER)).isEmpty();
    }

    @Test
    void aParentWhoseChildrenAreDoneGoesBeforeWaitingTasks() {
        CoreFixture node = new CoreFixture("a", 1);
        Task parent = CoreFixture.task(1);
        node.submit(parent, CoreFixture.task(2));
        Task child = CoreFixture.child(1, parent.id());
        node.submit(child);
        node.on(new Event.TaskParked(0, parent.id(), CoreFixture.WORKER, new long[] {1}, false));
        assertThat(node.started()).extracting(a -> a.task().id()).containsExactly(child.id());
        node.finish(0, child.id(), FIRST, OK);
        assertThat(node.delivered(CoreFixture.WORKER)).hasSize(1);
        assertThat(node.started()).isEmpty();
        node.finish(0, parent.id(), FIRST, OK);
        assertThat(node.started()).hasSize(1);
    }

    private static Task pure(boolean acceptStaleResults) {
        return new Task(
                new TaskId(CoreFixture.CLIENT, 1),
                new TaskKind(
                        CoreFixture.JOB,
                        "pure",
                        new Digest(1, 2, 3, 4),
                        new TaskKind.Options(
                                5,
                                1,
                                0,
                                Durability.MEMORY,
                                0,
                                acceptStaleResults,
                                Resources.NONE,
                                null,
                                0)),
                new Bytes(10),
                1,
                null);
    }

    /** Node a gives the task to b, loses sight of it and starts it itself. */
    private static CoreFixture startedAgain(Task task) {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b"));
        node.submit(task);
        node.on(new Event.WorkerDied(0, CoreFixture.JOB, 1, "killed by signal 9"));
        assertThat(node.started().getFirst().grant()).isEqualTo(new Grant(1, 2));
        return node;
    }

    private static PeerMessage lateResult(Task task, Grant grant) {
        return new PeerMessage.Results(
                List.of(new PeerMessage.Result(task.id(), grant, OK, 1)), null);
    }

    @Test
    void aLateResultOfAnEarlierGrantCountsWhenItsClientSaidSo() {
        CoreFixture node = startedAgain(pure(true));
        node.hear("b", lateResult(pure(true), FIRST));
        assertThat(node.delivered(CoreFixture.CLIENT).getFirst().outcome()).isEqualTo(OK);
        assertThat(node.all(Effect.StopTasks.class)).as("the later copy").hasSize(1);
        node.finish(0, pure(true).id(), new Grant(1, 2), OK);
        assertThat(node.delivered(CoreFixture.CLIENT)).as("once").isEmpty();
    }

    @Test
    void aLateResultIsNotTakenOtherwise() {
        CoreFixture node = startedAgain(pure(false));
        node.hear("b", lateResult(pure(false), FIRST));
        assertThat(node.delivered(CoreFixture.CLIENT)).isEmpty();
    }

    @Test
    void aLateResultOfAnEarlierEpochIsNeverTaken() {
        CoreFixture node = startedAgain(pure(true));
        node.on(
                new Event.TasksSubmitted(
                        CoreFixture.CLIENT, List.of(new Submission(pure(true), 1025))));
        node.hear("b", lateResult(pure(true), FIRST));
        assertThat(node.delivered(CoreFixture.CLIENT)).isEmpty();
    }

    @Test
    void theEndOfAJobCancelsWhatItsClientSubmitted() {
        CoreFixture node = new CoreFixture("a", 1);
        node.submit(CoreFixture.task(1), CoreFixture.task(2));
        node.finish(0, CoreFixture.task(1).id(), FIRST, OK);
        node.on(new Event.JobClosed(CoreFixture.JOB));
        assertThat(node.delivered(CoreFixture.CLIENT))
                .singleElement()
                .satisfies(end -> assertThat(end.number()).isEqualTo(2))
                .satisfies(end -> assertThat(end.outcome().status()).isEqualTo(Status.CANCELLED));
    }

    @Test
    void aJobIsCountedUntilItEnds() {
        CoreFixture node = new CoreFixture("a", 1);
        node.submit(CoreFixture.task(1), CoreFixture.task(2), CoreFixture.task(3));
        node.finish(0, CoreFixture.task(1).id(), FIRST, OK);
        node.on(new Event.OutcomesAcknowledged(CoreFixture.CLIENT, new long[] {1}));
        node.finish(0, CoreFixture.task(2).id(), FIRST, THREW);
        JobStatus job = node.core.jobs().get(CoreFixture.JOB);
        assertThat(job).isEqualTo(new JobStatus(CoreFixture.JOB, 3, 1, 1, 0, 1, 1, 1, 0));
        assertThat(node.core.jobTasks(CoreFixture.JOB, 0, 10))
                .extracting(JobStatus.TaskLine::number)
                .containsExactly(2L, 3L);
        assertThat(node.core.jobTasks(CoreFixture.JOB, 2, 10))
                .singleElement()
                .satisfies(line -> assertThat(line.state()).isEqualTo("RUNNING"));
        node.on(new Event.JobClosed(CoreFixture.JOB));
        assertThat(node.core.jobs().get(CoreFixture.JOB).submitted()).isZero();
    }

    /** It had kept the later grant and given one to its next owner, perhaps. */
    @Test
    void anOwnerThatStartsAnewHasNothingStoppedThatItMayHavePassedOn() {
        Task task =
                new Task(
                        CoreFixture.task(1).id(),
                        CoreFixture.kind(0, Durability.DISK),
                        new Bytes(10),
                        1,
                        null);
        TaskState kept =
                new TaskState(task, FIRST.kept(), CoreFixture.CLIENT, 0, List.of(), null, "");
        CoreFixture node = new CoreFixture("a", 1);
        node.on(new Event.Recovered(List.of(kept), List.of(), List.of()));
        node.link("b", List.of("b", "c"));
        List<GrantedTask> held = List.of(CoreFixture.granted(task, 1));
        node.hear("b", new PeerMessage.Holding(1, held, true));
        assertThat(superseded(node)).isEmpty();
        node.now += 4_000_000_000L; // an owner's lease
        node.on(new Event.TimerFired(Event.Timer.HEARTBEAT)); // it stood still, as it seems
        node.now += 100_000_000L;
        node.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        assertThat(node.started()).as("nobody has said that he owns it").hasSize(1);
        node.hear("b", new PeerMessage.Holding(2, held, true));
        assertThat(superseded(node)).isEqualTo(held);
    }

    private static List<GrantedTask> superseded(CoreFixture node) {
        PeerMessage.HoldingAck answer = node.sent(PeerMessage.HoldingAck.class);
        assertThat(answer).isNotNull();
        return answer.superseded();
    }
}
