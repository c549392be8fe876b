package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.PeerMessage;
import org.junit.jupiter.api.Test;

/**
 * A master of phases sees all nodes of an open cluster, of which few are linked with each other.
 */
class UnreachableInPhaseTest {
    private final CoreFixture node = new CoreFixture("n5", 1, "nrics-1999(eta=0,gap=1ms)");

    @Test
    void whatIsToGoToANodeWithoutALinkStartsHere() {
        taskWaitsInAPhase();
        goesTo("stranger");
        assertThat(node.started()).hasSize(1);
    }

    @Test
    void whatIsToGoToALinkedNodeGoesThere() {
        taskWaitsInAPhase();
        goesTo("fast");
        assertThat(node.started()).isEmpty();
        assertThat(node.sent(PeerMessage.Offer.class)).isNotNull();
    }

    private void taskWaitsInAPhase() {
        List<String> peers = List.of("master", "fast");
        peers.forEach(peer -> node.link(peer, peers));
        says(new MasterCommand.Here(1));
        node.submit(CoreFixture.task(1));
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
}
