package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.evenkeel.kernel.CoreFixture.Bytes;
import org.evenkeel.kernel.Event.Timer;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PeerMessage.HandOver;
import org.evenkeel.model.protocol.PeerMessage.Holding;
import org.junit.jupiter.api.Test;

/** Neighbours come and go while a node has tasks. */
class NeighboursSetTest {
    private static final Grant FIRST = new Grant(1, 1);
    private static final NodeRef B = CoreFixture.ref("b", 1);
    private static final NodeRef C = CoreFixture.ref("c", 1);

    /** Longer than the owner's lease of the fixture. */
    private static final long LEASE = 3_100_000_000L;

    private static void neighbours(CoreFixture node, String... names) {
        List<NodeId> ids = Arrays.stream(names).map(NodeId::new).toList();
        node.on(new Event.NeighboursSet(ids, ids.size() + 1));
    }

    /** A node with a busy slot, linked with its neighbours b and c. */
    private static CoreFixture busy() {
        CoreFixture node = new CoreFixture("a", 1);
        neighbours(node, "b", "c");
        node.on(new Event.PeerUp(B));
        node.on(new Event.PeerUp(C));
        node.submit(CoreFixture.task(1));
        return node;
    }

    /** The same, which has just offered a second task to b. */
    private static CoreFixture offering() {
        CoreFixture node = busy();
        node.hearLow("b", 1, 0);
        node.submit(CoreFixture.task(2));
        assertThat(offered(node)).containsExactly("b 2");
        return node;
    }

    private static List<String> offered(CoreFixture node) {
        return node.all(Effect.Send.class).stream()
                .filter(send -> send.peerMessage() instanceof PeerMessage.Offer)
                .map(send -> send.to().id() + " " + firstOf(send).task().id().number())
                .toList();
    }

    private static PeerMessage.OfferedTask firstOf(Effect.Send send) {
        return ((PeerMessage.Offer) send.peerMessage()).tasks().getFirst();
    }

    private static List<String> toldLoad(CoreFixture node) {
        return node.all(Effect.Send.class).stream()
                .filter(send -> send.peerMessage() instanceof PeerMessage.Load)
                .map(send -> send.to().id().name())
                .toList();
    }

    private static void beat(CoreFixture node) {
        node.on(new Event.TimerFired(Timer.HEARTBEAT));
    }

    @Test
    void oneThatComesAndIsLinkedIsToldTheLoadAtOnce() {
        CoreFixture node = new CoreFixture("a", 1);
        neighbours(node);
        node.on(new Event.PeerUp(B));
        assertThat(toldLoad(node)).isEmpty();
        neighbours(node, "b");
        assertThat(toldLoad(node)).containsExactly("b");
    }

    @Test
    void oneThatComesGetsWhatWaitsWhenItHasSaidThatItIsIdle() {
        CoreFixture node = new CoreFixture("a", 1);
        neighbours(node);
        node.on(new Event.PeerUp(B));
        node.hearLow("b", 1, 0);
        node.submit(CoreFixture.task(1), CoreFixture.task(2));
        neighbours(node, "b");
        assertThat(offered(node)).containsExactly("b 2");
    }

    @Test
    void oneThatGoesGetsNothingMore() {
        CoreFixture node = busy();
        node.hearLow("b", 1, 0);
        neighbours(node, "c");
        node.submit(CoreFixture.task(2));
        assertThat(offered(node)).isEmpty();
        assertThat(node.core.status().neighbours()).extracting(n -> n.name()).containsExactly("c");
        node.hearLow("b", 2, 0);
        assertThat(offered(node)).isEmpty();
    }

    @Test
    void oneThatStaysIsBelievedWhatItSaidThoughItsPlaceIsAnother() {
        CoreFixture node = busy();
        node.hearLow("c", 1, 0);
        neighbours(node, "c");
        assertThat(node.core.status().neighbours().getFirst().believed()).isEqualTo(LoadState.LOW);
        node.submit(CoreFixture.task(2));
        assertThat(offered(node)).containsExactly("c 2");
    }

    @Test
    void oneThatComesBackOnTheSameLinkIsBelievedWhatItSaidLast() {
        CoreFixture node = busy();
        neighbours(node, "c");
        node.hearLow("b", 1, 0);
        neighbours(node, "b", "c");
        assertThat(toldLoad(node)).containsExactly("b");
        node.submit(CoreFixture.task(2));
        assertThat(offered(node)).containsExactly("b 2");
    }

    @Test
    void whatIsBeingHandedToOneThatGoesIsAnsweredOnItsLink() {
        CoreFixture node = offering();
        neighbours(node, "c");
        HandOver handOver = new HandOver(CoreFixture.task(2).id(), FIRST, 1);
        node.hear("b", new PeerMessage.OfferAnswer(1, List.of(), List.of(handOver), "full"));
        assertThat(node.core.status().waiting()).isEqualTo(1);
    }

    @Test
    void theLeaseDecidesWhoHasItWhenNobodyDialsItAgain() {
        CoreFixture node = offering();
        node.on(new Event.PeerDown(B.id()));
        assertThat(node.core.tasks(10)).extracting(t -> t.state()).contains("HANDING");
        neighbours(node, "c");
        assertThat(node.core.tasks(10)).extracting(t -> t.state()).contains("AWAY");
        beat(node);
        assertThat(node.core.status().totals().regranted()).isZero();
        for (int beats = 0; beats < 8; beats++) {
            node.now += LEASE / 4;
            beat(node);
        }
        assertThat(node.core.status().totals().regranted()).isEqualTo(1);
    }

    @Test
    void theLinkMayGoDownAfterTheNeighbour() {
        CoreFixture node = offering();
        neighbours(node, "c");
        assertThat(node.core.tasks(10)).extracting(t -> t.state()).contains("HANDING");
        node.on(new Event.PeerDown(B.id()));
        assertThat(node.core.tasks(10)).extracting(t -> t.state()).contains("AWAY");
    }

    @Test
    void whoHasItAfterAllReportsItAndKeepsIt() {
        CoreFixture node = offering();
        node.on(new Event.PeerDown(B.id()));
        neighbours(node, "c");
        node.on(new Event.PeerUp(B));
        assertThat(offered(node)).isEmpty();
        for (int beats = 1; beats <= 8; beats++) {
            node.now += LEASE / 4;
            GrantedTask held = new GrantedTask(CoreFixture.task(2).id(), FIRST);
            node.hear("b", new Holding(beats, List.of(held), true));
            beat(node);
        }
        assertThat(node.core.status().totals().regranted()).isZero();
    }

    @Test
    void anotherOwnersTaskIsNoLongerReportedByWhoHandedItOn() {
        CoreFixture node = busy();
        Task foreign =
                new Task(
                        new TaskId(1, 1),
                        CoreFixture.kind(0, Durability.MEMORY),
                        new Bytes(1),
                        1,
                        null);
        node.hear("c", CoreFixture.offer(1, foreign, FIRST, 1, C));
        node.hearLow("b", 1, 0);
        assertThat(offered(node)).containsExactly("b 1");
        node.on(new Event.PeerDown(B.id()));
        beat(node);
        Holding before = node.sent(Holding.class);
        assertThat(before).isNotNull();
        assertThat(before.tasks()).hasSize(1);
        neighbours(node, "c");
        assertThat(node.core.status().held()).isZero();
        beat(node);
        Holding after = node.sent(Holding.class);
        assertThat(after).isNotNull();
        assertThat(after.tasks()).isEmpty();
    }

    @Test
    void anOwnerThatCameBackWaitsForItsHoldersUntilItKnowsHowManyThereAre() {
        CoreFixture node = cameBackWithATask();
        node.on(new Event.NeighboursSet(List.of(), 0));
        assertThat(node.core.status().totals().regranted()).isZero();
        node.on(new Event.PeerUp(B));
        node.hear("b", new Holding(1, List.of(), true));
        assertThat(node.core.status().totals().regranted()).isZero();
        neighbours(node, "b");
        assertThat(node.core.status().totals().regranted()).isEqualTo(1);
    }

    /** One that has joined since has nothing from before, and is none of those that may. */
    @Test
    void anOwnerThatCameBackWaitsForEachThatWasThereThoughItIsAStranger() {
        CoreFixture node = cameBackWithATask();
        List<NodeId> others = List.of(new NodeId("b"), new NodeId("c"));
        node.on(new Event.NeighboursSet(List.of(), 3, others));
        for (String peer : List.of("b", "joined")) {
            node.on(new Event.PeerUp(CoreFixture.ref(peer, 1)));
            node.hear(peer, new Holding(1, List.of(), true));
        }
        assertThat(node.core.status().totals().regranted()).as("c may have it").isZero();
        node.on(new Event.PeerUp(CoreFixture.ref("c", 1)));
        node.hear("c", new Holding(1, List.of(), true));
        assertThat(node.core.status().totals().regranted()).isEqualTo(1);
    }

    private static CoreFixture cameBackWithATask() {
        CoreFixture node = new CoreFixture("a", 0);
        Task task =
                new Task(
                        new TaskId(CoreFixture.CLIENT, 1),
                        CoreFixture.kind(0, Durability.DISK),
                        new Bytes(1),
                        1,
                        null);
        TaskState state = new TaskState(task, FIRST, CoreFixture.CLIENT, 0, List.of(), null, "");
        node.on(new Event.Recovered(List.of(state), List.of(), List.of()));
        return node;
    }
}
