package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;
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

    private final CoreFixture node = new CoreFixture("A", 0);

    private List<Long> started() {
        return node.started().stream().map(Assignment::task).map(one -> one.id().number()).toList();
    }

    @Test
    void theProgramGetsOneAfterTheOther() {
        node.on(new Event.SlotOpened(0, CoreFixture.JOB));
        node.submit(task(1), task(2));
        assertThat(started()).containsExactly(1L);
        node.finish(0, task(1).id(), FIRST, Outcome.succeeded(new CoreFixture.Bytes(1)));
        assertThat(started()).containsExactly(2L);
    }

    @Test
    void theProgramGetsWhatAnotherNodeHasRefused() {
        node.link("B", List.of("B"));
        node.hearLow("B", 1, 0);
        node.submit(task(1));
        PeerMessage.Offer offer = node.sent(PeerMessage.Offer.class);
        assertThat(offer).isNotNull();
        node.on(new Event.SlotOpened(0, CoreFixture.JOB));
        assertThat(started()).as("B may have it").isEmpty();
        List<PeerMessage.HandOver> refused =
                List.of(new PeerMessage.HandOver(task(1).id(), FIRST, 1));
        node.hear("B", new PeerMessage.OfferAnswer(offer.batch(), List.of(), refused, "it drains"));
        assertThat(started()).containsExactly(1L);
    }
}
