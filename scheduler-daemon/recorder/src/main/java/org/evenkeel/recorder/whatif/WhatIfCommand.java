package org.evenkeel.recorder.whatif;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.evenkeel.cli.ClusterOutputCommand;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.StatusLine;
import org.evenkeel.model.JobId;
import org.evenkeel.model.Printable;
import org.evenkeel.recorder.past.StoreOption;
import org.evenkeel.simulator.forecast.ForecastRefusedException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Forecasts when jobs end, as it is and with a change. */
@Command(
        name = "what-if",
        description = {
            "Forecast when jobs end, and what another policy, other machines or priorities would "
                    + "change.",
            "It continues the cluster from a moment that a recorder has kept, in many simulated "
                    + "runs. The running time of a task is drawn from tasks of its kind that ended "
                    + "before. In 8 of 10 cases the job should end within the interval; the last "
                    + "line says how many earlier forecasts held. If too little is known there is "
                    + "no forecast, and the command says what is missing."
        },
        footer = {
            "  evenkeel recorder                               # must run, or have run",
            "  evenkeel what-if                                # when all jobs end, unchanged",
            "  evenkeel what-if 3k7x0a9q2m4fz --add 2xm3       # with two machines like m3",
            "  evenkeel what-if 3k7x0a9q2m4fz --without m7     # without machine m7",
            "  evenkeel what-if --policy none --at 14:05       # from 14:05 on without balancing",
            "  evenkeel what-if --priority 3k7x0a9q2m4fz=9     # if one job went first",
            "  evenkeel dashboard                              # the same in a browser"
        })
public final class WhatIfCommand extends ClusterOutputCommand {

    private static final int MAX_THREADS = 1_024;
    private static final int LEAST_MEMORY = 64;

    @Mixin private final StoreOption store = new StoreOption();

    @Parameters(
            arity = "0..1",
            paramLabel = "JOB",
            description = "Id of the job (default: all that have open tasks).")
    private @Nullable String job;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description =
                    "From which moment on: 14:05, 2026-11-28T14:05 or 10m ago (default: the "
                            + "newest that is recorded).")
    private @Nullable String at;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description = "With another policy; \"evenkeel up --help\" lists them.")
    private @Nullable String policy;

    @Option(
            names = "--add",
            paramLabel = "NxNODE",
            description = "With N more machines like NODE; may be repeated.")
    private List<String> added = new ArrayList<>();

    @Option(
            names = "--without",
            paramLabel = "NODE",
            description = "Without this machine; may be repeated.")
    private List<String> removed = new ArrayList<>();

    @Option(
            names = "--priority",
            paramLabel = "JOB=N",
            description =
                    "With this priority for all tasks of a job, 0 (last) to 9 (first); may be "
                            + "repeated.")
    private List<String> priorities = new ArrayList<>();

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "Simulated runs (default: ${DEFAULT-VALUE}).")
    private int runs = 200;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "Seed of the first run; those of the others are consecutive. The same seed "
                            + "gives the same forecast (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description =
                    "Number of runs at a time; this does not change the results (default: the "
                            + "number of processors).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--memory",
            paramLabel = "MIB",
            description =
                    "Memory that reading the records may use, MiB (default: ${DEFAULT-VALUE}).")
    private int memory = WhatIf.MEMORY_MIB;

    @Override
    public Integer call() throws IOException, CommandFailure, InterruptedException {
        Instant now = InstantSource.system().instant();
        Question question = checked(() -> question(now));
        requireRange("--threads", threads, 1, MAX_THREADS);
        if (memory < LEAST_MEMORY) {
            throw invalid("--memory " + memory + " is too small; use " + LEAST_MEMORY + " or more");
        }
        Path directory = store.existing(cluster);
        print(answer(new WhatIf(directory, memory, threads), question, now));
        return ExitCode.OK;
    }

    private Question question(Instant now) {
        String named = job;
        String time = at;
        return new Question(
                named == null ? null : JobId.parse(named).toString(),
                time == null ? null : MomentTime.parse(time, ZoneId.systemDefault(), now),
                Question.change(policy, added, removed, priorities),
                runs,
                seed);
    }

    private <T> T checked(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw invalid(e);
        }
    }

    private WhatIfAnswer answer(WhatIf whatIf, Question question, Instant now)
            throws IOException, CommandFailure, InterruptedException {
        try (StatusLine status = output.status()) {
            status.show("   reading the records");
            RecordedMoment recorded = whatIf.read(question.at());
            return whatIf.answer(
                    question,
                    recorded,
                    now,
                    ended ->
                            status.show(
                                    "   simulated %s of %s runs"
                                            .formatted(
                                                    NumberFormatter.count(ended),
                                                    NumberFormatter.count(question.runs()))));
        } catch (ForecastRefusedException e) {
            throw new CommandFailure(
                    ExitCode.NOTHING,
                    "no forecast: "
                            + e.getMessage()
                            + ".\nAsk again later, for another moment (--at), or leave a machine out"
                            + " (--without).");
        } catch (IllegalArgumentException e) {
            throw invalid(e);
        }
    }

    private void print(WhatIfAnswer answer) throws IOException {
        for (String line : new WhatIfText(answer, ZoneId.systemDefault()).lines()) {
            output.line(Printable.of(line));
        }
        output.json(WhatIfJson.fields(answer));
    }
}
