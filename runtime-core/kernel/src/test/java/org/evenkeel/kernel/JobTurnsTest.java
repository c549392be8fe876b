package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskId;
import org.evenkeel.testing.SampleTasks;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Jobs that wait on one node take turns. */
class JobTurnsTest {
    private static final NodeRef OWNER = new NodeRef(new NodeId("a"), 1, "", 0);
    private static final long LONG_NANOS = 1_000_000_000;
    private static final long TINY_NANOS = 10_000_000;

    private final WaitingTasks waiting = new WaitingTasks(false, new NodeId("here"));
    private long number;

    private void add(long job, int priority, int tasks, @Nullable TaskId parent) {
        for (int i = 0; i < tasks; i++) {
            var kind = SampleTasks.kindFor(null, job, priority, 0);
            var task = SampleTasks.task(++number, kind, 1, parent);
            waiting.add(new HeldTask(task, Grant.first(1), 0, OWNER));
        }
    }

    /** The jobs of the tasks that start, one after the other, each of which takes so long. */
    private List<Long> started(int tasks, long eachNanos) {
        return started(tasks, 0, eachNanos);
    }

    private List<Long> started(int tasks, long fromNanos, long eachNanos) {
        List<Long> jobs = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            HeldTask task = waiting.takeToStart(fromNanos + i * eachNanos);
            assertThat(task).isNotNull();
            jobs.add(task.task().kind().job().value());
        }
        return jobs;
    }

    @Test
    void whoComesLaterDoesNotWaitForAllTasksOfAnother() {
        add(1, 0, 1_000, null);
        add(2, 0, 3, null);
        assertThat(started(8, LONG_NANOS)).containsExactly(1L, 2L, 1L, 2L, 1L, 2L, 1L, 1L);
    }

    @Test
    void tinyTasksOfAJobStartTogether() {
        add(1, 0, 100, null);
        add(2, 0, 100, null);
        List<Long> jobs = started(40, TINY_NANOS);
        assertThat(jobs.subList(0, 10)).containsOnly(1L);
        assertThat(jobs.subList(10, 20)).containsOnly(2L);
        assertThat(jobs.subList(20, 30)).containsOnly(1L);
        assertThat(jobs.subList(30, 40)).containsOnly(2L);
    }

    @Test
    void aJobThatBeginsToWaitIsTheLast() {
        add(1, 0, 10, null);
        add(2, 0, 10, null);
        assertThat(started(3, LONG_NANOS)).containsExactly(1L, 2L, 1L);
        add(3, 0, 10, null);
        assertThat(started(3, 3 * LONG_NANOS, LONG_NANOS)).containsExactly(2L, 3L, 1L);
    }

    @Test
    void spawnedTasksDoNotShutOutOtherJobs() {
        add(1, 0, 10, new TaskId(2, 1));
        add(2, 0, 2, null);
        assertThat(started(5, LONG_NANOS)).containsExactly(1L, 2L, 1L, 2L, 1L);
    }

    @Test
    void higherPrioritiesGoFirst() {
        add(1, 0, 2, null);
        add(2, 5, 2, null);
        assertThat(started(4, LONG_NANOS)).containsExactly(2L, 2L, 1L, 1L);
    }

    @Test
    void handedOnIsOneOfEachJobInTurn() {
        add(1, 0, 10, null);
        add(2, 0, 3, null);
        List<Long> jobs = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            HeldTask task = waiting.takeToHandOn(Integer.MAX_VALUE, _ -> true);
            assertThat(task).isNotNull();
            jobs.add(task.task().kind().job().value());
        }
        assertThat(jobs).containsExactly(1L, 2L, 1L, 2L, 1L, 2L, 1L, 1L);
    }

    @Test
    void aJobThatIsAloneHasEveryTurn() {
        add(1, 0, 5, null);
        assertThat(started(5, LONG_NANOS)).containsOnly(1L);
        assertThat(waiting.takeToStart(0)).isNull();
    }

    /** A policy that plans asks for the next few after every event, however many wait. */
    @Test
    void noMoreIsReadThanIsAskedFor() {
        JobLanes lanes = new JobLanes();
        var kind = SampleTasks.kindFor(null, 1, 0, 0);
        for (int i = 0; i < 3; i++) {
            HeldTask task =
                    new HeldTask(
                            SampleTasks.task(++number, kind, 1, null), Grant.first(1), 0, OWNER);
            lanes.submitted.byId.put(task.id(), task);
        }
        Iterator<HeldTask> tasks = lanes.inStartOrder();
        assertThat(tasks.next().id().number()).isEqualTo(1);
        lanes.submitted.byId.clear();
        assertThatThrownBy(tasks::next).isInstanceOf(ConcurrentModificationException.class);
    }
}
