package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.kernel.CoreFixture.served;
import static org.evenkeel.kernel.CoreFixture.task;

import java.util.List;
import org.evenkeel.model.Grant;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.protocol.Assignment;
import org.evenkeel.model.protocol.PeerMessage;
import org.junit.jupiter.api.Test;

/** Tasks that a program takes itself, in a slot that it has opened. */
class ServedTasksTest {
    private static final Grant FIRST = Grant.first(1);
    private static final int PROGRAM = 5;

    /** It has a worker that is idle. */
    private final CoreFixture node = new CoreFixture("A", 1);

    private static List<Long> startedAt(CoreFixture node) {
        return node.started().stream().map(Assignment::task).map(one -> one.id().number()).toList();
    }

    private static PeerMessage.Offer offeredBy(CoreFixture node) {
        PeerMessage.Offer offer = node.sent(PeerMessage.Offer.class);
        assertThat(offer).isNotNull();
        return offer;
    }

    @Test
    void theProgramGetsOneAfterTheOther() {
        node.on(new Event.SlotOpened(PROGRAM, CoreFixture.JOB));
        node.submit(served(1), served(2));
        assertThat(startedAt(node)).containsExactly(1L);
        assertThat(node.all(Effect.StartTasks.class)).allMatch(start -> start.slot() == PROGRAM);
        node.finish(PROGRAM, served(1).id(), FIRST, Outcome.succeeded(new CoreFixture.Bytes(1)));
        assertThat(startedAt(node)).containsExactly(2L);
    }

    @Test
    void neitherWorkersNorOtherNodesGetThem() {
        node.link("B", List.of("B"));
        node.hearLow("B", 1, 0);
        node.submit(served(1));
        assertThat(startedAt(node)).isEmpty();
        assertThat(node.sent(PeerMessage.Offer.class)).isNull();
        node.on(new Event.SlotOpened(1, null));
        assertThat(startedAt(node)).as("nor later ones").isEmpty();
        node.on(new Event.SlotOpened(PROGRAM, CoreFixture.JOB));
        assertThat(startedAt(node)).containsExactly(1L);
    }

    @Test
    void theProgramGetsNoOtherTaskOfItsJob() {
        CoreFixture without = new CoreFixture("A", 0);
        without.submit(task(1));
        without.on(new Event.SlotOpened(PROGRAM, CoreFixture.JOB));
        assertThat(startedAt(without)).isEmpty();
        without.on(new Event.SlotOpened(0, null));
        assertThat(startedAt(without)).containsExactly(1L);
    }

    @Test
    void oneThatIsCancelledWaitsNoLonger() {
        node.submit(served(1));
        node.on(new Event.CancelRequested(CoreFixture.CLIENT, new long[] {1}, "a test"));
        node.on(new Event.SlotOpened(PROGRAM, CoreFixture.JOB));
        assertThat(startedAt(node)).isEmpty();
    }

    /** One that a node that leaves has handed on, say. */
    private PeerMessage.Offer sentToItsOwner() {
        node.link("B", List.of("B"));
        node.hear("B", CoreFixture.offer(1, served(1), FIRST, 1, CoreFixture.ref("B", 1)));
        assertThat(startedAt(node)).as("the worker stays idle").isEmpty();
        node.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        return offeredBy(node);
    }

    @Test
    void oneOfAnotherOwnerGoesThere() {
        assertThat(sentToItsOwner().tasks())
                .extracting(offered -> offered.task().id().number())
                .containsExactly(1L);
    }

    @Test
    void theProgramGetsWhatAnotherNodeHasRefused() {
        PeerMessage.Offer offer = sentToItsOwner();
        node.on(new Event.SlotOpened(PROGRAM, CoreFixture.JOB));
        assertThat(startedAt(node)).as("B may have it").isEmpty();
        List<PeerMessage.HandOver> refused =
                List.of(new PeerMessage.HandOver(served(1).id(), FIRST, 2));
        node.hear("B", new PeerMessage.OfferAnswer(offer.batch(), List.of(), refused, "it drains"));
        assertThat(startedAt(node)).containsExactly(1L);
    }

    @Test
    void aNodeThatLeavesHandsThemOn() {
        node.link("B", List.of("B"));
        node.submit(served(1));
        node.on(new Event.DrainStarted("it is told to"));
        assertThat(offeredBy(node).tasks()).hasSize(1);
    }
}
