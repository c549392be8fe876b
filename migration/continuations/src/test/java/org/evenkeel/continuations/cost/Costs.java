package org.evenkeel.continuations.cost;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.continuations.capture.AddOpensFlags;
import org.evenkeel.continuations.hop.Programs;
import org.evenkeel.samples.cost.Queens;

/**
 * Measures the cost of checkpoints, each measurement in a JVM that has done nothing else, and
 * prints a line for each. No test: how fast a machine is makes nothing wrong. See
 * docs/benchmarks.md.
 */
public final class Costs {

    private enum Measurement {
        SPLIT(CheckpointCost.class, "Split"),
        DEEP(CheckpointCost.class, "Deep"),
        EVERY(CheckpointCost.class, "Every"),
        LADDER(CheckpointCost.class, "Ladder"),
        RECURSION_AT_INTERVALS(IntervalCost.class, "Every"),
        LOOP_AT_INTERVALS(IntervalCost.class, "Loop");

        private final Class<?> main;
        private final String argument;

        Measurement(Class<?> main, String argument) {
            this.main = main;
            this.argument = argument;
        }
    }

    private Costs() {}

    /** Names of measurements; all of them without an argument. */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<Measurement> wanted =
                args.length == 0
                        ? List.of(Measurement.values())
                        : Arrays.stream(args).map(Measurement::valueOf).toList();
        Path folder = Files.createTempDirectory("evenkeel-cost-");
        try {
            Programs.copyPackageOf(Queens.class, folder);
            for (Measurement each : wanted) {
                System.out.println(each + ": " + measured(each, folder));
            }
        } finally {
            Programs.delete(folder);
        }
    }

    private static String measured(Measurement what, Path folder)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.add("-XX:+UseSerialGC");
        words.addAll(AddOpensFlags.words());
        words.addAll(List.of("-cp", System.getProperty("java.class.path")));
        words.addAll(List.of(what.main.getName(), what.argument, folder.toString()));
        Process process =
                new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String said =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int code = process.waitFor();
        if (code != 0) {
            throw new IllegalStateException(what + " ended with " + code);
        }
        return said;
    }
}
