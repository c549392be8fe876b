package org.evenkeel.recorder.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.evenkeel.recorder.history.Run.Ended;
import org.evenkeel.recorder.report.RecordedJob.Facts;
import org.evenkeel.recorder.report.RecordedJob.Machine;
import org.evenkeel.recorder.report.RecordedJob.Slot;
import org.evenkeel.recorder.report.RecordedJob.TaskFacts;
import org.evenkeel.recorder.report.RunColumns.Bar;
import org.junit.jupiter.api.Test;

class PerfettoTraceTest {

    private static Map<String, Object> event(Object events, int place) {
        Map<String, Object> fields = new LinkedHashMap<>();
        ((Map<?, ?>) ((List<?>) events).get(place))
                .forEach((name, value) -> fields.put(String.valueOf(name), value));
        return fields;
    }

    private static final String NAME = "\"},{\"ph\":\"X<script>";

    @Test
    void eachRunIsASpanOfItsSlotAndEachMoveAnArrow() throws Exception {
        Bar first = new Bar(0, 0, 1_000, 500, 0, Ended.MOVED);
        Bar second = new Bar(1, 0, 2_000, 700, 0, Ended.FINISHED);
        RecordedJob job =
                new RecordedJob(
                        new Facts("3k7x0a9q2m4fz", "job", "", 1_000, 2_700),
                        List.of(new Machine("n1", 1), new Machine(NAME, 1)),
                        List.of(new Slot("n1", 0), new Slot(NAME, 0)),
                        List.of(NAME),
                        List.of(
                                new TaskFacts(
                                        "3k7x0a9q2m4fz-1", 0, 900, 1_000, 1_200, "SUCCEEDED")),
                        List.of(first, second),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PerfettoTrace.write(job, Move.among(job.runs()), out);
        Object events = JSON.std.mapFrom(out.toByteArray()).get("traceEvents");
        assertThat(events)
                .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
                .extracting(event -> event.get("ph"))
                .containsExactly("M", "M", "M", "M", "X", "X", "s", "f");
        assertThat(event(events, 5))
                .containsAllEntriesOf(
                        Map.of("name", NAME, "pid", 2, "tid", 1, "ts", 2_000, "dur", 700));
        assertThat(event(events, 6)).containsAllEntriesOf(Map.of("pid", 1, "ts", 1_500));
        assertThat(event(events, 7)).containsAllEntriesOf(Map.of("pid", 2, "ts", 2_000));
    }
}
