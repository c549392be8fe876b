package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.protocol.PeerMessage;
import org.junit.jupiter.api.Test;

/** No submitter has more processors of a node than its quota, and nobody else has fewer for it. */
class ProcessorQuotaTest {
    private static final JobId ALICES = new JobId(1);
    private static final JobId BOBS = new JobId(2);
    private static final Grant FIRST = Grant.first(1);
    private static final int SLOTS = 4;

    private final CoreFixture node = node(new ProcessorQuotas(0, Map.of("alice", 2)));

    private static CoreFixture node(ProcessorQuotas quotas) {
        CoreFixture node = new CoreFixture("A", SLOTS, NodeConfig.Limits.DEFAULT, quotas);
        node.on(new Event.JobOpened(CoreFixture.CLIENT, ALICES, "hers", false, "alice"));
        node.on(new Event.JobOpened(CoreFixture.CLIENT, BOBS, "his", false, "bob"));
        return node;
    }

    private static Task task(JobId job, long number, TaskId parent) {
        TaskKind kind =
                new TaskKind(
                        job,
                        "work",
                        new Digest(1, 2, 3, 4),
                        new TaskKind.Options(5, 0, 0, Durability.MEMORY, 0));
        long origin = parent == null ? CoreFixture.CLIENT : CoreFixture.WORKER;
        return new Task(new TaskId(origin, number), kind, new CoreFixture.Bytes(10), 1, parent);
    }

    private List<Task> submit(JobId job, long first, int count) {
        List<Task> tasks = new ArrayList<>();
        for (long number = first; number < first + count; number++) {
            tasks.add(task(job, number, null));
        }
        node.submit(tasks.toArray(Task[]::new));
        return tasks;
    }

    private List<TaskId> started() {
        return node.started().stream().map(one -> one.task().id()).toList();
    }

    private int slotOf(Task task) {
        return node.core.tasks(1_000).stream()
                .filter(line -> line.id().equals(task.id()))
                .mapToInt(NodeStatus.TaskLine::slot)
                .findFirst()
                .orElseThrow();
    }

    private void finish(Task task) {
        node.finish(slotOf(task), task.id(), FIRST, Outcome.succeeded(new CoreFixture.Bytes(1)));
    }

    @Test
    void sheGetsHerQuotaAndTheOthersGetTheRest() {
        List<Task> hers = submit(ALICES, 1, 10);
        assertThat(started()).containsExactly(hers.get(0).id(), hers.get(1).id());
        assertThat(node.core.processors("alice")).isEqualTo(new NodeStatus.Processors(2, 8));
        assertThat(node.core.status().busy()).isEqualTo(2);
        List<Task> his = submit(BOBS, 101, 10);
        assertThat(started()).containsExactly(his.get(0).id(), his.get(1).id());
        // A processor that he leaves is his again, though her tasks have waited for longer.
        finish(his.get(0));
        assertThat(started()).containsExactly(his.get(2).id());
        finish(hers.get(0));
        assertThat(node.core.status().busy()).isEqualTo(SLOTS);
        assertThat(node.core.processors("alice").queuedByQuota()).isEqualTo(7);
        assertThat(node.core.processors("bob")).isEqualTo(new NodeStatus.Processors(0, 0));
    }

    @Test
    void oneStartsForEachThatEnds() {
        List<Task> hers = submit(ALICES, 1, 5);
        for (int i = 0; i < 3; i++) {
            finish(hers.get(i));
            assertThat(started()).containsExactly(hers.get(i + 2).id());
            assertThat(node.core.status().busy()).isEqualTo(2);
        }
        finish(hers.get(3));
        finish(hers.get(4));
        assertThat(node.core.status().busy()).isZero();
        assertThat(node.core.processors("alice")).isEqualTo(new NodeStatus.Processors(0, 0));
    }

    @Test
    void herTasksGoWhereThereIsRoom() {
        node.link("B", List.of("B"));
        submit(ALICES, 1, 10);
        assertThat(node.sent(PeerMessage.Offer.class)).isNull();
        node.hear("B", new PeerMessage.Load(org.evenkeel.model.LoadState.LOW, 1, 0, 0, 0, 3, 3, 0));
        assertThat(node.sent(PeerMessage.Offer.class).tasks()).hasSize(3);
        assertThat(node.core.processors("alice")).isEqualTo(new NodeStatus.Processors(2, 5));
        // What it refuses waits here again, and does not take a place.
        PeerMessage.Offer offer = node.sent(PeerMessage.Offer.class);
        node.hear(
                "B",
                new PeerMessage.OfferAnswer(
                        offer.batch(),
                        List.of(),
                        offer.tasks().stream()
                                .map(one ->
                                        new PeerMessage.HandOver(
                                                one.task().id(), one.grant(), one.hop()))
                                .toList(),
                        "no"));
        assertThat(node.core.processors("alice")).isEqualTo(new NodeStatus.Processors(2, 8));
        assertThat(started()).isEmpty();
    }

    @Test
    void aTaskThatWaitsForItsChildrenGivesItsPlaceToThem() {
        Task parent = submit(ALICES, 1, 3).getFirst();
        int slot = slotOf(parent);
        Task child = task(ALICES, 501, parent.id());
        node.submit(child);
        assertThat(started()).isEmpty();
        node.on(
                new Event.TaskParked(
                        slot, parent.id(), CoreFixture.WORKER, new long[] {501}, false));
        assertThat(started()).containsExactly(child.id());
        assertThat(node.core.processors("alice")).isEqualTo(new NodeStatus.Processors(2, 1));
        finish(child);
        // Its parent has gone on in the place that was left.
        assertThat(node.core.processors("alice").used()).isEqualTo(2);
        assertThat(node.core.status().busy()).isEqualTo(2);
    }

    @Test
    void whatIsCancelledWaitsNoLonger() {
        List<Task> hers = submit(ALICES, 1, 6);
        node.on(new Event.CancelRequested(CoreFixture.CLIENT, new long[] {3, 4}, "enough"));
        assertThat(node.core.processors("alice")).isEqualTo(new NodeStatus.Processors(2, 2));
        finish(hers.get(0));
        assertThat(started()).containsExactly(hers.get(4).id());
        node.on(new Event.JobClosed(ALICES));
        assertThat(node.core.processors("alice").queuedByQuota()).isZero();
    }

    @Test
    void aWorkersDeathLeavesItsPlace() {
        List<Task> hers = submit(ALICES, 1, 4);
        node.on(new Event.WorkerDied(slotOf(hers.get(0)), ALICES, CoreFixture.WORKER, "killed"));
        assertThat(node.core.status().busy()).isEqualTo(2);
        assertThat(node.core.processors("alice").used()).isEqualTo(2);
        assertThat(node.core.processors("alice").queuedByQuota()).isEqualTo(2);
    }

    @Test
    void whoLeavesHoldsNothingBack() {
        submit(ALICES, 1, 10);
        node.link("B", List.of("B"));
        node.on(new Event.DrainStarted("asked"));
        assertThat(node.core.processors("alice").queuedByQuota()).isZero();
        assertThat(
                        node.all(Effect.Send.class).stream()
                                .map(Effect.Send::peerMessage)
                                .filter(PeerMessage.Offer.class::isInstance)
                                .mapToInt(peerMessage ->
                                        ((PeerMessage.Offer) peerMessage).tasks().size())
                                .sum())
                .isEqualTo(8);
    }

    @Test
    void tasksOfOtherOwnersAreNotHeldBack() {
        CoreFixture other = node(new ProcessorQuotas(1, Map.of()));
        other.link("B", List.of("B"));
        for (int i = 1; i <= SLOTS; i++) {
            Task foreign =
                    new Task(
                            new TaskId(1234, i),
                            task(new JobId(77), i, null).kind(),
                            new CoreFixture.Bytes(10),
                            1,
                            null);
            other.hear("B", CoreFixture.offer(i, foreign, FIRST, 1, CoreFixture.ref("B", 1)));
            assertThat(other.started()).hasSize(1);
        }
    }

    /** Their owner drains: first the tasks come, then their job. */
    @Test
    void whatWaitedBeforeItsJobCameCountsFromThenOn() {
        CoreFixture next =
                new CoreFixture(
                        "A", SLOTS, NodeConfig.Limits.DEFAULT, new ProcessorQuotas(1, Map.of()));
        next.link("B", List.of("B"));
        for (int i = 1; i <= SLOTS + 3; i++) {
            Task hers = task(ALICES, i, null);
            next.hear("B", CoreFixture.offer(i, hers, FIRST, 1, CoreFixture.ref("B", 1)));
        }
        assertThat(next.core.status().busy()).isEqualTo(SLOTS);
        next.on(new Event.JobOpened(CoreFixture.CLIENT, ALICES, "hers", false, "alice"));
        assertThat(next.core.processors("alice").queuedByQuota()).isEqualTo(2);
    }
}
