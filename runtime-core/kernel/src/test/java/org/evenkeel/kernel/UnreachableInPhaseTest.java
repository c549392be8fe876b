package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Task;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.HandOver;
import org.evenkeel.model.protocol.PeerMessage.OfferedTask;
import org.evenkeel.model.protocol.PhaseReply;
import org.junit.jupiter.api.Test;

/**
 * A master of phases sees all nodes of an open cluster, of which few are linked with each other,
 * and some take no tasks.
 */
class UnreachableInPhaseTest {
    private static final String POLICY = "nrics-1999(eta=0,gap=1ms)";

    private CoreFixture node = new CoreFixture("n5", 1, POLICY);

    @Test
    void whatIsToGoToANodeWithoutALinkStartsHere() {
        waitsInAPhase(CoreFixture.task(1));
        goesTo("stranger");
        assertThat(node.started()).hasSize(1);
    }

    @Test
    void whatIsToGoToALinkedNodeGoesThere() {
        waitsInAPhase(CoreFixture.task(1));
        goesTo("fast");
        assertThat(node.started()).isEmpty();
        assertThat(node.sent(PeerMessage.Offer.class)).isNotNull();
    }

    @Test
    void whatTheOtherNodeRefusesIsReportedAsNotScheduled() {
        waitsInAPhase(CoreFixture.task(1));
        goesTo("fast");
        refused("fast");
        assertThat(atTheEnd().schedulable()).isEqualTo(1);
    }

    @Test
    void aRefusedTaskForThisNodeIsReportedAsNotScheduledWhereItHasNoWorkers() {
        node = new CoreFixture("n5", 0, POLICY);
        waitsInAPhase(CoreFixture.task(CoreFixture.CLIENT, 1, "n5"));
        goesTo("fast");
        refused("fast");
        assertThat(atTheEnd().schedulable()).isEqualTo(1);
    }

    private void waitsInAPhase(Task task) {
        List<String> peers = List.of("master", "fast");
        peers.forEach(peer -> node.link(peer, peers));
        says(new MasterCommand.Here(1));
        node.submit(task);
        assertThat(node.started()).as("a phase says where tasks start").isEmpty();
        says(new MasterCommand.Ask(1, 1));
    }

    private void goesTo(String name) {
        MasterCommand.Part part = new MasterCommand.Part(new NodeId(name), 1, 1, 1);
        says(new MasterCommand.Plan(1, 1, 0, List.of(part), List.of()));
    }

    private void says(MasterCommand word) {
        node.hear("master", new PeerMessage.MasterMessage(word));
    }

    /** The other node has no room for what it was offered. */
    private void refused(String by) {
        PeerMessage.Offer offer = node.sent(PeerMessage.Offer.class);
        assertThat(offer).isNotNull();
        OfferedTask task = offer.tasks().getFirst();
        HandOver handOver = new HandOver(task.task().id(), task.grant(), task.hop());
        node.hear(
                by,
                new PeerMessage.OfferAnswer(offer.batch(), List.of(), List.of(handOver), "full"));
    }

    /** What the master is told when this node has done its part of the phase. */
    private PhaseReply.Counts atTheEnd() {
        return node.all(Effect.Send.class).stream()
                .map(Effect.Send::peerMessage)
                .filter(PeerMessage.PhaseMessage.class::isInstance)
                .map(message -> ((PeerMessage.PhaseMessage) message).word())
                .filter(PhaseReply.Done.class::isInstance)
                .map(word -> ((PhaseReply.Done) word).counts())
                .findFirst()
                .orElseThrow();
    }
}
