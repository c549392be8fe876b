package org.evenkeel.daemon.peer;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.Event.NeighboursSet;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.topology.OpenGraph;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the core and the links hear as nodes come and go. */
class OpenNeighbourhoodTest {

    private static final NodeRef SELF = ref("m", 1);

    private final ManualTime time = new ManualTime();
    private final List<NeighboursSet> told = new ArrayList<>();
    private final List<String> begun = new ArrayList<>();
    private final Set<NodeId> seeds = new HashSet<>();
    private final PeerTable peers = new PeerTable(SELF.id(), true);
    private final MemberTable members = new MemberTable(SELF);
    private final OpenNeighbourhood neighbourhood =
            new OpenNeighbourhood(
                    new OpenNeighbourhood.Dependencies(
                            this::heard,
                            time,
                            time::now,
                            peers,
                            members,
                            peer -> begun.add(peer.id + " at " + portOf(peer))),
                    SELF.id(),
                    new PeerAvailability(SECONDS.toNanos(30), seeds::contains));

    @BeforeEach
    void start() {
        neighbourhood.start();
    }

    private void heard(Event event) {
        told.add((NeighboursSet) event);
    }

    private static int portOf(Peer peer) {
        NodeRef ref = peer.ref;
        return ref == null ? 0 : ref.port();
    }

    private static NodeRef ref(String name, long incarnation) {
        return new NodeRef(new NodeId(name), incarnation, "host", 7000 + (int) incarnation);
    }

    private void learn(String name, long incarnation) {
        if (!neighbourhood.isDeafTo(ref(name, incarnation))
                && members.learn(ref(name, incarnation))) {
            neighbourhood.learnt(ref(name, incarnation));
        }
    }

    private static List<String> names(NeighboursSet set) {
        return set.neighbours().stream().map(NodeId::name).toList();
    }

    private Peer peer(String name) {
        Peer peer = peers.find(new NodeId(name));
        assertThat(peer).isNotNull();
        return peer;
    }

    @Test
    void whoIsLearntIsANeighbourAtOnceAndIsDialled() {
        learn("n", 1);
        time.pass(0, MILLISECONDS);
        assertThat(told)
                .containsExactly(
                        new NeighboursSet(List.of(new NodeId("n")), 2, List.of(new NodeId("n"))));
        assertThat(begun).containsExactly("n at 7001");
        assertThat(peer("n").machine.isNeighbour()).isTrue();
    }

    @Test
    void moreThatComeAreToldTogetherAMomentLater() {
        learn("n", 1);
        time.pass(0, MILLISECONDS);
        for (String name : List.of("a", "z", "b")) {
            learn(name, 1);
            time.pass(10, MILLISECONDS);
        }
        assertThat(told).hasSize(1);
        time.pass(200, MILLISECONDS);
        assertThat(told).hasSize(2);
        assertThat(names(told.getLast())).containsExactly("n", "z", "a", "b");
        assertThat(told.getLast().clusterSize()).isEqualTo(5);
    }

    @Test
    void nobodyIsToldWhatHasNotChanged() {
        learn("n", 1);
        time.pass(1, SECONDS);
        neighbourhood.linked(ref("n", 1));
        time.pass(1, SECONDS);
        learn("n", 2);
        time.pass(1, SECONDS);
        assertThat(told).hasSize(1);
        assertThat(begun).as("it is dialled where it is now").hasSize(2).contains("n at 7002");
    }

    @Test
    void whoHasLeftIsNoNeighbour() {
        learn("n", 1);
        neighbourhood.linked(ref("n", 1));
        neighbourhood.leaves(ref("n", 1));
        time.pass(1, SECONDS);
        assertThat(told).hasSize(1);
        neighbourhood.lost(ref("n", 1));
        time.pass(1, SECONDS);
        assertThat(told.getLast()).isEqualTo(new NeighboursSet(List.of(), 1));
        assertThat(peer("n").machine.isNeighbour()).isFalse();
        assertThat(neighbourhood.includes(new NodeId("n"))).as("a seed is asked again").isFalse();
    }

    @Test
    void whoCrashedIsANeighbourForALease() {
        learn("n", 1);
        neighbourhood.linked(ref("n", 1));
        time.pass(1, SECONDS);
        neighbourhood.lost(ref("n", 1));
        members.forget(ref("n", 1));
        neighbourhood.gone(ref("n", 1));
        time.pass(29, SECONDS);
        assertThat(told).hasSize(1);
        time.pass(3, SECONDS);
        assertThat(told.getLast()).isEqualTo(new NeighboursSet(List.of(), 1));
        assertThat(peer("n").machine.isUnreachable()).as("it is certainly gone").isFalse();
        learn("n", 2);
        time.pass(1, SECONDS);
        assertThat(names(told.getLast())).containsExactly("n");
    }

    @Test
    void whoCannotBeReachedIsDroppedAndTriedNowAndThen() {
        learn("n", 1);
        time.pass(32, SECONDS);
        assertThat(told.getLast()).isEqualTo(new NeighboursSet(List.of(), 1));
        assertThat(peer("n").machine.isUnreachable()).isTrue();
        assertThat(members.others()).isEmpty();
        learn("n", 1); // others go on saying that it is there
        time.pass(1, SECONDS);
        assertThat(told).hasSize(2);
        time.pass(61, MINUTES);
        assertThat(peer("n").machine.isUnreachable()).as("an hour later it is forgotten").isFalse();
        learn("n", 1);
        time.pass(1, SECONDS);
        assertThat(told).hasSize(3);
    }

    @Test
    void whoCouldNotBeReachedCountsAgainWhenItComesOrStartsAnew() {
        learn("n", 1);
        learn("o", 1);
        time.pass(32, SECONDS);
        neighbourhood.linked(ref("n", 1));
        learn("o", 2);
        time.pass(1, SECONDS);
        assertThat(names(told.getLast())).containsExactly("n", "o");
        assertThat(peer("n").machine.isUnreachable()).isFalse();
        assertThat(peer("o").machine.isUnreachable()).isFalse();
    }

    @Test
    void aSeedStaysANeighbour() {
        seeds.add(new NodeId("n"));
        learn("n", 1);
        neighbourhood.linked(ref("n", 1));
        neighbourhood.lost(ref("n", 1));
        neighbourhood.gone(ref("n", 1));
        time.pass(10, MINUTES);
        assertThat(names(told.getLast())).containsExactly("n");
    }

    @Test
    void amongManyEachHasFew() {
        for (int number = 0; number < 200; number++) {
            learn("n" + number, 1);
        }
        time.pass(1, SECONDS);
        assertThat(told.getLast().neighbours()).hasSizeBetween(8, OpenGraph.MAX_NEIGHBOURS);
        assertThat(told.getLast().clusterSize()).isEqualTo(201);
        assertThat(begun).hasSize(told.getLast().neighbours().size());
        told.getLast().neighbours().forEach(id -> neighbourhood.linked(ref(id.name(), 1)));
        time.pass(5, MINUTES);
        assertThat(told).as("others are nobody's concern here").hasSize(1);
    }
}
