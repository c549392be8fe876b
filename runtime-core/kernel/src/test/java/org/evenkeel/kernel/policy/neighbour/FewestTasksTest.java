package org.evenkeel.kernel.policy.neighbour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.testing.NeighbourViews.DOWN;
import static org.evenkeel.testing.NeighbourViews.closed;
import static org.evenkeel.testing.NeighbourViews.node;
import static org.evenkeel.testing.NeighbourViews.told;
import static org.evenkeel.testing.NeighbourViews.with;

import java.util.List;
import java.util.stream.IntStream;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.Decision.Share;
import org.evenkeel.kernel.policy.NeighbourView.AnnouncedCounts;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.TaskArrival;
import org.evenkeel.model.LoadState;
import org.junit.jupiter.api.Test;

/** pvm-round-robin. */
class FewestTasksTest {
    private final Policy policy = new FewestTasks();

    private Action place(NodeView view) {
        return policy.onTask(view, TaskArrival.NEW).action();
    }

    @Test
    void aNewTaskGoesToTheNodeWithTheFewestTasks() {
        assertThat(place(node(3, 1, with(2), with(1), with(5)))).isEqualTo(new Action.Transfer(1));
        assertThat(place(node(0, 1, with(2), with(1)))).isEqualTo(Action.Start.HERE);
        assertThat(place(node(2, 1, with(3)))).isEqualTo(Action.Wait.HERE);
    }

    @Test
    void tasksAreCountedAndNotDividedByWorkers() {
        assertThat(place(node(3, 1, with(2, 1), with(3, 8)))).isEqualTo(new Action.Transfer(0));
    }

    @Test
    void amongEqualsTheyTakeTurnsFromThisNodeOn() {
        NodeView view = node(1, 1, with(1), with(2), with(1));
        List<Action> placed = IntStream.range(0, 4).mapToObj(_ -> place(view)).toList();
        assertThat(placed)
                .containsExactly(
                        Action.Wait.HERE,
                        new Action.Transfer(0),
                        new Action.Transfer(2),
                        Action.Wait.HERE);
    }

    @Test
    void aTaskThatArrivedOrWasRefusedStays() {
        NodeView view = node(9, 1, with(0));
        assertThat(policy.onTask(view, new TaskArrival(0, 1)).action()).isEqualTo(Action.Wait.HERE);
        assertThat(policy.onTask(view, new TaskArrival(Policy.LOCAL, 1)).action())
                .isEqualTo(Action.Wait.HERE);
    }

    @Test
    void nodesThatCannotRunItAreLeftOut() {
        assertThat(place(node(0, 0, with(0, 0), DOWN, closed(), with(7))))
                .isEqualTo(new Action.Transfer(3));
        assertThat(place(node(0, 0, DOWN))).isEqualTo(Action.Wait.HERE);
    }

    @Test
    void tasksStrandedOnANodeWithoutWorkersAreHandedOn() {
        assertThat(policy.onSettled(node(2, 0, with(4), DOWN)).action())
                .isEqualTo(new Action.Give(List.of(new Share(0, 2))));
        assertThat(policy.onSettled(node(5, 1, with(0))).action()).isEqualTo(Action.Nothing.AT_ALL);
    }

    @Test
    void everyChangeIsTold() {
        NodeView view =
                node(
                        2,
                        1,
                        told(with(0), LoadState.HIGH, new AnnouncedCounts(2, 1, 0)),
                        told(with(0), LoadState.HIGH, new AnnouncedCounts(1, 1, 0)));
        assertThat(policy.announce(view)).containsExactly(new Announcement(1, LoadState.HIGH));
    }
}
