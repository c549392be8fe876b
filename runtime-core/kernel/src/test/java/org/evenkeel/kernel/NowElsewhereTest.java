package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.kernel.CoreFixture.task;

import java.util.List;
import org.evenkeel.kernel.TaskNow.Obstacle;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Resources;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskTraits;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Why a task that waits at one node is not at another one, and does not run there. */
class NowElsewhereTest {
    private static final Grant FIRST = Grant.first(1);
    private static final NodeId B = new NodeId("B");

    /** A node with one worker that is busy, a task that waits, and neighbour B. */
    private static CoreFixture crowded(String policy) {
        CoreFixture node = new CoreFixture("A", 1, policy);
        node.link("B", List.of("B"));
        node.submit(task(1), task(2));
        return node;
    }

    private static TaskNow now(CoreFixture node) {
        return node.core.now(task(2).id(), node.now);
    }

    private static List<WaitReason> reasons(List<Obstacle> obstacles) {
        return obstacles.stream().map(Obstacle::reason).toList();
    }

    // ---- Why it is not handed to a neighbour that has room

    @Test
    void aNeighbourThatHasNotSaidThatItHasRoomIsTakenForFull() {
        CoreFixture node = crowded("hybrid");
        assertThat(now(node).elsewhere())
                .containsExactly(
                        new Obstacle(WaitReason.TAKEN_FOR_FULL, "A takes it for full", 0, B));
        node.hearLow("B", 1, 0);
        assertThat(now(node).state()).as("B's load has come").isEqualTo("HANDING");
        assertThat(now(node).elsewhere()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"work-stealing", "receiver-initiated", "rid"})
    void whereTasksAreHandedOnWhenAskedForOnlyANeighbourHasToAsk(String policy) {
        CoreFixture node = crowded(policy);
        node.hearLow("B", 1, 0);
        assertThat(reasons(now(node).elsewhere())).containsExactly(WaitReason.NOT_ASKED);
        node.hear("B", new PeerMessage.Request(1));
        assertThat(now(node).state()).isEqualTo("HANDING");
    }

    @Test
    void aPolicyThatGivesTheTaskToNoneIsNamed() {
        CoreFixture node = crowded("sid(high=3)");
        node.hearLow("B", 1, 0);
        assertThat(reasons(now(node).elsewhere())).containsExactly(WaitReason.NOT_CHOSEN);
        assertThat(now(node).elsewhere().getFirst().words()).contains("policy sid(high=3.0");
        node.submit(task(3), task(4));
        assertThat(now(node).state()).as("more than three tasks").isEqualTo("HANDING");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "random",
                "round-robin",
                "power-of-two",
                "acwn",
                "pvm-round-robin",
                "sender-initiated",
                "none"
            })
    void aPolicyThatOnlyPlacesNewTasksHandsNoneOn(String policy) {
        CoreFixture node = new CoreFixture("A", 1, policy);
        node.submit(task(1), task(2));
        node.link("B", List.of("B"));
        node.hearLow("B", 1, 0);
        assertThat(reasons(now(node).obstacles()))
                .containsExactly(WaitReason.BUSY, WaitReason.NOT_HANDED_ON);
        assertThat(now(node).elsewhere()).isEmpty();
    }

    @Test
    void whereNothingCanRunSuchAPolicyHandsOnWhatWaits() {
        CoreFixture node = new CoreFixture("A", 0, "random");
        node.submit(task(2));
        assertThat(reasons(now(node).obstacles())).containsExactly(WaitReason.NO_WORKERS);
    }

    @Test
    void aTaskThatWasHandedOnAsOftenAsThePolicyAllowsStays() {
        CoreFixture node = new CoreFixture("A", 1, "hybrid(hop-limit=2)");
        node.link("B", List.of("B"));
        node.submit(task(1));
        Task came = task(55, 1, null);
        node.hear("B", CoreFixture.offer(1, came, FIRST, 2, CoreFixture.ref("B", 1)));
        Obstacle last = node.core.now(came.id(), node.now).obstacles().getLast();
        assertThat(last.reason()).isEqualTo(WaitReason.HOP_LIMIT);
        assertThat(last.words())
                .isEqualTo("it was handed on 2 times, and is not handed on any more");
        node.on(new Event.SlotClosed(0, "its worker is gone"));
        assertThat(reasons(node.core.now(came.id(), node.now).obstacles()))
                .as("nothing runs here: it may go")
                .doesNotContain(WaitReason.HOP_LIMIT);
    }

    @Test
    void aWishForThisNodeDoesNotKeepATaskWhereNothingRuns() {
        CoreFixture node = new CoreFixture("A", 0);
        Task wanted = task(CoreFixture.CLIENT, 1, "A");
        node.submit(wanted);
        assertThat(reasons(node.core.now(wanted.id(), node.now).obstacles()))
                .containsExactly(WaitReason.NO_WORKERS);
    }

    // ---- Of a node that does not know the task

    private static TaskTraits traits(
            String kind, int priority, boolean spawned, @Nullable String wanted) {
        return new TaskTraits(
                kind,
                priority,
                spawned,
                wanted == null ? null : new NodeId(wanted),
                Resources.NONE);
    }

    private static List<Obstacle> ofNewcomer(CoreFixture node, @Nullable TaskTraits traits) {
        return node.core.now(task(99).id(), traits, node.now).obstacles();
    }

    @Test
    void aTaskComesBehindThoseThatWouldStartBeforeIt() {
        CoreFixture node = new CoreFixture("A", 1);
        node.submit(task(1), task(2), task(3));
        assertThat(ofNewcomer(node, traits("work", 5, false, null)).getLast().count()).isEqualTo(2);
        for (TaskTraits first :
                List.of(
                        traits("work", 6, false, null),
                        traits("work", 5, true, null),
                        traits("work", 5, false, "A"))) {
            assertThat(reasons(ofNewcomer(node, first)))
                    .as("%s", first)
                    .containsExactly(WaitReason.BUSY);
        }
        assertThat(ofNewcomer(node, null).getLast().count()).as("of any task").isEqualTo(2);
    }

    @Test
    void aNodeThatClosesSoonIsNotOpenForLongKinds() {
        CoreFixture node = new CoreFixture("A", 1);
        node.submit(task(1));
        node.finish(0, task(1).id(), FIRST, Outcome.succeeded(new CoreFixture.Bytes(1)));
        node.on(
                new Event.AvailabilitySet(
                        List.of(new AvailabilitySpan(0, node.now + 5_000_000)), CloseMode.RESTART));
        assertThat(reasons(ofNewcomer(node, traits("work", 5, false, null))))
                .containsExactly(WaitReason.NOT_OPEN);
        assertThat(reasons(ofNewcomer(node, traits("unknown", 5, false, null))))
                .containsExactly(WaitReason.HAS_ROOM);
    }

    // ---- At an owner whose task is elsewhere

    /** An owner whose task 2 node B has taken. */
    private static CoreFixture owner() {
        CoreFixture owner = crowded("hybrid");
        owner.hearLow("B", 1, 0);
        PeerMessage.Offer offer = owner.sent(PeerMessage.Offer.class);
        assertThat(offer).isNotNull();
        List<PeerMessage.HandOver> taken =
                List.of(new PeerMessage.HandOver(task(2).id(), FIRST, 1));
        owner.hear("B", new PeerMessage.OfferAnswer(offer.batch(), taken, List.of(), ""));
        return owner;
    }

    @Test
    void anOwnerSaysAlsoWhyItsTaskWouldNotRunThere() {
        CoreFixture owner = owner();
        assertThat(reasons(now(owner).obstacles()))
                .containsExactly(WaitReason.ELSEWHERE, WaitReason.BUSY);
        owner.finish(0, task(1).id(), FIRST, Outcome.succeeded(new CoreFixture.Bytes(1)));
        assertThat(reasons(now(owner).obstacles()))
                .containsExactly(WaitReason.ELSEWHERE, WaitReason.HAS_ROOM);
    }

    @Test
    void anOwnerSaysThatTheHolderIsAwayAndWhenTheTaskIsGrantedAgain() {
        CoreFixture owner = owner();
        owner.on(new Event.PeerDown(B));
        Obstacle away = now(owner).obstacles().get(1);
        assertThat(away.reason()).isEqualTo(WaitReason.HOLDER_AWAY);
        assertThat(away.other()).isEqualTo(B);
        assertThat(away.words())
                .isEqualTo(
                        "there is no link with B; it is granted again in 3.0 s unless a node"
                                + " reports it");
        owner.on(new Event.PeerUp(CoreFixture.ref("B", 1)));
        assertThat(reasons(now(owner).obstacles())).doesNotContain(WaitReason.HOLDER_AWAY);
    }

    // ---- At a node that has had it

    /** A node on which a task of B runs. */
    private static CoreFixture holder(Task task) {
        CoreFixture holder = new CoreFixture("A", 1);
        holder.link("B", List.of("B"));
        holder.hear("B", CoreFixture.offer(1, task, FIRST, 1, CoreFixture.ref("B", 1)));
        assertThat(holder.started()).hasSize(1);
        return holder;
    }

    @Test
    void aResultIsOnItsWayUntilTheOwnerHasIt() {
        Task task = task(55, 2, null);
        CoreFixture holder = holder(task);
        holder.finish(0, task.id(), FIRST, Outcome.succeeded(new CoreFixture.Bytes(1)));
        TaskNow now = holder.core.now(task.id(), holder.now + 5);
        assertThat(now.state()).isEqualTo("DONE");
        assertThat(now.forNanos()).isEqualTo(5);
        assertThat(reasons(now.obstacles())).containsExactly(WaitReason.RESULT_SENT);
        holder.on(new Event.PeerDown(B));
        assertThat(reasons(holder.core.now(task.id(), holder.now).obstacles()))
                .containsExactly(WaitReason.RESULT_SENT, WaitReason.OWNER_AWAY);
        holder.on(new Event.PeerUp(CoreFixture.ref("B", 1)));
        holder.hear("B", new PeerMessage.ResultAcks(List.of(CoreFixture.granted(task, 1))));
        assertThat(holder.core.now(task.id(), holder.now).state()).isEmpty();
    }

    @Test
    void aSuspendedTaskIsAwayUntilItsOwnerHasTheCheckpoint() {
        Task task = task(55, 2, null);
        CoreFixture holder = holder(task);
        holder.finish(0, task.id(), FIRST, Outcome.suspended(new CoreFixture.Bytes(1)));
        TaskNow now = holder.core.now(task.id(), holder.now);
        assertThat(now.state()).isEqualTo("AWAY");
        assertThat(reasons(now.obstacles())).containsExactly(WaitReason.CHECKPOINT_SENT);
    }

    @Test
    void traitsAreThoseOfTheTaskAtItsOwnerAndAtItsHolder() {
        CoreFixture owner = owner();
        assertThat(owner.core.traits(task(2).id())).isEqualTo(traits("work", 5, false, null));
        assertThat(owner.core.traits(task(99).id())).isNull();
        Task task = task(55, 2, "A");
        assertThat(holder(task).core.traits(task.id())).isEqualTo(traits("work", 5, false, "A"));
    }
}
