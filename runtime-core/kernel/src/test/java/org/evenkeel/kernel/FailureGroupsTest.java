package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.FailureGroups.Failure;
import org.evenkeel.kernel.FailureGroups.Memory;
import org.evenkeel.model.FailureCause;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobSecret;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.JournalRecord.JobLocation;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Outcome.Status;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.junit.jupiter.api.Test;

/** Failures of a job are counted by their causes, within bounds. */
class FailureGroupsTest {
    private static final long PLENTY = 1 << 20;
    private static final String LOAD = "com.acme.Render.load(Render.java:42)";
    private static final String SAVE = "com.acme.Render.save(Render.java:77)";
    private static final Grant FIRST = new Grant(1, 1);

    private final Memory memory = new Memory(PLENTY);
    private final FailureGroups groups = new FailureGroups(memory);
    private int tasks;

    private static Outcome threw(String exception, String message, String place) {
        return new Outcome(Status.FAILED, null, exception + ": " + message + " at " + place);
    }

    private void add(FailureGroups to, Outcome outcome, String node) {
        tasks++;
        to.add(new Failure(new TaskId(1, tasks), outcome, node, 100L * tasks));
    }

    private void add(Outcome outcome, String node) {
        add(groups, outcome, node);
    }

    private static List<Long> counts(FailureGroups groups) {
        return groups.list().stream().map(FailureGroup::count).toList();
    }

    @Test
    void sameClassAndPlaceAreOneGroupWhateverTheMessage() {
        add(threw("a.Busy", "1", LOAD), "n1");
        add(threw("a.Busy", "2", SAVE), "n1");
        add(threw("a.Busy", "3", SAVE), "n2");
        add(threw("a.Lost", "4", SAVE), "n2");
        add(threw("a.Busy", "5", SAVE), "n2");
        assertThat(counts(groups)).as("the largest first").containsExactly(3L, 1L, 1L);
        assertThat(groups.list().getFirst())
                .isEqualTo(
                        new FailureGroup(
                                Status.FAILED,
                                new FailureCause("a.Busy", SAVE),
                                3,
                                0,
                                Map.of("n1", 1L, "n2", 2L),
                                0,
                                200,
                                500,
                                new TaskId(1, 2),
                                "a.Busy: 2 at " + SAVE));
    }

    @Test
    void otherEndsAreGroupsByTheirStatus() {
        add(new Outcome(Status.TIMED_OUT, null, "a.Stopped: in 1 s at " + LOAD), "n1");
        add(new Outcome(Status.TIMED_OUT, null, "a.Stopped: in 1 s at " + SAVE), "n1");
        add(new Outcome(Status.WORKERS_DIED, null, "3 workers died while running it: x"), "");
        add(new Outcome(Status.FAILED, null, "its job's limit is 1 GiB"), "n1");
        assertThat(groups.list())
                .extracting(FailureGroup::status, FailureGroup::cause, FailureGroup::count)
                .containsExactly(
                        tuple(Status.TIMED_OUT, FailureCause.NONE, 2L),
                        tuple(Status.WORKERS_DIED, FailureCause.NONE, 1L),
                        tuple(Status.FAILED, FailureCause.NONE, 1L));
        assertThat(groups.list().get(1).elsewhere()).as("no node is known").isOne();
    }

    @Test
    void attemptsThatAreRunAgainAreCountedApart() {
        Outcome busy = threw("a.Busy", "1", LOAD);
        groups.add(new Failure(new TaskId(1, 1), busy, "n1", 100, true));
        groups.add(new Failure(new TaskId(1, 1), busy, "n2", 200, true));
        groups.add(new Failure(new TaskId(1, 1), busy, "n2", 300));
        groups.add(new Failure(new TaskId(1, 2), threw("a.Lost", "1", LOAD), "n1", 400, true));
        assertThat(groups.list())
                .extracting(FailureGroup::count, FailureGroup::retried, FailureGroup::nodes)
                .containsExactly(
                        tuple(1L, 2L, Map.of("n1", 1L, "n2", 2L)), tuple(0L, 1L, Map.of("n1", 1L)));
    }

    @Test
    void furtherGroupsAreCountedTogether() {
        for (int i = 0; i < FailureGroups.MAX_GROUPS + 7; i++) {
            add(threw("a.Busy" + i, "", LOAD), "n1");
        }
        add(threw("a.Busy0", "", LOAD), "n1");
        List<FailureGroup> all = groups.list();
        assertThat(all).hasSize(FailureGroups.MAX_GROUPS + 1);
        assertThat(all.getFirst().count()).isEqualTo(2);
        FailureGroup others = all.getLast();
        assertThat(others.status()).isNull();
        assertThat(others.count()).isEqualTo(7);
        assertThat(others.nodes()).isEqualTo(Map.of("n1", 7L));
        assertThat(others.summary()).isEmpty();
        assertThat(others.example()).isEqualTo(new TaskId(1, FailureGroups.MAX_GROUPS + 1));
    }

    @Test
    void furtherNodesAreCountedTogether() {
        for (int i = 0; i < FailureGroups.MAX_NODES + 3; i++) {
            add(threw("a.Busy", "", LOAD), "n" + i);
        }
        FailureGroup group = groups.list().getFirst();
        assertThat(group.nodes()).hasSize(FailureGroups.MAX_NODES);
        assertThat(group.elsewhere()).isEqualTo(3);
        assertThat(group.count()).isEqualTo(FailureGroups.MAX_NODES + 3);
    }

    @Test
    void memoryIsThatOfAllJobsAndIsReleased() {
        Memory small = new Memory(20_000);
        FailureGroups one = new FailureGroups(small);
        FailureGroups other = new FailureGroups(small);
        for (int i = 0; i < FailureGroups.MAX_GROUPS; i++) {
            add(one, threw("a.Busy" + i, "m".repeat(900), LOAD), "n1");
        }
        assertThat(one.list()).hasSizeBetween(2, 12);
        assertThat(counts(one).stream().mapToLong(Long::longValue).sum())
                .as("none is lost")
                .isEqualTo(FailureGroups.MAX_GROUPS);
        assertThat(small.freeBytes()).isBetween(0L, 3_000L);
        add(other, threw("a.Lost", "m".repeat(900), LOAD), "n1");
        assertThat(other.list())
                .singleElement()
                .satisfies(all -> assertThat(all.status()).isNull());
        one.clear();
        other.clear();
        assertThat(small.freeBytes()).isEqualTo(20_000);
        add(other, threw("a.Lost", "m".repeat(900), LOAD), "n1");
        assertThat(other.list().getFirst().status()).isEqualTo(Status.FAILED);
    }

    // ---- At its owner

    private static final Outcome THREW = threw("a.Busy", "no", LOAD);

    @Test
    void ownerCountsWhatItsClientSubmittedUntilTheJobEnds() {
        CoreFixture node = new CoreFixture("a", 1);
        node.submit(CoreFixture.task(1), CoreFixture.task(2), CoreFixture.task(3));
        node.finish(0, CoreFixture.task(1).id(), FIRST, THREW);
        node.on(new Event.OutcomesAcknowledged(CoreFixture.CLIENT, new long[] {1}));
        node.finish(0, CoreFixture.task(2).id(), FIRST, THREW);
        node.on(new Event.CancelRequested(CoreFixture.CLIENT, new long[] {3}, "its client"));
        assertThat(node.core.failures(CoreFixture.JOB))
                .as("one that its client cancelled has not failed")
                .singleElement()
                .satisfies(group -> {
                    assertThat(group.cause()).isEqualTo(new FailureCause("a.Busy", LOAD));
                    assertThat(group.nodes()).isEqualTo(Map.of("a", 2L));
                    assertThat(group.firstNanos()).isLessThan(group.lastNanos());
                    assertThat(group.example()).isEqualTo(CoreFixture.task(1).id());
                });
        node.on(new Event.JobClosed(CoreFixture.JOB));
        assertThat(node.core.failures(CoreFixture.JOB)).isEmpty();
    }

    @Test
    void failureOfASpawnedTaskIsItsParentsAffair() {
        CoreFixture node = new CoreFixture("a", 2);
        Task parent = CoreFixture.task(1);
        Task child = CoreFixture.child(1, parent.id());
        node.submit(parent);
        node.submit(child);
        node.finish(1, child.id(), FIRST, THREW);
        assertThat(node.core.failures(CoreFixture.JOB)).isEmpty();
    }

    /** As the counts of the job do: with what the disk kept. */
    @Test
    void countsBeginAnewWithTheOutcomesThatWereNotFetched() {
        CoreFixture node = new CoreFixture("a", 1);
        TaskState kept =
                new TaskState(
                        CoreFixture.task(1), FIRST, CoreFixture.CLIENT, 0, List.of(), THREW, "b");
        JournalRecord.JobOpened job =
                new JournalRecord.JobOpened(
                        CoreFixture.JOB,
                        JobSecret.NONE,
                        CoreFixture.CLIENT,
                        "job",
                        "",
                        1,
                        0,
                        1,
                        1,
                        JobLocation.HERE);
        node.on(new Event.Recovered(List.of(kept), List.of(job), List.of()));
        assertThat(node.core.failures(CoreFixture.JOB))
                .singleElement()
                .satisfies(group -> assertThat(group.nodes()).isEqualTo(Map.of("b", 1L)));
    }
}
