package org.evenkeel.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.evenkeel.cli.BuildInfo;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.OutputCommand;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.StatusLine;
import org.evenkeel.model.JsonObject;
import org.evenkeel.simulator.Finding;
import org.evenkeel.simulator.Swarm;
import org.evenkeel.simulator.SwarmForm;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code evenkeel lab swarm}: random clusters with everything going wrong, every rule checked. */
@Command(
        name = "swarm",
        description = {
            "Search for bugs in small simulated clusters with random faults.",
            "Every rule is checked after every event. A finding prints its seed, "
                    + "the task's history and the fewest faults that cause it; the same seed "
                    + "reproduces it in every process."
        },
        footer = {
            "  evenkeel lab swarm --seeds 5000",
            "  evenkeel lab swarm --form moves --seed 100001 --seeds 20000",
            "  evenkeel lab swarm --seed 1361 --seeds 1   # the cluster of one seed again"
        })
final class SwarmCommand extends OutputCommand {
    private static final int MAX_SEEDS = 100_000_000;
    private static final int BATCH = 200;
    private static final int SHOWN = 5;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "Number of clusters, one per seed (default: ${DEFAULT-VALUE}).")
    private int seeds = 1000;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "First seed; the following are consecutive (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--form",
            paramLabel = "FORM",
            converter = Form.class,
            description = {
                "What the clusters have besides faults (default: ${DEFAULT-VALUE}): plain,",
                "moves (phases move started tasks), hours (nodes open and close), checkpoints,",
                "quotas (of processors), widths (jobs need several workers), talks (tasks wait for",
                "each other)."
            })
    private SwarmForm form = SwarmForm.PLAIN;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Clusters simulated at a time (default: processors).")
    private int threads = Runtime.getRuntime().availableProcessors();

    private long events;
    private long tasks;
    private final List<Finding> findings = new ArrayList<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        requireRange("--seeds", seeds, 1, MAX_SEEDS);
        requireRange("--threads", threads, 1, 1024);
        long startNanos = System.nanoTime();
        ExecutorService pool =
                Executors.newFixedThreadPool(
                        threads, Thread.ofPlatform().daemon().name("swarm-", 1).factory());
        try (StatusLine status = output.status()) {
            for (long from = 0; from < seeds; from += BATCH) {
                run(pool, seed + from, Math.min(BATCH, seeds - from));
                status.show(
                        "   swarm %s: %s of %s seeds, %s seeds/s, %s"
                                .formatted(
                                        form,
                                        NumberFormatter.count(Math.min(seeds, from + BATCH)),
                                        NumberFormatter.count(seeds),
                                        perSecond(Math.min(seeds, from + BATCH), startNanos),
                                        found()));
            }
        } finally {
            pool.shutdownNow();
        }
        print((System.nanoTime() - startNanos) / 1e9);
        return findings.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }

    /** Reads the name of a form. */
    static final class Form implements ITypeConverter<SwarmForm> {
        @Override
        public SwarmForm convert(String name) {
            return Arrays.stream(SwarmForm.values())
                    .filter(form -> form.toString().equals(name))
                    .findFirst()
                    .orElseThrow(() ->
                            new TypeConversionException(
                                    "'%s' is none of %s"
                                            .formatted(name, Arrays.toString(SwarmForm.values()))));
        }
    }

    /** How many, and the first seeds, which a run that is interrupted does not print otherwise. */
    private String found() {
        String seeds =
                findings.stream()
                        .limit(SHOWN)
                        .map(one -> "seed " + one.seed() + " (" + one.rule() + ")")
                        .collect(Collectors.joining(", "));
        return findings.size() + " findings" + (seeds.isEmpty() ? "" : ": " + seeds);
    }

    private static String perSecond(long done, long sinceNanos) {
        return NumberFormatter.count(Math.round(done * 1e9 / (System.nanoTime() - sinceNanos)));
    }

    private void run(ExecutorService pool, long first, long count) throws InterruptedException {
        List<Future<Swarm.Run>> futures = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            long mine = first + i;
            futures.add(pool.submit(() -> form.run(mine)));
        }
        for (Future<Swarm.Run> future : futures) {
            Swarm.Run run;
            try {
                run = future.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
            if (run.finding() != null) {
                findings.add(run.finding());
            }
            if (run.report() != null) {
                events += run.report().events();
                tasks += run.report().tasks();
            }
        }
    }

    private void print(double seconds) throws IOException {
        List<Finding> shown = findings.stream().limit(SHOWN).map(Swarm::shrink).toList();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("form", form.toString());
        json.put("seeds", seeds);
        json.put("firstSeed", seed);
        json.put("tasks", tasks);
        json.put("events", events);
        json.put("findings", findings.stream().map(SwarmCommand::json).toList());
        output.json(json);
        String commit = BuildInfo.read().commit();
        for (Finding finding : shown) {
            finding.lines(commit).forEach(output::line);
            output.line("");
        }
        output.line(
                "%s: %s from %d: %s tasks, %s events in %s, %d findings"
                        .formatted(
                                form,
                                seeds == 1 ? "1 seed" : NumberFormatter.count(seeds) + " seeds",
                                seed,
                                NumberFormatter.count(tasks),
                                NumberFormatter.count(events),
                                NumberFormatter.seconds(seconds),
                                findings.size()));
    }

    private static Map<String, Object> json(Finding finding) {
        return new JsonObject()
                .with("seed", finding.seed())
                .with("rule", finding.rule())
                .with("what", finding.what())
                .with("story", finding.story());
    }
}
