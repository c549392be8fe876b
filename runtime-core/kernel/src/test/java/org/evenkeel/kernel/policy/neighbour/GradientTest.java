package org.evenkeel.kernel.policy.neighbour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.testing.NeighbourViews.DOWN;
import static org.evenkeel.testing.NeighbourViews.far;
import static org.evenkeel.testing.NeighbourViews.node;
import static org.evenkeel.testing.NeighbourViews.told;

import java.util.List;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.Decision.Share;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NeighbourView.AnnouncedCounts;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.TaskArrival;
import org.evenkeel.kernel.policy.neighbour.Gradient.Options;
import org.evenkeel.model.Distance;
import org.evenkeel.model.LoadState;
import org.junit.jupiter.api.Test;

class GradientTest {

    private static final NeighbourView NONE_KNOWN = far(Distance.UNKNOWN, 0);

    private final Gradient policy = new Gradient(new Options(1, 2, 5));

    @Test
    void theProximityOfALightNodeIsZero() {
        assertThat(policy.distance(node(0, 1, far(3, 1)))).isZero();
        assertThat(policy.distance(node(3, 4, NONE_KNOWN))).isZero();
    }

    @Test
    void theProximityOfAnotherIsOneMoreThanItsLeastNeighbours() {
        assertThat(policy.distance(node(1, 1, far(3, 1), far(2, 0), NONE_KNOWN))).isEqualTo(3);
        assertThat(policy.distance(node(9, 1, far(0, 1), DOWN))).isOne();
    }

    @Test
    void proximitiesAreCapped() {
        assertThat(policy.distance(node(1, 1, far(3, 1)))).isEqualTo(4);
        assertThat(policy.distance(node(1, 1, far(4, 1)))).isEqualTo(Distance.UNKNOWN);
        assertThat(policy.distance(node(1, 1, NONE_KNOWN))).isEqualTo(Distance.UNKNOWN);
        assertThat(policy.distance(node(1, 1))).isEqualTo(Distance.UNKNOWN);
    }

    @Test
    void aNodeWithoutWorkersIsNeverLight() {
        assertThat(policy.distance(node(0, 0, far(0, 1)))).isOne();
        assertThat(policy.onTask(node(0, 0, far(0, 1)), TaskArrival.NEW).action())
                .isEqualTo(new Action.Transfer(0));
    }

    @Test
    void aModerateNodeKeepsWhatItHas() {
        assertThat(policy.onTask(node(1, 1, far(0, 1)), TaskArrival.NEW).action())
                .isEqualTo(Action.Wait.HERE);
        assertThat(policy.onSettled(node(2, 1, far(0, 1))).action())
                .isEqualTo(Action.Nothing.AT_ALL);
    }

    @Test
    void aHeavyNodeSendsTowardTheNeighbourOfLeastProximity() {
        NodeView view = node(2, 1, far(3, 1), far(1, 1), NONE_KNOWN);
        assertThat(policy.onTask(view, TaskArrival.NEW).action()).isEqualTo(new Action.Transfer(1));
        assertThat(policy.onSettled(node(5, 1, far(3, 1), far(1, 1))).action())
                .isEqualTo(Action.Give.to(1, 1));
    }

    @Test
    void theExcessIsSharedAmongEqualNeighboursByTheirRoom() {
        assertThat(policy.onSettled(node(5, 1, far(0, 2), far(0, 4), far(1, 9))).action())
                .isEqualTo(new Action.Give(List.of(new Share(0, 2), new Share(1, 1))));
    }

    @Test
    void inASaturatedClusterNothingMovesAndNothingIsSaid() {
        NeighbourView knowing =
                told(NONE_KNOWN, LoadState.HIGH, new AnnouncedCounts(1, 1, Distance.UNKNOWN));
        NodeView view = node(9, 1, knowing, knowing);
        assertThat(policy.onTask(view, TaskArrival.NEW).action()).isEqualTo(Action.Wait.HERE);
        assertThat(policy.onSettled(view).action()).isEqualTo(Action.Nothing.AT_ALL);
        assertThat(policy.announce(view)).isEmpty();
    }

    @Test
    void onlyChangesOfProximityAreTold() {
        NeighbourView knows = told(far(1, 1), LoadState.MODERATE, new AnnouncedCounts(7, 1, 2));
        NeighbourView knowsOther = told(far(2, 1), LoadState.LOW, new AnnouncedCounts(0, 1, 0));
        assertThat(policy.announce(node(1, 1, knows, knowsOther, DOWN)))
                .containsExactly(new Announcement(1, LoadState.MODERATE));
    }

    /** Else the sender waits for a word that nobody sends. */
    @Test
    void aSenderIsToldAgainOnceItsTaskHasArrived() {
        NeighbourView sent = told(far(1, 1), LoadState.HIGH, new AnnouncedCounts(7, 1, 2));
        assertThat(policy.announce(node(1, 1, sent)))
                .containsExactly(new Announcement(0, LoadState.MODERATE));
    }

    @Test
    void aNeighbourWithoutRoomIsSentNothing() {
        assertThat(policy.onTask(node(2, 1, far(0, 0)), TaskArrival.NEW).action())
                .isEqualTo(Action.Wait.HERE);
    }

    @Test
    void aTaskThatHasGoneThereAndBackStays() {
        TaskArrival far = new TaskArrival(0, policy.hopLimit());
        assertThat(policy.onTask(node(2, 1, far(0, 1)), far).action()).isEqualTo(Action.Wait.HERE);
        assertThat(policy.onTask(node(0, 1, far(0, 1)), far).action()).isEqualTo(Action.Start.HERE);
    }
}
