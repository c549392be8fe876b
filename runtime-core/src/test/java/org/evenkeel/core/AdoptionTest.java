package org.evenkeel.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.model.Grant;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskState;
import org.evenkeel.protocol.Message;
import org.evenkeel.protocol.Message.PassedTask;
import org.junit.jupiter.api.Test;

/** Rule R11 from the side of the successor. */
class AdoptionTest {

    private static Message.Adopt batch(long number, Task task) {
        TaskState state =
                new TaskState(task, new Grant(2, 1), CoreFixture.CLIENT, 0, List.of(), null, "");
        return new Message.Adopt(
                number, List.of(new PassedTask(state, Grant.first(1), 1)), List.of());
    }

    private static List<Long> answered(CoreFixture node) {
        return node.all(Effect.Send.class).stream()
                .map(Effect.Send::message)
                .filter(Message.Adopted.class::isInstance)
                .map(message -> ((Message.Adopted) message).batch())
                .toList();
    }

    @Test
    void aBatchThatComesAfterALaterOneIsAdoptedToo() {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b"));
        node.hear("b", batch(2, CoreFixture.task(2)));
        assertThat(answered(node)).containsExactly(2L);
        node.hear("b", batch(1, CoreFixture.task(1)));
        assertThat(answered(node)).containsExactly(1L);
        assertThat(node.core.books().owned()).isEqualTo(2);
    }

    @Test
    void aBatchThatIsSaidAgainIsAnsweredAgainAndAdoptedOnce() {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b"));
        node.hear("b", batch(1, CoreFixture.task(1)));
        node.hear("b", batch(1, CoreFixture.task(1)));
        assertThat(answered(node)).containsExactly(1L);
        assertThat(node.core.books().owned()).isEqualTo(1);
    }
}
