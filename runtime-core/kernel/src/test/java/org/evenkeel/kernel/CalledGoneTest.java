package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.model.Grant;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.protocol.PeerMessage;
import org.junit.jupiter.api.Test;

/** A process whose address refused a connection is called gone, and is there all the same. */
class CalledGoneTest {
    private static final NodeRef B = CoreFixture.ref("b", 1);
    private static final Outcome DONE = Outcome.succeeded(new CoreFixture.Bytes(3));

    private final CoreFixture node = new CoreFixture("a", 0);

    CalledGoneTest() {
        node.link("b", List.of("b"));
        node.hearLow("b", 1, 0);
    }

    private void isCalledGone() {
        node.on(new Event.PeerDown(B.id()));
        node.on(new Event.PeerRefused(B)); // no other node can be asked
    }

    private PeerMessage.OfferedTask offered() {
        PeerMessage.Offer offer = node.sent(PeerMessage.Offer.class);
        assertThat(offer).isNotNull();
        return offer.tasks().getFirst();
    }

    private void takes(PeerMessage.OfferedTask task, long batch) {
        PeerMessage.HandOver taken =
                new PeerMessage.HandOver(task.task().id(), task.grant(), task.hop());
        node.hear("b", new PeerMessage.OfferAnswer(batch, List.of(taken), List.of(), ""));
    }

    private void ends(Task task, Grant grant) {
        PeerMessage.Result result = new PeerMessage.Result(task.id(), grant, DONE, 1, null);
        node.hear("b", new PeerMessage.Results(List.of(result), null));
    }

    @Test
    void itIsGivenTasksAgainWhenItIsLinkedAgain() {
        Task task = CoreFixture.task(1);
        node.submit(task);
        takes(offered(), 1);
        isCalledGone();
        assertThat(node.core.status().totals().regranted()).as("it had the task").isEqualTo(1);
        node.on(new Event.PeerUp(B));
        node.hearLow("b", 1, 0);
        PeerMessage.OfferedTask again = offered();
        assertThat(again.grant()).isEqualTo(new Grant(1, 2));
        ends(task, Grant.first(1));
        assertThat(node.delivered(CoreFixture.CLIENT)).as("that grant is over").isEmpty();
        takes(again, 1);
        ends(task, again.grant());
        assertThat(node.delivered(CoreFixture.CLIENT)).hasSize(1);
    }

    @Test
    void itsOwnTasksAreTakenAgain() {
        CoreFixture worker = new CoreFixture("a", 1);
        worker.link("b", List.of("b"));
        worker.on(new Event.PeerDown(B.id()));
        worker.on(new Event.PeerRefused(B));
        worker.on(new Event.PeerUp(B));
        worker.hear("b", CoreFixture.offer(1, CoreFixture.task(7), Grant.first(1), 1, B));
        assertThat(worker.started()).hasSize(1);
        worker.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        assertThat(worker.core.status().held()).as("its owner is not gone").isEqualTo(1);
    }

    @Test
    void nothingIsOfferedToAnEarlierProcessOnceALaterOneIsCalledGone() {
        node.hear("b", new PeerMessage.Load(LoadState.LOW, 2, 0, 0, 0, 2, 2, 0)); // room for two
        node.submit(CoreFixture.task(1));
        assertThat(offered().grant()).isEqualTo(Grant.first(1));
        NodeRef later = CoreFixture.ref("b", 2); // the link is with the first
        node.on(new Event.PeerRefused(later));
        assertThat(node.core.status().totals().regranted()).as("b has ended").isEqualTo(1);
        assertThat(node.sent(PeerMessage.Offer.class)).as("to the b that has ended").isNull();
        node.on(new Event.PeerUp(CoreFixture.ref("b", 3)));
        assertThat(node.sent(PeerMessage.Offer.class)).as("said again to another b").isNull();
        node.hearLow("b", 1, 0);
        assertThat(offered().grant()).isEqualTo(new Grant(1, 2));
    }

    @Test
    void whatIsOnItsWayToAnEarlierProcessIsGrantedAnewWhenANodeAsksAboutALaterOne() {
        node.on(new Event.PeerUp(CoreFixture.ref("c", 1)));
        node.submit(CoreFixture.task(1));
        assertThat(offered().grant()).isEqualTo(Grant.first(1));
        node.hear("c", new PeerMessage.Probe(CoreFixture.ref("b", 2)));
        assertThat(node.core.status().totals().regranted()).as("c may have it").isZero();
        node.hear("c", new PeerMessage.Holding(1, List.of(), true));
        assertThat(node.core.status().totals().regranted()).isEqualTo(1);
    }
}
