package org.evenkeel.daemon.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.daemon.peer.PeerAvailability.Dropped;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.junit.jupiter.api.Test;

/** Who counts as there, and for how long. */
class PeerAvailabilityTest {

    private static final long BOUND = 1_000;

    private final Set<NodeId> seeds = new HashSet<>();
    private final PeerAvailability peerAvailability = new PeerAvailability(BOUND, seeds::contains);

    private static NodeRef ref(String name, long incarnation) {
        return new NodeRef(new NodeId(name), incarnation, "host", 7000);
    }

    private List<String> there() {
        return peerAvailability.there().stream().map(NodeId::name).toList();
    }

    private void wanted(long now) {
        peerAvailability.wanted(peerAvailability.there(), now);
    }

    @Test
    void whoIsLearntIsThereByName() {
        assertThat(peerAvailability.learnt(ref("b", 1))).isTrue();
        assertThat(peerAvailability.learnt(ref("a", 1))).isTrue();
        assertThat(peerAvailability.learnt(ref("a", 1))).as("known").isFalse();
        assertThat(peerAvailability.learnt(ref("a", 2))).as("restarted").isTrue();
        assertThat(there()).containsExactly("a", "b");
    }

    @Test
    void numbersOfProcessesHaveNoSign() {
        assertThat(peerAvailability.learnt(ref("a", 1))).isTrue();
        assertThat(peerAvailability.learnt(ref("a", -1))).as("restarted").isTrue();
        peerAvailability.forget(ref("a", 1));
        assertThat(there()).as("a later process is there").containsExactly("a");
    }

    @Test
    void whoIsNeverLinkedIsDroppedWhenItShouldHaveBeenForLong() {
        peerAvailability.learnt(ref("a", 1));
        assertThat(peerAvailability.dropAway(10 * BOUND)).as("nobody wants it").isEmpty();
        wanted(10 * BOUND);
        assertThat(peerAvailability.dropAway(11 * BOUND)).isEmpty();
        wanted(11 * BOUND); // it is away since it was wanted first
        assertThat(peerAvailability.dropAway(11 * BOUND + 1))
                .containsExactly(new Dropped(ref("a", 1), false));
        assertThat(there()).isEmpty();
    }

    @Test
    void whoIsForgottenIsDroppedAtOnceASeedAsWell() {
        seeds.add(new NodeId("a"));
        peerAvailability.linked(ref("a", 1));
        peerAvailability.forget(ref("a", 1));
        assertThat(there()).as("it is linked").containsExactly("a");
        peerAvailability.lost(ref("a", 1), 0);
        peerAvailability.forget(ref("a", 1));
        assertThat(there()).isEmpty();
    }

    @Test
    void whoIsNotWantedAnyMoreIsNotAway() {
        peerAvailability.learnt(ref("a", 1));
        wanted(0);
        peerAvailability.wanted(List.of(), BOUND / 2);
        assertThat(peerAvailability.dropAway(2 * BOUND)).isEmpty();
    }

    @Test
    void whoWasNeverLinkedAndIsGoneIsDroppedAtOnce() {
        peerAvailability.learnt(ref("a", 1));
        peerAvailability.gone(ref("a", 1), 5);
        assertThat(there()).isEmpty();
    }

    @Test
    void whoCrashedIsThereUntilTheBoundIsOver() {
        peerAvailability.linked(ref("a", 1));
        peerAvailability.lost(ref("a", 1), 100);
        peerAvailability.gone(ref("a", 1), 200);
        assertThat(peerAvailability.dropAway(100 + BOUND)).isEmpty();
        assertThat(peerAvailability.dropAway(101 + BOUND))
                .containsExactly(new Dropped(ref("a", 1), true));
    }

    @Test
    void whoCrashedAndComesBackIsThereAsBefore() {
        peerAvailability.linked(ref("a", 1));
        peerAvailability.lost(ref("a", 1), 100);
        peerAvailability.gone(ref("a", 1), 200);
        peerAvailability.linked(ref("a", 2));
        assertThat(peerAvailability.dropAway(10 * BOUND)).isEmpty();
        peerAvailability.gone(ref("a", 1), 11 * BOUND);
        assertThat(peerAvailability.dropAway(20 * BOUND)).as("its predecessor is gone").isEmpty();
    }

    @Test
    void whoHasLeftIsDroppedWithItsLink() {
        peerAvailability.linked(ref("a", 1));
        peerAvailability.leaves(ref("a", 1));
        assertThat(there()).containsExactly("a");
        peerAvailability.lost(ref("a", 1), 100);
        assertThat(there()).isEmpty();
    }

    @Test
    void aSeedIsNotDroppedUnlessItLeaves() {
        seeds.add(new NodeId("a"));
        peerAvailability.learnt(ref("a", 1));
        peerAvailability.gone(ref("a", 1), 0);
        peerAvailability.linked(ref("a", 2));
        peerAvailability.lost(ref("a", 2), 100);
        peerAvailability.gone(ref("a", 2), 100);
        assertThat(peerAvailability.dropAway(10 * BOUND)).isEmpty();
        assertThat(there()).containsExactly("a");
        peerAvailability.linked(ref("a", 3));
        peerAvailability.leaves(ref("a", 3));
        peerAvailability.lost(ref("a", 3), 20 * BOUND);
        assertThat(there()).isEmpty();
    }

    @Test
    void theEndOfAnOldLinkSaysNothingOfANewOne() {
        peerAvailability.linked(ref("a", 1));
        peerAvailability.learnt(ref("a", 2));
        peerAvailability.linked(ref("a", 2));
        peerAvailability.lost(ref("a", 1), 100);
        assertThat(peerAvailability.dropAway(10 * BOUND)).isEmpty();
    }

    @Test
    void whoseLinkEndsWhileALaterProcessIsKnownIsAway() {
        peerAvailability.linked(ref("a", 1));
        peerAvailability.learnt(ref("a", 2));
        peerAvailability.lost(ref("a", 1), 100);
        assertThat(peerAvailability.dropAway(101 + BOUND)).hasSize(1);
    }
}
