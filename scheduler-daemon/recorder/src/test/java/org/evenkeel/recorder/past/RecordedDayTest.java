package org.evenkeel.recorder.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.recorder.SampleStore;
import org.evenkeel.recorder.read.Gap;
import org.evenkeel.recorder.read.StateRows;
import org.evenkeel.recorder.store.RecordStore;
import org.evenkeel.recorder.store.Steps;
import org.evenkeel.recorder.table.Row;
import org.evenkeel.wire.proto.NodesAnswer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine that was paused, fell silent, came back; then no recorder ran for a minute. */
class RecordedDayTest {

    /** A name that SQL must not take for more than a text. */
    private static final String NODE = "n1' or ''='";

    @TempDir Path folder;
    private RecordedStore store;

    private static Row node(double seconds, long incarnation, NodesAnswer.Builder answer) {
        NodesAnswer told =
                answer.setNode(NODE)
                        .setIncarnation(incarnation)
                        .setPolicy("auto")
                        .setWorkers(2)
                        .build();
        return StateRows.nodes(List.of(told), SampleStore.micros(seconds)).getFirst();
    }

    private static NodesAnswer.Builder hours(boolean open, String notice) {
        return NodesAnswer.newBuilder()
                .setHours(NodesAnswer.Hours.newBuilder().setOpen(open).setNotice(notice));
    }

    @BeforeEach
    void write() throws IOException {
        store = new RecordedStore(folder.resolve("r"));
        List<Row> rows = new ArrayList<>();
        rows.add(node(0, 1, hours(true, "")));
        rows.add(node(30, 1, hours(true, "")));
        rows.add(node(100, 1, hours(false, "paused by <b>alice</b>")));
        rows.add(node(160, 1, hours(true, "")));
        rows.add(StateRows.silentNode(NODE, SampleStore.micros(200)));
        rows.add(node(260, 2, NodesAnswer.newBuilder()));
        rows.add(Gap.recorderStopped(SampleStore.micros(360), SampleStore.micros(300)));
        rows.add(node(361, 2, NodesAnswer.newBuilder()));
        try (RecordStore open = RecordStore.open(store.directory(), Steps.UNOBSERVED)) {
            open.add(rows);
            open.flush(Instant.now());
        }
    }

    private Map<String, Object> until(String node, double seconds) throws IOException {
        return store.ask(
                database -> RecordedDay.until(database, node, SampleStore.micros(seconds)));
    }

    private static List<Object> part(double from, double to, String state) {
        return List.of(SampleStore.millis(from), SampleStore.millis(to), state);
    }

    @Test
    void theDayIsOpenClosedOrNotKnown() throws Exception {
        double day = 86_400;
        assertThat(until(NODE, 400))
                .containsEntry("from", SampleStore.millis(400 - day))
                .containsEntry("to", SampleStore.millis(400))
                .containsEntry("more", false)
                .containsEntry(
                        "parts",
                        List.of(
                                part(400 - day, 0, "unknown"),
                                part(0, 100, "open"),
                                part(100, 160, "closed"),
                                part(160, 200, "open"),
                                part(200, 260, "unknown"),
                                part(260, 300, "open"),
                                part(300, 360, "unknown"),
                                part(360, 400, "open")));
    }

    @Test
    void whatChangedIsListedTheNewestFirst() throws Exception {
        assertThat((List<?>) until(NODE, 400).get("changes"))
                .extracting("at", "answers")
                .containsExactly(
                        tuple(SampleStore.millis(260), true),
                        tuple(SampleStore.millis(200), false),
                        tuple(SampleStore.millis(160), true),
                        tuple(SampleStore.millis(100), true),
                        tuple(SampleStore.millis(0), true));
        Map<?, ?> paused = (Map<?, ?>) ((List<?>) until(NODE, 120).get("changes")).getFirst();
        assertThat(paused.get("state")).isEqualTo("closed");
        assertThat(paused.get("notice")).isEqualTo("paused by <b>alice</b>");
        assertThat(paused.get("calendar")).isEqualTo(true);
        assertThat(paused.get("slots")).isEqualTo(2);
    }

    /** A recorder that runs hears of each node each half minute. */
    @Test
    void longAfterTheLastAnswerNothingIsKnown() throws Exception {
        List<?> parts = (List<?>) until(NODE, 1_000).get("parts");
        assertThat(parts.getLast()).isEqualTo(part(421, 1_000, "unknown"));
        assertThat(parts.get(parts.size() - 2)).isEqualTo(part(360, 421, "open"));
    }

    @Test
    void ofAMachineThatWasNotThereNothingIsKnown() throws Exception {
        Map<String, Object> day = until("n2", 400);
        assertThat((List<?>) day.get("changes")).isEmpty();
        assertThat((List<?>) day.get("parts")).singleElement().asString().contains("unknown");
    }

    @Test
    void theLastAnswerIsKeptWithItsLinks() throws Exception {
        SampleStore.write(folder.resolve("s"));
        RecordedStore sample = new RecordedStore(folder.resolve("s"));
        RecordedMachines.Answer silent =
                sample.ask(database ->
                                Optional.ofNullable(
                                        RecordedMachines.last(
                                                database, "n2", SampleStore.micros(331))))
                        .orElseThrow();
        assertThat(silent.millis()).isEqualTo(SampleStore.millis(190));
        assertThat(silent.node().getWorkers()).isEqualTo(2);
        assertThat(silent.node().getNeighboursList())
                .extracting(NodesAnswer.Neighbour::getName)
                .containsExactly("n1");
        RecordedMachines all =
                sample.ask(database -> RecordedMachines.at(database, SampleStore.micros(70)));
        assertThat(all.rows()).extracting("machine").containsExactlyInAnyOrder("n1", "n2");
        assertThat(all.answers()).containsOnlyKeys("n1", "n2");
    }
}
