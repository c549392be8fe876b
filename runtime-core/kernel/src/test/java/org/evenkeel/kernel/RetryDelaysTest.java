package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.evenkeel.kernel.CoreFixture.Bytes;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Outcome.Status;
import org.evenkeel.model.Resources;
import org.evenkeel.model.RetryRules;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.protocol.Assignment;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.Submission;
import org.junit.jupiter.api.Test;

/** An owner runs a task that has failed again, after a delay, if its exception permits. */
class RetryDelaysTest {
    private static final Outcome OK = Outcome.succeeded(new Bytes(8));
    private static final Outcome THREW = new Outcome(Status.FAILED, null, "it threw");
    private static final Grant FIRST = new Grant(1, 1);
    private static final Grant AGAIN = Grant.first(1 + Grant.CLIENT_STRIDE);
    private static final long SECOND = 1_000_000_000;

    private static Task delayed(RetryRules rules) {
        return delayed(rules, Durability.MEMORY);
    }

    private static Task delayed(RetryRules rules, Durability durability) {
        TaskKind.Options options =
                new TaskKind.Options(
                        5, 2, 0, durability, 0, false, Resources.NONE, null, 0, rules, 0);
        TaskKind kind = new TaskKind(CoreFixture.JOB, "work", new Digest(1, 2, 3, 4), options);
        return new Task(new TaskId(CoreFixture.CLIENT, 1), kind, new Bytes(10), 1, null);
    }

    private static RetryRules after(long firstNanos, int factor) {
        return new RetryRules(firstNanos, factor, 60 * SECOND, List.of(), List.of());
    }

    /** Nothing happens before; the timer says when. */
    private static void passDelay(CoreFixture node) {
        List<Effect.SetTimer> timers =
                node.all(Effect.SetTimer.class).stream()
                        .filter(timer -> timer.timer() == Event.Timer.RETRY)
                        .toList();
        assertThat(timers).hasSize(1);
        node.now = timers.getFirst().atNanos() - 1;
        node.on(new Event.TimerFired(Event.Timer.RETRY));
    }

    @Test
    void taskThatFailedIsRunAgainAfterItsDelay() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task = delayed(after(SECOND, 2));
        node.submit(task);
        node.finish(0, task.id(), FIRST, THREW);
        assertThat(node.started()).isEmpty();
        assertThat(node.core.now(task.id(), node.now).obstacles())
                .extracting(TaskNow.Obstacle::reason)
                .containsExactly(WaitReason.WAITS_FOR_RETRY);
        long failed = node.now;
        passDelay(node);
        assertThat(node.now - failed).isBetween(3 * SECOND / 4, SECOND);
        assertThat(node.started()).extracting(Assignment::grant).containsExactly(FIRST.next());
        node.finish(0, task.id(), FIRST.next(), THREW);
        failed = node.now;
        passDelay(node);
        assertThat(node.now - failed).isBetween(3 * SECOND / 2, 2 * SECOND);
        node.finish(0, task.id(), FIRST.next().next(), THREW);
        assertThat(node.delivered(CoreFixture.CLIENT)).hasSize(1);
        assertThat(node.core.failures(CoreFixture.JOB))
                .extracting(FailureGroup::count, FailureGroup::retried)
                .containsExactly(tuple(1L, 2L));
    }

    /** No holder reports it, and that is no loss. */
    @Test
    void delayMayBeLongerThanALease() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task = delayed(after(20 * SECOND, 1));
        node.submit(task);
        node.finish(0, task.id(), FIRST, THREW);
        for (int i = 0; i < 5; i++) {
            node.now += 2 * SECOND;
            node.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
            assertThat(node.started()).isEmpty();
        }
        assertThat(node.core.owns(task.id())).isTrue();
        node.now += 20 * SECOND;
        node.on(new Event.TimerFired(Event.Timer.RETRY));
        assertThat(node.started()).hasSize(1);
    }

    @Test
    void failureThatIsFinalEndsTheTask() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task = delayed(after(SECOND, 2));
        node.submit(task);
        node.finish(0, task.id(), FIRST, THREW.asFinal());
        assertThat(node.delivered(CoreFixture.CLIENT))
                .singleElement()
                .satisfies(end -> assertThat(end.outcome().status()).isEqualTo(Status.FAILED));
    }

    @Test
    void taskThatIsCancelledDuringItsDelayIsNotRunAgain() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task = delayed(after(SECOND, 2));
        node.submit(task);
        node.finish(0, task.id(), FIRST, THREW);
        node.on(new Event.CancelRequested(CoreFixture.CLIENT, new long[] {1}, "its client"));
        assertThat(node.delivered(CoreFixture.CLIENT)).hasSize(1);
        node.now += 2 * SECOND;
        node.on(new Event.TimerFired(Event.Timer.RETRY));
        assertThat(node.started()).isEmpty();
    }

    @Test
    void noDelayBeginsWhenTheTaskHasEndedBeforeItIsWritten() {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b"));
        Task task = delayed(after(SECOND, 2), Durability.REPLICATED);
        node.submit(task);
        node.hear("b", new PeerMessage.Replicated(100));
        assertThat(node.started()).hasSize(1);
        node.finish(0, task.id(), FIRST, THREW);
        node.on(new Event.CancelRequested(CoreFixture.CLIENT, new long[] {1}, "its client"));
        node.hear("b", new PeerMessage.Replicated(200));
        assertThat(node.delivered(CoreFixture.CLIENT)).hasSize(1);
        assertThat(node.all(Effect.SetTimer.class))
                .noneMatch(timer -> timer.timer() == Event.Timer.RETRY);
    }

    /** Its client was not sure that it had arrived; a later grant is the next failure's. */
    @Test
    void taskThatIsSubmittedAgainDuringItsDelayKeepsIt() {
        CoreFixture node = new CoreFixture("a", 1);
        Task task = delayed(after(SECOND, 2));
        node.submit(task);
        node.finish(0, task.id(), FIRST, THREW);
        node.on(
                new Event.TasksSubmitted(
                        CoreFixture.CLIENT, List.of(new Submission(task, AGAIN.epoch()))));
        assertThat(node.started()).isEmpty();
        node.now += 2 * SECOND;
        node.on(new Event.TimerFired(Event.Timer.RETRY));
        assertThat(node.started()).extracting(Assignment::grant).containsExactly(FIRST.next());
        node.finish(0, task.id(), FIRST.next(), OK);
        assertThat(node.delivered(CoreFixture.CLIENT)).hasSize(1);
    }

    private static CoreFixture passingATaskOnDuringItsDelay(Task task) {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b"));
        node.submit(task);
        node.finish(0, task.id(), FIRST, THREW);
        node.hear("b", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 2, 0, false));
        assertThat(node.sent(PeerMessage.Adopt.class)).isNotNull();
        return node;
    }

    /** Its client comes back before the next owner was told to take everything. */
    @Test
    void delayThatEndsWhileTheTaskIsPassedOnCountsWhenItIsTakenBack() {
        CoreFixture node = passingATaskOnDuringItsDelay(delayed(after(SECOND, 2)));
        node.now += 2 * SECOND;
        node.on(new Event.TimerFired(Event.Timer.RETRY));
        assertThat(node.started()).as("it is perhaps another's").isEmpty();
        node.on(new Event.SessionOpened(CoreFixture.CLIENT, false, 3, List.of()));
        assertThat(node.started()).extracting(Assignment::grant).containsExactly(FIRST.next());
    }

    @Test
    void taskThatIsTakenBackDuringItsDelayKeepsIt() {
        CoreFixture node = passingATaskOnDuringItsDelay(delayed(after(SECOND, 2)));
        node.on(new Event.SessionOpened(CoreFixture.CLIENT, false, 3, List.of()));
        assertThat(node.started()).isEmpty();
        node.now += 2 * SECOND;
        node.on(new Event.TimerFired(Event.Timer.RETRY));
        assertThat(node.started()).extracting(Assignment::grant).containsExactly(FIRST.next());
    }

    @Test
    void nodeThatLeavesDelaysNothing() {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b"));
        Task task = delayed(after(20 * SECOND, 2));
        node.submit(task);
        node.finish(0, task.id(), FIRST, THREW);
        node.hearLow("b", 1, 0);
        node.on(new Event.DrainStarted("it is told to"));
        PeerMessage.Offer offer = node.sent(PeerMessage.Offer.class);
        assertThat(offer).isNotNull();
        assertThat(offer.tasks())
                .extracting(PeerMessage.OfferedTask::grant)
                .containsExactly(FIRST.next());
    }
}
