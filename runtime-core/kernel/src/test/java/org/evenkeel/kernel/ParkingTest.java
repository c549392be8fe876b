package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.kernel.trace.TraceRecord;
import org.evenkeel.model.Grant;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.junit.jupiter.api.Test;

/** Tasks that wait for others of their job, which are not their children. */
class ParkingTest {
    private static final Grant FIRST = new Grant(1, 1);
    private static final Outcome OK = Outcome.succeeded(new CoreFixture.Bytes(8));

    private final CoreFixture node = new CoreFixture("a", 1);
    private final Task waits = CoreFixture.task(1);
    private final Task other = CoreFixture.task(2);

    private void park(TaskId task) {
        node.on(new Event.TaskParked(0, task, CoreFixture.WORKER, new long[0], false));
    }

    private List<TaskId> started() {
        return node.started().stream().map(one -> one.task().id()).toList();
    }

    @Test
    void itsSlotRunsAnotherAndItGoesOnNext() {
        node.submit(waits, other, CoreFixture.task(3));
        park(waits.id());
        assertThat(started()).containsExactly(other.id());
        assertThat(node.core.status().parked()).isEqualTo(1);
        node.on(new Event.TaskResumed(0, waits.id()));
        assertThat(started()).as("one at a time").isEmpty();
        node.finish(0, other.id(), FIRST, OK);
        assertThat(started()).as("it goes on before what has not begun").isEmpty();
        assertThat(node.core.status().busy()).isEqualTo(1);
        node.finish(0, waits.id(), FIRST, OK);
        assertThat(started()).containsExactly(CoreFixture.task(3).id());
    }

    @Test
    void whereNothingElseIsToBeDoneItsSlotIsFreeUntilItGoesOn() {
        node.submit(waits);
        park(waits.id());
        assertThat(node.core.status().busy()).isZero();
        node.on(new Event.TaskResumed(0, waits.id()));
        assertThat(node.core.status().busy()).isEqualTo(1);
        assertThat(node.core.status().parked()).isZero();
        node.finish(0, waits.id(), FIRST, OK);
        assertThat(node.core.status().busy()).isZero();
        assertThat(node.core.status().totals().committed()).isEqualTo(1);
    }

    @Test
    void endsOfOtherTasksDoNotWakeIt() {
        node.submit(waits, other);
        park(waits.id());
        Task child = CoreFixture.child(1, waits.id());
        node.submit(child);
        node.finish(0, other.id(), FIRST, OK);
        node.finish(0, child.id(), FIRST, OK);
        assertThat(node.core.status().parked()).isEqualTo(1);
    }

    @Test
    void itsStorySaysSo() {
        node.submit(waits);
        park(waits.id());
        node.on(new Event.TaskResumed(0, waits.id()));
        assertThat(node.core.trace().story(waits.id()))
                .extracting(TraceRecord::kind)
                .containsSubsequence(
                        TraceKind.STARTED, TraceKind.PARKED_FOR_JOB, TraceKind.RESUMED_FOR_JOB);
    }

    @Test
    void itIsNotBlamedForTheDeathOfItsWorker() {
        node.submit(waits);
        for (int death = 1; death <= 4; death++) {
            park(waits.id());
            node.on(new Event.WorkerDied(0, CoreFixture.JOB, CoreFixture.WORKER, "killed"));
            node.on(new Event.SessionOpened(CoreFixture.WORKER, true));
        }
        assertThat(node.core.status().totals().failed()).isZero();
        assertThat(node.core.tasks(10)).extracting(one -> one.id()).contains(waits.id());
    }

    @Test
    void oneThatLeavesIsAskedToWhileItWaits() {
        node.link("b", List.of("b"));
        node.submit(waits);
        park(waits.id());
        node.on(new Event.DrainStarted("test"));
        assertThat(node.all(Effect.SuspendTasks.class))
                .as("it is asked like one that runs")
                .anySatisfy(one -> assertThat(one.tasks().getFirst().task()).isEqualTo(waits.id()));
    }
}
