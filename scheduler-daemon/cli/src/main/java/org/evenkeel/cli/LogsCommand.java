package org.evenkeel.cli;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.DaemonConnection;
import org.evenkeel.cli.query.LogReading;
import org.evenkeel.cli.query.LoggedLine;
import org.evenkeel.cli.text.LogText;
import org.evenkeel.model.Ids;
import org.evenkeel.model.Printable;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what tasks have printed. */
@Command(
        name = "logs",
        description = {
            "Show what tasks have printed: one task, or all of a job.",
            "That is what they write to System.out and System.err, what they log with "
                    + "java.util.logging or a library that writes to one of these, and the "
                    + "exception of each attempt that failed. A task that moved has one log.",
            "The node where the job is open keeps its log for job-retention (7 days) after the "
                    + "last line, the newest 64 MiB of each job (job-log-bytes)."
        },
        footer = {
            "  evenkeel jobs                             # list jobs",
            "  evenkeel logs 3k7x0a9q2m4fz               # all tasks of a job",
            "  evenkeel logs 3k7x0a9q2m4fz-17            # one task",
            "  evenkeel logs 3k7x0a9q2m4fz -f            # and what they print from now on",
            "  evenkeel logs 3k7x0a9q2m4fz --failed      # tasks of which an attempt failed",
            "  evenkeel logs 3k7x0a9q2m4fz --since 10m --grep 'step [0-9]+'",
            "  evenkeel logs 3k7x0a9q2m4fz-17 --raw      # with its colours, without times and nodes",
            "With --json, each line is an object of its own."
        })
final class LogsCommand extends ClusterOutputCommand {
    private static final long POLL_MILLIS = 500;

    /** Between two looks whether the job still is there. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final int MAX_TAIL = 1_000_000;

    @Parameters(paramLabel = "TASK|JOB", description = "Id of the task or job.")
    private String what = "";

    @Option(
            names = {"-f", "--follow"},
            description = "Continue with what is printed from now on, until the job has ended.")
    private boolean follow;

    @Option(names = "--failed", description = "Only tasks of which an attempt failed.")
    private boolean failed;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "Only lines that are not older, e.g. 10m.")
    private @Nullable String since;

    @Option(
            names = "--grep",
            paramLabel = "RE",
            description = "Only lines in which this regular expression is found.")
    private @Nullable String grep;

    @Option(
            names = {"-n", "--tail"},
            paramLabel = "N",
            description = "Only the last lines of what is there.")
    private @Nullable Integer tail;

    @Option(
            names = "--raw",
            description = {
                "The lines alone, as the tasks printed them, colours included.",
                "A terminal obeys all control characters in them: use it for tasks that you trust. "
                        + "Without it, an escape such as \\u001b stands for each."
            })
    private boolean raw;

    private @Nullable TaskId task;
    private @Nullable Instant oldest;
    private @Nullable LinePattern pattern;
    private final SilentNodes silentNodes = new SilentNodes(output);

    @Override
    public Integer call() throws IOException, CommandFailure, InterruptedException {
        check();
        try (DaemonConnection daemon =
                new DaemonConnection(cluster::connectAgain, this::sayThatAnotherIsAsked)) {
            DaemonClient client = daemon.client();
            Set<String> wanted = failed ? failedTasks(client) : null;
            LogReading reading = reading(client);
            List<LoggedLine> first = reading.next();
            requireReadable(client, reading);
            LogText text =
                    new LogText(task == null, ZoneId.systemDefault(), output.terminalColours());
            if (reading.isCut()) {
                output.aside("the oldest lines were deleted: a job keeps job-log-bytes of them");
            }
            Deque<LoggedLine> last = new ArrayDeque<>();
            boolean any = show(first, wanted, last, text);
            while (reading.hasMore()) {
                any |= show(reading.next(), wanted, last, text);
            }
            for (LoggedLine line : last) {
                print(line, text);
            }
            if (follow) {
                follow(daemon, reading, text);
            } else if (!any) {
                output.aside(nothing(reading));
            }
            output.silent(reading.answers());
        }
        return ExitCode.OK;
    }

    private void sayThatAnotherIsAsked(IOException failure) {
        output.aside("no answer: " + FailureText.of(failure) + "; asking another daemon");
    }

    private void check() throws CommandFailure {
        if (TaskArgument.isTask(what)) {
            task = taskId(what);
        } else {
            what = jobId(what);
        }
        if (failed && follow) {
            throw invalid(
                    "--failed and --follow exclude each other: which tasks will fail is not known");
        }
        if (tail != null && (tail < 0 || tail > MAX_TAIL)) {
            throw invalid("--tail " + tail + " is not 0 to " + MAX_TAIL);
        }
        oldest = since == null ? null : Instant.now().minus(Ttl.of("--since", since));
        pattern = grep == null ? null : LinePattern.of("--grep", grep);
    }

    private LogReading reading(DaemonClient client) {
        TaskId one = task;
        return one == null
                ? LogReading.ofJob(client, Ids.parse(what))
                : LogReading.ofTask(client, one);
    }

    private Set<String> failedTasks(DaemonClient client) throws IOException {
        LogReading reading = reading(client);
        Set<String> tasks = new HashSet<>();
        do {
            for (LoggedLine line : reading.next()) {
                if (line.isFailure()) {
                    tasks.add(line.part().getTask());
                }
            }
        } while (reading.hasMore());
        return tasks;
    }

    private void requireReadable(DaemonClient client, LogReading reading)
            throws IOException, CommandFailure {
        String refused = reading.refused();
        if (refused != null) {
            throw new CommandFailure(ExitCode.FAILED, Printable.of(refused));
        }
        if (reading.isKnown() || !follow && reading.answers().getSilentCount() > 0) {
            return;
        }
        if (task != null) {
            requireTask(client, task);
            return;
        }
        JobWatch watch = new JobWatch(client, what);
        JobSight seen = watch.look();
        if (seen.isGone()) {
            throw watch.unknown(seen);
        }
        if (follow && seen.isUnknown()) {
            silentNodes.tell(seen.silent(), "job " + what + " is there");
        }
    }

    /** A task of which no line is there can be followed while it has not ended. */
    private void requireTask(DaemonClient client, TaskId one) throws IOException, CommandFailure {
        if (!follow) {
            throw new CommandFailure(
                    ExitCode.NOTHING,
                    ("no node has lines of task %s: it has printed nothing, or is misspelt; "
                                    + "\"evenkeel explain %s\" says what is known of it")
                            .formatted(what, what));
        }
        switch (new TaskWatch(client, one).look(silentNodes)) {
            case NEVER ->
                    throw new CommandFailure(
                            ExitCode.NOTHING,
                            ("no node knows task %s: it is misspelt, or ended long ago; \"evenkeel "
                                            + "tasks\" lists those that are there")
                                    .formatted(what));
            case ENDED ->
                    throw new CommandFailure(
                            ExitCode.NOTHING,
                            ("task %s has ended, and no node has lines of it: it printed nothing, "
                                            + "or its log was deleted; \"evenkeel explain %s\" "
                                            + "shows its history")
                                    .formatted(what, what));
            case OPEN, UNKNOWN -> {
                // It may print yet.
            }
        }
    }

    private String nothing(LogReading reading) {
        return reading.isKnown()
                ? "no line of " + what + " matches these options"
                : "no task of " + what + " has printed anything";
    }

    private boolean isWanted(LoggedLine line) throws CommandFailure {
        Instant from = oldest;
        LinePattern in = pattern;
        return (from == null || !line.at().isBefore(from)) && (in == null || in.isIn(line.text()));
    }

    /**
     * Prints lines, or keeps the last ones.
     *
     * @param tasks whose lines are shown, null for all
     * @return whether there was one to show
     */
    private boolean show(
            List<LoggedLine> lines,
            @Nullable Set<String> tasks,
            Deque<LoggedLine> last,
            LogText text)
            throws IOException, CommandFailure {
        boolean any = false;
        for (LoggedLine line : lines) {
            if (tasks != null && !tasks.contains(line.part().getTask()) || !isWanted(line)) {
                continue;
            }
            any = true;
            if (tail == null) {
                print(line, text);
            } else {
                last.addLast(line);
                if (last.size() > tail) {
                    last.removeFirst();
                }
            }
        }
        return any;
    }

    private void print(LoggedLine line, LogText text) throws IOException {
        if (raw) {
            output.raw(line.text());
        } else {
            output.line(text.of(line));
        }
        output.json(line.fields());
    }

    /** Until the job is at no node any more. */
    private void follow(DaemonConnection daemon, LogReading reading, LogText text)
            throws IOException, CommandFailure, InterruptedException {
        long lookedNanos = System.nanoTime();
        while (true) {
            String ended = null;
            if (System.nanoTime() - lookedNanos > LOOK_NANOS) {
                ended = ended(daemon, reading);
                lookedNanos = System.nanoTime();
            }
            if (pattern != null) {
                pattern.restart();
            }
            do {
                for (LoggedLine line : daemon.ask(client -> reading.at(client).next())) {
                    if (isWanted(line)) {
                        print(line, text);
                    }
                }
            } while (reading.hasMore());
            if (ended != null) {
                output.aside(ended);
                return;
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** What has ended, so that no more lines will come; null while some may. */
    private @Nullable String ended(DaemonConnection daemon, LogReading reading) throws IOException {
        TaskId one = task;
        String job = one == null ? what : reading.job();
        if (job != null) {
            JobSight seen = daemon.ask(client -> new JobWatch(client, job).look());
            if (seen.isUnknown()) {
                silentNodes.tell(seen.silent(), "the job has ended");
            }
            return seen.isGone() ? "the job has ended" : null;
        }
        TaskId unprinted = Objects.requireNonNull(one);
        return switch (daemon.ask(client -> new TaskWatch(client, unprinted).look(silentNodes))) {
            case ENDED, NEVER -> "task " + what + " has ended and printed nothing";
            case OPEN, UNKNOWN -> null;
        };
    }
}
