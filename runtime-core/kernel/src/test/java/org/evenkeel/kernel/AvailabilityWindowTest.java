package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.kernel.trace.TraceRecord;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.model.Grant;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.PeerMessage;
import org.junit.jupiter.api.Test;

/** A node that is open only part of the time; the clock of these tests is moved by hand. */
class AvailabilityWindowTest {
    private static final Grant FIRST = Grant.first(1);
    private static final long OPENS = 1_000_000_000L;
    private static final long CLOSES = 2_000_000_000L;

    /** What a task of {@link CoreFixture#finish} takes. */
    private static final long RUN = 10_000_000L;

    private static final long HOUR = 3_600_000_000_000L;
    private static final Outcome SUSPENDED = Outcome.suspended(new CoreFixture.Bytes(77));

    private final CoreFixture node = new CoreFixture("A", 2);

    private void openFromTo(CloseMode closeMode) {
        node.on(new Event.AvailabilitySet(List.of(new AvailabilitySpan(OPENS, CLOSES)), closeMode));
    }

    private void passTo(long nanos) {
        node.now = nanos - 1; // the fixture adds one
        node.on(new Event.TimerFired(Event.Timer.HOURS));
    }

    private String lastReason(Task task) {
        return node.core.trace().story(task.id()).getLast().reason();
    }

    @Test
    void nothingStartsBeforeItOpensAndEverythingDoesThen() {
        openFromTo(CloseMode.RESTART);
        Task task = CoreFixture.task(1);
        node.submit(task);
        assertThat(node.started()).isEmpty();
        assertThat(lastReason(task)).startsWith("this node is closed for another");
        assertThat(node.core.status().hours())
                .isEqualTo(new NodeStatus.Hours(false, false, false, OPENS, ""));
        passTo(OPENS - 5);
        assertThat(node.started()).isEmpty();
        passTo(OPENS);
        assertThat(node.started()).hasSize(1);
        assertThat(node.core.status().hours())
                .isEqualTo(new NodeStatus.Hours(true, false, false, CLOSES, ""));
    }

    @Test
    void theTimerIsSetToTheNextChange() {
        openFromTo(CloseMode.RESTART);
        assertThat(node.all(Effect.SetTimer.class))
                .contains(new Effect.SetTimer(Event.Timer.HOURS, OPENS));
        passTo(OPENS);
        assertThat(node.all(Effect.SetTimer.class))
                .contains(new Effect.SetTimer(Event.Timer.HOURS, CLOSES));
    }

    @Test
    void whatRunsWhenItClosesIsPutBackAndOfferedToOthers() {
        openFromTo(CloseMode.RESTART);
        passTo(OPENS);
        node.link("B", List.of("B"));
        node.submit(CoreFixture.task(1), CoreFixture.task(2), CoreFixture.task(3));
        assertThat(node.started()).hasSize(2);
        node.hear("B", new PeerMessage.Load(LoadState.HIGH, 1, 0, 3, 0, 3, 0, 0));
        passTo(CLOSES);
        assertThat(node.all(Effect.StopTasks.class)).hasSize(2);
        assertThat(node.core.status().waiting()).isEqualTo(3);
        assertThat(node.sent(PeerMessage.Load.class).state()).isEqualTo(LoadState.HIGH);
        node.hear("B", new PeerMessage.Load(LoadState.LOW, 2, 0, 0, 0, 3, 3, 0));
        assertThat(node.sent(PeerMessage.Offer.class).tasks()).hasSize(3);
        // The workers say at last that they have stopped: nobody waits for that.
        node.finish(
                0, CoreFixture.task(1).id(), FIRST, Outcome.succeeded(new CoreFixture.Bytes(1)));
        assertThat(node.started()).isEmpty();
    }

    /** When it begins to close: a span as short as this is used for at most three quarters. */
    private static final long LEAVES = CLOSES - (CLOSES - OPENS) / 4;

    @Test
    void whatRunsIsSuspendedBeforeItClosesAndOfferedToOthers() {
        openFromTo(CloseMode.MOVE);
        passTo(OPENS);
        node.link("B", List.of("B"));
        Task first = CoreFixture.task(1);
        Task second = CoreFixture.task(2);
        node.submit(first, second, CoreFixture.task(3));
        assertThat(node.started()).hasSize(2);
        node.hear("B", new PeerMessage.Load(LoadState.HIGH, 1, 0, 3, 0, 3, 0, 0));
        passTo(LEAVES);
        assertThat(node.all(Effect.SuspendTasks.class))
                .containsExactly(
                        new Effect.SuspendTasks(0, List.of(CoreFixture.granted(first, 1)), false),
                        new Effect.SuspendTasks(1, List.of(CoreFixture.granted(second, 1)), false));
        assertThat(node.core.status().hours())
                .as("still open")
                .isEqualTo(new NodeStatus.Hours(true, false, false, CLOSES, ""));
        node.finish(0, first.id(), FIRST, SUSPENDED);
        node.finish(1, second.id(), FIRST, SUSPENDED);
        assertThat(node.started()).as("while it closes").isEmpty();
        assertThat(lastReason(first)).contains("this node is closing; it is closed in 0.2 s");
        node.hear("B", new PeerMessage.Load(LoadState.LOW, 2, 0, 0, 0, 3, 3, 0));
        assertThat(node.sent(PeerMessage.Offer.class).tasks())
                .extracting(task -> task.grant().number())
                .as("those that were suspended under their next grants")
                .containsExactlyInAnyOrder(1, 2, 2);
        passTo(CLOSES);
        assertThat(node.all(Effect.StopTasks.class)).isEmpty();
    }

    @Test
    void whatCannotBeSuspendedStartsAgainAndItsStorySaysWhy() {
        openFromTo(CloseMode.MOVE);
        passTo(OPENS);
        Task task = CoreFixture.task(1);
        node.submit(task);
        passTo(LEAVES);
        node.on(new Event.SuspensionDeferred(0, CoreFixture.granted(task, 1), "no checkpoint"));
        passTo(CLOSES);
        assertThat(node.all(Effect.StopTasks.class)).hasSize(1);
        assertThat(node.core.trace().story(task.id()))
                .extracting(TraceRecord::reason)
                .contains(
                        "this node is closed, and the task could not be suspended: no checkpoint");
        assertThat(node.core.status().waiting()).isEqualTo(1);
    }

    @Test
    void aTaskThatIsLongerThanTheHoursStartsUnlessItsKindStayedUntilTheEnd() {
        node.on(
                new Event.AvailabilitySet(
                        List.of(
                                new AvailabilitySpan(0, HOUR),
                                new AvailabilitySpan(2 * HOUR, 3 * HOUR),
                                new AvailabilitySpan(4 * HOUR, 5 * HOUR)),
                        CloseMode.MOVE));
        Task measured = CoreFixture.task(1);
        node.submit(measured);
        Outcome done = Outcome.succeeded(new CoreFixture.Bytes(1));
        node.on(
                new Event.TasksFinished(
                        0,
                        List.of(new Finish(measured.id(), FIRST, done, 2 * HOUR, Finish.NO_TAIL))));
        Task task = CoreFixture.task(2);
        node.submit(task);
        assertThat(node.started()).as("longer than the hours").hasSize(1);
        passTo(HOUR - 3_000_000_000L);
        Task late = CoreFixture.task(3);
        node.submit(late);
        assertThat(node.started()).as("hardly longer than a move").isEmpty();
        passTo(HOUR - 2_000_000_000L);
        node.on(new Event.SuspensionDeferred(0, CoreFixture.granted(task, 1), "no checkpoint"));
        passTo(HOUR);
        passTo(2 * HOUR);
        assertThat(node.started()).as("its kind was not suspended before").isEmpty();
        assertThat(node.core.status().waiting()).isEqualTo(2);
    }

    @Test
    void itBeginsToCloseEarlierWhereSuspensionsTookLonger() {
        node.on(
                new Event.AvailabilitySet(
                        List.of(
                                new AvailabilitySpan(0, HOUR),
                                new AvailabilitySpan(2 * HOUR, 3 * HOUR)),
                        CloseMode.MOVE));
        Task task = CoreFixture.task(1);
        node.submit(task);
        long least = 2_000_000_000L;
        passTo(HOUR - least - 1);
        assertThat(node.all(Effect.SuspendTasks.class)).isEmpty();
        passTo(HOUR - least);
        assertThat(node.all(Effect.SuspendTasks.class)).hasSize(1);
        long took = 1_900_000_000L;
        node.now += took - 1;
        node.finish(0, task.id(), FIRST, SUSPENDED);
        passTo(2 * HOUR);
        assertThat(node.started()).hasSize(1);
        assertThat(node.all(Effect.SetTimer.class))
                .contains(new Effect.SetTimer(Event.Timer.HOURS, 3 * HOUR - 2 * took));
    }

    private static Notice paused(long deadline, long until) {
        return new Notice(
                Notice.Source.PAUSE, "paused by alice", 0, deadline, until, false, CloseMode.MOVE);
    }

    @Test
    void aNodeThatIsPausedMovesWhatRunsAndTakesNothingUntilItsEnd() {
        Task task = CoreFixture.task(1);
        node.submit(task);
        assertThat(node.started()).hasSize(1);
        node.on(new Event.NoticeGiven(paused(OPENS, CLOSES)));
        assertThat(node.all(Effect.SuspendTasks.class)).hasSize(1);
        Task late = CoreFixture.task(2);
        node.submit(late);
        assertThat(node.started()).isEmpty();
        assertThat(lastReason(late))
                .isEqualTo("this node is closing, paused by alice; it is closed in 1.0 s");
        node.finish(0, task.id(), FIRST, SUSPENDED);
        passTo(OPENS);
        assertThat(node.core.status().hours())
                .isEqualTo(new NodeStatus.Hours(false, false, false, CLOSES, "paused by alice"));
        node.link("B", List.of("B"));
        node.hear(
                "B", CoreFixture.offer(1, CoreFixture.task(3), FIRST, 1, CoreFixture.ref("B", 1)));
        assertThat(node.sent(PeerMessage.OfferAnswer.class).reason())
                .isEqualTo("this node is paused by alice for another 1.0 s");
        passTo(CLOSES);
        assertThat(node.started()).as("where it was suspended, and the other").hasSize(2);
        assertThat(node.core.status().hours()).isNull();
    }

    @Test
    void aNoticeThatIsWithdrawnCountsNoMore() {
        node.on(new Event.NoticeGiven(paused(OPENS, Long.MAX_VALUE)));
        passTo(CLOSES);
        node.submit(CoreFixture.task(1));
        assertThat(node.started()).isEmpty();
        assertThat(node.core.status().hours())
                .isEqualTo(
                        new NodeStatus.Hours(
                                false, false, false, Long.MAX_VALUE, "paused by alice"));
        node.on(new Event.NoticeWithdrawn(Notice.Source.PAUSE));
        assertThat(node.started()).hasSize(1);
    }

    @Test
    void ofTheHoursAndANoticeTheStricterCounts() {
        openFromTo(CloseMode.FINISH);
        node.on(new Event.NoticeGiven(paused(OPENS - 1_000, OPENS + 1_000)));
        passTo(OPENS);
        Task task = CoreFixture.task(1);
        node.submit(task);
        assertThat(node.started()).as("paused").isEmpty();
        passTo(OPENS + 1_000);
        assertThat(node.started()).as("open, and not paused").hasSize(1);
        node.on(new Event.NoticeGiven(paused(CLOSES + 1_000, CLOSES + 2_000)));
        assertThat(node.all(Effect.SuspendTasks.class)).hasSize(1);
        passTo(CLOSES);
        assertThat(node.core.status().hours().open()).isFalse();
        assertThat(node.all(Effect.StopTasks.class)).as("its hours let it finish").isEmpty();
        passTo(CLOSES + 1_000);
        assertThat(node.all(Effect.StopTasks.class)).hasSize(1);
        assertThat(node.core.trace().story(task.id()))
                .extracting(TraceRecord::reason)
                .anyMatch(reason -> reason.startsWith("this node is paused by alice, and the"));
    }

    @Test
    void aWithdrawnNoticeDoesNotKeepItClosingUntilItsHoursEnd() {
        openFromTo(CloseMode.FINISH);
        passTo(OPENS);
        node.on(new Event.NoticeGiven(paused(CLOSES, CLOSES + 1_000)));
        node.submit(CoreFixture.task(1));
        assertThat(node.started()).isEmpty();
        node.on(new Event.NoticeWithdrawn(Notice.Source.PAUSE));
        assertThat(node.started()).hasSize(1);
    }

    private static Notice ownerActive(long moves, long deadline) {
        return new Notice(
                Notice.Source.OWNER,
                "in use by its owner",
                moves,
                deadline,
                Long.MAX_VALUE,
                true,
                CloseMode.MOVE);
    }

    @Test
    void onHoldNothingStartsWhatRunsStaysAndWhatWaitsIsOfferedToOthers() {
        node.link("B", List.of("B"));
        Task first = CoreFixture.task(1);
        node.submit(first, CoreFixture.task(2), CoreFixture.task(3));
        assertThat(node.started()).hasSize(2);
        node.on(new Event.NoticeGiven(ownerActive(OPENS, CLOSES)));
        assertThat(node.all(Effect.SuspendTasks.class)).isEmpty();
        assertThat(node.core.status().hours())
                .isEqualTo(new NodeStatus.Hours(true, true, true, OPENS, "in use by its owner"));
        node.finish(0, first.id(), FIRST, Outcome.succeeded(new CoreFixture.Bytes(1)));
        assertThat(node.started()).as("on hold").isEmpty();
        node.hear("B", new PeerMessage.Load(LoadState.LOW, 2, 0, 0, 0, 3, 3, 0));
        assertThat(node.sent(PeerMessage.Offer.class).tasks()).hasSize(1);
        passTo(OPENS);
        assertThat(node.all(Effect.SuspendTasks.class)).hasSize(1);
        passTo(CLOSES);
        assertThat(node.all(Effect.StopTasks.class)).hasSize(1);
    }

    @Test
    void anOwnerWhoLeavesBeforeTasksMoveHasThemGoOn() {
        Task task = CoreFixture.task(1);
        node.submit(task);
        node.on(new Event.NoticeGiven(ownerActive(OPENS, CLOSES)));
        node.submit(CoreFixture.task(2));
        assertThat(node.started()).isEmpty();
        node.on(new Event.NoticeWithdrawn(Notice.Source.OWNER));
        assertThat(node.started()).as("the one that waited").hasSize(1);
        assertThat(node.core.status().hours()).isNull();
    }

    private List<Boolean> frozen() {
        return node.all(Effect.FreezeWorkers.class).stream()
                .map(Effect.FreezeWorkers::frozen)
                .toList();
    }

    @Test
    void workersAreFrozenWhileItIsOnHoldAndNotWhileWhatRunsIsMoved() {
        node.submit(CoreFixture.task(1));
        node.on(new Event.NoticeGiven(ownerActive(OPENS, CLOSES)));
        assertThat(frozen()).containsExactly(true);
        passTo(OPENS - 1);
        assertThat(frozen()).isEmpty();
        passTo(OPENS);
        assertThat(frozen()).containsExactly(false);
        assertThat(node.all(Effect.SuspendTasks.class)).hasSize(1);
        node.on(new Event.NoticeWithdrawn(Notice.Source.OWNER));
        assertThat(frozen()).isEmpty();
    }

    @Test
    void frozenWorkersRunWhereTheNoticeIsWithdrawnOrAnotherOneOrALeaveMovesWhatRuns() {
        node.on(new Event.NoticeGiven(ownerActive(2 * CLOSES, 3 * CLOSES)));
        node.on(new Event.NoticeWithdrawn(Notice.Source.OWNER));
        assertThat(frozen()).containsExactly(false);
        node.on(new Event.NoticeGiven(ownerActive(2 * CLOSES, 3 * CLOSES)));
        assertThat(frozen()).containsExactly(true);
        node.on(new Event.NoticeGiven(paused(OPENS, CLOSES)));
        assertThat(frozen()).containsExactly(false);
        node.on(new Event.NoticeWithdrawn(Notice.Source.PAUSE));
        assertThat(frozen()).containsExactly(true);
        node.on(new Event.DrainStarted("test", 0));
        assertThat(frozen()).containsExactly(false);
    }

    /** Its hours let what runs finish, and its owner has it stand still. */
    @Test
    void hoursThatLetTasksFinishDoNotHaveFrozenOnesContinue() {
        openFromTo(CloseMode.FINISH);
        passTo(OPENS);
        node.submit(CoreFixture.task(1));
        node.on(new Event.NoticeGiven(ownerActive(3 * CLOSES, 4 * CLOSES)));
        assertThat(frozen()).containsExactly(true);
        passTo(CLOSES);
        assertThat(frozen()).isEmpty();
        passTo(3 * CLOSES);
        assertThat(frozen()).containsExactly(false);
    }

    @Test
    void ofTwoNoticesTheStricterCountsAndEachEndsByItself() {
        node.submit(CoreFixture.task(1));
        node.on(new Event.NoticeGiven(ownerActive(3 * CLOSES, 4 * CLOSES)));
        node.on(new Event.NoticeGiven(paused(OPENS, CLOSES)));
        assertThat(node.all(Effect.SuspendTasks.class)).as("paused").hasSize(1);
        passTo(OPENS);
        assertThat(node.all(Effect.StopTasks.class)).hasSize(1);
        assertThat(node.core.status().hours())
                .isEqualTo(new NodeStatus.Hours(false, false, false, CLOSES, "paused by alice"));
        passTo(CLOSES);
        assertThat(node.started()).as("its owner is still there").isEmpty();
        assertThat(node.core.status().hours().notice()).isEqualTo("in use by its owner");
        node.on(new Event.NoticeWithdrawn(Notice.Source.PAUSE));
        assertThat(node.started()).isEmpty();
        node.on(new Event.NoticeWithdrawn(Notice.Source.OWNER));
        assertThat(node.started()).hasSize(1);
    }

    @Test
    void aTaskIsAskedAgainWhileItsNodeIsClosing() {
        Task task = CoreFixture.task(1);
        node.submit(task);
        node.on(new Event.NoticeGiven(paused(3 * CLOSES, 4 * CLOSES)));
        assertThat(node.all(Effect.SuspendTasks.class)).hasSize(1);
        passTo(2 * CLOSES);
        assertThat(node.all(Effect.SuspendTasks.class)).hasSize(1);
        node.on(new Event.NoticeWithdrawn(Notice.Source.PAUSE));
        node.finish(0, task.id(), FIRST, SUSPENDED);
        assertThat(node.started()).as("it resumes here").hasSize(1);
        assertThat(node.core.migrations())
                .as("how long it ran on is no measure")
                .noneMatch(step -> step.part() == MoveTimes.Part.OUT);
    }

    @Test
    void whatRunsMayFinish() {
        openFromTo(CloseMode.FINISH);
        passTo(OPENS);
        node.submit(CoreFixture.task(1), CoreFixture.task(2), CoreFixture.task(3));
        passTo(CLOSES);
        assertThat(node.all(Effect.StopTasks.class)).isEmpty();
        node.finish(
                0, CoreFixture.task(1).id(), FIRST, Outcome.succeeded(new CoreFixture.Bytes(1)));
        assertThat(node.delivered(CoreFixture.CLIENT)).hasSize(1);
        assertThat(node.started()).as("the third one").isEmpty();
        assertThat(node.core.status().waiting()).isEqualTo(1);
    }

    @Test
    void nothingStartsThatWouldNotEndInTime() {
        openFromTo(CloseMode.RESTART);
        passTo(OPENS);
        Task first = CoreFixture.task(1);
        node.submit(first);
        node.finish(0, first.id(), FIRST, Outcome.succeeded(new CoreFixture.Bytes(1)));
        passTo(CLOSES - RUN);
        Task late = CoreFixture.task(2);
        node.submit(late);
        assertThat(node.started()).isEmpty();
        assertThat(lastReason(late))
                .startsWith("it would not end before this node closes, in 0.0 s");
        passTo(CLOSES - RUN + 5);
        assertThat(node.started()).isEmpty();
    }

    @Test
    void aClosedNodeRefusesWhatItIsOfferedAndSaysWhy() {
        openFromTo(CloseMode.RESTART);
        node.link("B", List.of("B"));
        node.hear(
                "B", CoreFixture.offer(1, CoreFixture.task(1), FIRST, 1, CoreFixture.ref("B", 1)));
        PeerMessage.OfferAnswer answer = node.sent(PeerMessage.OfferAnswer.class);
        assertThat(answer.refused()).hasSize(1);
        assertThat(answer.reason()).startsWith("this node is closed for another");
    }

    @Test
    void neighboursAreToldTheHoursOnEachNewLinkAndWhenTheyChange() {
        openFromTo(CloseMode.RESTART);
        node.link("B", List.of("B"));
        long opensIn = OPENS - node.now;
        assertThat(node.sent(PeerMessage.Availability.class))
                .isEqualTo(
                        new PeerMessage.Availability(
                                false,
                                2,
                                List.of(new AvailabilitySpan(opensIn, opensIn + CLOSES - OPENS))));
        node.on(new Event.AvailabilitySet(null, CloseMode.RESTART));
        assertThat(node.sent(PeerMessage.Availability.class))
                .isEqualTo(new PeerMessage.Availability(true, 2, List.of()));
    }
}
