package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.evenkeel.kernel.HeldTask.State;
import org.evenkeel.model.Grant;
import org.junit.jupiter.api.Test;

/** A task's state changes only from one that leads there. */
class HeldTaskTest {
    private final HeldTask task =
            new HeldTask(CoreFixture.task(1), Grant.first(1), 1, CoreFixture.ref("a", 1));

    @Test
    void taskThatIsGoneStaysGone() {
        task.become(State.RUNNING);
        task.become(State.GONE);
        assertThatThrownBy(() -> task.become(State.READY))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("GONE cannot become READY");
        assertThat(task.state()).isEqualTo(State.GONE);
    }

    @Test
    void taskThatIsOfferedDoesNotStart() {
        task.become(State.HANDING);
        assertThatThrownBy(() -> task.become(State.RUNNING))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("HANDING cannot become RUNNING");
        task.become(State.READY);
        task.become(State.RUNNING);
        task.become(State.PARKED);
        task.become(State.RUNNING);
        task.become(State.DELEGATED);
        assertThat(task.state()).isEqualTo(State.DELEGATED);
    }

    @Test
    void timeDoesNotRunBackwards() {
        CoreFixture node = new CoreFixture("a", 1);
        assertThatThrownBy(() -> node.core.handle(node.now - 1, new Event.SlotOpened(1, null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("time runs backwards");
    }
}
