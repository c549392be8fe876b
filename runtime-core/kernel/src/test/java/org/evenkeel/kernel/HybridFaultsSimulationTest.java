package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.model.LoadState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens beside a node with a backlog when messages are lost and neighbours come and go. */
class HybridFaultsSimulationTest {

    private static final long LATENCY = NetworkSettings.MEAN_NANOS / 50;

    private BalancerNetwork network =
            new BalancerNetwork(NetworkSettings.of(1, "hybrid").withNodes(2, "ring"));
    private TestNode source = network.nodes.get(0);
    private TestNode idle = network.nodes.get(1);

    @BeforeEach
    void connect() {
        network.connectAll();
        network.runUntil(10 * LATENCY);
        network.checking(network::checkInvariants);
    }

    private void settle() {
        network.runUntil(network.nowNanos + 4 * LATENCY);
    }

    @Test
    void aTaskLostWithItsLinkIsSentAgainAndTheNeighbourGoesOnHelping() {
        network.submit(0, 10);
        TestTask lost = network.submit(0, 10);
        network.linkDown(0, 1);
        settle();
        assertThat(idle.busy).isZero();
        assertThat(source.handing).hasSize(1);

        network.linkUp(0, 1);
        settle();
        assertThat(idle.busy).isOne();
        assertThat(source.handing).isEmpty();
        assertThat(source.balancer.neighbours().getFirst().sent()).isOne();
        assertThat(idle.balancer.neighbours().getFirst().received()).isOne();
        keepsHelping(lost);
    }

    /** The repeat is not placed again, but its sender must hear the truth: it believes HIGH. */
    @Test
    void aTaskWhoseAnswerWasLostIsNotRunTwiceAndTheNeighbourGoesOnHelping() {
        network.submit(0, 10);
        TestTask taken = network.submit(0, 0.03);
        network.runUntil(network.nowNanos + LATENCY + 1);
        assertThat(idle.busy).isOne();
        network.linkDown(0, 1);
        settle();
        assertThat(taken.finished).isTrue();
        network.linkUp(0, 1);
        settle();
        assertThat(source.balancer.neighbours().getFirst().believed()).isEqualTo(LoadState.LOW);
        keepsHelping(taken);
        assertThat(taken.starts).isOne();
    }

    @Test
    void aRefusedTaskWaitsAtItsSenderWhoIsToldWhenThereIsRoom() {
        idle.refusesOffers = true;
        idle.balancer.setFrozenOut(true);
        network.submit(0, 10);
        TestTask refused = network.submit(0, 1);
        settle();
        assertThat(source.waiting.size()).isEqualTo(1);
        assertThat(source.balancer.neighbours().getFirst().believed()).isEqualTo(LoadState.HIGH);

        idle.refusesOffers = false;
        idle.balancer.setFrozenOut(false);
        idle.balancer.announce();
        settle();
        assertThat(source.waiting.size()).isZero();
        keepsHelping(refused);
    }

    /** Nothing changed here, so that only the owed load tells the sender that there is room. */
    @Test
    void aSingleRefusalDoesNotSilenceTheNeighbour() {
        idle.refusesOffers = true;
        network.submit(0, 10);
        network.submit(0, 1);
        network.runUntil(network.nowNanos + LATENCY + 1);
        idle.refusesOffers = false;
        settle();
        assertThat(source.waiting.size()).isZero();
        assertThat(idle.busy).isOne();
    }

    @Test
    void aRestartedPeerIsGivenTheBacklog() {
        for (int i = 0; i < 6; i++) {
            network.submit(0, 10);
        }
        settle();
        assertThat(source.waiting.size()).isEqualTo(4);
        network.restart(1);
        assertThat(source.waiting.size()).as("the lost task is back").isEqualTo(5);
        network.linkUp(0, 1);
        settle();
        assertThat(source.waiting.size()).isEqualTo(4);
        assertThat(idle.busy).isOne();
        network.run();
        assertThat(network.finishedTasks()).isEqualTo(6);
    }

    @Test
    void aJoinerBesideABacklogIsGivenTasks() {
        network = new BalancerNetwork(NetworkSettings.of(1, "hybrid").withNodes(3, "ring"));
        source = network.nodes.get(0);
        source.balancer.setNeighbours(List.of());
        network.checking(network::checkInvariants);
        for (int i = 0; i < 6; i++) {
            network.submit(0, 10);
        }
        assertThat(source.waiting.size()).isEqualTo(5);
        network.linkUp(0, 1);
        settle();
        assertThat(network.nodes.get(1).busy).as("not a neighbour yet").isZero();
        source.balancer.setNeighbours(List.of(network.nodes.get(1).id, network.nodes.get(2).id));
        source.balancer.announce();
        settle();
        assertThat(network.nodes.get(1).busy).as("linked before it was a neighbour").isOne();
        network.linkUp(0, 2);
        settle();
        assertThat(network.nodes.get(2).busy).as("linked after it was a neighbour").isOne();
        network.run();
        assertThat(network.finishedTasks()).isEqualTo(6);
    }

    private void keepsHelping(TestTask first) {
        for (int i = 0; i < 5; i++) {
            network.submit(0, 10);
        }
        settle();
        assertThat(idle.busy).isOne();
        network.run();
        assertThat(first.finished).isTrue();
        assertThat(network.tasks).allMatch(task -> task.finished);
    }
}
