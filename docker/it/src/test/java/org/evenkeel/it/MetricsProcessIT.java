package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Durability;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Metrics of real daemons, as Prometheus reads them, and the alerts of docker/monitoring. */
@Tag("extended")
@NeedsPrometheus
class MetricsProcessIT {
    private static final Path MONITORING = Path.of("../monitoring");

    /** Whatever has fired since Prometheus was started. */
    private static final String FIRED = "count_over_time(ALERTS{alertstate=\"firing\"}[1h])";

    /** The jobs of which every daemon has answered for five seconds. */
    private static final String ANSWERED = "min by (job) (min_over_time(up[5s])) == 1";

    /**
     * Whatever has fired of a job while all its daemons answered: a busy machine answers late here,
     * where five minutes are ten seconds, and sums then leave a daemon out.
     */
    private static final String FIRED_WHERE_ALL_ANSWER =
            "count_over_time((ALERTS{alertstate=\"firing\"} and on (job) ("
                    + ANSWERED
                    + "))[1h:1s])";

    /** Those machines are linked, but work stays where it is. */
    private static final List<String> ALONE = List.of("--policy", "none");

    @TempDir Path folder;
    private String seed = "";
    private int port;

    /** Fails at once. */
    record Failing() implements Task<String> {
        @Override
        public String run(TaskContext context) {
            throw new IllegalStateException("no input");
        }
    }

    @BeforeEach
    void ports() throws Exception {
        port = Ports.reserve(9);
        seed = "127.0.0.1:" + port;
    }

    private String address(int number) {
        return "127.0.0.1:" + (port + number);
    }

    private StartedNodes first(String... flags) throws IOException {
        return StartedNodes.start(
                Setup.machine("n1", 1)
                        .flags("--seeds", "", "--listen", seed, "--metrics", address(1))
                        .flags(flags));
    }

    private StartedNodes other(int number, StartedNodes first, String... flags) throws IOException {
        return StartedNodes.start(
                Setup.joining("n" + number, 1, first, seed)
                        .flags("--metrics", address(number))
                        .flags(flags));
    }

    @Test
    void pagesAreGoodAndTellWhatRan() throws Exception {
        try (StartedNodes n1 = first();
                StartedNodes n2 = other(2, n1);
                StartedNodes n3 = other(3, n1);
                Cluster alice = n1.connect("n1");
                Cluster bob = n2.connect("n2")) {
            List<TaskHandle<Long>> tasks = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                tasks.add((i % 2 == 0 ? alice : bob).submit(new Work.Square(i, 20)));
            }
            for (int i = 0; i < tasks.size(); i++) {
                assertThat(tasks.get(i).get()).isEqualTo((long) i * i);
            }
            assertThat(Prometheus.promtool(write(page(address(1))), "check", "metrics")).isEmpty();

            Command evenkeel = new Command(folder.resolve("state"));
            String where = "--cluster-dir=" + n1.directory;
            Command.Ended all = evenkeel.run("metrics", where);
            assertThat(all.exitCode()).as(all + n1.logs()).isZero();
            assertThat(Prometheus.promtool(write(all.out()), "check", "metrics")).isEmpty();
            assertThat(sum(all.out(), "evenkeel_tasks_run_total{")).isEqualTo(60);
            assertThat(all.out()).contains("{node=\"n1\"}", "{node=\"n2\"}", "{node=\"n3\"}");

            Awaitility.await("n1 knows n3")
                    .atMost(StartedNodes.LIMIT)
                    .until(() -> page(address(1)).contains("neighbour=\"n3\""));
            n3.signal("STOP", "n3");
            try {
                Command.Ended two = evenkeel.run("metrics", where, "--json");
                assertThat(two.exitCode()).as(two.toString()).isZero();
                assertThat(two.out()).contains("\"silent\":[\"n3\"]");
            } finally {
                n3.signal("CONT", "n3");
            }
        }
    }

    /** Of the lines that begin so. */
    private static double sum(String text, String start) {
        return text.lines()
                .filter(line -> line.startsWith(start))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("page.prom"), text);
    }

    private static String page(String address) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create("http://" + address + "/metrics"))
                            .timeout(Duration.ofSeconds(30))
                            .build();
            return client.send(request, BodyHandlers.ofString()).body();
        }
    }

    @Test
    void rulesFireWhenTheirDescriptionsSaySo() throws Exception {
        Path rules = MONITORING.resolve("alerts_test.yaml").toAbsolutePath();
        assertThat(Prometheus.promtool(rules, "test", "rules", rules.toString()))
                .contains("SUCCESS");
    }

    /**
     * Each for a reason that daemons really have; minutes are seconds, and every commit of the
     * journal counts as slow, for its disk cannot be slowed down here.
     */
    @Test
    @LongForm
    void everyAlertFiresForRealDaemons() throws Exception {
        Path gate = folder.resolve("gate");
        identities();
        try (StartedNodes n1 = first(ALONE.toArray(String[]::new));
                StartedNodes n2 =
                        other(2, n1, "--policy", "none", "--low-disk-bytes", "1125899906842624");
                StartedNodes n3 = other(3, n1, "--policy", "none", "--wall-clock-offset", "30s");
                StartedNodes closed =
                        StartedNodes.start(
                                Setup.machine("closed", 1)
                                        .flags("--seeds", "", "--listen", address(7))
                                        .flags("--metrics", address(4), "--policy", "none")
                                        .flags("--calendar", "{open=[90000-90001]}"));
                StartedNodes _ =
                        StartedNodes.start(
                                Setup.joining("idle", 1, closed, address(7))
                                        .flags("--metrics", address(8), "--policy", "none"));
                StartedNodes _ =
                        StartedNodes.start(
                                Setup.machine("phases", 1)
                                        .flags("--metrics", address(5), "--policy", "nrics"));
                Secured secured = secured();
                Prometheus prometheus =
                        Prometheus.start(folder.resolve("prometheus"), jobs(), hurriedRules());
                Cluster alice = n1.connect("n1");
                Cluster bob = n2.connect("n2");
                Cluster carol = closed.connect("closed")) {
            TaskOptions durable = TaskOptions.DEFAULT.withDurability(Durability.DISK);
            StartedNodes.at(alice, "n1"); // its worker is there
            for (int i = 0; i < 4; i++) {
                alice.submit(new Work.GatedSquare(i, gate.toString()));
            }
            while (link("evenkeel_link_recent_losses") < 5) {
                Awaitility.await("n1 is linked with n3")
                        .atMost(StartedNodes.LIMIT)
                        .until(() -> link("evenkeel_link_up") > 0);
                n3.kill("n3");
                n3.restart("n3");
            }
            Awaitility.await("alerts")
                    .atMost(StartedNodes.LIMIT)
                    .pollInterval(Duration.ofMillis(500))
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .untilAsserted(() -> {
                        bob.submit(new Failing());
                        carol.submit(new Work.Square(1, 1), durable);
                        assertThat(alerts(prometheus, FIRED))
                                .as(() -> prometheus.log() + n1.logs() + secured.log())
                                .contains(
                                        "EvenkeelBacklogBesideIdle evenkeel-open",
                                        "EvenkeelCertificateEnds evenkeel-secured",
                                        "EvenkeelClockOff evenkeel-open",
                                        "EvenkeelDiskLow evenkeel-open",
                                        "EvenkeelFailuresRising evenkeel-open",
                                        "EvenkeelJobLate evenkeel-open",
                                        "EvenkeelJournalSlow evenkeel-closed",
                                        "EvenkeelMasterMissing evenkeel-phases",
                                        "EvenkeelNoProgress evenkeel-closed",
                                        "EvenkeelNodeFlapping evenkeel-open",
                                        "EvenkeelUnreachable evenkeel-open");
                    });
            Awaitility.await("alerts while all answer")
                    .atMost(StartedNodes.LIMIT)
                    .untilAsserted(() -> {
                        assertThat(prometheus.query(ANSWERED)).hasSize(4);
                        assertThat(alerts(prometheus, FIRED_WHERE_ALL_ANSWER))
                                .contains(
                                        "EvenkeelClockOff evenkeel-open",
                                        "EvenkeelNoProgress evenkeel-closed");
                    });
            assertThat(alerts(prometheus, FIRED_WHERE_ALL_ANSWER))
                    .doesNotContain(
                            "EvenkeelNoProgress evenkeel-open",
                            "EvenkeelNoProgress evenkeel-phases",
                            "EvenkeelMasterMissing evenkeel-open",
                            "EvenkeelDiskLow evenkeel-closed",
                            "EvenkeelClockOff evenkeel-closed",
                            "EvenkeelFailuresRising evenkeel-closed");
            for (String asked : askedByTheDashboard()) {
                Awaitility.await(asked)
                        .atMost(StartedNodes.LIMIT)
                        .untilAsserted(() -> {
                            List<Object> found = new ArrayList<>();
                            for (String job : List.of("evenkeel-open", "evenkeel-closed")) {
                                found.addAll(prometheus.query(asked.replace("$cluster", job)));
                            }
                            assertThat(found).as(asked).isNotEmpty();
                        });
            }
            Files.writeString(gate, "");
        }
    }

    /** The questions of the panels in docker/monitoring/grafana.json, with ranges of this test. */
    private static List<String> askedByTheDashboard() throws IOException {
        List<String> asked = new ArrayList<>();
        var dashboard = JSON.std.mapFrom(Files.readString(MONITORING.resolve("grafana.json")));
        collect(dashboard, asked);
        assertThat(asked).hasSizeGreaterThan(10);
        return asked.stream()
                .map(each -> each.replace("$__range", "1h").replace("$__rate_interval", "20s"))
                .toList();
    }

    private static void collect(Object part, List<String> asked) {
        if (part instanceof Map<?, ?> fields) {
            if (fields.get("expr") instanceof String expression) {
                asked.add(expression);
            }
            fields.values().forEach(each -> collect(each, asked));
        } else if (part instanceof List<?> list) {
            list.forEach(each -> collect(each, asked));
        }
    }

    /** Each alert that a query finds, with its job. */
    private static Set<String> alerts(Prometheus prometheus, String query) throws Exception {
        Set<String> alerts = new TreeSet<>();
        for (var alert : prometheus.query(query)) {
            alerts.add(alert.get("alertname") + " " + alert.get("job"));
        }
        return alerts;
    }

    /** What n1 says of its link to n3. */
    private double link(String name) throws Exception {
        return sum(page(address(1)), name + "{neighbour=\"n3\"");
    }

    private String jobs() {
        Path pem = folder.resolve("observer/identity/node.pem");
        return job("evenkeel-open", "", address(1), address(2), address(3))
                + job("evenkeel-closed", "", address(4), address(8))
                + job("evenkeel-phases", "", address(5))
                + job(
                        "evenkeel-secured",
                        ", scheme: https, tls_config: {insecure_skip_verify: true, cert_file: "
                                + pem
                                + ", key_file: "
                                + pem
                                + "}",
                        address(6));
    }

    private static String job(String name, String more, String... addresses) {
        return "  - {job_name: %s, static_configs: [{targets: [%s]}]%s}\n"
                .formatted(name, "\"" + String.join("\", \"", addresses) + "\"", more);
    }

    private static String hurriedRules() throws IOException {
        return Files.readString(MONITORING.resolve("alerts.yaml"))
                .replace("[1h] offset 10m", "[20s] offset 10s")
                .replace("[10m]", "[10s]")
                .replace("[5m]", "[10s]")
                .replaceAll("for: \\dm", "for: 1s")
                .replace("> 3600", "> 2")
                .replace("> 0.2", "> 0");
    }

    /** By a process with the jars of a daemon, as daemons and commands make them. */
    private void identities() throws Exception {
        Path home = Home.unpack();
        Path out = folder.resolve("identities.out");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                Home.code() + File.pathSeparator + Home.jars(home, "daemon"),
                                "org.evenkeel.hostile.OldIdentity",
                                folder.resolve("authority").toString(),
                                folder.resolve("secured").toString(),
                                folder.resolve("observer").toString())
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        assertThat(process.waitFor()).as(Files.readString(out)).isZero();
    }

    /** A daemon that serves its page over TLS. */
    private record Secured(Command.Started started) implements AutoCloseable {
        String log() {
            try {
                return Files.readString(started.out()) + Files.readString(started.err());
            } catch (IOException e) {
                return e.toString();
            }
        }

        @Override
        public void close() throws IOException {
            started.process().destroy();
            try {
                started.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Secured secured() throws IOException {
        return new Secured(
                new Command(folder.resolve("state"))
                        .start(
                                "daemon",
                                "--cluster-dir",
                                folder.resolve("secured").toString(),
                                "--node",
                                "old",
                                "--workers",
                                "0",
                                "--metrics",
                                "{listen=\"" + address(6) + "\", tls=on}"));
    }
}
