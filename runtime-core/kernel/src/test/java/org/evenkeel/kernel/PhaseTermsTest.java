package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PhaseReply;
import org.junit.jupiter.api.Test;

/** Whom a node obeys in scheduling phases, and what it does while one goes on. */
class PhaseTermsTest {
    private static final String POLICY = "nrics(eta=0,gap=1ms)";

    private final CoreFixture node = new CoreFixture("n5", 1, POLICY);

    private void linkedTo(String... peers) {
        for (String peer : peers) {
            node.link(peer, List.of(peers));
        }
    }

    private void says(String master, MasterCommand word) {
        node.hear(master, new PeerMessage.MasterMessage(word));
    }

    private List<PhaseReply> answers(String to) {
        return node.all(Effect.Send.class).stream()
                .filter(send -> send.to().id().name().equals(to))
                .map(Effect.Send::peerMessage)
                .filter(PeerMessage.PhaseMessage.class::isInstance)
                .map(peerMessage -> ((PeerMessage.PhaseMessage) peerMessage).word())
                .toList();
    }

    @Test
    void theLateCommandsOfAnEarlierMasterAreRefused() {
        linkedTo("n1", "n2");
        says("n1", new MasterCommand.Here(1));
        says("n2", new MasterCommand.Here(2));
        says("n1", new MasterCommand.Ask(1, 1));
        assertThat(answers("n1")).containsExactly(new PhaseReply.Outdated(2));
        assertThat(node.core.books().isFrozen()).isFalse();
        assertThat(node.core.books().master()).isEqualTo(new NodeId("n2"));
    }

    @Test
    void ofTwoMastersOfOneTermTheOneWhoseNameComesFirstCounts() {
        linkedTo("n1", "n2");
        says("n2", new MasterCommand.Ask(3, 1));
        assertThat(answers("n2")).hasOnlyElementsOfType(PhaseReply.Counted.class);
        says("n1", new MasterCommand.Here(3));
        assertThat(node.core.books().isFrozen()).as("its phase is not that master's").isFalse();
        says("n2", new MasterCommand.Ask(3, 2));
        assertThat(answers("n2")).containsExactly(new PhaseReply.Outdated(3));
        assertThat(node.core.books().master()).isEqualTo(new NodeId("n1"));
    }

    @Test
    void aFrozenNodeStartsNothingTakesNothingAndGoesOnWhenItsMasterIsGone() {
        linkedTo("n1", "n2");
        says("n1", new MasterCommand.Ask(1, 1));
        Task own = CoreFixture.task(1);
        node.submit(own);
        assertThat(node.started()).isEmpty();
        Task offered =
                new Task(
                        new TaskId(7, 1),
                        CoreFixture.kind(0, Durability.MEMORY),
                        new CoreFixture.Bytes(10),
                        1,
                        null);
        node.hear("n2", CoreFixture.offer(1, offered, Grant.first(1), 1, CoreFixture.ref("n2", 1)));
        PeerMessage.OfferAnswer answer = node.sent(PeerMessage.OfferAnswer.class);
        assertThat(answer).isNotNull();
        assertThat(answer.reason()).startsWith("FROZEN");
        node.on(new Event.PeerDown(new NodeId("n1")));
        assertThat(node.started()).hasSize(1);
        assertThat(node.core.books().apart()).isZero();
    }

    @Test
    void aPlanIsCarriedOutAndItsEndTold() {
        linkedTo("n1", "n2");
        node.submit(CoreFixture.task(1), CoreFixture.task(2), CoreFixture.task(3));
        assertThat(node.started()).hasSize(1);
        says("n1", new MasterCommand.Ask(1, 1));
        assertThat(answers("n1"))
                .anySatisfy(word -> {
                    PhaseReply.Counts counts = ((PhaseReply.Counted) word).counts();
                    assertThat(counts.schedulable()).isEqualTo(2);
                    assertThat(counts.executing()).isEqualTo(1);
                });
        MasterCommand.Part three = new MasterCommand.Part(new NodeId("n2"), 3);
        says("n1", new MasterCommand.Plan(1, 1, 0, List.of(three), List.of()));
        assertThat(answers("n2")).containsExactly(new PhaseReply.Sending(1, 1, 2, 1));
        PeerMessage.Offer offer = node.sent(PeerMessage.Offer.class);
        assertThat(offer).isNotNull();
        assertThat(offer.tasks()).hasSize(2);
        assertThat(answers("n1")).isEmpty();
        List<PeerMessage.HandOver> taken =
                offer.tasks().stream()
                        .map(one ->
                                new PeerMessage.HandOver(one.task().id(), one.grant(), one.hop()))
                        .toList();
        node.hear("n2", new PeerMessage.OfferAnswer(offer.batch(), taken, List.of(), ""));
        assertThat(answers("n1"))
                .anySatisfy(word -> {
                    PhaseReply.Done done = (PhaseReply.Done) word;
                    assertThat(done.sent()).isEqualTo(2);
                    assertThat(done.none()).isEqualTo(1);
                    assertThat(done.complete()).isTrue();
                });
        assertThat(node.core.books().isFrozen()).isFalse();
    }
}
