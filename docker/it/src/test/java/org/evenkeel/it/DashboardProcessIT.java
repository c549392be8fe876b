package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code evenkeel dashboard} serves of a cluster with two submitters that loses a machine. */
@Tag("extended")
class DashboardProcessIT {
    private static final int TASKS = 6;

    @TempDir Path folder;

    private final HttpClient browser = HttpClient.newHttpClient();
    private Path gate;
    private Command.Started dashboard;
    private String address;
    private String cookie;

    @BeforeEach
    void gate() {
        gate = folder.resolve("gate");
    }

    @AfterEach
    void close() {
        if (dashboard != null) {
            dashboard.process().destroyForcibly();
        }
        browser.shutdownNow();
    }

    /** Starts it, and opens the link. */
    private void open(StartedNodes nodes) throws Exception {
        dashboard =
                new Command(folder.resolve("state"))
                        .start(
                                "dashboard",
                                "--no-recorder",
                                "--port",
                                "0",
                                "--json",
                                "--cluster-dir",
                                nodes.directory.toString());
        Awaitility.await("a link is printed")
                .atMost(StartedNodes.LIMIT)
                .until(() ->
                        Files.readString(dashboard.out()).contains("\n")
                                || !dashboard.process().isAlive());
        String out = Files.readString(dashboard.out());
        assertThat(out).as(dashboard.output()).contains("\"link\"");
        Map<String, Object> said = JSON.std.mapFrom(out);
        String link = (String) said.get("link");
        address = link.substring(0, link.indexOf("/?"));
        assertThat(get("/").statusCode()).as("without the link").isEqualTo(403);
        HttpResponse<String> admitted = ask(URI.create(link));
        assertThat(admitted.statusCode()).isEqualTo(303);
        cookie = admitted.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
    }

    private HttpRequest.Builder request(URI uri) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        return cookie == null ? request : request.header("Cookie", cookie);
    }

    private HttpResponse<String> ask(URI uri) throws Exception {
        return browser.send(request(uri).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return ask(URI.create(address + path));
    }

    private Map<String, Object> read(String path) throws Exception {
        HttpResponse<String> answer = get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.std.mapFrom(answer.body());
    }

    /** Follows what is told each second until it is so. */
    private Map<String, Object> awaitNow(StartedNodes nodes, Predicate<Map<String, Object>> so)
            throws Exception {
        HttpRequest request = request(URI.create(address + "/now")).build();
        try (Stream<String> lines = browser.send(request, BodyHandlers.ofLines()).body()) {
            return lines.filter(line -> line.startsWith("data: "))
                    .limit(StartedNodes.LIMIT.toSeconds())
                    .map(line -> parsed(line.substring("data: ".length())))
                    .filter(so)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("it was never so" + nodes.logs()));
        }
    }

    private static Map<String, Object> parsed(String text) {
        try {
            return JSON.std.mapFrom(text);
        } catch (IOException e) {
            throw new AssertionError(text, e);
        }
    }

    private static Stream<Map<?, ?>> rows(Map<String, Object> page, String name) {
        return ((List<?>) page.get(name)).stream().map(row -> (Map<?, ?>) row);
    }

    private static boolean isRunning(Map<String, Object> now, Cluster job) {
        return rows(now, "jobs")
                .anyMatch(row ->
                        job.jobId().equals(row.get("job"))
                                && Objects.equals(row.get("total"), TASKS)
                                && ((Number) row.get("running")).intValue() > 0);
    }

    private static boolean isToldGone(Map<String, Object> now, String machine, String how) {
        return rows(now, "machines")
                .anyMatch(row ->
                        machine.equals(row.get("machine"))
                                && how.equals(row.get("how"))
                                && row.get("goneSince") != null);
    }

    private static boolean isGone(Map<String, Object> now, String machine) {
        return "".equals(now.get("failure"))
                && rows(now, "machines")
                        .noneMatch(row ->
                                machine.equals(row.get("machine")) && row.get("busy") != null);
    }

    @Test
    void jobsTasksAndMetricsAreServedAlsoWhenAMachineIsGone() throws Exception {
        try (StartedNodes nodes = StartedNodes.start(Setup.of(3, 1));
                Cluster alice = nodes.builder("n2").jobName("<b>of alice</b>").connect();
                Cluster bob = nodes.builder("n3").jobName("of bob").connect()) {
            List<TaskHandle<Long>> all = new ArrayList<>();
            for (int i = 0; i < TASKS; i++) {
                all.add(alice.submit(new Work.GatedSquare(i, gate.toString())));
                all.add(bob.submit(new Work.GatedSquare(i, gate.toString())));
            }
            open(nodes);
            Map<String, Object> now =
                    awaitNow(nodes, each -> isRunning(each, alice) || isRunning(each, bob));
            assertThat(rows(now, "machines").map(row -> (Object) row.get("machine")))
                    .containsExactlyInAnyOrder("n1", "n2", "n3");
            assertThat(get("/metrics").body())
                    .contains("node=\"n1\"", "node=\"n2\"", "node=\"n3\"");

            nodes.kill("n1"); // the first that a command asks
            awaitNow(nodes, each -> isGone(each, "n1"));
            Files.createFile(gate);
            long sum = 0;
            for (TaskHandle<Long> handle : all) {
                sum += handle.get();
            }
            assertThat(sum).isEqualTo(2L * (1 + 4 + 9 + 16 + 25));
            Map<String, Object> job = read("/job/" + alice.jobId());
            assertThat(((Map<?, ?>) job.get("job")).get("name")).isEqualTo("<b>of alice</b>");
            assertThat(((Map<?, ?>) job.get("job")).get("tasks")).isEqualTo(TASKS);
            Map<String, Object> task = read("/task/" + all.getFirst().id());
            assertThat(task.get("task")).isEqualTo(all.getFirst().id());
            assertThat(rows(task, "steps")).isNotEmpty();
            assertThat(get("/task/3k7x0a9q2m4fz-1").statusCode()).isEqualTo(404);
            assertThat(get("/job/3k7x0a9q2m4fz").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void machinesThatAreGoneAreToldUntilTheyAreBack() throws Exception {
        try (StartedNodes nodes = StartedNodes.start(Setup.of(3, 1))) {
            open(nodes);
            awaitNow(nodes, each -> rows(each, "machines").count() == 3);
            assertThat(nodes.stop("n3")).isZero();
            awaitNow(nodes, each -> isToldGone(each, "n3", "left"));
            nodes.kill("n2");
            awaitNow(nodes, each -> isToldGone(each, "n2", "ended"));
            assertThat(rows(read("/machines"), "machines").map(row -> (Object) row.get("machine")))
                    .containsExactly("n1", "n2", "n3");
            Map<?, ?> first = (Map<?, ?>) read("/machine/n1").get("machine");
            assertThat(((Map<?, ?>) first.get("facts")).get("address")).asString().contains(":");
            nodes.restart("n3");
            awaitNow(
                    nodes,
                    each ->
                            rows(each, "machines")
                                    .anyMatch(row ->
                                            "n3".equals(row.get("machine"))
                                                    && row.get("busy") != null));
        }
    }

    /** Whole lines. */
    private List<String> printed() throws IOException {
        String out = Files.readString(dashboard.out());
        return out.substring(0, out.lastIndexOf('\n') + 1).lines().toList();
    }

    @Test
    @LongForm
    void theNextLinkIsPrintedWhenOneWasUsed() throws Exception {
        try (StartedNodes nodes = StartedNodes.start(Setup.of(1, 1))) {
            open(nodes);
            Awaitility.await("the next link is printed")
                    .atMost(StartedNodes.LIMIT)
                    .until(() -> printed().size() == 2);
            URI next = URI.create((String) parsed(printed().getLast()).get("link"));
            cookie = null;
            HttpResponse<String> admitted = ask(next);
            assertThat(admitted.statusCode()).isEqualTo(303);
            assertThat(ask(next).statusCode()).as("once more").isEqualTo(403);
            Awaitility.await("one for a third browser")
                    .atMost(StartedNodes.LIMIT)
                    .until(() -> printed().size() == 3);
            assertThat(printed()).doesNotHaveDuplicates();
        }
    }
}
