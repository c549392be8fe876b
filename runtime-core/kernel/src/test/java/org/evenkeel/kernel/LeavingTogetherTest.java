package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.kernel.Event.Timer;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.PeerMessage;
import org.junit.jupiter.api.Test;

/** Rule R11 where all nodes leave: nothing goes from one leaving node to another. */
class LeavingTogetherTest {
    private static final long HEARS_NANOS = 500_000_000;
    private static final Outcome DONE = Outcome.succeeded(new CoreFixture.Bytes(3));

    private final CoreFixture node = new CoreFixture("a", 1);

    LeavingTogetherTest() {
        node.link("b", List.of("b"));
        node.on(new Event.JobOpened(CoreFixture.CLIENT, CoreFixture.JOB, "lasting", true, ""));
    }

    private static Task onDisk(long number) {
        return new Task(
                new TaskId(CoreFixture.CLIENT, number),
                CoreFixture.kind(0, Durability.DISK),
                new CoreFixture.Bytes(10),
                1,
                null);
    }

    private void leaves() {
        node.on(new Event.DrainStarted("it is told to", HEARS_NANOS));
    }

    private void hearingEnds() {
        node.now += HEARS_NANOS;
        looks();
    }

    private void looks() {
        node.on(new Event.TimerFired(Timer.LEAVE));
    }

    private boolean isDrained() {
        return !node.all(Effect.Drained.class).isEmpty();
    }

    @Test
    void nothingIsHandedOnBeforeItHasHeardWhoElseLeaves() {
        node.submit(onDisk(1), onDisk(2));
        leaves();
        assertThat(node.sent(PeerMessage.Adopt.class)).isNull();
        assertThat(node.sent(PeerMessage.Offer.class)).isNull();
        hearingEnds();
        assertThat(node.sent(PeerMessage.Adopt.class)).isNotNull();
    }

    @Test
    void whatRunsIsWaitedForAndWhatIsOnDiskStaysThereWhereAllLeave() {
        node.submit(onDisk(1));
        leaves();
        node.hear("b", new PeerMessage.Leaving("it is told to, too", false));
        hearingEnds();
        assertThat(node.sent(PeerMessage.Adopt.class)).isNull();
        assertThat(isDrained()).as("it runs").isFalse();
        node.finish(0, onDisk(1).id(), Grant.first(1), DONE);
        looks();
        assertThat(node.sent(PeerMessage.Leaving.class))
                .isEqualTo(new PeerMessage.Leaving("it is told to", true));
        assertThat(isDrained()).as("its result is on disk").isTrue();
        assertThat(node.core.attachment(CoreFixture.JOB)).as("its job is here").hasValue(1);
    }

    @Test
    void whatWaitsIsNotWaitedForWhereAllLeave() {
        node.on(new Event.SlotClosed(0, "there are no workers"));
        node.submit(onDisk(1), onDisk(2));
        leaves();
        node.hear("b", new PeerMessage.Leaving("it is told to, too", false));
        hearingEnds();
        assertThat(node.sent(PeerMessage.Offer.class)).isNull();
        assertThat(isDrained()).isTrue();
        assertThat(node.core.status().owned()).isEqualTo(2);
    }

    @Test
    void aTaskThatMayRunAtAnotherThatLeavesIsWaitedForUntilNothingRunsThere() {
        node.submit(onDisk(1), onDisk(2));
        node.hearLow("b", 1, 0);
        PeerMessage.Offer offer = node.sent(PeerMessage.Offer.class);
        assertThat(offer).as("one goes to b").isNotNull();
        PeerMessage.OfferedTask given = offer.tasks().getFirst();
        PeerMessage.HandOver taken =
                new PeerMessage.HandOver(given.task().id(), given.grant(), given.hop());
        node.hear("b", new PeerMessage.OfferAnswer(offer.batch(), List.of(taken), List.of(), ""));
        leaves();
        node.hear("b", new PeerMessage.Leaving("it is told to, too", false));
        hearingEnds();
        node.finish(0, onDisk(1).id(), Grant.first(1), DONE);
        looks();
        assertThat(isDrained()).as("b may run the other").isFalse();
        node.hear("b", new PeerMessage.Leaving("it is told to, too", true));
        looks();
        assertThat(isDrained()).isTrue();
    }

    /** Its plan, made at the end of every event, starts tasks. */
    @Test
    void aNodeThatStoodStillWhileItShouldHaveOpenedFirstEndsWhatItStartsThen() {
        CoreFixture plans = new CoreFixture("a", 1, "calendar");
        plans.link("b", List.of("b"));
        plans.hear("b", new PeerMessage.Load(LoadState.HIGH, 1, 0, 0, 0, 0, 0, 1)); // no workers
        plans.on(new Event.JobOpened(CoreFixture.CLIENT, CoreFixture.JOB, "lasting", true, ""));
        long opens = 2 * HEARS_NANOS;
        plans.on(
                new Event.AvailabilitySet(
                        List.of(new AvailabilitySpan(opens, 100 * opens)), CloseMode.FINISH));
        plans.submit(onDisk(1));
        plans.on(new Event.DrainStarted("it is told to", HEARS_NANOS));
        plans.hear("b", new PeerMessage.Leaving("it is told to, too", true));
        plans.now = opens;
        plans.on(new Event.TimerFired(Timer.LEAVE));
        assertThat(plans.started()).as("it is open").hasSize(1);
        assertThat(plans.sent(PeerMessage.Leaving.class)).as("a task runs").isNull();
        assertThat(plans.all(Effect.Drained.class)).as("a task runs").isEmpty();
        plans.finish(0, onDisk(1).id(), Grant.first(1), DONE);
        plans.on(new Event.TimerFired(Timer.LEAVE));
        assertThat(plans.sent(PeerMessage.Leaving.class))
                .isEqualTo(new PeerMessage.Leaving("it is told to", true));
        assertThat(plans.all(Effect.Drained.class)).hasSize(1);
    }

    @Test
    void whereAnotherOneStaysItIsHandedEverything() {
        node.submit(onDisk(1));
        node.on(new Event.PeerUp(CoreFixture.ref("c", 1)));
        leaves();
        node.hear("b", new PeerMessage.Leaving("it is told to, too", true));
        hearingEnds();
        assertThat(node.all(Effect.Send.class))
                .filteredOn(send -> send.peerMessage() instanceof PeerMessage.Adopt)
                .singleElement()
                .satisfies(send -> assertThat(send.to().id().name()).isEqualTo("c"));
        assertThat(isDrained()).isFalse();
    }
}
