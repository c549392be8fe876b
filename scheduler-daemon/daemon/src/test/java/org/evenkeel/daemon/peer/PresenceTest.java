package org.evenkeel.daemon.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.daemon.peer.Presence.Dropped;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.junit.jupiter.api.Test;

/** Who counts as there, and for how long. */
class PresenceTest {

    private static final long BOUND = 1_000;

    private final Set<NodeId> seeds = new HashSet<>();
    private final Presence presence = new Presence(BOUND, seeds::contains);

    private static NodeRef ref(String name, long incarnation) {
        return new NodeRef(new NodeId(name), incarnation, "host", 7000);
    }

    private List<String> there() {
        return presence.there().stream().map(NodeId::name).toList();
    }

    private void wanted(long now) {
        presence.wanted(presence.there(), now);
    }

    @Test
    void whoIsLearntIsThereByName() {
        assertThat(presence.learnt(ref("b", 1))).isTrue();
        assertThat(presence.learnt(ref("a", 1))).isTrue();
        assertThat(presence.learnt(ref("a", 1))).as("known").isFalse();
        assertThat(presence.learnt(ref("a", 2))).as("started anew").isTrue();
        assertThat(there()).containsExactly("a", "b");
    }

    @Test
    void whoIsNeverLinkedIsDroppedWhenItShouldHaveBeenForLong() {
        presence.learnt(ref("a", 1));
        assertThat(presence.dropAway(10 * BOUND)).as("nobody wants it").isEmpty();
        wanted(10 * BOUND);
        assertThat(presence.dropAway(11 * BOUND)).isEmpty();
        wanted(11 * BOUND); // it is away since it was wanted first
        assertThat(presence.dropAway(11 * BOUND + 1))
                .containsExactly(new Dropped(ref("a", 1), false));
        assertThat(there()).isEmpty();
    }

    @Test
    void whoIsForgottenIsDroppedAtOnceASeedAsWell() {
        seeds.add(new NodeId("a"));
        presence.linked(ref("a", 1));
        presence.forget(ref("a", 1));
        assertThat(there()).as("it is linked").containsExactly("a");
        presence.lost(ref("a", 1), 0);
        presence.forget(ref("a", 1));
        assertThat(there()).isEmpty();
    }

    @Test
    void whoIsNotWantedAnyMoreIsNotAway() {
        presence.learnt(ref("a", 1));
        wanted(0);
        presence.wanted(List.of(), BOUND / 2);
        assertThat(presence.dropAway(2 * BOUND)).isEmpty();
    }

    @Test
    void whoWasNeverLinkedAndIsGoneIsDroppedAtOnce() {
        presence.learnt(ref("a", 1));
        presence.gone(ref("a", 1), 5);
        assertThat(there()).isEmpty();
    }

    @Test
    void whoCrashedIsThereUntilTheBoundIsOver() {
        presence.linked(ref("a", 1));
        presence.lost(ref("a", 1), 100);
        presence.gone(ref("a", 1), 200);
        assertThat(presence.dropAway(100 + BOUND)).isEmpty();
        assertThat(presence.dropAway(101 + BOUND)).containsExactly(new Dropped(ref("a", 1), true));
    }

    @Test
    void whoCrashedAndComesBackIsThereAsBefore() {
        presence.linked(ref("a", 1));
        presence.lost(ref("a", 1), 100);
        presence.gone(ref("a", 1), 200);
        presence.linked(ref("a", 2));
        assertThat(presence.dropAway(10 * BOUND)).isEmpty();
        presence.gone(ref("a", 1), 11 * BOUND);
        assertThat(presence.dropAway(20 * BOUND)).as("its predecessor is gone").isEmpty();
    }

    @Test
    void whoHasLeftIsDroppedWithItsLink() {
        presence.linked(ref("a", 1));
        presence.leaves(ref("a", 1));
        assertThat(there()).containsExactly("a");
        presence.lost(ref("a", 1), 100);
        assertThat(there()).isEmpty();
    }

    @Test
    void aSeedIsNotDroppedUnlessItLeaves() {
        seeds.add(new NodeId("a"));
        presence.learnt(ref("a", 1));
        presence.gone(ref("a", 1), 0);
        presence.linked(ref("a", 2));
        presence.lost(ref("a", 2), 100);
        presence.gone(ref("a", 2), 100);
        assertThat(presence.dropAway(10 * BOUND)).isEmpty();
        assertThat(there()).containsExactly("a");
        presence.linked(ref("a", 3));
        presence.leaves(ref("a", 3));
        presence.lost(ref("a", 3), 20 * BOUND);
        assertThat(there()).isEmpty();
    }

    @Test
    void theEndOfAnOldLinkSaysNothingOfANewOne() {
        presence.linked(ref("a", 1));
        presence.learnt(ref("a", 2));
        presence.linked(ref("a", 2));
        presence.lost(ref("a", 1), 100);
        assertThat(presence.dropAway(10 * BOUND)).isEmpty();
    }

    @Test
    void whoseLinkEndsWhileALaterProcessIsKnownIsAway() {
        presence.linked(ref("a", 1));
        presence.learnt(ref("a", 2));
        presence.lost(ref("a", 1), 100);
        assertThat(presence.dropAway(101 + BOUND)).hasSize(1);
    }
}
