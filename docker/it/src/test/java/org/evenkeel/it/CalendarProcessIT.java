package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.LocalCluster.Setup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node without workers plans for one that is open for seconds: from 4 to 5 s after its start,
 * which is too short for a task, from 8 to 12.2, and from 14 on. Tasks note when they start.
 */
@Alone
@Timeout(120)
@LongForm
class CalendarProcessIT {
    private static final Duration LIMIT = LocalCluster.LIMIT;
    private static final String HOURS = "{open=[4-5, 8-12.2, 14-900]}";
    private static final long FIRST_CLOSES_MILLIS = 5_000;
    private static final long TASK_MILLIS = 1_200;

    /** What starting a process or telling a neighbour may take on a busy machine. */
    private static final long TOLERANCE_MILLIS = 500;

    @TempDir Path directory;

    /** Notes that it starts, and sleeps. */
    record Noted(int number, String file, long millis) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws Exception {
            Files.writeString(
                    Path.of(file),
                    System.currentTimeMillis() + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            Thread.sleep(millis);
            return number * number;
        }
    }

    private List<TaskHandle<Integer>> submit(Cluster cluster, int first, int count) {
        List<TaskHandle<Integer>> handles = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            handles.add(
                    cluster.submit(
                            new Noted(i, directory.resolve("starts").toString(), TASK_MILLIS)));
        }
        return handles;
    }

    private static void check(List<TaskHandle<Integer>> handles, int first) throws Exception {
        for (int i = 0; i < handles.size(); i++) {
            assertThat(handles.get(i).get(LIMIT)).isEqualTo((first + i) * (first + i));
            assertThat(handles.get(i).where()).isEqualTo("n2");
        }
    }

    @Test
    void tasksRunInTheHoursOfTheOnlyNodeThatHasWorkers() throws Exception {
        Command evenkeel = new Command(directory.resolve("state"));
        String seed = "127.0.0.1:" + Ports.reserve(1);
        Setup planner =
                Setup.machine("n1", 0)
                        .flags("--seeds", "", "--listen", seed, "--policy", "calendar");
        try (LocalCluster n1 = LocalCluster.start(planner);
                Cluster cluster = n1.connect("n1")) {
            List<TaskHandle<Integer>> early = submit(cluster, 0, 2);
            Setup lab =
                    Setup.machine("n2", 2)
                            .flags("--seeds", seed, "--policy", "calendar", "--calendar", HOURS)
                            .token(n1.directory.resolve("token"));
            try (LocalCluster n2 = LocalCluster.start(lab)) {
                String here = n1.directory.toString();
                Awaitility.await("a node that is closed")
                        .atMost(LIMIT)
                        .until(() ->
                                evenkeel.run("nodes", "--cluster-dir", here)
                                        .out()
                                        .contains("closed until"));
                check(early, 0);
                List<TaskHandle<Integer>> late = submit(cluster, 2, 6);
                check(late, 2);
                Command.Ended story =
                        evenkeel.run("explain", early.getFirst().id(), "--cluster-dir", here);
                assertThat(story.out()).as(story + n2.logs()).contains("planned: ");
                String json = evenkeel.run("nodes", "--json", "--cluster-dir", here).out();
                assertThat(json).contains("\"hours\":{\"open\":true,\"until\":\"");
                if (checkStarts(json)) {
                    assertThat(story.out()).contains("this node is closed");
                }
            }
        }
    }

    /** All are in the hours; whether one was in the first, so that it started again. */
    private boolean checkStarts(String json) throws Exception {
        Matcher started =
                Pattern.compile("\"node\":\"n2\".*?\"started\":\"([^\"]+)\"").matcher(json);
        assertThat(started.find()).as(json).isTrue();
        long zero = Instant.parse(started.group(1)).toEpochMilli();
        List<Long> starts =
                Files.readAllLines(directory.resolve("starts")).stream()
                        .map(line -> Long.parseLong(line) - zero)
                        .toList();
        assertThat(starts).hasSizeGreaterThanOrEqualTo(8);
        assertThat(starts)
                .allSatisfy(start ->
                        assertThat(mayStart(start)).as("%d ms of %s", start, starts).isTrue());
        return starts.getFirst() < FIRST_CLOSES_MILLIS + TOLERANCE_MILLIS;
    }

    /** A worker that was asked to start in the first hours may be slow to do so. */
    private static boolean mayStart(long at) {
        return within(at, 4_000, 7_000)
                || within(at, 8_000, 12_200 - TASK_MILLIS + TOLERANCE_MILLIS)
                || within(at, 14_000, Long.MAX_VALUE);
    }

    private static boolean within(long at, long from, long to) {
        return at >= from - TOLERANCE_MILLIS && at <= to;
    }
}
