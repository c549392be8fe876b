package org.evenkeel.examples.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.examples.program.Facts;
import org.evenkeel.examples.program.Options;
import org.evenkeel.examples.program.UsageException;

/**
 * Measures a workload on machines of given speeds: the working half of {@code evenkeel lab
 * experiment}.
 *
 * <p>Every node computes until its worker is warm, the workload is rehearsed at full speed until
 * that gets no faster, then it is done again and again. Standard output carries facts, one JSON
 * object a line: {@code ready} with how often each piece is computed; {@code begin} and {@code run}
 * for each time; {@code refused} when the cluster does not take it. After {@code ready} and {@code
 * begin} it waits for a line on standard input; {@code enough} ends it.
 */
public final class Measure {
    private static final double MILLIS = 1000;
    private static final int MOST_REHEARSALS = 10;
    private static final String ENOUGH = "enough";

    /** A rehearsal that takes at least this part of the best before is the last. */
    private static final double NO_FASTER = 0.95;

    private final Options.Values values;
    private final Facts facts;

    private Measure(Options.Values values, Facts facts) {
        this.values = values;
        this.facts = facts;
    }

    public static void main(String[] arguments) {
        Facts.run(options(), (values, facts) -> new Measure(values, facts).run(), arguments);
    }

    static Options options() {
        return new Options()
                .text("workload", "queens", "what is done: " + MeasuredWorkloads.NAMES)
                .number("size", 0, 0, Integer.MAX_VALUE, "how large it is; 0 for its own choice")
                .number("depth", 0, 0, 8, "how finely it is cut; 0 for its own choice")
                .text("machines", "", "what the nodes stand for, n1=0.1,n2=0.05")
                .text("routes", "", "to nodes that are not neighbours of the first, n2/n3,n2/n3/n4")
                .number("serial-millis", 120_000, 1, 86_400_000, "that it takes on the fastest")
                .number("times", 0, 0, Integer.MAX_VALUE, "repeats of each piece; 0: find out")
                .number("warm-millis", 1000, 0, 600_000, "processor time of each worker before")
                .flag("as-they-are", "the nodes are as slow as they are to be by themselves");
    }

    private void run() throws Exception {
        Machines machines = machines();
        MeasuredWorkload measuredWorkload = MeasuredWorkloads.of(values);
        try (Cluster cluster = Evenkeel.connect()) {
            warm(cluster, machines, measuredWorkload);
            double once = rehearsed(cluster, measuredWorkload);
            int times = values.whole("times");
            if (times == 0) {
                times = times(machines, once);
            }
            facts.await("ready", Map.of("times", times));
            Machines slowed = values.has("as-they-are") ? Machines.AS_THEY_ARE : machines;
            for (int i = 1; !ENOUGH.equals(facts.await("begin", Map.of())); i++) {
                facts.tell("run", run(cluster, "run " + i, slowed, measuredWorkload, times));
            }
        } catch (TaskRejectedException e) {
            facts.tell("refused", Map.of("why", String.valueOf(e.getMessage())));
        }
    }

    private Machines machines() {
        String text = values.text("machines");
        try {
            return text.isEmpty() ? Machines.AS_THEY_ARE : Machines.parse(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--machines: " + e.getMessage());
        }
    }

    private Routes routes(Machines machines) {
        try {
            return Routes.parse(values.text("routes"), machines);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--routes: " + e.getMessage());
        }
    }

    /** Has every node start and compile a worker, at full speed. */
    private void warm(Cluster cluster, Machines machines, MeasuredWorkload measuredWorkload)
            throws Exception {
        double seconds = values.number("warm-millis") / MILLIS;
        Piece<?> sample = measuredWorkload.sample();
        List<TaskHandle<String>> handles = new ArrayList<>();
        Routes routes = routes(machines);
        routes.await(cluster);
        for (List<String> route : routes.all()) {
            RoutedMeasurement<String> routedMeasurement =
                    new RoutedMeasurement<>(route, new MeasureWarmUp(sample, seconds));
            handles.add(cluster.submit(routedMeasurement, routedMeasurement.options()));
        }
        for (TaskHandle<String> handle : handles) {
            handle.join();
        }
        for (List<String> route : routes.all()) {
            String label = route.getLast() + " warms up";
            measuredWorkload.runAt(
                    new ClusterMeasurement(cluster, label, Machines.AS_THEY_ARE, 1), route);
        }
    }

    /**
     * Does the whole at full speed, each piece once, until that gets no faster: then daemons have
     * compiled what they do most, too.
     *
     * @return processor time of all pieces, in seconds
     */
    private static double rehearsed(Cluster cluster, MeasuredWorkload measuredWorkload)
            throws Exception {
        double best = Double.MAX_VALUE;
        for (int i = 1; i <= MOST_REHEARSALS; i++) {
            ClusterMeasurement once =
                    new ClusterMeasurement(cluster, "rehearsal " + i, Machines.AS_THEY_ARE, 1);
            long began = System.nanoTime();
            measuredWorkload.run(once);
            double seconds = (System.nanoTime() - began) / 1e9;
            if (seconds > best * NO_FASTER || i == MOST_REHEARSALS) {
                return sum(once.spent());
            }
            best = seconds;
        }
        throw new IllegalStateException("no rehearsal");
    }

    /** How often each piece is to be computed, so that the whole takes as long as it is to. */
    private int times(Machines machines, double once) {
        double seconds = values.number("serial-millis") / MILLIS * machines.fastest();
        return (int) Math.max(1, Math.ceil(seconds / once));
    }

    private static double sum(Map<String, Spent> spent) {
        return spent.values().stream().mapToDouble(Spent::processor).sum();
    }

    private static Map<String, Object> run(
            Cluster cluster,
            String label,
            Machines machines,
            MeasuredWorkload measuredWorkload,
            int times)
            throws Exception {
        ClusterMeasurement clusterMeasurement =
                new ClusterMeasurement(cluster, label, machines, times);
        long began = System.nanoTime();
        boolean correct = measuredWorkload.run(clusterMeasurement);
        double makespan = (System.nanoTime() - began) / 1e9;
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("correct", correct);
        fields.put("makespan", makespan);
        fields.put("processor", sum(clusterMeasurement.spent()));
        Map<String, Object> nodes = new LinkedHashMap<>();
        clusterMeasurement
                .spent()
                .forEach((node, spent) -> {
                    Map<String, Object> one = new LinkedHashMap<>();
                    one.put("processor", spent.processor());
                    one.put("due", spent.due());
                    one.put("wall", spent.wall());
                    one.put("tasks", clusterMeasurement.tasks().getOrDefault(node, 0));
                    nodes.put(node, one);
                });
        fields.put("nodes", nodes);
        return fields;
    }
}
