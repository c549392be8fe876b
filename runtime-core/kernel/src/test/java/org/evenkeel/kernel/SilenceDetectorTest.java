package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.kernel.Effect.PeerGone.Cause;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A process that says nothing and refuses nothing is called gone in the end. */
class SilenceDetectorTest {
    private static final NodeRef B = CoreFixture.ref("b", 1);
    private static final NodeRef C = CoreFixture.ref("c", 1);
    private static final long SECOND = 1_000_000_000L;
    private static final Outcome DONE = Outcome.succeeded(new CoreFixture.Bytes(1));

    /** Of the fixture: twice its owner's lease. */
    private static final long LIMIT = 6 * SECOND;

    private final CoreFixture a = new CoreFixture("a", 1);

    private void beats(long nanos) {
        long end = a.now + nanos;
        while (a.now < end) {
            a.now += SECOND / 2;
            a.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        }
    }

    private boolean isGone(NodeRef ref) {
        return a.all(Effect.PeerGone.class).stream()
                .anyMatch(gone -> gone.peer().equals(ref) && gone.cause() == Cause.SILENT);
    }

    /** B is linked, and then is not. */
    private void bIsSilent() {
        a.link("b", List.of("b"));
        a.on(new Event.PeerDown(B.id()));
    }

    private void cIsLinked() {
        a.on(new Event.PeerUp(C));
    }

    private PeerMessage.ProbeAnswer says(boolean gone) {
        return new PeerMessage.ProbeAnswer(B.id(), B.incarnation(), gone, true);
    }

    @Test
    void aloneItDecidesWhenItHasTriedOnceMore() {
        bIsSilent();
        beats(LIMIT - SECOND);
        assertThat(a.all(Effect.TryLink.class)).as("not yet").isEmpty();
        beats(2 * SECOND);
        a.on(new Event.PeerSilent(B));
        assertThat(isGone(B)).isTrue();
    }

    @Test
    void itTriesBeforeItDecides() {
        bIsSilent();
        a.now += LIMIT;
        a.on(new Event.TimerFired(Event.Timer.HEARTBEAT)); // it stood still itself
        assertThat(a.all(Effect.TryLink.class)).isEmpty();
        long end = a.now + LIMIT + SECOND;
        while (a.all(Effect.TryLink.class).isEmpty() && a.now < end) {
            a.now += SECOND / 2;
            a.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        }
        assertThat(a.all(Effect.TryLink.class)).containsExactly(new Effect.TryLink(B));
        assertThat(isGone(B)).isFalse();
    }

    /** It kept the tasks of an owner that passed them on, and would have kept them for ever. */
    @Test
    void ownerThatWasPassingItsTasksOnIsAwaited() {
        a.on(new Event.PeerUp(B)); // no neighbour
        beats(LIMIT + SECOND);
        a.on(new Event.PeerDown(B.id()));
        beats(LIMIT + SECOND);
        assertThat(a.all(Effect.TryLink.class)).as("nothing waits for it").isEmpty();
        a.on(new Event.PeerUp(B));
        a.hear("b", OwnershipTransferInTest.batch(1, CoreFixture.task(1)));
        a.on(new Event.PeerDown(B.id()));
        beats(LIMIT + SECOND);
        a.on(new Event.PeerSilent(B));
        assertThat(isGone(B)).isTrue();
    }

    /** It was started again, and the owner of what it keeps was lost before they had a link. */
    @Test
    void ownerThatAReplicaHasOnlyOnItsDiskIsAwaited() {
        Event.Replica kept = new Event.Replica(B, ReplicaOriginTest.state());
        a.on(new Event.Recovered(List.of(), List.of(), List.of(kept)));
        cIsLinked();
        beats(LIMIT + 2 * SECOND);
        a.on(new Event.PeerSilent(B));
        assertThat(a.core.orphanedReplicas(CoreFixture.JOB)).as("c has not answered").isEmpty();
        a.hear("c", says(true));
        assertThat(a.core.orphanedReplicas(CoreFixture.JOB)).hasSize(1);
    }

    /** No peer had said that the node of the owner was started anew. */
    @Test
    void laterProcessOfAnOwnerIsLookedForWhileAResultIsKeptForIt() {
        Task task = CoreFixture.task(1, Durability.DISK);
        a.link("b", List.of("c"));
        a.hear("b", CoreFixture.offer(1, task, Grant.first(1), 1, B));
        a.finish(0, task.id(), Grant.first(1), DONE);
        a.on(new Event.PeerDown(B.id()));
        assertThat(untilItTries()).as("whether it answers").isEqualTo(B);
        a.on(new Event.PeerSilent(B));
        assertThat(isGone(B)).isTrue();
        assertThat(untilItTries()).as("who answers there").isEqualTo(B);
        a.on(new Event.PeerSilent(B));
        assertThat(untilItTries()).as("and again").isEqualTo(B);
        a.on(new Event.PeerUp(CoreFixture.ref("b", 2)));
        assertThat(a.sent(PeerMessage.Results.class)).isNotNull();
        a.hear("b", new PeerMessage.ResultAcks(List.of(CoreFixture.granted(task, 1))));
        a.on(new Event.PeerDown(B.id()));
        assertThat(untilItTries()).as("nothing is kept").isNull();
    }

    /** The process that it tries to have a link with next, within twice the limit. */
    private @Nullable NodeRef untilItTries() {
        for (long end = a.now + 2 * LIMIT; a.now < end; ) {
            a.now += SECOND / 2;
            a.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
            List<Effect.TryLink> tries = a.all(Effect.TryLink.class);
            if (!tries.isEmpty()) {
                return tries.getFirst().peer();
            }
        }
        return null;
    }

    @Test
    void othersMustAgree() {
        bIsSilent();
        cIsLinked();
        long end = a.now + LIMIT + SECOND;
        PeerMessage.Probe probe = null;
        while (probe == null && a.now < end) {
            a.now += SECOND / 2;
            a.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
            probe = a.sent(PeerMessage.Probe.class);
        }
        assertThat(probe).isEqualTo(new PeerMessage.Probe(B, LIMIT));
        a.on(new Event.PeerSilent(B));
        assertThat(isGone(B)).as("c has not answered").isFalse();
        a.hear("c", says(true));
        assertThat(isGone(B)).isTrue();
    }

    @Test
    void oneThatHasHeardItIsBelieved() {
        bIsSilent();
        cIsLinked();
        beats(LIMIT + SECOND);
        a.hear("c", says(false));
        a.on(new Event.PeerSilent(B));
        assertThat(isGone(B)).isFalse();
        beats(LIMIT + SECOND); // asked anew
        a.hear("c", says(true));
        a.on(new Event.PeerSilent(B));
        assertThat(isGone(B)).isTrue();
    }

    @Test
    void anAnswerToAProbeAfterARefusalSaysNothingOfSilence() {
        bIsSilent();
        cIsLinked();
        beats(LIMIT + SECOND);
        a.on(new Event.PeerSilent(B));
        a.hear("c", new PeerMessage.ProbeAnswer(B.id(), B.incarnation(), true));
        assertThat(isGone(B)).isFalse();
    }

    @Test
    void aLinkEndsTheSuspicion() {
        bIsSilent();
        beats(LIMIT + SECOND);
        a.on(new Event.PeerUp(B));
        a.on(new Event.PeerDown(B.id()));
        a.on(new Event.PeerSilent(B));
        assertThat(isGone(B)).isFalse();
    }

    @Test
    void aNodeThatNothingWaitsForIsLeftAlone() {
        a.on(new Event.PeerUp(C));
        a.on(new Event.PeerDown(C.id()));
        beats(3 * LIMIT);
        a.on(new Event.PeerSilent(C));
        assertThat(isGone(C)).isFalse();
    }

    @Test
    void anOwnerOfWhatIsHereIsWaitedFor() {
        a.on(new Event.PeerUp(C));
        a.hear("c", CoreFixture.offer(1, CoreFixture.task(7), Grant.first(1), 1, C));
        a.on(new Event.PeerDown(C.id()));
        assertThat(a.core.status().held()).isEqualTo(1);
        beats(LIMIT + SECOND);
        a.on(new Event.PeerSilent(C));
        assertThat(isGone(C)).isTrue();
        assertThat(a.core.status().held()).as("what its memory alone kept").isZero();
    }

    @Test
    void anOwnerThatNeverHadALinkIsWaitedForAsWell() {
        a.on(new Event.PeerUp(C));
        a.hear("c", CoreFixture.offer(1, CoreFixture.task(7), Grant.first(1), 1, B));
        assertThat(a.core.status().held()).isEqualTo(1);
        beats(LIMIT + SECOND);
        a.on(new Event.PeerSilent(B));
        a.hear("c", says(true));
        assertThat(isGone(B)).isTrue();
        assertThat(a.core.status().held()).isZero();
    }

    // ---- Asked

    private PeerMessage.@org.jspecify.annotations.Nullable ProbeAnswer answer() {
        return a.sent(PeerMessage.ProbeAnswer.class);
    }

    @Test
    void itSaysThatALinkedProcessIsThere() {
        a.link("b", List.of("b"));
        cIsLinked();
        a.hear("c", new PeerMessage.Probe(B, LIMIT));
        assertThat(answer()).isEqualTo(says(false));
    }

    @Test
    void itSaysThatItHasHeardItLately() {
        bIsSilent();
        cIsLinked();
        a.now += LIMIT / 2;
        a.hear("c", new PeerMessage.Probe(B, LIMIT));
        assertThat(answer()).isEqualTo(says(false));
    }

    @Test
    void itTriesAProcessThatItNeverKnew() {
        cIsLinked();
        a.hear("c", new PeerMessage.Probe(B, LIMIT));
        assertThat(answer()).isNull();
        assertThat(a.all(Effect.TryLink.class)).containsExactly(new Effect.TryLink(B));
        a.on(new Event.PeerSilent(B));
        assertThat(answer()).isEqualTo(says(true));
    }

    @Test
    void itSaysSoWhenItsLinkComesUp() {
        cIsLinked();
        a.hear("c", new PeerMessage.Probe(B, LIMIT));
        a.on(new Event.PeerUp(B));
        assertThat(answer()).isEqualTo(says(false));
    }

    // ---- Forgotten

    @Test
    void anAdministratorMayForgetOneThatIsNotLinked() {
        bIsSilent();
        a.on(new Event.PeerForgotten(B, "root"));
        assertThat(a.all(Effect.PeerGone.class))
                .extracting(Effect.PeerGone::cause)
                .containsExactly(Cause.FORGOTTEN);
        a.on(new Event.PeerUp(B));
        assertThat(a.effects).as("it is taken back").isNotEmpty();
        a.hear("b", CoreFixture.offer(1, CoreFixture.task(7), Grant.first(1), 1, B));
        assertThat(a.started()).hasSize(1);
    }

    @Test
    void oneThatIsLinkedIsNotForgotten() {
        a.link("b", List.of("b"));
        a.on(new Event.PeerForgotten(B, "root"));
        assertThat(a.all(Effect.PeerGone.class)).isEmpty();
    }
}
