package org.evenkeel.kernel.policy.neighbour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.testing.NeighbourViews.DOWN;
import static org.evenkeel.testing.NeighbourViews.node;
import static org.evenkeel.testing.NeighbourViews.with;

import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.TaskArrival;
import org.evenkeel.kernel.policy.neighbour.Acwn.Options;
import org.evenkeel.model.LoadState;
import org.evenkeel.testing.NeighbourViews;
import org.junit.jupiter.api.Test;

class AcwnTest {

    private static Action placed(Options options, NodeView view, int hops) {
        return new Acwn(options).onTask(view, new TaskArrival(hops == 0 ? -1 : 0, hops)).action();
    }

    private static Action placed(NodeView view, int hops) {
        return placed(new Options(0, 3, 4, 1), view, hops);
    }

    @Test
    void aTaskGoesToTheLeastCrowdedNeighbourIfThatIsLessCrowdedThanThisNode() {
        assertThat(placed(node(3, 1, with(2), with(1), with(2)), 0))
                .isEqualTo(new Action.Transfer(1));
    }

    @Test
    void aTaskStaysInAValley() {
        assertThat(placed(node(2, 1, with(2), with(3)), 0)).isEqualTo(Action.Wait.HERE);
        assertThat(placed(node(2, 1, with(2), with(3)), 2)).isEqualTo(Action.Wait.HERE);
    }

    @Test
    void aTaskMakesNoMoreThanTheMostHops() {
        assertThat(placed(node(3, 1, with(0)), 2)).isEqualTo(new Action.Transfer(0));
        assertThat(placed(node(3, 1, with(0)), 3)).isEqualTo(Action.Wait.HERE);
    }

    @Test
    void aTaskMakesAtLeastTheFewestHops() {
        Options options = new Options(1, 3, 4, 1);
        assertThat(placed(options, node(0, 1, with(2), with(1)), 0))
                .isEqualTo(new Action.Transfer(1));
        assertThat(placed(options, node(0, 1, with(2), with(1)), 1)).isEqualTo(Action.Start.HERE);
        assertThat(placed(options, node(0, 1, DOWN), 0)).isEqualTo(Action.Start.HERE);
    }

    @Test
    void whereEverybodyIsBusyTasksStay() {
        assertThat(placed(node(9, 1, with(4), with(5)), 0)).isEqualTo(Action.Wait.HERE);
        assertThat(placed(node(9, 1, with(3), with(5)), 0)).isEqualTo(new Action.Transfer(0));
    }

    @Test
    void anIdleWorkerTakesTheTask() {
        assertThat(placed(node(3, 4, with(0)), 0)).isEqualTo(Action.Start.HERE);
    }

    /** It drains, or holds its bound of tasks. */
    @Test
    void anIdleNeighbourThatSaysItIsFullIsPassedBy() {
        NeighbourView drains = NeighbourViews.closed();
        assertThat(placed(node(3, 1, drains, with(1)), 0)).isEqualTo(new Action.Transfer(1));
        assertThat(placed(node(3, 1, drains), 0)).isEqualTo(Action.Wait.HERE);
    }

    @Test
    void aNodeWithoutWorkersSendsItsTasksEvenIntoACrowd() {
        assertThat(placed(node(0, 0, with(9)), 0)).isEqualTo(new Action.Transfer(0));
    }

    @Test
    void waitingTasksStay() {
        Acwn policy = new Acwn(Options.DEFAULT);
        NodeView view = node(9, 1, with(0));
        assertThat(policy.onSettled(view).action()).isEqualTo(Action.Nothing.AT_ALL);
        assertThat(policy.onLoad(view, 0, LoadState.LOW, 1).action())
                .isInstanceOf(Action.Believe.class);
    }
}
