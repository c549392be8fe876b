package org.evenkeel.examples.measure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.examples.program.ClusterRunner;

/** The nodes of a cluster, which compute a workload once, and what they spend on it. */
final class ClusterMeasurement {
    private final ClusterRunner runner;
    private final String label;
    private final Machines machines;
    private final int times;
    private final Map<String, Spent> spent = new TreeMap<>();
    private final Map<String, Integer> tasks = new HashMap<>();

    /**
     * @param label what the progress bar says
     * @param times how often every piece is computed
     */
    ClusterMeasurement(Cluster cluster, String label, Machines machines, int times) {
        this.runner = new ClusterRunner(cluster);
        this.label = label;
        this.machines = machines;
        this.times = times;
    }

    Machines machines() {
        return machines;
    }

    int times() {
        return times;
    }

    /** Has all pieces computed; their results in the same order. */
    <R> List<R> all(List<? extends Piece<R>> pieces) throws InterruptedException {
        List<PieceTask<R>> all = new ArrayList<>();
        pieces.forEach(piece -> all.add(new PieceTask<>(piece, times, machines)));
        List<R> results = new ArrayList<>();
        for (TaskHandle<Done<R>> handle : runner.submitAll(label, all)) {
            results.add(count(handle.join(), handle.where()));
        }
        return results;
    }

    /** Has a task and its children run. */
    <R> R one(Task<Done<R>> task, TaskOptions options) throws InterruptedException {
        return count(runner.run(label, task, options), "");
    }

    private <R> R count(Done<R> done, String where) {
        done.spent().forEach((node, some) -> spent.merge(node, some, Spent::plus));
        tasks.merge(where, 1, Integer::sum);
        return done.result();
    }

    /** What each node has spent. */
    Map<String, Spent> spent() {
        return Map.copyOf(spent);
    }

    /** How many pieces each node has computed. */
    Map<String, Integer> tasks() {
        return Map.copyOf(tasks);
    }
}
