package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.kernel.CoreFixture.Bytes;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Outcome.Status;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Resources;
import org.evenkeel.model.RetryRules;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.Delivery;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.Submission;
import org.junit.jupiter.api.Test;

/** An owner ends a task at its deadline, whatever it does by then. */
class DeadlinesTest {
    private static final Grant FIRST = new Grant(1, 1);
    private static final long SECOND = 1_000_000_000;
    private static final long LIMIT = 10 * SECOND;

    /** A payload that its holder releases. */
    record Blob(long sizeBytes) implements Payload {
        @Override
        public boolean isExternal() {
            return true;
        }
    }

    private static Task limited(long number, RetryRules rules) {
        TaskKind.Options options =
                new TaskKind.Options(
                        5,
                        3,
                        0,
                        Durability.MEMORY,
                        0,
                        false,
                        Resources.NONE,
                        null,
                        0,
                        rules,
                        LIMIT);
        TaskKind kind = new TaskKind(CoreFixture.JOB, "work", new Digest(1, 2, 3, 4), options);
        return new Task(new TaskId(CoreFixture.CLIENT, number), kind, new Bytes(10), 1, null);
    }

    private static Task limited(long number) {
        return limited(number, RetryRules.AT_ONCE);
    }

    private static void submit(CoreFixture node, Task task, long waitedNanos) {
        node.on(
                new Event.TasksSubmitted(
                        CoreFixture.CLIENT, List.of(new Submission(task, 1, waitedNanos))));
    }

    /** So long after its submission; the timer fires then. */
    private static void pass(CoreFixture node, long nanos) {
        node.now += nanos;
        node.on(new Event.TimerFired(Event.Timer.DEADLINE));
    }

    private static void awaitDeadlineExceeded(CoreFixture node) {
        assertThat(node.delivered(CoreFixture.CLIENT))
                .extracting(Delivery::outcome)
                .singleElement()
                .satisfies(outcome -> {
                    assertThat(outcome.status()).isEqualTo(Status.TIMED_OUT);
                    assertThat(Outcome.isDeadline(outcome.summary())).isTrue();
                    assertThat(outcome.summary()).contains("within 10.000 s");
                });
    }

    @Test
    void runningTaskIsStopped() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task = limited(1);
        node.submit(task);
        assertThat(node.all(Effect.SetTimer.class))
                .contains(new Effect.SetTimer(Event.Timer.DEADLINE, node.now + LIMIT));
        pass(node, LIMIT - 2);
        assertThat(node.delivered(CoreFixture.CLIENT)).isEmpty();
        pass(node, 2);
        awaitDeadlineExceeded(node);
        assertThat(node.all(Effect.StopTasks.class)).hasSize(1);
        node.finish(0, task.id(), FIRST, Outcome.succeeded(new Bytes(8)));
        assertThat(node.delivered(CoreFixture.CLIENT)).as("it is too late").isEmpty();
    }

    @Test
    void waitingTaskEndsToo() {
        CoreFixture node = new CoreFixture("a", 0);
        node.submit(limited(1));
        pass(node, LIMIT);
        awaitDeadlineExceeded(node);
        node.on(new Event.SlotOpened(0, null));
        assertThat(node.started()).isEmpty();
    }

    /** It ends with the parent whose outcome it was to become, and not once more. */
    @Test
    void childOfATailCallEndsOnce() {
        CoreFixture node = new CoreFixture("a", 1);
        Task parent = limited(1);
        node.submit(parent);
        Task child =
                new Task(
                        new TaskId(CoreFixture.WORKER, 1),
                        parent.kind(),
                        new Blob(1),
                        1,
                        parent.id());
        node.submit(child);
        Outcome done = Outcome.succeeded(new Bytes(8));
        node.on(
                new Event.TasksFinished(
                        0, List.of(new Finish(parent.id(), FIRST, done, 5, child.id()))));
        assertThat(node.started()).extracting(a -> a.task().id()).containsExactly(child.id());
        pass(node, LIMIT);
        awaitDeadlineExceeded(node);
        assertThat(node.all(Effect.Release.class))
                .containsOnlyOnce(new Effect.Release(child.payload()));
    }

    @Test
    void timeBeforeItCameHereCounts() {
        CoreFixture node = new CoreFixture("a", 0);
        submit(node, limited(1), 4 * SECOND);
        pass(node, LIMIT - 4 * SECOND);
        awaitDeadlineExceeded(node);
    }

    /** It was kept here meanwhile, not accepted. */
    @Test
    void timeBeforeItsJobIsAdmittedCounts() {
        CoreFixture node = new CoreFixture("n5", 1, "nrics(eta=0,gap=1ms)");
        node.link("n1", List.of("n1", "n2"));
        node.link("n2", List.of("n1", "n2"));
        node.hear("n1", new PeerMessage.MasterMessage(new MasterCommand.Here(1)));
        node.on(new Event.JobOpened(CoreFixture.CLIENT, CoreFixture.JOB, "wide", false, "", 4));
        submit(node, limited(1), SECOND);
        node.now += 5 * SECOND;
        MasterCommand begins =
                new MasterCommand.Job(1, CoreFixture.JOB, MasterCommand.Verdict.BEGINS, "");
        node.hear("n1", new PeerMessage.MasterMessage(begins));
        assertThat(node.started()).hasSize(1);
        pass(node, LIMIT - 6 * SECOND - 3);
        assertThat(node.delivered(CoreFixture.CLIENT)).isEmpty();
        pass(node, 2);
        awaitDeadlineExceeded(node);
    }

    /** The clock of its program is the only one that has seen all of it. */
    @Test
    void taskThatIsSubmittedAgainGetsNoMoreTime() {
        CoreFixture node = new CoreFixture("a", 0);
        submit(node, limited(1), 0);
        pass(node, SECOND);
        submit(node, limited(1), 9 * SECOND);
        submit(node, limited(1), 2 * SECOND);
        pass(node, SECOND);
        awaitDeadlineExceeded(node);
    }

    @Test
    void delayBeforeARetryCounts() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task = limited(1, new RetryRules(60 * SECOND, 1, 60 * SECOND, List.of(), List.of()));
        node.submit(task);
        node.finish(0, task.id(), FIRST, new Outcome(Status.FAILED, null, "it threw"));
        pass(node, LIMIT);
        awaitDeadlineExceeded(node);
        node.now += 60 * SECOND;
        node.on(new Event.TimerFired(Event.Timer.RETRY));
        assertThat(node.started()).isEmpty();
    }

    @Test
    void taskThatHasEndedHasNoDeadline() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task = limited(1);
        node.submit(task);
        node.finish(0, task.id(), FIRST, Outcome.succeeded(new Bytes(8)));
        pass(node, LIMIT);
        assertThat(node.effects).noneMatch(effect -> effect instanceof Effect.Deliver);
    }

    @Test
    void holderIsTold() {
        CoreFixture node = new CoreFixture("a", 0);
        node.link("b", List.of("b"));
        node.hearLow("b", 1, 0);
        Task task = limited(1);
        node.submit(task);
        PeerMessage.Offer offer = node.sent(PeerMessage.Offer.class);
        assertThat(offer).isNotNull();
        PeerMessage.HandOver taken =
                new PeerMessage.HandOver(task.id(), FIRST, offer.tasks().getFirst().hop());
        node.hear("b", new PeerMessage.OfferAnswer(offer.batch(), List.of(taken), List.of(), ""));
        pass(node, LIMIT);
        awaitDeadlineExceeded(node);
        assertThat(node.sent(PeerMessage.Cancel.class)).isNotNull();
    }

    /** After a restart only its program knows how long it has waited. */
    @Test
    void ownerThatRestartedCountsFromThere() {
        CoreFixture node = new CoreFixture("a", 0);
        TaskState kept =
                new TaskState(limited(1), FIRST.kept(), CoreFixture.CLIENT, 0, List.of(), null, "");
        node.on(new Event.Recovered(List.of(kept), List.of(), List.of()));
        pass(node, SECOND);
        assertThat(node.delivered(CoreFixture.CLIENT)).isEmpty();
        node.on(
                new Event.TasksSubmitted(
                        CoreFixture.CLIENT,
                        List.of(new Submission(limited(1), 1 + Grant.CLIENT_STRIDE, 9 * SECOND))));
        pass(node, SECOND);
        awaitDeadlineExceeded(node);
    }
}
