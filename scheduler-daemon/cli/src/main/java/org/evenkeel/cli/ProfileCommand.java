package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.ProfileReading;
import org.evenkeel.cli.text.FlameChart;
import org.evenkeel.model.Ids;
import org.evenkeel.model.Numbers;
import org.evenkeel.model.Printable;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Draws where a job spends processor time. */
@Command(
        name = "profile",
        description = {
            "Draw where a job, or the worker of a task, spends processor time.",
            "JDK Flight Recorder takes 50 samples a second of each thread that runs Java code, at "
                    + "all nodes at once. The result is a page with a flame graph: the wider a "
                    + "method, the more time was spent in it and in what it called. What waits "
                    + "takes no processor time and is not in it: see evenkeel stack.",
            "Only the job's submitter and administrators may have it."
        },
        footer = {
            "  evenkeel jobs                                      # list jobs",
            "  evenkeel profile 3k7x0a9q2m4fz                     # all its workers, 30 s",
            "  evenkeel profile 3k7x0a9q2m4fz-17 --for 2m -o x.html   # the worker of one task",
            "  evenkeel profile 3k7x0a9q2m4fz -o x.txt            # stacks and samples as text",
            "  evenkeel profile 3k7x0a9q2m4fz --json | jq .top"
        })
final class ProfileCommand extends ClusterOutputCommand {
    private static final Duration MOST = Duration.ofMinutes(10);
    private static final long POLL_MILLIS = 300;

    /** For workers to sum up their samples. */
    private static final long GRACE_MILLIS = 12_000;

    private static final int TOP = 5;

    @Parameters(paramLabel = "TASK|JOB", description = "Id of the task or job.")
    private String what = "";

    @Option(
            names = "--for",
            paramLabel = "TIME",
            description = "How long, at most 10m (default: ${DEFAULT-VALUE}).")
    private String length = "30s";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description =
                    "The page (.html), or stacks as text (.txt); default: profile-ID.html here.")
    private @Nullable Path file;

    private @Nullable TaskId task;

    @Override
    public Integer call() throws IOException, CommandFailure, InterruptedException {
        Duration time = Ttl.of("--for", length);
        if (time.compareTo(MOST) > 0) {
            throw new CommandFailure(ExitCode.USAGE, "--for " + length + " is more than 10m");
        }
        Path to = checkedFile();
        ProfileReading reading;
        try (DaemonClient client = cluster.connect()) {
            reading = new ProfileReading(client, task, task == null ? Ids.parse(what) : 0);
            reading.begin(time.toMillis());
            output.silent(reading.answers());
            requireWorkers(client, reading);
            output.aside(
                    "profiling %d worker%s at %s for %s"
                            .formatted(
                                    reading.workers(),
                                    reading.workers() == 1 ? "" : "s",
                                    String.join(", ", reading.names()),
                                    length));
            Thread.sleep(time.toMillis());
            long end = System.nanoTime() + Duration.ofMillis(GRACE_MILLIS).toNanos();
            do {
                Thread.sleep(POLL_MILLIS);
                reading.next();
            } while (!reading.running().isEmpty() && System.nanoTime() < end);
        }
        report(reading, to);
        return ExitCode.OK;
    }

    private Path checkedFile() throws CommandFailure {
        if (TaskArgument.isTask(what)) {
            task = taskId(what);
        } else {
            what = jobId(what);
        }
        Path to = file == null ? Path.of("profile-" + what + ".html") : file;
        String name = to.toString().toLowerCase(Locale.ROOT);
        if (!name.endsWith(".html") && !name.endsWith(".txt")) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--output " + to + " must end with .html or .txt");
        }
        Path folder = to.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(to)) {
            throw new CommandFailure(ExitCode.USAGE, "--output " + to + " is in no directory");
        }
        return to;
    }

    private void requireWorkers(DaemonClient client, ProfileReading reading)
            throws IOException, CommandFailure {
        String refused = reading.refused();
        if (refused != null) {
            throw new CommandFailure(ExitCode.FAILED, Printable.of(refused));
        }
        if (reading.workers() > 0) {
            return;
        }
        if (task != null) {
            throw TaskArgument.notRunning(task);
        }
        JobWatch watch = new JobWatch(client, what);
        JobSight seen = watch.look();
        if (seen.line() == null) {
            throw watch.unknown(seen);
        }
        throw new CommandFailure(ExitCode.NOTHING, "no worker has a task of job " + what + " now");
    }

    private void report(ProfileReading reading, Path to) throws IOException, CommandFailure {
        for (String node : reading.running()) {
            output.aside("the workers of " + node + " did not answer: their samples are missing");
        }
        reading.problems()
                .forEach(problem ->
                        output.aside("no samples of a worker at " + Printable.of(problem)));
        FlameChart chart = new FlameChart(reading.stacks());
        long samples = chart.samples();
        List<Map.Entry<String, Long>> top =
                chart.byMethod().entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .limit(TOP)
                        .toList();
        if (samples > 0) {
            write(chart, to);
            output.line("%,d samples: %s".formatted(samples, to));
            output.line("most were taken in");
            for (Map.Entry<String, Long> one : top) {
                output.line(
                        Numbers.format(
                                "%5.1f %%  %s", 100.0 * one.getValue() / samples, one.getKey()));
            }
        } else {
            output.line(
                    "no thread ran Java code in that time; \"evenkeel stack\" shows what those of a"
                            + " task wait for");
        }
        if (reading.leftOut() > 0) {
            output.aside(
                    reading.leftOut()
                            + " samples are left out: there are too many different stacks");
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("of", what);
        fields.put("nodes", reading.names());
        fields.put("workers", reading.workers());
        fields.put("samples", samples);
        fields.put("leftOut", reading.leftOut());
        fields.put("file", samples > 0 ? to.toString() : "");
        fields.put(
                "top",
                top.stream()
                        .map(one -> Map.of("method", one.getKey(), "samples", one.getValue()))
                        .toList());
        fields.put("missing", reading.running());
        fields.put("problems", reading.problems());
        output.json(fields);
    }

    private void write(FlameChart chart, Path to) throws CommandFailure {
        try {
            if (to.toString().toLowerCase(Locale.ROOT).endsWith(".txt")) {
                Files.writeString(to, chart.collapsed());
            } else {
                chart.writePage(to, "evenkeel profile " + what + " --for " + length);
            }
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, "cannot write " + to + ": " + FailureText.of(e));
        }
    }
}
