package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Submission;
import org.junit.jupiter.api.Test;

/** A policy may refuse what clients submit together; the submitter is told why. */
class RefusalTest {
    private final CoreFixture node = new CoreFixture("a", 2, "glunix");

    @Test
    void aJobThatFitsIsAcceptedAndStarts() {
        node.submit(CoreFixture.task(1), CoreFixture.task(2));
        assertThat(node.all(Effect.Reject.class)).isEmpty();
        assertThat(node.core.status().busy()).isEqualTo(2);
    }

    @Test
    void aWiderOneIsRefusedAsAWholeAndLeavesNothingBehind() {
        node.submit(CoreFixture.task(1), CoreFixture.task(2), CoreFixture.task(3));
        assertThat(node.all(Effect.Reject.class))
                .hasSize(3)
                .allMatch(Effect.Reject::byPolicy)
                .allMatch(reject -> reject.why().contains("more than the 2 idle workers"));
        assertThat(node.core.status().owned()).isZero();
        assertThat(node.core.status().busy()).isZero();
    }

    @Test
    void whatANodeHasNoRoomForMayBeWelcomeElsewhere() {
        CoreFixture full =
                new CoreFixture("a", 1, new NodeConfig.Limits(1, 10, 4, 1_000_000, 3, 100));
        full.submit(CoreFixture.task(1), CoreFixture.task(2));
        assertThat(full.all(Effect.Reject.class))
                .singleElement()
                .matches(reject -> !reject.byPolicy());
    }

    @Test
    void whatTasksSpawnIsNotRefused() {
        node.submit(CoreFixture.task(1), CoreFixture.task(2));
        node.submit(CoreFixture.child(1, new TaskId(CoreFixture.CLIENT, 1)));
        assertThat(node.all(Effect.Reject.class)).isEmpty();
        assertThat(node.core.status().waiting()).isEqualTo(1);
    }

    /** It was accepted once, by another daemon; that it was not may be said of new tasks only. */
    @Test
    void whatIsSubmittedAgainIsNotRefused() {
        node.submit(CoreFixture.task(1), CoreFixture.task(2));
        node.on(
                new Event.TasksSubmitted(
                        CoreFixture.CLIENT, List.of(new Submission(CoreFixture.task(3), 2))));
        assertThat(node.all(Effect.Reject.class)).isEmpty();
        assertThat(node.core.status().owned()).isEqualTo(3);
    }
}
