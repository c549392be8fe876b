package org.evenkeel.recorder.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.model.TaskId;
import org.evenkeel.recorder.history.Run.Ended;
import org.junit.jupiter.api.Test;

class RunHistoryTest {

    private final RunHistory history = new RunHistory();
    private long seq;

    private static TaskId task(long number) {
        return new TaskId(7, number);
    }

    private void add(String node, long at, long task, TraceKind what, int slot, String reason) {
        history.add(new TraceEntry(node, 1, seq++, at, task(task), what, "", slot, reason, null));
    }

    private static Run run(String node, int slot, long task, long begin, long end, Ended how) {
        return new Run(node, slot, task(task), begin, end, how, "");
    }

    @Test
    void aRunEndsWithItsResultAtItsOwnerAndElsewhere() {
        add("n1", 10, 1, TraceKind.STARTED, 0, "");
        add("n2", 12, 2, TraceKind.STARTED, 3, "");
        add("n1", 20, 1, TraceKind.COMMITTED, -1, "");
        add("n2", 30, 2, TraceKind.FINISHED, -1, "");
        add("n1", 33, 2, TraceKind.COMMITTED, -1, "");
        assertThat(history.takeEnded())
                .containsExactly(
                        run("n1", 0, 1, 10, 20, Ended.FINISHED),
                        run("n2", 3, 2, 12, 30, Ended.FINISHED));
        assertThat(history.takeEnded()).isEmpty();
        assertThat(history.open()).isEmpty();
    }

    @Test
    void aTaskThatWaitedRunsWhenItsSlotIsFree() {
        add("n1", 10, 1, TraceKind.STARTED, 0, "");
        add("n1", 20, 1, TraceKind.PARKED, 0, "");
        add("n1", 21, 2, TraceKind.STARTED, 0, "");
        add("n1", 30, 1, TraceKind.READY, 0, "");
        add("n1", 40, 2, TraceKind.FINISHED, -1, "");
        add("n1", 55, 1, TraceKind.COMMITTED, -1, "");
        assertThat(history.takeEnded())
                .containsExactly(
                        run("n1", 0, 1, 10, 20, Ended.WAITING),
                        run("n1", 0, 2, 21, 40, Ended.FINISHED),
                        run("n1", 0, 1, 40, 55, Ended.FINISHED));
    }

    @Test
    void aSuspendedTaskMovesAndOneThatFailedIsTriedAgain() {
        add("n1", 10, 1, TraceKind.STARTED, 0, "");
        add("n1", 20, 1, TraceKind.KEPT, -1, "");
        add("n2", 30, 1, TraceKind.STARTED, 1, "");
        add("n2", 31, 1, TraceKind.RESUMED_FROM_CHECKPOINT, 1, "");
        add("n2", 50, 1, TraceKind.SUSPENDED, -1, "");
        add("n1", 60, 2, TraceKind.STARTED, 0, "");
        add("n1", 70, 2, TraceKind.GRANTED, -1, "retry 1 of 3 after: no input");
        add("n1", 80, 3, TraceKind.STARTED, 0, "");
        add("n1", 90, 3, TraceKind.GRANTED, -1, "its worker died");
        assertThat(history.takeEnded())
                .containsExactly(
                        run("n1", 0, 1, 10, 20, Ended.MOVED),
                        run("n2", 1, 1, 30, 50, Ended.MOVED),
                        new Run(
                                "n1",
                                0,
                                task(2),
                                60,
                                70,
                                Ended.FAILED,
                                "retry 1 of 3 after: no input"),
                        new Run("n1", 0, task(3), 80, 90, Ended.LOST, "its worker died"));
    }

    @Test
    void whatRanWhenItsNodeEndedIsLost() {
        add("n1", 10, 1, TraceKind.STARTED, 0, "");
        add("n1", 25, 2, TraceKind.ACCEPTED, -1, "");
        history.add(new TraceEntry("n1", 2, 0, 90, task(3), TraceKind.STARTED, "", 0, "", null));
        assertThat(history.takeEnded())
                .containsExactly(new Run("n1", 0, task(1), 10, 25, Ended.LOST, "its node ended"));
        assertThat(history.open()).containsExactly(run("n1", 0, 3, 90, 90, Ended.RUNNING));
    }

    @Test
    void aRunWhoseEndIsMissingEndsAtTheNextOfItsSlot() {
        add("n1", 10, 1, TraceKind.STARTED, 0, "");
        add("n1", 40, 2, TraceKind.STARTED, 0, "");
        assertThat(history.takeEnded())
                .containsExactly(
                        new Run("n1", 0, task(1), 10, 40, Ended.LOST, "no record of its end"));
    }

    @Test
    void whatALaterVersionRecordsIsPassedOver() {
        history.add(new TraceEntry("n1", 1, 0, 10, task(1), null, "", 0, "", null));
        assertThat(history.open()).isEmpty();
    }
}
