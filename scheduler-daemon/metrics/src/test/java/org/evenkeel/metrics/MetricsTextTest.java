package org.evenkeel.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.JournalStats;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.PhasesAnswer;
import org.evenkeel.wire.proto.StatsAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is made of answers: names, labels, values. */
class MetricsTextTest {
    private static final Pattern NAME = Pattern.compile("evenkeel_\\w+");
    private static final Pattern ROW = Pattern.compile("\\| `(evenkeel_\\w+)` \\|");
    private static final Pattern SAMPLE =
            Pattern.compile("(?m)^(evenkeel_\\w+)\\{([^}]*)} (\\S+)$");

    private final MicrometerExporter exporter = new MicrometerExporter();

    private static Answers.Builder node(String name) {
        return Answers.newBuilder()
                .addNodes(
                        NodesAnswer.newBuilder()
                                .setNode(name)
                                .setVersion("0.1")
                                .setPolicy("nrics")
                                .setStarted("2026-11-27T10:00:00Z")
                                .setClock("2026-11-27T11:00:00.500Z")
                                .setState("high")
                                .setWorkers(4)
                                .setBusy(3)
                                .setWaiting(7)
                                .setPrefetched(2)
                                .setTotals(
                                        NodesAnswer.Totals.newBuilder()
                                                .setRun(5)
                                                .setFailed(2)
                                                .setRunNanos(1_500_000_000))
                                .addNeighbours(
                                        NodesAnswer.Neighbour.newBuilder()
                                                .setName("n9")
                                                .setLosses(3)))
                .addStats(
                        StatsAnswer.newBuilder()
                                .setNode(name)
                                .setCertificateUntil("2027-01-01T00:00:00Z")
                                .setDiskFreeBytes(1L << 40)
                                .setDiskLeastBytes(1 << 20)
                                .setJournal(JournalStats.newBuilder().setCommitNanos(1))
                                .setLongestWaitNanos(250_000_000))
                .addPhases(
                        PhasesAnswer.newBuilder()
                                .setNode(name)
                                .setWantsMaster(true)
                                .setFollows("n9"));
    }

    private double value(Answers answers, String name, String... labels) {
        for (var sample : exporter.samples(answers)) {
            boolean asked = sample.name().equals(name);
            for (int i = 0; i < labels.length; i += 2) {
                asked &= labels[i + 1].equals(sample.labels().get(labels[i]));
            }
            if (asked) {
                return sample.value();
            }
        }
        return Double.NaN;
    }

    @Test
    void eachMetricIsDocumentedAndEachDocumentedOneIsThere() throws Exception {
        Set<String> documented = new TreeSet<>();
        Matcher row = ROW.matcher(Files.readString(Path.of("../../docs/metrics.md")));
        while (row.find()) {
            documented.add(row.group(1));
        }
        Set<String> there = new TreeSet<>();
        exporter.samples(node("n1").build()).forEach(sample -> there.add(sample.name()));
        assertThat(there).isEqualTo(documented);
    }

    @ParameterizedTest
    @ValueSource(strings = {"grafana.json", "alerts.yaml"})
    void dashboardAndAlertsAskForMetricsThatAreThere(String file) throws Exception {
        Set<String> there = new TreeSet<>();
        exporter.samples(node("n1").build()).forEach(sample -> there.add(sample.name()));
        String text = Files.readString(Path.of("../../docker/monitoring", file));
        Set<String> asked = new TreeSet<>();
        Matcher name = NAME.matcher(text);
        while (name.find()) {
            asked.add(name.group());
        }
        assertThat(asked).hasSizeGreaterThan(8).isSubsetOf(there);
    }

    @Test
    void textHasEachSampleOnceWithTheSameValue() {
        Answers two = node("n1").mergeFrom(node("n2").build()).build();
        Set<String> lines = new TreeSet<>();
        Matcher line = SAMPLE.matcher(exporter.text(two));
        while (line.find()) {
            assertThat(lines.add(line.group(1) + line.group(2))).as(line.group()).isTrue();
        }
        assertThat(lines).hasSize(exporter.samples(two).size());
    }

    @Test
    void valuesAreInBaseUnits() {
        Answers answers = node("n1").build();
        assertThat(value(answers, "evenkeel_tasks", "state", "waiting")).isEqualTo(5);
        assertThat(value(answers, "evenkeel_tasks", "state", "prefetched")).isEqualTo(2);
        assertThat(value(answers, "evenkeel_tasks_run_total")).isEqualTo(5);
        assertThat(value(answers, "evenkeel_task_run_seconds_total")).isEqualTo(1.5);
        assertThat(value(answers, "evenkeel_longest_wait_seconds")).isEqualTo(0.25);
        assertThat(value(answers, "evenkeel_time_seconds")).isEqualTo(1_795_777_200.5);
        assertThat(value(answers, "evenkeel_load_state", "state", "high")).isEqualTo(1);
        assertThat(value(answers, "evenkeel_load_state", "state", "low")).isZero();
        assertThat(value(answers, "evenkeel_open")).isEqualTo(1);
        assertThat(value(answers, "evenkeel_link_recent_losses", "neighbour", "n9")).isEqualTo(3);
        assertThat(value(answers, "evenkeel_master_known")).isEqualTo(1);
        assertThat(value(answers, "evenkeel_node_info", "policy", "nrics")).isEqualTo(1);
    }

    @Test
    void whatIsNotKnownIsLeftOutUntilItIs() {
        Answers.Builder plain = node("n1");
        plain.getStatsBuilder(0).clear().setNode("n1");
        plain.getNodesBuilder(0).clearClock();
        plain.clearPhases();
        var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        var nodes = new NodeMetrics(registry);
        nodes.update(plain.build());
        assertThat(registry.scrape())
                .doesNotContain("NaN")
                .doesNotContain("evenkeel_certificate_end_time_seconds")
                .doesNotContain("evenkeel_disk_free_bytes")
                .doesNotContain("evenkeel_longest_wait_seconds")
                .doesNotContain("evenkeel_journal_commit_seconds_total")
                .doesNotContain("evenkeel_time_seconds")
                .doesNotContain("evenkeel_master_known");
        nodes.update(node("n1").build());
        assertThat(registry.scrape())
                .contains("evenkeel_disk_free_bytes{node=\"n1\"} 1.099511627776E12")
                .contains("evenkeel_longest_wait_seconds{node=\"n1\"} 0.25")
                .contains("evenkeel_master_known{node=\"n1\"} 1.0");
    }

    @Test
    void labelsAreBoundedByTheSizeOfTheCluster() {
        assertThat(exporter.samples(node("n1").build()))
                .allSatisfy(sample ->
                        assertThat(
                                        Set.of(
                                                "node",
                                                "state",
                                                "kind",
                                                "neighbour",
                                                "version",
                                                "policy"))
                                .containsAll(sample.labels().keySet()));
    }

    @Test
    void aNeighbourThatIsGoneIsGoneFromThePage() {
        var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        var nodes = new NodeMetrics(registry);
        nodes.update(node("n1").build());
        assertThat(registry.scrape()).contains("neighbour=\"n9\"");
        Answers.Builder alone = node("n1");
        alone.getNodesBuilder(0).clearNeighbours().setWorkers(5);
        nodes.update(alone.build());
        assertThat(registry.scrape())
                .doesNotContain("neighbour=\"n9\"")
                .contains("evenkeel_workers{node=\"n1\"} 5.0");
    }
}
