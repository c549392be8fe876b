package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.chaos.Observer;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The recorder, the dashboard and daemons are killed at random under load, for half a minute; in
 * the long form for ten. No task is lost, no other daemon ends, gaps are marked, and what is
 * recorded is what the daemons count. How many tasks ended each second is printed: without a
 * recorder and a dashboard, while these are killed, and while daemons are killed too.
 */
@LongForm
class ObserversKilledProcessIT {
    private static final long SEED = Long.getLong("evenkeel.seed", System.nanoTime());
    private static final Duration WHOLE = Duration.ofMinutes(5);
    private static final int WINDOW = 24;
    private static final int MILLIS = 40;

    /** After each kill so many tasks end, or something is stuck. */
    private static final int PROGRESS = 10;

    /** Clocks of client and daemons are one; what is between a commit and its client is short. */
    private static final long SLACK_MILLIS = 2_000;

    @TempDir Path folder;
    private final Random random = new Random(SEED);
    private final HttpClient browser = HttpClient.newHttpClient();
    private Command evenkeel;
    private Path records;
    private StartedNodes nodes;
    private Command.Started recorder;
    private Command.Started dashboard;

    /** Each process of a daemon that was killed, as its node tells it. */
    private final Map<Long, String> killed = new HashMap<>();

    /** A gap as it is recorded; times are milliseconds since 1970. */
    private record Gap(String cause, String node, long incarnation, long from, long to) {}

    @BeforeEach
    void start() throws Exception {
        System.out.println(
                "ObserversKilledProcessIT seed " + SEED + " (-Devenkeel.seed=" + SEED + ")");
        evenkeel = new Command(folder.resolve("state"));
        records = folder.resolve("records");
        nodes = StartedNodes.start(Setup.of(3, 2).leaving("60s"));
    }

    @AfterEach
    void close() {
        Stream.of(Optional.ofNullable(recorder), Optional.ofNullable(dashboard))
                .flatMap(Optional::stream)
                .forEach(one -> one.process().destroyForcibly());
        nodes.close();
        browser.shutdownNow();
    }

    private void startRecorder() throws Exception {
        Command.Started started =
                evenkeel.start(
                        "recorder", "--cluster-dir=" + nodes.directory, "--directory=" + records);
        recorder = started;
        Awaitility.await("it records")
                .atMost(StartedNodes.LIMIT)
                .until(() -> started.output().contains("recording cluster in"));
    }

    /** Starts it, opens its link, and reads pages of now and of the past. */
    private void startDashboard() throws Exception {
        Command.Started started =
                evenkeel.start(
                        "dashboard",
                        "--no-recorder",
                        "--port=0",
                        "--json",
                        "--cluster-dir=" + nodes.directory,
                        "--directory=" + records);
        dashboard = started;
        Awaitility.await("a link is printed")
                .atMost(StartedNodes.LIMIT)
                .until(() -> Files.readString(started.out()).contains("\n"));
        String out = Files.readString(started.out());
        String link = (String) JSON.std.mapFrom(out.lines().findFirst().orElseThrow()).get("link");
        String cookie =
                ask(URI.create(link), "none=1")
                        .headers()
                        .firstValue("Set-Cookie")
                        .orElseThrow()
                        .replaceFirst(";.*", "");
        String address = link.substring(0, link.indexOf("/?"));
        for (String page : List.of("/machines", "/past", "/past/cluster?at=" + now())) {
            assertThat(ask(URI.create(address + page), cookie).statusCode())
                    .as(page + started.output())
                    .isIn(200, 404, 503);
        }
        assertThat(ask(URI.create(address + "/metrics"), "none=1").statusCode())
                .as(started.output())
                .isIn(200, 503);
    }

    private HttpResponse<String> ask(URI uri, String cookie) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(uri)
                        .header("Cookie", cookie)
                        .timeout(StartedNodes.LIMIT)
                        .build();
        return browser.send(request, BodyHandlers.ofString());
    }

    private static long now() {
        return System.currentTimeMillis();
    }

    private List<Map<String, Object>> query(String sql) throws Exception {
        Command.Ended ended = evenkeel.run("query", sql, "--json", "--directory=" + records);
        assertThat(ended.exitCode()).as(ended.toString()).isZero();
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Object each : JSON.std.listFrom(ended.out())) {
            Map<String, Object> row = new TreeMap<>();
            ((Map<?, ?>) each).forEach((key, value) -> row.put(String.valueOf(key), value));
            rows.add(row);
        }
        return rows;
    }

    private long number(String sql) throws Exception {
        return ((Number) query(sql).getFirst().values().iterator().next()).longValue();
    }

    private List<Gap> gaps() throws Exception {
        return query(
                        "select cause, coalesce(node, '') as node,"
                                + " coalesce(incarnation, 0) as incarnation,"
                                + " coalesce(epoch_ms(from_time), 0) as from_ms,"
                                + " coalesce(epoch_ms(to_time), 0) as to_ms from gaps")
                .stream()
                .map(row ->
                        new Gap(
                                String.valueOf(row.get("cause")),
                                String.valueOf(row.get("node")),
                                Long.parseLong(String.valueOf(row.get("incarnation"))),
                                Long.parseLong(String.valueOf(row.get("from_ms"))),
                                Long.parseLong(String.valueOf(row.get("to_ms")))))
                .toList();
    }

    private long told(String node, String field) throws Exception {
        return Observer.number(nodes.ask(node, "nodes", ""), field);
    }

    private void rest() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(random.nextInt(1_500));
    }

    private void killRecorder() throws Exception {
        recorder.process().destroyForcibly().waitFor();
        rest();
        startRecorder();
    }

    private void killDashboard() throws Exception {
        dashboard.process().destroyForcibly().waitFor();
        rest();
        startDashboard();
    }

    private void killDaemon(String node) throws Exception {
        killed.put(told(node, "incarnation"), node);
        nodes.kill(node);
        rest();
        nodes.restart(node);
    }

    /**
     * Kills one thing after the other, each at least once; each time work continues.
     *
     * @return tasks that ended each second
     */
    private double killing(Duration time, List<SteadyLoad> loads, int victims) throws Exception {
        long begun = System.nanoTime();
        long before = loads.stream().mapToLong(SteadyLoad::ended).sum();
        for (int kills = 0;
                kills < victims || System.nanoTime() - begun < time.toNanos();
                kills++) {
            rest();
            switch (kills < victims ? kills : random.nextInt(victims)) {
                case 0 -> killRecorder();
                case 1 -> killDashboard();
                default -> killDaemon(random.nextBoolean() ? "n2" : "n3");
            }
            for (SteadyLoad load : loads) {
                load.awaitMore(PROGRESS, nodes::logs);
            }
        }
        long ended = loads.stream().mapToLong(SteadyLoad::ended).sum() - before;
        return ended * 1e9 / (System.nanoTime() - begun);
    }

    @Test
    void whatIsRecordedIsWhatTheDaemonsCountWhateverIsKilled() throws Exception {
        Cluster alice = nodes.connect("n1");
        Cluster bob = nodes.connect("n2");
        String alicesJob = alice.jobId();
        String bobsJob = bob.jobId();
        Map<String, Long> endsOfAlice;
        Map<String, Long> endsOfBob;
        try (SteadyLoad one = new SteadyLoad(alice, TaskOptions.DEFAULT, WINDOW, MILLIS);
                SteadyLoad other = new SteadyLoad(bob, TaskOptions.DEFAULT, WINDOW, MILLIS)) {
            run(List.of(one, other));
            one.finish(nodes::logs);
            other.finish(nodes::logs);
            endsOfAlice = one.endMillis();
            endsOfBob = other.endMillis();
            checkAgainstBooks();
        }
        recorder.process().destroy();
        assertThat(recorder.await().exitCode()).as(recorder.output()).isEqualTo(143);
        checkFiles();
        checkEnds(alicesJob, endsOfAlice, List.of()); // n1, their owner, was not killed
        checkEnds(bobsJob, endsOfBob, gaps());
    }

    /** A sixth without observers, two with observers that are killed, three with all of it. */
    private void run(List<SteadyLoad> loads) throws Exception {
        long first = nodes.daemon("n1").pid();
        for (SteadyLoad load : loads) {
            load.awaitMore(2 * WINDOW, nodes::logs);
        }
        long before = loads.stream().mapToLong(SteadyLoad::ended).sum();
        long begun = System.nanoTime();
        TimeUnit.NANOSECONDS.sleep(WHOLE.toNanos() / 6);
        double alone =
                (loads.stream().mapToLong(SteadyLoad::ended).sum() - before)
                        * 1e9
                        / (System.nanoTime() - begun);
        startRecorder();
        startDashboard();
        double observed = killing(WHOLE.dividedBy(3), loads, 2);
        assertThat(nodes.names).allMatch(node -> nodes.daemon(node).isAlive());
        double all = killing(WHOLE.dividedBy(2), loads, 4);
        System.out.printf(
                "tasks each second: %.1f alone, %.1f while recorder and dashboard are killed, %.1f"
                        + " while daemons are killed too%n",
                alone, observed, all);
        assertThat(nodes.daemon("n1").pid()).isEqualTo(first);
        assertThat(nodes.daemon("n1").isAlive()).as(nodes::logs).isTrue();
    }

    /** Nothing is submitted any more; the recorder reads what is left. */
    private void checkAgainstBooks() throws Exception {
        Map<Long, Long> books = new HashMap<>();
        Map<Long, String> nodeOf = new HashMap<>();
        for (String node : nodes.names) {
            books.put(told(node, "incarnation"), told(node, "committed"));
            nodeOf.put(told(node, "incarnation"), node);
        }
        assertThat(books.values().stream().mapToLong(Long::longValue).sum()).isPositive();
        Awaitility.await("all is recorded")
                .atMost(StartedNodes.LIMIT)
                .untilAsserted(() -> {
                    for (Map.Entry<Long, Long> book : books.entrySet()) {
                        String node = nodeOf.get(book.getKey());
                        assertThat(
                                        number(
                                                "select count(*) from records where what ="
                                                        + " 'COMMITTED' and node = '"
                                                        + node
                                                        + "' and incarnation = "
                                                        + book.getKey()))
                                .as(() -> "outcomes that " + node + " committed" + nodes.logs())
                                .isEqualTo(book.getValue());
                    }
                });
    }

    /** Each record once, no hole within a process, and a gap behind each that was killed. */
    private void checkFiles() throws Exception {
        assertThat(
                        number(
                                "select count(*) - count(distinct (node, incarnation, seq)) from"
                                        + " records"))
                .as("records that are there twice")
                .isZero();
        assertThat(
                        query(
                                "select node, incarnation, count(*) as n, max(seq) as newest from"
                                        + " records group by all having max(seq) + 1 <> count(*)"))
                .as("processes with a hole")
                .isEmpty();
        List<Gap> gaps = gaps();
        Set<Long> recorded =
                query("select distinct incarnation from records").stream()
                        .map(row -> Long.parseLong(String.valueOf(row.get("incarnation"))))
                        .collect(Collectors.toSet());
        killed.forEach((incarnation, node) -> {
            if (recorded.contains(incarnation)) {
                assertThat(gaps)
                        .as("of a process of " + node + " that was killed")
                        .anyMatch(gap ->
                                gap.cause().equals("restarted")
                                        && gap.node().equals(node)
                                        && gap.incarnation() == incarnation);
            }
        });
        assertThat(gaps).anyMatch(gap -> gap.cause().equals("recorder-stopped"));
        assertThat(gaps).noneMatch(gap -> gap.cause().equals("damaged"));
        assertThat(gaps).noneMatch(gap -> gap.cause().equals("overwritten"));
    }

    /** Whatever a client saw end is recorded, but for what a killed daemon took with it. */
    private void checkEnds(String job, Map<String, Long> endMillis, List<Gap> gaps)
            throws Exception {
        Set<String> recorded =
                query("select task from tasks where outcome = 'succeeded' and job = '" + job + "'")
                        .stream()
                        .map(row -> String.valueOf(row.get("task")))
                        .collect(Collectors.toSet());
        List<Gap> lost = gaps.stream().filter(gap -> gap.cause().equals("restarted")).toList();
        List<Map.Entry<String, Long>> unexplained =
                endMillis.entrySet().stream()
                        .filter(task -> !recorded.contains(task.getKey()))
                        .filter(task ->
                                lost.stream().noneMatch(gap -> isWithin(gap, task.getValue())))
                        .sorted(Comparator.comparing(Map.Entry::getValue))
                        .toList();
        System.out.printf(
                "job %s: %,d tasks ended, of %,d the end is recorded%n",
                job, endMillis.size(), recorded.size());
        assertThat(unexplained).as("ended, not recorded, and in no gap").isEmpty();
        assertThat(recorded).hasSizeLessThanOrEqualTo(endMillis.size());
    }

    private static boolean isWithin(Gap gap, long millis) {
        return gap.from() - SLACK_MILLIS <= millis && millis <= gap.to() + SLACK_MILLIS;
    }
}
