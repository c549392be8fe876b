package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import java.util.List;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobOrigin;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;
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

    /**
     * The replica ended, and the next one before it had the tasks on its disk. The owner's machine
     * was lost then, and the first one had been told to forget the only other copy.
     */
    @Test
    void aFormerReplicaForgetsWhenTheNextOneHasEverythingOnItsDisk() {
        CoreFixture owner = new CoreFixture("a", 0);
        owner.link("b", List.of("b", "c"));
        owner.on(new Event.PeerUp(CoreFixture.ref("c", 1)));
        owner.submit(CoreFixture.task(1, Durability.REPLICATED));
        assertThat(toldAll(owner, "b")).as("it is the replica").isNotNull();
        owner.hear("b", new PeerMessage.Replicated(100));
        owner.on(new Event.PeerDown(new NodeId("b")));
        owner.on(new Event.PeerRefused(CoreFixture.ref("b", 1)));
        owner.hear("c", new PeerMessage.ProbeAnswer(new NodeId("b"), 1, true));
        PeerMessage.Replicate next = toldAll(owner, "c");
        assertThat(next).as("it is the replica now").isNotNull();

        owner.on(new Event.PeerUp(CoreFixture.ref("b", 2)));
        assertThat(toldAll(owner, "b")).as("c may not have it").isNull();
        owner.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        assertThat(toldAll(owner, "b")).as("c may not have it yet").isNull();
        owner.hear("c", new PeerMessage.Replicated(next.first() + next.records().size() - 1));
        assertThat(toldAll(owner, "b"))
                .as("it is to forget")
                .extracting(PeerMessage.Replicate::records, as(LIST))
                .isEmpty();
    }

    /** What it keeps may be the only copy beside the owner's disk. */
    @Test
    void whoKeepsWhatAnEarlierProcessHadSaidIsTheReplicaWhileNoOtherHasEverything() {
        CoreFixture owner = new CoreFixture("a", 0);
        TaskState kept =
                new TaskState(
                        CoreFixture.task(1, Durability.REPLICATED),
                        Grant.first(1),
                        CoreFixture.CLIENT,
                        0,
                        List.of(),
                        null,
                        "",
                        JobOrigin.NONE);
        owner.on(new Event.Recovered(List.of(kept), List.of(), List.of()));
        owner.link("c", List.of("b", "c"));
        assertThat(toldAll(owner, "c")).as("it is the replica").isNotNull();
        owner.on(new Event.PeerUp(CoreFixture.ref("b", 1)));
        owner.hear("b", new PeerMessage.Replicated(0));
        PeerMessage.Replicate said = toldAll(owner, "b");
        assertThat(said).as("it is the replica now").isNotNull();
        assertThat(said.diskSince()).isEqualTo(Event.Recovered.FIRST_PROCESS);
        assertThat(said.records())
                .filteredOn(JournalRecord.Accepted.class::isInstance)
                .extracting(JournalRecord.OfTask::task)
                .containsExactly(kept.id());
        assertThat(toldAll(owner, "c")).as("b may not have it yet").isNull();
        owner.hear("b", new PeerMessage.Replicated(said.first() + said.records().size() - 1));
        assertThat(toldAll(owner, "c"))
                .as("it is to forget")
                .extracting(PeerMessage.Replicate::records, as(LIST))
                .isEmpty();
    }

    /** What the last event made the owner say to a node from the beginning; null for nothing. */
    private static PeerMessage.@Nullable Replicate toldAll(CoreFixture owner, String node) {
        return owner.all(Effect.Send.class).stream()
                .filter(send -> send.to().id().equals(new NodeId(node)))
                .map(Effect.Send::peerMessage)
                .filter(PeerMessage.Replicate.class::isInstance)
                .map(PeerMessage.Replicate.class::cast)
                .filter(PeerMessage.Replicate::all)
                .findFirst()
                .orElse(null);
    }
}
