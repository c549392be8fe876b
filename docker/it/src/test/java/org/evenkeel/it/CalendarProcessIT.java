package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node without workers plans for one that is open for seconds: from 4 to 5 s after its start,
 * which is too short for a task, from 8 to 12.2, and from 14 on. The daemon's records tell when it
 * started tasks: a busy machine is late, and its daemon knows it.
 */
@Alone
@Timeout(600)
@LongForm
class CalendarProcessIT {
    private static final Duration LIMIT = StartedNodes.LIMIT;
    private static final String HOURS = "{open=[4-5, 8-12.2, 14-900]}";
    private static final Duration CLOSES_AT_LAST = Duration.ofMinutes(15);
    private static final long FIRST_CLOSES_MILLIS = 5_000;
    private static final long TASK_MILLIS = 1_200;

    /** Records and hours are rounded, and of two clocks. The hours are further apart. */
    private static final long TICK_MILLIS = 500;

    @TempDir Path directory;

    /** Sleeps. */
    record Sleep(int number, long millis) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws Exception {
            Thread.sleep(millis);
            return number * number;
        }
    }

    private static List<TaskHandle<Integer>> submit(Cluster cluster, int first, int count) {
        List<TaskHandle<Integer>> handles = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            handles.add(cluster.submit(new Sleep(i, TASK_MILLIS)));
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
        try (StartedNodes n1 = StartedNodes.start(planner);
                Cluster cluster = n1.connect("n1")) {
            List<TaskHandle<Integer>> early = submit(cluster, 0, 2);
            Setup lab =
                    Setup.joining("n2", 2, n1, seed)
                            .flags("--policy", "calendar", "--calendar", HOURS);
            try (StartedNodes n2 = StartedNodes.start(lab)) {
                String here = n1.directory.toString();
                check(early, 0);
                List<TaskHandle<Integer>> late = submit(cluster, 2, 6);
                check(late, 2);
                Command.Ended story =
                        evenkeel.run("explain", early.getFirst().id(), "--cluster-dir", here);
                assertThat(story.out()).as(story + n2.logs()).contains("planned: ");
                String json = evenkeel.run("nodes", "--json", "--cluster-dir", here).out();
                assertThat(json).contains("\"hours\":{\"open\":true,\"until\":\"");
                Instant zero = zero(json);
                for (TaskHandle<Integer> each :
                        Stream.concat(early.stream(), late.stream()).toList()) {
                    String records =
                            evenkeel.run("explain", each.id(), "--json", "--cluster-dir", here)
                                    .out();
                    List<Long> own = starts(records, zero);
                    assertThat(own)
                            .as("milliseconds, of " + records)
                            .isNotEmpty()
                            .allMatch(CalendarProcessIT::isOpen);
                    if (own.getFirst() < FIRST_CLOSES_MILLIS - TICK_MILLIS) {
                        assertThat(records).contains("this node is closed");
                    }
                }
            }
        }
    }

    /** The beginning of the calendar; the node is open for the last time. */
    private static Instant zero(String nodes) {
        Matcher until =
                Pattern.compile("\"hours\":\\{\"open\":true,\"until\":\"([^\"]+)\"").matcher(nodes);
        assertThat(until.find()).as(nodes).isTrue();
        return Instant.parse(until.group(1)).minus(CLOSES_AT_LAST);
    }

    /** When the daemon started the task, each time, milliseconds. */
    private static List<Long> starts(String records, Instant zero) {
        return Pattern.compile(
                        "\"at\":\"([^\"]+)\",\"node\":\"n2\",\"kind\":\"STARTED\"",
                        Pattern.CASE_INSENSITIVE)
                .matcher(records)
                .results()
                .map(found -> Duration.between(zero, Instant.parse(found.group(1))).toMillis())
                .toList();
    }

    private static boolean isOpen(long at) {
        return within(at, 4_000, FIRST_CLOSES_MILLIS)
                || within(at, 8_000, 12_200)
                || within(at, 14_000, CLOSES_AT_LAST.toMillis());
    }

    private static boolean within(long at, long from, long to) {
        return at >= from - TICK_MILLIS && at <= to + TICK_MILLIS;
    }
}
