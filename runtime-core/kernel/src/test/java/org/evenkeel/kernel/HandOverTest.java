package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.kernel.CoreFixture.Bytes;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PeerMessage.HandOver;
import org.junit.jupiter.api.Test;

/** A task passes from custodian to custodian: never two have it, never nobody. */
class HandOverTest {
    private static final Grant FIRST = new Grant(1, 1);
    private static final Outcome OK = Outcome.succeeded(new Bytes(8));
    private static final NodeRef B = CoreFixture.ref("b", 1);
    private static final NodeRef C1 = CoreFixture.ref("c", 1);

    /** A node with one busy slot and a neighbour b that has just said that it is idle. */
    private static CoreFixture offered() {
        CoreFixture a = new CoreFixture("a", 1);
        a.link("b", List.of("b"));
        a.submit(CoreFixture.task(1));
        a.hearLow("b", 1, 0);
        a.submit(CoreFixture.task(2));
        return a;
    }

    private static PeerMessage.OfferAnswer taken(PeerMessage.Offer offer) {
        List<HandOver> all =
                offer.tasks().stream()
                        .map(t -> new HandOver(t.task().id(), t.grant(), t.hop()))
                        .toList();
        return new PeerMessage.OfferAnswer(offer.batch(), all, List.of(), "");
    }

    private static PeerMessage.OfferAnswer refused(PeerMessage.Offer offer) {
        return new PeerMessage.OfferAnswer(offer.batch(), List.of(), taken(offer).taken(), "full");
    }

    private static Task foreign(long number) {
        return new Task(
                new TaskId(1, number),
                CoreFixture.kind(0, Durability.MEMORY),
                new Bytes(1),
                1,
                null);
    }

    private static PeerMessage.Offer offerOf(CoreFixture node) {
        PeerMessage.Offer offer = node.sent(PeerMessage.Offer.class);
        assertThat(offer).isNotNull();
        return offer;
    }

    @Test
    void isNeitherRunNorOfferedElsewhereWhileUnanswered() {
        CoreFixture a = offered();
        assertThat(offerOf(a).tasks().getFirst().hop()).isEqualTo(1);
        a.finish(0, new TaskId(CoreFixture.CLIENT, 1), FIRST, OK);
        assertThat(a.started()).isEmpty();
        assertThat(a.core.tasks(10)).extracting(t -> t.state()).contains("HANDING");
    }

    @Test
    void comesBackWhenRefused() {
        CoreFixture a = offered();
        a.hear("b", refused(offerOf(a)));
        assertThat(a.core.status().waiting()).isEqualTo(1);
        a.finish(0, new TaskId(CoreFixture.CLIENT, 1), FIRST, OK);
        assertThat(a.started()).hasSize(1);
    }

    @Test
    void isSaidAgainWithTheSameHopWhenTheLinkComesBack() {
        CoreFixture a = offered();
        PeerMessage.Offer first = offerOf(a);
        a.on(new Event.PeerDown(new NodeId("b")));
        a.on(new Event.PeerUp(B));
        assertThat(offerOf(a).tasks().getFirst().hop()).isEqualTo(first.tasks().getFirst().hop());
    }

    @Test
    void isGrantedAnewWhenTheTakersNodeStartsAnew() {
        CoreFixture a = offered();
        a.on(new Event.PeerDown(new NodeId("b")));
        a.on(new Event.PeerUp(CoreFixture.ref("b", 2)));
        a.hear("b", new PeerMessage.Holding(1, List.of(), true));
        assertThat(a.core.tasks(10)).extracting(t -> t.grant()).contains("1.2");
        assertThat(a.core.status().totals().regranted()).isEqualTo(1);
    }

    @Test
    void whatATakerHeldIsGrantedAnewWhenNobodyListensThereAndNobodyElseIsToBeAsked() {
        CoreFixture a = offered();
        a.hear("b", taken(offerOf(a)));
        a.on(new Event.PeerDown(new NodeId("b")));
        a.on(new Event.PeerRefused(B));
        assertThat(a.core.status().totals().regranted()).isEqualTo(1);
    }

    @Test
    void aProcessIsGoneOnlyWhenThePeersAgree() {
        CoreFixture a = offered();
        a.on(new Event.PeerUp(CoreFixture.ref("c", 1)));
        a.hear("b", taken(offerOf2(a)));
        a.on(new Event.PeerDown(new NodeId("b")));
        a.on(new Event.PeerRefused(B));
        assertThat(a.sent(PeerMessage.Probe.class)).isNotNull();
        a.hear("c", new PeerMessage.ProbeAnswer(new NodeId("b"), 1, false));
        assertThat(a.core.status().totals().regranted()).isZero();
        a.on(new Event.PeerRefused(B));
        a.hear("c", new PeerMessage.ProbeAnswer(new NodeId("b"), 1, true));
        assertThat(a.core.status().totals().regranted()).as("c may have it").isZero();
        a.hear("c", new PeerMessage.Holding(1, List.of(), true));
        assertThat(a.core.status().totals().regranted()).isEqualTo(1);
    }

    private static PeerMessage.Offer offerOf2(CoreFixture a) {
        Task second = CoreFixture.task(2);
        return CoreFixture.offer(1, second, FIRST, 1, a.self);
    }

    @Test
    void aRepeatedOfferIsAnsweredAgainAndMakesNoSecondCopy() {
        CoreFixture b = new CoreFixture("b", 2);
        b.link("a", List.of("a"));
        PeerMessage.Offer offer =
                CoreFixture.offer(1, foreign(1), FIRST, 1, CoreFixture.ref("a", 1));
        b.hear("a", offer);
        assertThat(b.started()).hasSize(1);
        b.hear("a", CoreFixture.offer(2, foreign(1), FIRST, 1, CoreFixture.ref("a", 1)));
        assertThat(b.started()).isEmpty();
        PeerMessage.OfferAnswer answer = b.sent(PeerMessage.OfferAnswer.class);
        assertThat(answer).isNotNull();
        assertThat(answer.taken()).hasSize(1);
    }

    @Test
    void aRepeatAfterTheTaskHasEndedHereMakesNoSecondCopy() {
        CoreFixture b = new CoreFixture("b", 2);
        b.link("a", List.of("a"));
        b.hear("a", CoreFixture.offer(1, foreign(1), FIRST, 1, CoreFixture.ref("a", 1)));
        b.finish(0, foreign(1).id(), FIRST, OK);
        b.on(new Event.PeerDown(new NodeId("a")));
        b.on(new Event.PeerUp(CoreFixture.ref("a", 1)));
        b.hear("a", CoreFixture.offer(1, foreign(1), FIRST, 1, CoreFixture.ref("a", 1)));
        assertThat(b.started()).isEmpty();
    }

    @Test
    void aTaskMayComeBackToWhereItWas() {
        CoreFixture a = offered();
        PeerMessage.Offer away = offerOf(a);
        a.hear("b", CoreFixture.offer(1, away.tasks().getFirst().task(), FIRST, 2, a.self));
        assertThat(a.core.tasks(10)).extracting(t -> t.state()).doesNotContain("HANDING");
        a.hear("b", taken(away));
        assertThat(a.core.status().owned()).isEqualTo(2);
        a.finish(0, new TaskId(CoreFixture.CLIENT, 1), FIRST, OK);
        assertThat(a.started()).extracting(s -> s.task().id().number()).containsExactly(2L);
    }

    @Test
    void anOfferForAnEarlierProcessIsNotTaken() {
        CoreFixture b = new CoreFixture("b", 1);
        b.link("a", List.of("a"));
        PeerMessage.Offer meant =
                CoreFixture.offer(1, foreign(1), FIRST, 1, CoreFixture.ref("a", 1));
        b.hear("a", new PeerMessage.Offer(77, 1, 0, meant.tasks(), null));
        assertThat(b.sent(PeerMessage.OfferAnswer.class)).isNull();
        assertThat(b.core.status().held()).isZero();
    }

    @Test
    void aResultIsKeptUntilItsOwnerHasIt() {
        CoreFixture b = new CoreFixture("b", 1);
        b.link("a", List.of("a"));
        b.hear("a", CoreFixture.offer(1, foreign(1), FIRST, 1, CoreFixture.ref("a", 1)));
        b.finish(0, foreign(1).id(), FIRST, OK);
        assertThat(b.sent(PeerMessage.Results.class)).isNotNull();
        assertThat(b.core.status().held()).isEqualTo(1);
        b.on(new Event.PeerDown(new NodeId("a")));
        b.on(new Event.PeerUp(CoreFixture.ref("a", 1)));
        assertThat(b.sent(PeerMessage.Results.class)).isNotNull();
        b.hear("a", new PeerMessage.ResultAcks(List.of(CoreFixture.granted(foreign(1), 1))));
        assertThat(b.core.status().held()).isZero();
    }

    @Test
    void whatAGoneOwnerHadHereIsDropped() {
        CoreFixture b = new CoreFixture("b", 1);
        b.link("a", List.of("a"));
        b.hear("a", CoreFixture.offer(1, foreign(1), FIRST, 1, CoreFixture.ref("a", 1)));
        b.hear("a", CoreFixture.offer(2, foreign(2), FIRST, 1, CoreFixture.ref("a", 1)));
        b.on(new Event.PeerDown(new NodeId("a")));
        b.on(new Event.PeerRefused(CoreFixture.ref("a", 1)));
        assertThat(b.all(Effect.StopTasks.class)).hasSize(1);
        b.finish(0, foreign(1).id(), FIRST, OK);
        assertThat(b.core.status().held()).isZero();
        assertThat(b.core.status().waiting()).isZero();
    }

    @Test
    void anOwnerTellsAHolderThatItsGrantIsNotCurrent() {
        CoreFixture a = offered();
        a.hear("b", taken(offerOf(a)));
        a.on(new Event.CancelRequested(CoreFixture.CLIENT, new long[] {2}, "not wanted"));
        assertThat(a.sent(PeerMessage.Cancel.class)).isNotNull();
        a.hear(
                "b",
                new PeerMessage.Holding(
                        1, List.of(CoreFixture.granted(CoreFixture.task(2), 1)), true));
        PeerMessage.HoldingAck ack = a.sent(PeerMessage.HoldingAck.class);
        assertThat(ack).isNotNull();
        assertThat(ack.superseded()).hasSize(1);
    }

    @Test
    void whatNoHolderReportsForTheOwnersLeaseIsGrantedAnew() {
        CoreFixture a = offered();
        a.hear("b", taken(offerOf(a)));
        a.hear("b", new PeerMessage.Holding(1, List.of(), true));
        beatFor(a, 3_000_000_001L);
        assertThat(a.core.status().totals().regranted()).isEqualTo(1);
    }

    @Test
    void aHolderThatLivesAndNeverReportedTheTaskDoesNotKeepItsGrantAlive() {
        CoreFixture a = offered();
        a.hear("b", taken(offerOf(a))); // b hands it on at once, to one that dies
        for (int beat = 0; beat < 8; beat++) {
            a.hear("b", new PeerMessage.NothingToGive());
            beatFor(a, 500_000_000L);
        }
        assertThat(a.core.status().totals().regranted()).isEqualTo(1);
    }

    @Test
    void anOwnerThatStoodStillHearsWhatWasSaidMeanwhileBeforeItJudges() {
        CoreFixture a = offered();
        a.hear("b", taken(offerOf(a)));
        a.now += 60_000_000_000L;
        a.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        assertThat(a.core.status().totals().regranted()).isZero();
    }

    /** Lets time pass with every heartbeat at its time. */
    private static void beatFor(CoreFixture node, long nanos) {
        long beat = 100_000_000L;
        for (long passed = 0; passed < nanos; passed += beat) {
            node.now += beat;
            node.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        }
    }

    /** Who takes it has waited for its bytes; what the owner said meanwhile was for the giver. */
    @Test
    void whoTakesATaskHearsWhoOwnsItWhenThatHasChangedSinceItWasOffered() {
        CoreFixture a = new CoreFixture("a", 0);
        a.link("b", List.of("b", "c"));
        a.on(new Event.PeerUp(CoreFixture.ref("c", 1)));
        Task task = foreign(1);
        a.hear("b", CoreFixture.offer(1, task, FIRST, 1, B));
        a.hear("b", new PeerMessage.Leaving("it is told to", false));
        a.on(new Event.DrainStarted("it is told to, too"));
        PeerMessage.Offer offer = offerOf(a);
        assertThat(offer.tasks().getFirst().owner()).isEqualTo(B);
        NodeRef next = CoreFixture.ref("d", 1);
        List<GrantedTask> one = List.of(new GrantedTask(task.id(), FIRST));
        a.hear("b", new PeerMessage.Moved(one, next));
        a.hear("c", taken(offer));
        assertThat(a.sent(PeerMessage.Moved.class)).isEqualTo(new PeerMessage.Moved(one, next));
    }

    /** The next owner was started anew before its holders heard that it owns their tasks. */
    @Test
    void taskOnDiskIsReportedToTheLaterProcessOfItsNextOwner() {
        CoreFixture a = holderOf(Durability.DISK);
        a.hear("b", new PeerMessage.Moved(List.of(CoreFixture.granted(foreign(1), 1)), C1));
        a.finish(0, foreign(1).id(), FIRST, OK);
        assertThat(a.all(Effect.Send.class))
                .filteredOn(sent -> sent.peerMessage() instanceof PeerMessage.Results)
                .extracting(Effect.Send::to)
                .containsExactly(CoreFixture.ref("c", 2));
    }

    /** Until it is linked with the later process, it knows it from other holders only. */
    @Test
    void reportToALaterProcessOfAnOwnerHasAllThatIsHeldOfIt() {
        CoreFixture a = new CoreFixture("a", 1);
        a.link("b", List.of("b", "c"));
        a.on(new Event.PeerUp(C1));
        NodeRef c2 = CoreFixture.ref("c", 2);
        a.hear("b", CoreFixture.offer(1, onDisk(1), FIRST, 1, C1));
        a.hear("b", CoreFixture.offer(2, onDisk(2), FIRST, 1, C1));
        a.on(new Event.PeerDown(C1.id()));
        a.hear("b", new PeerMessage.Moved(List.of(CoreFixture.granted(foreign(2), 1)), c2));
        assertThat(a.sent(PeerMessage.Holding.class))
                .isEqualTo(
                        new PeerMessage.Holding(
                                1,
                                List.of(
                                        CoreFixture.granted(foreign(1), 1),
                                        CoreFixture.granted(foreign(2), 1)),
                                true));
    }

    @Test
    void offerOfALaterProcessOfAnOwnerTellsOfItsEarlierTasks() {
        CoreFixture a = new CoreFixture("a", 0);
        a.link("b", List.of("b", "c"));
        a.on(new Event.PeerUp(C1));
        NodeRef c2 = CoreFixture.ref("c", 2);
        a.hear("b", CoreFixture.offer(1, onDisk(1), FIRST, 1, C1));
        a.on(new Event.PeerDown(C1.id()));
        a.hear("b", CoreFixture.offer(2, onDisk(2), FIRST, 1, c2));
        a.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        PeerMessage.Holding holding = a.sent(PeerMessage.Holding.class);
        assertThat(holding).isNotNull();
        assertThat(holding.tasks()).hasSize(2);
    }

    private static Task onDisk(long number) {
        return new Task(
                foreign(number).id(),
                CoreFixture.kind(0, Durability.DISK),
                new CoreFixture.Bytes(10),
                1,
                null);
    }

    @Test
    void taskInMemoryEndsWithTheProcessOfItsNextOwner() {
        CoreFixture a = holderOf(Durability.MEMORY);
        a.hear("b", new PeerMessage.Moved(List.of(CoreFixture.granted(foreign(1), 1)), C1));
        assertThat(a.all(Effect.StopTasks.class)).hasSize(1);
        assertThat(a.core.status().held()).isZero();
    }

    private static CoreFixture holderOf(Durability durability) {
        CoreFixture a = new CoreFixture("a", 1);
        a.link("b", List.of("b", "c"));
        a.on(new Event.PeerUp(C1));
        a.on(new Event.PeerUp(CoreFixture.ref("c", 2)));
        Task task = durability == Durability.DISK ? onDisk(1) : foreign(1);
        a.hear("b", CoreFixture.offer(1, task, FIRST, 1, B));
        assertThat(a.started()).hasSize(1);
        return a;
    }
}
