package org.evenkeel.examples.demo;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.examples.program.ClusterRunner;
import org.evenkeel.examples.program.Facts;
import org.evenkeel.examples.program.Options;
import org.evenkeel.examples.program.Runner;
import org.evenkeel.examples.program.SerialRunner;
import org.evenkeel.examples.queens.Queens;
import org.evenkeel.examples.queens.QueensBoard;
import org.evenkeel.examples.queens.QueensTask;

/**
 * Counts queens three times: on the cluster, serially, and on the cluster again.
 *
 * <p>Standard output carries facts, one JSON object a line. Before each count it waits for a line
 * on standard input, so that whoever reads the facts can look at the cluster in between; the end of
 * standard input ends it.
 */
public final class Demo {
    private static final int DEPTH = 3;

    /** From so many queens on two rows are enough: a task then takes tens of milliseconds. */
    private static final int LARGE = 15;

    private static final int LARGE_DEPTH = 2;

    private final Options.Values values;
    private final Facts facts;
    private String job = "";

    private Demo(Options.Values values, Facts facts) {
        this.values = values;
        this.facts = facts;
    }

    public static void main(String[] arguments) {
        Facts.run(options(), (values, facts) -> new Demo(values, facts).run(), arguments);
    }

    static Options options() {
        return new Options()
                .number("n", 14, 1, QueensBoard.MAX_N, "queens of the first count")
                .number("second-n", 16, 1, QueensBoard.MAX_N, "queens of the other two")
                .number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE, "order of the tasks");
    }

    private void run() throws Exception {
        try (Cluster cluster = Evenkeel.connect()) {
            job = cluster.jobId();
            ClusterRunner parallel = new ClusterRunner(cluster);
            count("first", values.whole("n"), parallel);
            count("serial", values.whole("second-n"), new SerialRunner());
            count("parallel", values.whole("second-n"), parallel);
        }
        facts.await("end", Map.of());
    }

    private void count(String step, int n, Runner runner) throws Exception {
        List<QueensTask> tasks =
                new ArrayList<>(Queens.tasks(n, n >= LARGE ? LARGE_DEPTH : Math.min(n, DEPTH)));
        Collections.shuffle(tasks, new Random(values.number("seed")));
        facts.await(step, Map.of("n", n, "tasks", tasks.size()));
        long startNanos = System.nanoTime();
        List<TaskHandle<Long>> handles = List.of();
        long solutions;
        if (runner instanceof ClusterRunner cluster) {
            handles = cluster.submitAll(step, tasks);
            solutions = Queens.sum(handles.stream().map(TaskHandle::join).toList());
        } else {
            solutions = Queens.sum(runner.runAll(step, tasks));
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("n", n);
        fields.put("solutions", solutions);
        fields.put("expected", QueensBoard.knownSolutions(n));
        fields.put("tasks", tasks.size());
        fields.put("seconds", seconds);
        fields.put("ranAt", ranAt(handles));
        fields.put("job", job);
        facts.tell(step + "-done", fields);
    }

    /** For each node the tasks it ran last: how many, and the id of the one submitted last. */
    private static Map<String, Object> ranAt(List<TaskHandle<Long>> handles) {
        Map<String, Object> nodes = new LinkedHashMap<>();
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (TaskHandle<Long> handle : handles) {
            int count = counts.merge(handle.where(), 1, Integer::sum);
            nodes.put(handle.where(), Map.of("tasks", count, "last", handle.id()));
        }
        return nodes;
    }
}
