package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code evenkeel lab simulate} as a process, alone and with what a real cluster recorded. */
@Tag("extended")
class SimulateProcessIT {
    private static final String QUEENS = "org.evenkeel.examples.queens.Queens";

    @TempDir Path state;

    @Test
    void figuresAreThoseOfTheReferenceSimulator() throws Exception {
        Path svg = state.resolve("policies.svg");
        Path png = state.resolve("policies.png");
        String json =
                run(
                                0,
                                "lab",
                                "simulate",
                                "--policy",
                                "none,hybrid-1997,hybrid(placement=paper,fit=first)",
                                "--topology=mesh",
                                "--nodes=16",
                                "--workers=1",
                                "--load=0.7",
                                "--tasks=3000",
                                "--latency=0.02",
                                "--seeds=10",
                                "--json",
                                "--plot=" + svg,
                                "--plot=" + png)
                        .out();
        assertThat(json).startsWith("[{\"policy\":\"none\",").endsWith("}]\n");
        assertThat(json).contains("{\"policy\":\"hybrid(placement=paper,fit=first)\",");
        assertNear(numbers(json, "meanResponse"), 3.556, 1.232, 1.210);
        assertNear(numbers(json, "messagesPerTask"), 0, 5.2, 6.0);
        assertThat(Files.readString(svg)).contains("<svg");
        assertThat(Files.readAllBytes(png)).startsWith(0x89, 'P', 'N', 'G');
    }

    @Test
    void whatCannotBeUnderstoodIsSaidInOneLine() throws Exception {
        Command.Ended ended = run(2, "lab", "simulate", "--topology", "mash");
        assertThat(ended.err())
                .startsWith(
                        "evenkeel: --topology: unknown topology \"mash\"; did you mean \"mesh\"?");
        assertThat(run(2, "lab", "simulate", "--plot", "a.gif").err())
                .contains("--plot: a.gif must end");
    }

    @Test
    @LongForm
    void recordedClusterIsReplayedWithEveryTask() throws Exception {
        Path recordings = state.resolve("recordings");
        run(0, "up", "--nodes=2", "--workers=1", "--no-recorder", "--record=" + recordings);
        try {
            assertThat(run(0, "run", QUEENS, "--json", "--n", "11").out())
                    .contains("\"solutions\":2680", "\"serial\":false");
        } finally {
            run(0, "down");
        }
        assertThat(recordings.resolve("n1.recording")).isRegularFile();
        long submitted = lines(recordings, "task ");
        assertThat(submitted).isGreaterThan(100);
        String json =
                run(
                                0,
                                "lab",
                                "simulate",
                                "--replay=" + recordings,
                                "--policy=hybrid(relay=on),none",
                                "--seeds=2",
                                "--json")
                        .out();
        assertThat(numbers(json, "tasks")).containsOnly((double) submitted);
        assertThat(numbers(json, "recordedMakespan")).allMatch(seconds -> seconds > 0);
        assertThat(numbers(json, "makespan")).allMatch(seconds -> seconds > 0);
    }

    private Command.Ended run(int exitCode, String... words) throws Exception {
        Command.Ended ended = new Command(state).run(words);
        assertThat(ended.exitCode()).as(ended.toString()).isEqualTo(exitCode);
        return ended;
    }

    private static void assertNear(List<Double> values, double... expected) {
        assertThat(values).hasSize(expected.length);
        for (int i = 0; i < expected.length; i++) {
            assertThat(values.get(i)).isCloseTo(expected[i], within(expected[i] / 10));
        }
    }

    private static List<Double> numbers(String json, String field) {
        List<Double> numbers = new ArrayList<>();
        Matcher matcher = Pattern.compile("\"" + field + "\":([0-9.Ee+-]+)").matcher(json);
        while (matcher.find()) {
            numbers.add(Double.valueOf(matcher.group(1)));
        }
        return numbers;
    }

    private static long lines(Path folder, String beginning) throws IOException {
        long count = 0;
        for (String node : List.of("n1", "n2")) {
            count +=
                    Files.readAllLines(folder.resolve(node + ".recording")).stream()
                            .filter(line -> line.startsWith(beginning))
                            .count();
        }
        return count;
    }
}
