package org.evenkeel.kernel.policy.neighbour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.testing.NeighbourViews.DOWN;
import static org.evenkeel.testing.NeighbourViews.closed;
import static org.evenkeel.testing.NeighbourViews.node;
import static org.evenkeel.testing.NeighbourViews.with;

import java.util.List;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Share;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.TaskArrival;
import org.evenkeel.kernel.policy.registry.Policies;
import org.junit.jupiter.api.Test;

/** glunix. */
class OnlyIdleTest {
    private final Policy policy = new OnlyIdle();

    private Action place(NodeView view) {
        return policy.onTask(view, TaskArrival.NEW).action();
    }

    @Test
    void aTaskGoesToAnIdleWorkerThisNodeFirst() {
        assertThat(place(node(0, 1, with(0)))).isEqualTo(Action.Start.HERE);
        assertThat(place(node(1, 1, with(1), with(0), with(0)))).isEqualTo(new Action.Transfer(1));
        assertThat(place(node(1, 1, with(3, 4)))).isEqualTo(new Action.Transfer(0));
    }

    @Test
    void itStaysWhereNobodyIsIdleAndWhereItArrived() {
        assertThat(place(node(1, 1, with(1), DOWN, closed(), with(0, 0))))
                .isEqualTo(Action.Wait.HERE);
        assertThat(policy.onTask(node(5, 1, with(0)), new TaskArrival(0, 1)).action())
                .isEqualTo(Action.Wait.HERE);
    }

    @Test
    void aJobAsWideAsTheIdleWorkersIsTaken() {
        assertThat(policy.refusal(node(0, 1, with(0), with(1, 3), with(1)), 4)).isNull();
        assertThat(policy.refusal(node(0, 0), 0)).isNull();
    }

    @Test
    void aWiderOneIsRefusedInWordsThatSayWhatToDo() {
        NodeView view = node(0, 1, with(0), with(1), with(4), DOWN, closed());
        assertThat(policy.refusal(view, 3))
                .startsWith("a job of 3 tasks needs more than the 2 idle workers")
                .contains("glunix", "submit fewer tasks at once, or later");
        assertThat(policy.refusal(node(1, 1), 1))
                .startsWith("a job of 1 task needs more than the 0 idle workers");
    }

    @Test
    void noOtherPolicyRefuses() {
        for (Policies.Entry entry : Policies.all()) {
            String refusal =
                    Policies.parse(entry.name()).create(1).refusal(node(1, 1, with(1)), 1000);
            assertThat(refusal != null).as(entry.name()).isEqualTo(entry.name().equals("glunix"));
        }
    }

    @Test
    void tasksStrandedOnANodeWithoutWorkersAreHandedOn() {
        assertThat(policy.onSettled(node(2, 0, with(4))).action())
                .isEqualTo(new Action.Give(List.of(new Share(0, 2))));
    }
}
