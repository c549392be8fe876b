package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.TaskNow.Obstacle;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Resources;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.WorkerShape;
import org.evenkeel.model.protocol.Feature;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.OfferedTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tasks whose job asks for workers of its own shape stay away from nodes of an earlier version:
 * their workers would have usual options.
 */
class EarlierWorkersTest {
    private static final NodeId OLD = new NodeId("old");
    private static final NodeId NEW = new NodeId("new");
    private static final WorkerShape PREVIEW =
            new WorkerShape(null, true, List.of(), 0, Map.of(), Map.of());
    private static final Features EARLIER =
            new Features(EnumSet.complementOf(EnumSet.of(Feature.WORKER_SHAPES)));

    private static CoreFixture besideOld(int slots, String policy, String... neighbours) {
        CoreFixture node = new CoreFixture("a", slots, policy);
        List<NodeId> ids = List.of(neighbours).stream().map(NodeId::new).toList();
        node.on(new Event.NeighboursSet(ids, ids.size() + 1));
        node.on(new Event.PeerUp(CoreFixture.ref("old", 1), EARLIER));
        return node;
    }

    private static CoreFixture besideBoth(int slots) {
        CoreFixture node = besideOld(slots, "hybrid", "old", "new");
        node.on(new Event.PeerUp(CoreFixture.ref("new", 1)));
        return node;
    }

    private static Task shaped(long number) {
        return shaped(number, null);
    }

    private static Task shaped(long number, @Nullable NodeId wanted) {
        TaskKind.Options options =
                new TaskKind.Options(
                        5,
                        0,
                        0,
                        Durability.MEMORY,
                        0,
                        false,
                        new Resources(0, 0, 0, PREVIEW),
                        wanted,
                        0);
        TaskKind kind = new TaskKind(CoreFixture.JOB, "work", new Digest(1, 2, 3, 4), options);
        return new Task(
                new TaskId(CoreFixture.CLIENT, number), kind, new CoreFixture.Bytes(10), 1, null);
    }

    /** The numbers of the tasks that were offered to a node. */
    private static List<Long> offered(CoreFixture node, NodeId to) {
        return node.all(Effect.Send.class).stream()
                .filter(send -> send.to().id().equals(to))
                .map(Effect.Send::peerMessage)
                .filter(PeerMessage.Offer.class::isInstance)
                .flatMap(offer -> ((PeerMessage.Offer) offer).tasks().stream())
                .map(OfferedTask::task)
                .map(task -> task.id().number())
                .toList();
    }

    @Test
    void buildIsAskedForWhatTheKindNeedsOnly() {
        assertThat(EARLIER.canRun(shaped(1).kind())).isFalse();
        assertThat(Features.ALL.canRun(shaped(1).kind())).isTrue();
        assertThat(Features.NONE.canRun(CoreFixture.task(1).kind())).isTrue();
        assertThat(Features.NONE.canRun(CoreFixture.served(1).kind())).isTrue();
    }

    @Test
    void taskGoesToTheNeighbourThatCanRunIt() {
        CoreFixture node = besideBoth(0);
        node.hearLow("old", 1, 0);
        node.hearLow("new", 1, 0);
        node.submit(shaped(1));
        assertThat(offered(node, OLD)).isEmpty();
        assertThat(offered(node, NEW)).containsExactly(1L);
        node.submit(CoreFixture.task(2));
        assertThat(offered(node, OLD)).as("others are placed as before").containsExactly(2L);
    }

    @Test
    void taskWaitsWhereNoOtherNodeCanRunItAndThoseBehindItGo() {
        CoreFixture node = besideOld(1, "hybrid", "old");
        node.submit(CoreFixture.task(1), shaped(2), CoreFixture.task(3));
        node.hearLow("old", 1, 0);
        assertThat(offered(node, OLD)).containsExactly(3L);
        TaskNow now = node.core.now(shaped(2).id(), node.now);
        assertThat(now.state()).isEqualTo("READY");
        assertThat(now.elsewhere())
                .containsExactly(
                        new Obstacle(
                                WaitReason.EARLIER_VERSION,
                                "it runs an earlier version, "
                                        + "whose workers have no options of a job",
                                0,
                                OLD));
    }

    @Test
    void taskWaitsForALaterNodeWhereThisOneHasNoWorkers() {
        CoreFixture node = besideOld(0, "hybrid", "old", "new");
        node.hearLow("old", 1, 0);
        node.submit(shaped(1));
        assertThat(node.sent(PeerMessage.Offer.class)).isNull();
        node.on(new Event.PeerUp(CoreFixture.ref("new", 1)));
        node.hearLow("new", 1, 0);
        assertThat(offered(node, NEW)).containsExactly(1L);
    }

    @Test
    void earlierNodeThatAsksGetsWhatItCanRun() {
        CoreFixture node = besideOld(1, "work-stealing", "old");
        node.submit(CoreFixture.task(1), shaped(2));
        node.hear("old", new PeerMessage.Request(1));
        assertThat(node.sent(PeerMessage.NothingToGive.class)).isNotNull();
        node.submit(CoreFixture.task(3));
        node.hear("old", new PeerMessage.Request(1));
        assertThat(offered(node, OLD)).containsExactly(3L);
    }

    @Test
    void wishForAnEarlierNodeDoesNotCount() {
        CoreFixture node = besideOld(1, "hybrid", "old");
        node.hearLow("old", 1, 0);
        node.submit(shaped(1, OLD));
        assertThat(node.sent(PeerMessage.Offer.class)).isNull();
        assertThat(node.started()).hasSize(1);
    }

    @Test
    void nodeThatDrainsOffersItToThoseThatCanRunIt() {
        CoreFixture node = besideBoth(0);
        node.submit(shaped(1), shaped(2), CoreFixture.task(3));
        node.on(new Event.DrainStarted("it is told to"));
        assertThat(offered(node, NEW)).contains(1L, 2L);
        assertThat(offered(node, OLD)).doesNotContain(1L, 2L);
    }

    @Test
    void nodeThatDrainsKeepsWhatNoOtherNodeCanRun() {
        CoreFixture node = besideOld(0, "hybrid", "old");
        node.submit(shaped(1), CoreFixture.task(2));
        node.on(new Event.DrainStarted("it is told to"));
        assertThat(offered(node, OLD)).containsExactly(2L);
    }

    @Test
    void runningTaskIsNotPromisedToAnEarlierNode() {
        CoreFixture node = besideOld(1, "auto", "old", "new");
        node.on(new Event.PeerUp(CoreFixture.ref("new", 1)));
        node.hear(
                "new",
                CoreFixture.offer(1, shaped(1), Grant.first(1), 1, CoreFixture.ref("new", 1)));
        assertThat(node.started()).hasSize(1);
        node.now += 10_000_000_000L;
        assertThat(gains(node, "old")).isEmpty();
        assertThat(gains(node, "new")).hasSize(1);
    }

    private static List<Long> gains(CoreFixture node, String caller) {
        node.hear(caller, new PeerMessage.MoveCall(1, 2, 0, 0, 0));
        PeerMessage.MoveBid bid = node.sent(PeerMessage.MoveBid.class);
        assertThat(bid).isNotNull();
        return bid.gains();
    }
}
