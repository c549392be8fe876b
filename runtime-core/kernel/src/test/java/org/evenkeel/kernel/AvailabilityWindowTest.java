package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.model.Grant;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.protocol.PeerMessage;
import org.junit.jupiter.api.Test;

/** A node that is open only part of the time; the clock of these tests is moved by hand. */
class AvailabilityWindowTest {
    private static final Grant FIRST = Grant.first(1);
    private static final long OPENS = 1_000_000_000L;
    private static final long CLOSES = 2_000_000_000L;

    /** What a task of {@link CoreFixture#finish} takes. */
    private static final long RUN = 10_000_000L;

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
        openFromTo(CloseMode.PUT_BACK);
        Task task = CoreFixture.task(1);
        node.submit(task);
        assertThat(node.started()).isEmpty();
        assertThat(lastReason(task)).startsWith("this node is closed for another");
        assertThat(node.core.status().hours())
                .isEqualTo(new NodeStatus.Hours(false, OPENS - node.now));
        passTo(OPENS - 5);
        assertThat(node.started()).isEmpty();
        passTo(OPENS);
        assertThat(node.started()).hasSize(1);
        assertThat(node.core.status().hours())
                .isEqualTo(new NodeStatus.Hours(true, CLOSES - OPENS));
    }

    @Test
    void theTimerIsSetToTheNextChange() {
        openFromTo(CloseMode.PUT_BACK);
        assertThat(node.all(Effect.SetTimer.class))
                .contains(new Effect.SetTimer(Event.Timer.HOURS, OPENS));
        passTo(OPENS);
        assertThat(node.all(Effect.SetTimer.class))
                .contains(new Effect.SetTimer(Event.Timer.HOURS, CLOSES));
    }

    @Test
    void whatRunsWhenItClosesIsPutBackAndOfferedToOthers() {
        openFromTo(CloseMode.PUT_BACK);
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
        openFromTo(CloseMode.PUT_BACK);
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
        openFromTo(CloseMode.PUT_BACK);
        node.link("B", List.of("B"));
        node.hear(
                "B", CoreFixture.offer(1, CoreFixture.task(1), FIRST, 1, CoreFixture.ref("B", 1)));
        PeerMessage.OfferAnswer answer = node.sent(PeerMessage.OfferAnswer.class);
        assertThat(answer.refused()).hasSize(1);
        assertThat(answer.reason()).startsWith("this node is closed for another");
    }

    @Test
    void neighboursAreToldTheHoursOnEachNewLinkAndWhenTheyChange() {
        openFromTo(CloseMode.PUT_BACK);
        node.link("B", List.of("B"));
        long opensIn = OPENS - node.now;
        assertThat(node.sent(PeerMessage.Availability.class))
                .isEqualTo(
                        new PeerMessage.Availability(
                                false,
                                2,
                                List.of(new AvailabilitySpan(opensIn, opensIn + CLOSES - OPENS))));
        node.on(new Event.AvailabilitySet(null, CloseMode.PUT_BACK));
        assertThat(node.sent(PeerMessage.Availability.class))
                .isEqualTo(new PeerMessage.Availability(true, 2, List.of()));
    }
}
