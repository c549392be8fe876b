package org.evenkeel.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.evenkeel.Evenkeel;
import org.evenkeel.api.graph.TaskGraph;
import org.junit.jupiter.api.Test;

/** Names that operators read are refused where a program chooses them. */
class NamesTest {

    private static final String PLACE = "U+202E (RIGHT-TO-LEFT OVERRIDE) at index 3";

    @Test
    void ofJobs() {
        Evenkeel.Builder builder = Evenkeel.builder();
        assertThat(builder.jobName("nightly, Grüße 世界")).isSameAs(builder);
        builder.jobName("x".repeat(1_000));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.jobName("job\u202e"))
                .withMessageContaining("the name of a job has " + PLACE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.jobName("x".repeat(1_001)))
                .withMessage("the name of a job has at most 1,000 characters, not 1,001");
    }

    @Test
    void ofTasks() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TaskOptions.DEFAULT.withName("abc\u202e"))
                .withMessageContaining("the name of a task has " + PLACE);
    }

    @Test
    void ofGraphsAndTheirTasks() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TaskGraph.named("abc\u202e"))
                .withMessageContaining("the name of a graph has " + PLACE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TaskGraph.named("steps").task("abc\u202e", () -> 1))
                .withMessageContaining("the name of a task has " + PLACE);
    }
}
