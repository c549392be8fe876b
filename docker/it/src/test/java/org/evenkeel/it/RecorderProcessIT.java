package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What real daemons did is asked in SQL: while they run, and when everything has ended. */
@Tag("extended")
class RecorderProcessIT {

    /** Tasks that were submitted to see whether a node takes any. */
    private static final String COUNTED = " where kind not like '%Spin'";

    @TempDir Path folder;
    private Command evenkeel;
    private Path records;

    @BeforeEach
    void command() throws Exception {
        evenkeel = new Command(folder.resolve("state"));
        records = folder.resolve("records");
    }

    /** Fails at once. */
    record Failing() implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            throw new IllegalStateException("no input");
        }
    }

    /** Waits for a file, and can be moved meanwhile. */
    record Waiting(String gate) implements Task<String> {
        @Override
        public String run(TaskContext context) throws InterruptedException {
            while (!Files.exists(Path.of(gate))) {
                Thread.sleep(2);
                context.checkpoint();
            }
            return context.node();
        }
    }

    private Command.Started startRecorder(StartedNodes nodes) throws Exception {
        Command.Started recorder =
                evenkeel.start(
                        "recorder", "--cluster-dir=" + nodes.directory, "--directory=" + records);
        Awaitility.await("it records")
                .atMost(StartedNodes.LIMIT)
                .until(() -> recorder.output().contains("recording cluster in"));
        return recorder;
    }

    private Command.Ended ask(String... words) throws Exception {
        List<String> all = new ArrayList<>(Arrays.asList(words));
        all.add("--directory=" + records);
        return evenkeel.run(all.toArray(String[]::new));
    }

    private List<Map<String, Object>> query(String sql) throws Exception {
        Command.Ended ended = ask("query", sql, "--json");
        assertThat(ended.exitCode()).as(ended.toString()).isZero();
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Object each : JSON.std.listFrom(ended.out())) {
            Map<String, Object> row = new HashMap<>();
            ((Map<?, ?>) each).forEach((key, value) -> row.put(String.valueOf(key), value));
            rows.add(row);
        }
        return rows;
    }

    private long number(String sql) throws Exception {
        return ((Number) query(sql).getFirst().values().iterator().next()).longValue();
    }

    private static long number(Map<String, Object> row, String column) {
        return ((Number) row.get(column)).longValue();
    }

    /** Of each job, how many tasks had each outcome. */
    private Map<String, Map<String, Long>> outcomes() throws Exception {
        Map<String, Map<String, Long>> outcomes = new HashMap<>();
        for (Map<String, Object> row :
                query(
                        "select job, coalesce(outcome, 'none') as outcome, count(*) as n from tasks"
                                + COUNTED
                                + " group by all")) {
            outcomes.computeIfAbsent(String.valueOf(row.get("job")), _ -> new HashMap<>())
                    .put(String.valueOf(row.get("outcome")), ((Number) row.get("n")).longValue());
        }
        return outcomes;
    }

    private void awaitOutcomes(Map<String, Map<String, Long>> expected, StartedNodes nodes) {
        Awaitility.await("all outcomes are recorded")
                .atMost(StartedNodes.LIMIT)
                .untilAsserted(() -> assertThat(outcomes()).as(nodes::logs).isEqualTo(expected));
    }

    /** What a node records within its last half second may be lost with it. */
    private void awaitStartIsRecorded(TaskHandle<?> task) {
        String sql =
                "select count(*) from records where what = 'STARTED' and task = '"
                        + task.id()
                        + "'";
        Awaitility.await("the start of " + task.id() + " is recorded")
                .atMost(StartedNodes.LIMIT)
                .until(() -> number(sql) > 0);
    }

    private static List<TaskHandle<Long>> squares(Cluster cluster, int count) {
        List<TaskHandle<Long>> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tasks.add(cluster.submit(new Work.Square(i, 20)));
        }
        return tasks;
    }

    private static void await(List<TaskHandle<Long>> squares) throws Exception {
        for (int i = 0; i < squares.size(); i++) {
            assertThat(squares.get(i).get(StartedNodes.LIMIT)).isEqualTo((long) i * i);
        }
    }

    private void nodeCommand(StartedNodes nodes, String... words) throws Exception {
        List<String> all = new ArrayList<>(Arrays.asList(words));
        all.add("--cluster-dir=" + nodes.directory);
        Command.Ended ended = evenkeel.run(all.toArray(String[]::new));
        assertThat(ended.exitCode()).as(ended + nodes.logs()).isZero();
    }

    @Test
    void everyRecordIsKeptOnceThoughADaemonAndTheRecorderAreKilled() throws Exception {
        Map<String, Long> ofAlice = Map.of("succeeded", 62L);
        Map<String, Long> ofBob = Map.of("succeeded", 40L, "failed", 5L);
        Map<String, Map<String, Long>> expected;
        try (StartedNodes nodes = StartedNodes.start(Setup.of(3, 2).leaving("60s"));
                Cluster alice = nodes.connect("n1");
                Cluster bob = nodes.connect("n2")) {
            expected = Map.of(alice.jobId(), ofAlice, bob.jobId(), ofBob);
            Command.Started recorder = startRecorder(nodes);
            Command.Ended second = ask("recorder", "--cluster-dir=" + nodes.directory);
            assertThat(second.exitCode()).as(second.toString()).isEqualTo(4);
            assertThat(second.err()).contains("another recorder (process ");

            TaskOptions at3 = StartedNodes.at(alice, "n3");
            Path gate = folder.resolve("gate");
            TaskHandle<String> moved = alice.submit(new Waiting(gate.toString()), at3);
            nodes.awaitNoted("n3", moved, "STARTED");
            nodeCommand(nodes, "pause", "n3", "--within", "60s");
            nodes.awaitNoted("n1", moved, "KEPT");
            nodeCommand(nodes, "resume", "n3");
            await(squares(alice, 40));
            await(squares(bob, 40));

            recorder.process().destroyForcibly().waitFor();
            List<TaskHandle<Integer>> failing = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                failing.add(bob.submit(new Failing()));
            }
            for (TaskHandle<Integer> one : failing) {
                assertThatThrownBy(() -> one.get(StartedNodes.LIMIT))
                        .hasMessageContaining("no input");
            }
            recorder = startRecorder(nodes);

            Path other = folder.resolve("other");
            TaskHandle<String> lost = alice.submit(new Waiting(other.toString()), at3);
            nodes.awaitNoted("n3", lost, "STARTED");
            awaitStartIsRecorded(lost);
            nodes.kill("n3");
            await(squares(alice, 20));
            nodes.restart("n3");
            Files.createFile(gate);
            Files.createFile(other);
            assertThat(moved.get(StartedNodes.LIMIT)).as(nodes::logs).isNotEmpty();
            assertThat(lost.get(StartedNodes.LIMIT)).as(nodes::logs).isNotEmpty();

            awaitOutcomes(expected, nodes);
            Awaitility.await("n3 answers again")
                    .atMost(StartedNodes.LIMIT)
                    .untilAsserted(() ->
                            assertThat(query("select cause, node from gaps"))
                                    .contains(Map.of("cause", "restarted", "node", "n3")));
            String sql =
                    "select max(moves) filter (where task = '%s') as moves,"
                            + " max(starts) filter (where task = '%s') as starts from tasks";
            Map<String, Object> both = query(sql.formatted(moved.id(), lost.id())).getFirst();
            assertThat(number(both, "moves")).isPositive();
            assertThat(number(both, "starts")).isGreaterThan(1);
            assertThat(ask("recorder", "--status").out()).contains("n1", "n2", "n3", "process ");
            recorder.process().destroy();
            assertThat(recorder.await().exitCode()).as(recorder.output()).isEqualTo(143);
        }
        checkFiles(expected);
    }

    /** Nothing runs any more. */
    private void checkFiles(Map<String, Map<String, Long>> expected) throws Exception {
        assertThat(outcomes()).isEqualTo(expected);
        assertThat(query("select distinct error from tasks where outcome = 'failed'"))
                .extracting(row -> String.valueOf(row.get("error")))
                .allMatch(error -> error.contains("no input"));
        Map<String, Object> counts =
                query(
                                "select (select count(*) from records) as all_records,"
                                        + " (select count(*) from (select distinct node,"
                                        + " incarnation, seq from records)) as different_records,"
                                        + " (select count(*) from runs where ended_by ="
                                        + " 'SUSPENDED') as suspended,"
                                        + " (select count(distinct node) from nodes) as nodes,"
                                        + " (select count(distinct part) from moves) as parts")
                        .getFirst();
        assertThat(number(counts, "all_records"))
                .as("each record once")
                .isEqualTo(number(counts, "different_records"));
        assertThat(number(counts, "suspended")).isPositive();
        assertThat(number(counts, "nodes")).isEqualTo(3);
        assertThat(number(counts, "parts")).isPositive();
        assertThat(
                        query(
                                "select node from records group by node, incarnation having"
                                        + " max(seq) + 1 <> count(*)"))
                .as("and no hole")
                .isEmpty();
        assertThat(query("select distinct cause from gaps order by cause"))
                .extracting(row -> row.get("cause"))
                .containsExactly("recorder-stopped", "restarted");
        Path parquet = folder.resolve("tasks.parquet");
        Command.Ended exported = ask("query", "from tasks", "--parquet", parquet.toString());
        assertThat(exported.exitCode()).as(exported.toString()).isZero();
        assertThat(parquet).isNotEmptyFile();
        Command.Ended refused = ask("query", "copy tasks to '" + folder.resolve("x.csv") + "'");
        assertThat(refused.exitCode()).as(refused.toString()).isEqualTo(2);
    }
}
