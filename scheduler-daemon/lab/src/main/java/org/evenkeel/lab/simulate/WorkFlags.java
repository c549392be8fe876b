package org.evenkeel.lab.simulate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.NameWithOptions;
import org.evenkeel.simulator.work.Distribution;
import org.evenkeel.simulator.work.EntryNodes;
import org.evenkeel.simulator.work.MergeSortWorkload;
import org.evenkeel.simulator.work.Stream;
import org.evenkeel.simulator.work.TaskFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that say what is submitted: a stream of tasks, a job, a file, or a recording. */
public final class WorkFlags {
    private static final String LOAD = "--load";
    private static final String TASKS = "--tasks";
    private static final String SERVICE = "--service";
    private static final String ARRIVALS = "--arrivals";
    private static final String BYTES = "--bytes";
    private static final long MAX_BYTES = 1L << 40;
    private static final String JOB = "--job";
    private static final String TASK_FILE = "--task-file";

    /** Names the files of recordings. */
    static final String REPLAY = "--replay";

    @Option(
            names = LOAD,
            paramLabel = "X,Y",
            description =
                    "Offered load relative to capacity; several are simulated one by one "
                            + "(default: 0.7).")
    private @Nullable String load;

    @Option(
            names = TASKS,
            paramLabel = "N",
            description = "Number of tasks per run; 100k and 1m are understood (default: 3000).")
    private @Nullable String tasks;

    @Option(
            names = SERVICE,
            paramLabel = "TIMES",
            description =
                    "Running times at speed 1: exponential, fixed(0.1), uniform(0.5,1.5) or "
                            + "pareto(1,shape=1.5), with the mean in seconds (default: exponential, 1 s).")
    private @Nullable String service;

    @Option(
            names = ARRIVALS,
            paramLabel = "WHERE",
            description =
                    "Where tasks arrive: even, hot(nodes=1,share=0.9), bursts(size=20) or "
                            + "corner (all at once at the first node) (default: even).")
    private @Nullable String arrivals;

    @Option(
            names = BYTES,
            paramLabel = "N",
            description = "Bytes of each payload and of each result (default: 100).")
    private @Nullable String bytes;

    @Option(
            names = JOB,
            paramLabel = "JOB",
            description =
                    "Simulate one job with a tree of tasks instead: "
                            + "mgsort(elements=640000,threshold=20000,compare=500ns).")
    private @Nullable String job;

    @Option(
            names = TASK_FILE,
            paramLabel = "FILE",
            description =
                    "Take the tasks from a file instead, one per line: seconds node "
                            + "serviceSeconds [bytes]; nodes count from 0.")
    private @Nullable Path taskFile;

    @Option(
            names = REPLAY,
            paramLabel = "FILE",
            description =
                    "Replay what a real cluster recorded instead: a file, or the directory of "
                            + "evenkeel up --record; may be repeated.")
    private List<Path> replays = new ArrayList<>();

    /** The recordings; empty without {@code --replay}. */
    List<Path> replays() {
        return replays;
    }

    /** Refuses what cannot be asked for together. */
    void check() {
        Path replayed = replays.isEmpty() ? null : replays.getFirst();
        List<String> sources = FlagValues.given(JOB, job, TASK_FILE, taskFile, REPLAY, replayed);
        if (sources.size() > 1) {
            throw new FlagException(sources.get(1), "excludes " + sources.getFirst());
        }
        List<String> ofStreams =
                FlagValues.given(
                        LOAD, load,
                        TASKS, tasks,
                        SERVICE, service,
                        ARRIVALS, arrivals,
                        BYTES, bytes);
        if (!sources.isEmpty() && !ofStreams.isEmpty()) {
            throw new FlagException(
                    ofStreams.getFirst(), "has no meaning with " + sources.getFirst());
        }
    }

    /** Everything but a recording, on so many nodes. */
    List<Scenario> scenarios(int nodes) {
        if (job != null) {
            MergeSortWorkload sort = FlagValues.read(JOB, job, WorkFlags::job);
            return List.of(Scenario.of(nodes, sort, 1));
        }
        if (taskFile != null) {
            Path file = taskFile;
            List<String> lines = FlagValues.lines(TASK_FILE, file);
            return FlagValues.read(
                    TASK_FILE,
                    file.toString(),
                    name -> {
                        var recordedWorkload = TaskFile.read(name, lines, nodes);
                        return List.of(
                                Scenario.of(
                                        nodes,
                                        recordedWorkload,
                                        recordedWorkload.arrivals().size()));
                    });
        }
        List<Scenario> scenarios = new ArrayList<>();
        List<Double> loads = FlagValues.numbers(LOAD, or(load, "0.7"));
        for (double one : FlagValues.distinct(LOAD, loads)) {
            scenarios.add(Scenario.of(nodes, stream(one)));
        }
        return scenarios;
    }

    private static MergeSortWorkload job(String text) {
        if (!NameWithOptions.parse(text).name().equals("mgsort")) {
            throw new IllegalArgumentException(
                    "unknown job \"" + text + "\"; use mgsort(elements=640000)");
        }
        return MergeSortWorkload.parse(text);
    }

    private Stream stream(double atLoad) {
        long count = FlagValues.count(TASKS, or(tasks, "3000"), Stream.MAX_TASKS);
        Distribution times =
                FlagValues.read(SERVICE, or(service, "exponential"), Distribution::parse);
        EntryNodes where = FlagValues.read(ARRIVALS, or(arrivals, "even"), EntryNodes::parse);
        long size = FlagValues.count(BYTES, or(bytes, "100"), 0, MAX_BYTES);
        if (times.meanNanos() <= 0) {
            throw new FlagException(SERVICE, "tasks must take longer than 0");
        }
        return FlagValues.read(LOAD, "", _ -> new Stream(atLoad, count, times, where, size));
    }

    private static String or(@Nullable String given, String otherwise) {
        return given == null ? otherwise : given;
    }
}
