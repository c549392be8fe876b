package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Task;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.HandOver;
import org.evenkeel.model.protocol.PhaseReply;
import org.junit.jupiter.api.Test;

/** A master of phases plans more for a node than that may hold, in phase after phase. */
class FullInPhaseTest {
    private static final List<String> PEERS = List.of("master", "small", "large");
    private static final int TASKS = 20;

    private final CoreFixture node = new CoreFixture("n5", 0, "nrics-1999(eta=0,gap=1ms)");
    private long phase;

    FullInPhaseTest() {
        PEERS.forEach(peer -> node.link(peer, PEERS));
        says(new MasterCommand.Here(1));
        node.submit(
                LongStream.rangeClosed(1, TASKS).mapToObj(CoreFixture::task).toArray(Task[]::new));
    }

    @Test
    void isSentTwiceWhatItTookInThePhaseBefore() {
        assertThat(taking("small", 10, 3)).isEqualTo(10);
        assertThat(taking("small", 10, 0)).isEqualTo(6);
    }

    @Test
    void isSentOneTaskAfterAPhaseInWhichItTookNone() {
        taking("small", 10, 0);
        assertThat(taking("small", 10, 0)).isEqualTo(1);
        assertThat(taking("small", 10, 0)).isEqualTo(1);
    }

    @Test
    void isSentTwiceAsManyInEveryPhaseAfterItHasRoomAgain() {
        taking("small", 10, 0);
        assertThat(taking("small", 10, 1)).isEqualTo(1);
        assertThat(taking("small", 10, 2)).isEqualTo(2);
        assertThat(taking("small", 10, 4)).isEqualTo(4);
        assertThat(taking("small", 10, 8)).isEqualTo(8);
    }

    @Test
    void doesNotWaitForWhatItIsNotSent() {
        taking("small", 10, 3);
        plan("small", 10);
        assertThat(words(PhaseReply.Sending.class))
                .containsExactly(new PhaseReply.Sending(1, 2, 6, 4));
    }

    @Test
    void doesNotLimitWhatOthersAreSent() {
        taking("small", 10, 0);
        assertThat(taking("large", 10, 10)).isEqualTo(10);
    }

    @Test
    void isForgottenWithItsLink() {
        taking("small", 10, 0);
        node.on(new Event.PeerDown(new NodeId("small")));
        node.link("small", PEERS);
        assertThat(taking("small", 10, 10)).isEqualTo(10);
    }

    /** A phase that plans so many tasks for a node, which takes some; how many it is offered. */
    private int taking(String name, int planned, int taken) {
        PeerMessage.Offer offer = plan(name, planned);
        List<HandOver> all =
                offer.tasks().stream()
                        .map(one -> new HandOver(one.task().id(), one.grant(), one.hop()))
                        .toList();
        node.hear(
                name,
                new PeerMessage.OfferAnswer(
                        offer.batch(),
                        all.subList(0, taken),
                        all.subList(taken, all.size()),
                        "full"));
        assertThat(words(PhaseReply.Done.class)).hasSize(1);
        return all.size();
    }

    private PeerMessage.Offer plan(String name, int tasks) {
        says(new MasterCommand.Ask(1, ++phase));
        MasterCommand.Part part = new MasterCommand.Part(new NodeId(name), tasks, 1, 1);
        says(new MasterCommand.Plan(1, phase, 0, List.of(part), List.of()));
        PeerMessage.Offer offer = node.sent(PeerMessage.Offer.class);
        assertThat(offer).isNotNull();
        return offer;
    }

    private void says(MasterCommand word) {
        node.hear("master", new PeerMessage.MasterMessage(word));
    }

    private <T extends PhaseReply> List<T> words(Class<T> type) {
        return node.all(Effect.Send.class).stream()
                .map(Effect.Send::peerMessage)
                .filter(PeerMessage.PhaseMessage.class::isInstance)
                .map(message -> ((PeerMessage.PhaseMessage) message).word())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }
}
