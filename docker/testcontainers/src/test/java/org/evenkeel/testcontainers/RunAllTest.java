package org.evenkeel.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.testcontainers.engine.EngineException;
import org.junit.jupiter.api.Test;

class RunAllTest {
    private final List<String> done = new ArrayList<>();

    private static void fail(String what) {
        throw new EngineException(what);
    }

    @Test
    void whatFailsKeepsNothingElseFromBeingDoneAndIsTold() {
        EngineException third = new EngineException("third");
        assertThatThrownBy(() ->
                        RunAll.run(
                                () -> fail("first"),
                                () -> done.add("second"),
                                () -> {
                                    throw third;
                                },
                                () -> done.add("fourth")))
                .isInstanceOf(EngineException.class)
                .hasMessage("first")
                .hasSuppressedException(third);
        assertThat(done).containsExactly("second", "fourth");
    }

    /** The nodes of a cluster are removed so, and after them what they had in common. */
    @Test
    void alsoThoseThatAreDoneTogether() {
        assertThatThrownBy(() ->
                        RunAll.run(
                                () ->
                                        RunConcurrently.run(
                                                List.of(() -> fail("n1"), () -> done.add("n2"))),
                                () -> done.add("network")))
                .hasMessage("n1");
        assertThat(done).containsExactly("n2", "network");
    }
}
