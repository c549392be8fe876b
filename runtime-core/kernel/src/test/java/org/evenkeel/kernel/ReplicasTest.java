package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.protocol.Message;
import org.junit.jupiter.api.Test;

/** An owner and who keeps replicas for it. */
class ReplicasTest {

    /** Both had said the same to each other again and again, as fast as they could. */
    @Test
    void whoKeepsWhatAnEarlierProcessHadSaidIsToldToForgetItOnce() {
        CoreFixture owner = new CoreFixture("a", 0);
        owner.on(
                new Event.Recovered(
                        List.of(),
                        List.of(
                                new JournalRecord.JobOpened(
                                        CoreFixture.JOB, CoreFixture.CLIENT, "job", "", 1, 0)),
                        List.of()));
        owner.link("b", List.of("b"));
        CoreFixture keeper = new CoreFixture("b", 0);
        keeper.link("a", List.of("a"));
        owner.hear("b", new Message.Replicated(0));
        Message.Replicate forget = owner.sent(Message.Replicate.class);
        assertThat(forget).isNotNull();
        assertThat(forget.older()).isTrue();
        keeper.hear("a", forget);
        Message.Replicated answer = keeper.sent(Message.Replicated.class);
        assertThat(answer).isNotNull();
        owner.hear("b", answer);
        assertThat(owner.sent(Message.Replicate.class)).isNull();
    }
}
