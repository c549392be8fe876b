package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.evenkeel.Evenkeel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CurrentTaskTest {

    @AfterEach
    void beAProgramAgain() {
        CurrentTask.setFinder(() -> null);
    }

    /** Also threads that a task has started: another finder would take the tasks' checkpoints. */
    @Test
    void noThreadOfAWorkerConnects() {
        CurrentTask.setWorkerFinder(() -> null);
        assertThatThrownBy(() -> Evenkeel.builder().local(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a task cannot connect to a cluster");
        assertThatThrownBy(() -> Evenkeel.builder().connect())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a task cannot connect to a cluster");
    }
}
