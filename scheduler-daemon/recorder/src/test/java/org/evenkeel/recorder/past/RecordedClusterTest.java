package org.evenkeel.recorder.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.query.StoryLine;
import org.evenkeel.model.TaskId;
import org.evenkeel.recorder.SampleStore;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedClusterTest {

    @TempDir static Path folder;
    private static RecordedStore store;

    @BeforeAll
    static void write() throws IOException {
        store = new RecordedStore(folder.resolve("r"));
        SampleStore.write(store.directory());
    }

    private static Map<String, Object> at(double seconds) throws IOException {
        return store.ask(database -> RecordedCluster.fields(database, SampleStore.micros(seconds)));
    }

    /** Rows of a page, by what the first column says. */
    private static Map<Object, Map<?, ?>> rows(Map<String, Object> page, String list, String name) {
        Map<Object, Map<?, ?>> rows = new HashMap<>();
        for (Object row : (List<?>) page.get(list)) {
            rows.put(((Map<?, ?>) row).get(name), (Map<?, ?>) row);
        }
        return rows;
    }

    @Test
    void machinesAndJobsAreAsTheyWere() throws Exception {
        Map<String, Object> page = at(70);
        Map<Object, Map<?, ?>> machines = rows(page, "machines", "machine");
        assertThat(machines).containsOnlyKeys("n1", "n2");
        assertThat(machines.get("n1").get("busy")).isEqualTo(1L);
        assertThat(machines.get("n2").get("busy")).isEqualTo(0L);
        Map<?, ?> job = rows(page, "jobs", "job").get(SampleStore.JOB);
        assertThat(job.get("name")).isEqualTo(SampleStore.NAME);
        assertThat(job.get("total")).isEqualTo(2L);
        assertThat(job.get("done")).isEqualTo(0L);
        assertThat(job.containsKey("nodes")).as("where its tasks were").isFalse();
        assertThat(page).containsEntry("missing", List.of()).doesNotContainKey("tasks");
    }

    @Test
    void attemptsThatEndedAreARate() throws Exception {
        Map<String, Object> page = at(95);
        assertThat(rows(page, "machines", "machine").get("n1").get("tasksPerSecond"))
                .isEqualTo(0.1);
        List<?> rates = (List<?>) page.get("rates");
        assertThat(rates).hasSize(360);
        assertThat(rates.getLast()).isEqualTo(0.1);
        assertThat(rates.getFirst()).as("before the record").isEqualTo(RecordedRates.UNKNOWN);
    }

    @Test
    void beliefsHaveTheirAge() throws Exception {
        assertThat((List<?>) at(100).get("beliefs"))
                .extracting("node", "neighbour", "believed", "told", "since", "earlier")
                .containsExactly(
                        tuple("n1", "n2", "high", "low", SampleStore.millis(90), false),
                        tuple("n2", "n1", "low", "low", SampleStore.millis(0), true));
    }

    @Test
    void whatIsNotRecordedIsNotShownAsIfItWere() throws Exception {
        Map<String, Object> page = at(250);
        for (Map<?, ?> machine : rows(page, "machines", "machine").values()) {
            assertThat(machine.containsKey("busy")).isFalse();
            assertThat(machine.get("state")).asString().contains("not recorded since");
        }
        assertThat((List<?>) page.get("missing"))
                .anyMatch(what -> String.valueOf(what).contains("no recorder ran"));
        List<?> rates = (List<?>) page.get("rates");
        assertThat(rates.getLast()).isEqualTo(RecordedRates.UNKNOWN);
    }

    @Test
    void machineThatHadFallenSilentIsNamed() throws Exception {
        Map<Object, Map<?, ?>> machines = rows(at(331), "machines", "machine");
        assertThat(machines.get("n1").get("busy")).isEqualTo(0L);
        assertThat(machines.get("n2").get("state")).asString().startsWith("no answer: since ");
    }

    @Test
    void beforeTheRecordThereIsNothing() throws Exception {
        Map<String, Object> page = at(-100);
        assertThat((List<?>) page.get("machines")).isEmpty();
        assertThat((List<?>) page.get("jobs")).isEmpty();
    }

    @Test
    void jobThatHasEndedIsListedAsOneThatWas() throws Exception {
        assertThat((List<?>) at(185).get("jobs")).isEmpty();
        RecordedJobs.Listed listed =
                store.ask(database -> RecordedJobs.until(database, SampleStore.micros(185)));
        assertThat(listed.more()).isFalse();
        assertThat(listed.jobs()).hasSize(1);
        assertThat(listed.jobs().getFirst())
                .containsEntry("job", SampleStore.JOB)
                .containsEntry("name", SampleStore.NAME)
                .containsEntry("submitter", "alice")
                .containsEntry("total", 2L)
                .containsEntry("failed", 1L)
                .containsEntry("begin", SampleStore.millis(60))
                .containsEntry("end", SampleStore.millis(132));
        assertThat(
                        store.ask(database -> RecordedJobs.until(database, SampleStore.micros(59)))
                                .jobs())
                .isEmpty();
    }

    @Test
    void storyOfATaskEndsAtTheMoment() throws Exception {
        TaskId task = TaskId.parse(SampleStore.SECOND);
        List<String> steps = new ArrayList<>();
        store.ask(database -> RecordedStory.until(database, task, SampleStore.micros(100), 10))
                .forEach(line -> steps.add(line.node() + " " + line.step().getKind()));
        assertThat(steps).containsExactly("n1 ACCEPTED", "n1 OFFERED", "n2 ARRIVED", "n2 STARTED");
        List<StoryLine> newest =
                store.ask(database ->
                        RecordedStory.until(database, task, SampleStore.micros(500), 2));
        assertThat(newest)
                .extracting(line -> line.step().getKind())
                .as("the newest ones")
                .containsExactly("FINISHED", "COMMITTED");
    }

    @Test
    void gapsAreThoseOfTheTime() throws Exception {
        assertThat(gaps(0, 199)).isEmpty();
        assertThat(gaps(199, 201)).containsExactly("recorder-stopped");
        assertThat(gaps(301, 400)).isEmpty();
    }

    private static List<String> gaps(double from, double to) throws IOException {
        return store.ask(database ->
                RecordedGap.within(database, SampleStore.micros(from), SampleStore.micros(to))
                        .stream()
                        .map(RecordedGap::cause)
                        .toList());
    }
}
