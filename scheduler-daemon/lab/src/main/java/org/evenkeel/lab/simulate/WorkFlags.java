package org.evenkeel.lab.simulate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.NameWithOptions;
import org.evenkeel.simulator.work.Distribution;
import org.evenkeel.simulator.work.Entry;
import org.evenkeel.simulator.work.MergeSort;
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
                    "Offered work over capacity; several are simulated one by one (default: 0.7).")
    private @Nullable String load;

    @Option(
            names = TASKS,
            paramLabel = "N",
            description = "Tasks of a run; 100k and 1m are understood (default: 3000).")
    private @Nullable String tasks;

    @Option(
            names = SERVICE,
            paramLabel = "TIMES",
            description =
                    "Run times at speed 1: exponential, fixed(0.1), uniform(0.5,1.5) or"
                            + " pareto(1,shape=1.5), means in seconds (default: exponential, 1 s).")
    private @Nullable String service;

    @Option(
            names = ARRIVALS,
            paramLabel = "WHERE",
            description =
                    "Where tasks enter: even, hot(nodes=1,share=0.9), bursts(size=20) or corner"
                            + " (all at once at the first node) (default: even).")
    private @Nullable String arrivals;

    @Option(
            names = BYTES,
            paramLabel = "N",
            description = "Of each payload and result (default: 100).")
    private @Nullable String bytes;

    @Option(
            names = JOB,
            paramLabel = "JOB",
            description =
                    "One job with a tree of tasks instead:"
                            + " mgsort(elements=640000,threshold=20000,compare=500ns).")
    private @Nullable String job;

    @Option(
            names = TASK_FILE,
            paramLabel = "FILE",
            description =
                    "Tasks of a file instead, in lines: seconds node serviceSeconds [bytes]; nodes"
                            + " count from 0.")
    private @Nullable Path taskFile;

    @Option(
            names = REPLAY,
            paramLabel = "FILE",
            description =
                    "What a real cluster recorded instead: a file, or the directory of evenkeel up"
                            + " --record; may be repeated.")
    private List<Path> replays = new ArrayList<>();

    /** The recordings; empty without {@code --replay}. */
    List<Path> replays() {
        return replays;
    }

    /** Refuses what cannot be asked for together. */
    void check() {
        List<String> sources = new ArrayList<>();
        addIf(sources, JOB, job != null);
        addIf(sources, TASK_FILE, taskFile != null);
        addIf(sources, REPLAY, !replays.isEmpty());
        if (sources.size() > 1) {
            throw new FlagException(sources.get(1), "excludes " + sources.getFirst());
        }
        List<String> ofStreams = new ArrayList<>();
        addIf(ofStreams, LOAD, load != null);
        addIf(ofStreams, TASKS, tasks != null);
        addIf(ofStreams, SERVICE, service != null);
        addIf(ofStreams, ARRIVALS, arrivals != null);
        addIf(ofStreams, BYTES, bytes != null);
        if (!sources.isEmpty() && !ofStreams.isEmpty()) {
            throw new FlagException(
                    ofStreams.getFirst(), "has no meaning with " + sources.getFirst());
        }
    }

    private static void addIf(List<String> list, String flag, boolean given) {
        if (given) {
            list.add(flag);
        }
    }

    /** Everything but a recording, on so many nodes. */
    List<Scenario> scenarios(int nodes) {
        if (job != null) {
            MergeSort sort = Values.read(JOB, job, WorkFlags::job);
            return List.of(Scenario.of(nodes, sort, 1));
        }
        if (taskFile != null) {
            Path file = taskFile;
            List<String> lines = Values.lines(TASK_FILE, file);
            return Values.read(
                    TASK_FILE,
                    file.toString(),
                    name -> {
                        var recorded = TaskFile.read(name, lines, nodes);
                        return List.of(Scenario.of(nodes, recorded, recorded.arrivals().size()));
                    });
        }
        List<Scenario> scenarios = new ArrayList<>();
        List<Double> loads = Values.numbers(LOAD, or(load, "0.7"));
        for (double one : Values.distinct(LOAD, loads)) {
            scenarios.add(Scenario.of(nodes, stream(one)));
        }
        return scenarios;
    }

    private static MergeSort job(String text) {
        if (!NameWithOptions.parse(text).name().equals("mgsort")) {
            throw new IllegalArgumentException(
                    "unknown job \"" + text + "\"; known is mgsort(elements=640000)");
        }
        return MergeSort.parse(text);
    }

    private Stream stream(double atLoad) {
        long count = Values.count(TASKS, or(tasks, "3000"), Stream.MAX_TASKS);
        Distribution times = Values.read(SERVICE, or(service, "exponential"), Distribution::parse);
        Entry where = Values.read(ARRIVALS, or(arrivals, "even"), Entry::parse);
        long size = Values.count(BYTES, or(bytes, "100"), 0, MAX_BYTES);
        if (times.meanNanos() <= 0) {
            throw new FlagException(SERVICE, "tasks must take some time");
        }
        return Values.read(LOAD, "", _ -> new Stream(atLoad, count, times, where, size));
    }

    private static String or(@Nullable String given, String otherwise) {
        return given == null ? otherwise : given;
    }
}
