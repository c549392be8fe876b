package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.kernel.CoreFixture.Bytes;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.Result;
import org.evenkeel.model.protocol.PhaseReply;
import org.junit.jupiter.api.Test;

/** Scheduling phases move tasks that run: which ones, when it pays, and where they go on. */
class MoveCandidatesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Grant FIRST = new Grant(1, 1);
    private static final Outcome SUSPENDED = Outcome.suspended(new Bytes(77));
    private static final NodeId FAST = new NodeId("fast");
    private static final NodeRef OWNER = CoreFixture.ref("owner", 1);

    private final CoreFixture node = withPolicy("nrics(eta=0,gap=1ms)");
    private long phase;

    private static CoreFixture withPolicy(String policy) {
        CoreFixture node = new CoreFixture("n5", 1, policy);
        List<String> peers = List.of("master", "fast", "owner");
        peers.forEach(peer -> node.link(peer, peers));
        return node;
    }

    /** A task of another owner runs here for so many seconds. */
    private Task runs(CoreFixture at, Task task, long seconds) {
        at.hear("owner", CoreFixture.offer(task.id().number(), task, FIRST, 1, OWNER));
        assertThat(at.started()).hasSize(1);
        at.now += seconds * SECOND;
        return task;
    }

    private Task runs(long seconds) {
        return runs(node, CoreFixture.task(7, 1, null), seconds);
    }

    private void says(CoreFixture at, MasterCommand word) {
        at.hear("master", new PeerMessage.MasterMessage(word));
    }

    private PhaseReply.Counts ask(CoreFixture at) {
        says(at, new MasterCommand.Ask(1, ++phase));
        return words(at).stream()
                .filter(PhaseReply.Counted.class::isInstance)
                .map(word -> ((PhaseReply.Counted) word).counts())
                .findFirst()
                .orElseThrow();
    }

    /** The plan of a phase: one task goes to a node so many times as fast. */
    private void oneGoes(CoreFixture at, int idle, double speed) {
        MasterCommand.Part part = new MasterCommand.Part(FAST, 1, idle, speed);
        says(at, new MasterCommand.Plan(1, phase, 0, List.of(part), List.of()));
    }

    private static List<PhaseReply> words(CoreFixture at) {
        return at.all(Effect.Send.class).stream()
                .map(Effect.Send::peerMessage)
                .filter(PeerMessage.PhaseMessage.class::isInstance)
                .map(peerMessage -> ((PeerMessage.PhaseMessage) peerMessage).word())
                .toList();
    }

    @Test
    void goesToAFasterNodeThroughItsOwnerAndNobodyWaitsForItInThePhase() {
        Task task = runs(10);
        PhaseReply.Counts counts = ask(node);
        assertThat(counts.executing()).isEqualTo(1);
        assertThat(counts.movable()).isEqualTo(1);
        oneGoes(node, 1, 2);
        assertThat(words(node))
                .as("its receiver goes on without it")
                .contains(new PhaseReply.Sending(1, phase, 0, 1))
                .anyMatch(word ->
                        word instanceof PhaseReply.Done done
                                && done.asked() == 1
                                && done.complete());
        assertThat(node.core.books().isFrozen()).isFalse();
        assertThat(node.askedToSuspend()).containsExactly(CoreFixture.granted(task, 1));
        node.finish(0, task.id(), FIRST, SUSPENDED);
        PeerMessage.Results told = node.sent(PeerMessage.Results.class);
        assertThat(told).isNotNull();
        assertThat(told.results()).extracting(Result::towards).containsExactly(FAST);
        assertThat(words(node)).as("and counts").contains(new PhaseReply.Left(1, phase));
    }

    @Test
    void staysWhereItsWayToGoIsNotWorthTheMove() {
        runs(1);
        ask(node);
        oneGoes(node, 1, 1.5);
        assertThat(node.askedToSuspend())
                .as("a third of a second gained, half a second lost")
                .isEmpty();
        node.now += SECOND;
        ask(node);
        oneGoes(node, 1, 1.5);
        assertThat(node.askedToSuspend()).as("it seems to be a longer one").hasSize(1);
    }

    @Test
    void staysWhereNoWorkerIsIdleForIt() {
        runs(100);
        ask(node);
        oneGoes(node, 0, 4);
        assertThat(node.askedToSuspend()).isEmpty();
    }

    @Test
    void givesWayToOneThatIsToRunHereThoughNobodyIsFaster() {
        Task task = runs(10);
        node.submit(CoreFixture.task(CoreFixture.CLIENT, 5, "n5"));
        PhaseReply.Counts counts = ask(node);
        assertThat(counts.schedulable()).as("it goes nowhere").isZero();
        assertThat(counts.executing()).isEqualTo(2);
        oneGoes(node, 1, 1);
        assertThat(node.sent(PeerMessage.Offer.class)).as("the one that waits stays").isNull();
        assertThat(node.askedToSuspend()).containsExactly(CoreFixture.granted(task, 1));
        node.finish(0, task.id(), FIRST, SUSPENDED);
        assertThat(node.started()).hasSize(1);
    }

    @Test
    void isNotMovedWhereItsSubmitterWantsItToRun() {
        runs(node, CoreFixture.task(7, 1, "n5"), 100);
        assertThat(ask(node).movable()).isZero();
        oneGoes(node, 1, 9);
        assertThat(node.askedToSuspend()).isEmpty();
    }

    @Test
    void isAskedOnceWhateverItsWorkerSays() {
        Task task = runs(10);
        ask(node);
        oneGoes(node, 1, 2);
        node.on(new Event.SuspensionDeferred(0, CoreFixture.granted(task, 1), "a stream is open"));
        node.now += SECOND;
        assertThat(ask(node).movable()).isZero();
        oneGoes(node, 1, 2);
        assertThat(node.askedToSuspend()).isEmpty();
    }

    @Test
    void aKindThatComesToNoCheckpointIsRarelyTried() {
        for (int i = 1; i <= 3; i++) {
            Task task = runs(node, CoreFixture.task(7, i, null), 10);
            assertThat(ask(node).movable()).as("number " + i).isEqualTo(1);
            oneGoes(node, 1, 2);
            node.finish(0, task.id(), FIRST, Outcome.succeeded(new Bytes(1)));
        }
        runs(node, CoreFixture.task(7, 4, null), 10);
        assertThat(ask(node).movable()).isZero();
        says(node, new MasterCommand.Over(1, phase));
        node.now += 60 * SECOND;
        assertThat(ask(node).movable()).as("once in a while").isEqualTo(1);
    }

    @Test
    void runsTenTimesWhatAMoveCostsBeforeTheNext() {
        Task task = runs(0);
        node.on(new Event.TaskContinued(0, CoreFixture.granted(task, 1), SECOND));
        node.now += 5 * SECOND;
        assertThat(ask(node).movable()).isZero();
        says(node, new MasterCommand.Over(1, phase));
        node.now += 6 * SECOND;
        assertThat(ask(node).movable()).isEqualTo(1);
    }

    /** Else one that waits would be put away again at once, and come back. */
    @Test
    void isLeftAloneWhereItHasJustComeThoughItsWorkerHasNotSaidThatItGoesOn() {
        CoreFixture published = withPolicy("nrics-1999(eta=0,gap=1ms)");
        Task task = CoreFixture.task(7, 1, null);
        published.hear("owner", CoreFixture.offer(1, task, new Grant(1, 2), 1, OWNER));
        assertThat(published.started()).hasSize(1);
        assertThat(ask(published).movable()).isZero();
        oneGoes(published, 1, 1);
        assertThat(published.askedToSuspend()).isEmpty();
        published.now += 6 * SECOND;
        assertThat(ask(published).movable()).as("ten times half a second later").isEqualTo(1);
        oneGoes(published, 1, 1);
        assertThat(published.askedToSuspend()).containsExactly(CoreFixture.granted(task, 2));
    }

    @Test
    void asPublishedItMovesAsTheQuotasSay() {
        CoreFixture published = withPolicy("nrics-1999(eta=0,gap=1ms)");
        Task task = runs(published, CoreFixture.task(7, 1, null), 0);
        ask(published);
        oneGoes(published, 0, 1);
        assertThat(published.askedToSuspend()).containsExactly(CoreFixture.granted(task, 1));
    }

    /** A daemon is linked before its workers are ready: none would be sent what is wanted there. */
    @Test
    void tellsThatItHasWorkersNowThoughPhasesAloneMoveTasks() {
        CoreFixture published = withPolicy("nrics-1999(eta=0,gap=1ms)");
        says(published, new MasterCommand.Here(1));
        published.on(new Event.SlotOpened(1, null));
        PeerMessage.Load told = published.sent(PeerMessage.Load.class);
        assertThat(told).isNotNull();
        assertThat(told.workers()).isEqualTo(2);
    }

    @Test
    void staysWithoutMigration() {
        CoreFixture still = withPolicy("nrics-no-migration(eta=0,gap=1ms)");
        runs(still, CoreFixture.task(7, 1, null), 100);
        assertThat(ask(still).movable()).isZero();
        oneGoes(still, 1, 4);
        assertThat(still.askedToSuspend()).isEmpty();
    }

    // ---- The owner

    private void isPutAwayElsewhere(CoreFixture owner, NodeId towards) {
        Task own = CoreFixture.task(CoreFixture.CLIENT, 1, null);
        owner.submit(own);
        owner.finish(0, own.id(), FIRST, SUSPENDED); // goes on here, under the second grant
        Result result = new Result(own.id(), new Grant(1, 2), SUSPENDED, 5, towards);
        owner.hear("owner", new PeerMessage.Results(List.of(result), null));
    }

    @Test
    void itsOwnerHasItGoOnAtTheNodeThatLackedWork() {
        node.hearLow("fast", 1, 0);
        isPutAwayElsewhere(node, FAST);
        assertThat(node.all(Effect.Send.class))
                .filteredOn(send -> send.peerMessage() instanceof PeerMessage.Offer)
                .extracting(send -> send.to().id())
                .containsExactly(FAST);
    }

    @Test
    void nodesThatAreFullOrGoneAreNotTaken() {
        isPutAwayElsewhere(node, FAST);
        assertThat(node.sent(PeerMessage.Offer.class)).as("full, as far as is known").isNull();
        CoreFixture second = withPolicy("nrics(eta=0,gap=1ms)");
        second.hearLow("fast", 1, 0);
        second.hear("fast", new PeerMessage.Leaving("it is told to", false));
        isPutAwayElsewhere(second, FAST);
        assertThat(second.sent(PeerMessage.Offer.class)).isNull();
    }
}
