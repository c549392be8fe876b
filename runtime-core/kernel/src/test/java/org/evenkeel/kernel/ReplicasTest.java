package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.protocol.PeerMessage;
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
        owner.hear("b", new PeerMessage.Replicated(0));
        PeerMessage.Replicate forget = owner.sent(PeerMessage.Replicate.class);
        assertThat(forget).isNotNull();
        assertThat(forget.diskSince()).isEqualTo(Event.Recovered.FIRST_PROCESS);
        keeper.hear("a", forget);
        PeerMessage.Replicated answer = keeper.sent(PeerMessage.Replicated.class);
        assertThat(answer).isNotNull();
        owner.hear("b", answer);
        assertThat(owner.sent(PeerMessage.Replicate.class)).isNull();
    }

    /**
     * Its client has moved and everything is forgotten, when a node that kept replicas was away: a
     * later process of the owner has that node forget them, too.
     */
    @Test
    void anOwnerWhoseClientMovedAwayStillKnowsWhatItHadWhenItStartsAnew() {
        CoreFixture before = new CoreFixture("a", 0);
        JournalRecord.JobOpened job =
                new JournalRecord.JobOpened(CoreFixture.JOB, CoreFixture.CLIENT, "job", "", 1, 0);
        before.on(new Event.Recovered(List.of(), List.of(job), List.of()));
        before.link("c", List.of("b", "c"));
        before.hear("c", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 2));
        OwnerRecovery disk = new OwnerRecovery();
        disk.add(job);
        before.all(Effect.Persist.class).forEach(effect -> disk.add(effect.entry()));

        CoreFixture owner = new CoreFixture("a", 0);
        Event.Recovered found = disk.event();
        assertThat(found).as("what the disk has").isNotNull();
        owner.on(found);
        assertThat(owner.core.attachment(CoreFixture.JOB)).as("it is elsewhere").isEmpty();
        owner.link("b", List.of("b", "c"));
        owner.hear("b", new PeerMessage.Replicated(0));
        PeerMessage.Replicate forget = owner.sent(PeerMessage.Replicate.class);
        assertThat(forget).isNotNull();
        assertThat(forget.diskSince()).isEqualTo(Event.Recovered.FIRST_PROCESS);
    }
}
