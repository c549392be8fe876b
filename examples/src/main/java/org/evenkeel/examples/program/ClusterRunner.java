package org.evenkeel.examples.program;

import java.util.List;
import java.util.Optional;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskGroup;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.graph.GraphReport;
import org.evenkeel.api.graph.GraphRun;
import org.evenkeel.api.graph.TaskGraph;
import org.evenkeel.api.graph.Value;

/** Runs tasks on a cluster and shows how far they are. */
public final class ClusterRunner implements Runner {
    private final Cluster cluster;

    public ClusterRunner(Cluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public <R> R run(String label, Task<R> task, TaskOptions options) throws InterruptedException {
        try (ProgressBar _ = ProgressBar.start(label, ProgressBar.UNKNOWN, "tasks")) {
            return cluster.submit(task, options).get();
        }
    }

    @Override
    public <R> List<R> runAll(String label, List<? extends Task<R>> tasks)
            throws InterruptedException {
        return submitAll(label, tasks).stream().map(TaskHandle::join).toList();
    }

    /** The same for who wants to know more than the results; all have ended well. */
    public <R> List<TaskHandle<R>> submitAll(String label, List<? extends Task<R>> tasks)
            throws InterruptedException {
        try (ProgressBar bar = ProgressBar.start(label, tasks.size(), "tasks")) {
            TaskGroup<R> group = cluster.submitAll(tasks);
            group.onProgress(progress -> bar.update(progress.done()));
            group.join();
            return group.handles();
        }
    }

    @Override
    public RanGraph runGraph(String label, TaskGraph graph) throws InterruptedException {
        GraphRun run;
        try (ProgressBar bar = ProgressBar.start(label, graph.tasks().size(), "tasks")) {
            run = cluster.submit(graph);
            run.onProgress(progress -> bar.update(progress.done(), progress.outlook()));
            run.join();
        }
        return new RanGraph() {
            @Override
            public <R> R get(Value<R> value) throws InterruptedException {
                return run.get(value);
            }

            @Override
            public Optional<GraphReport> report() throws InterruptedException {
                return Optional.of(run.join());
            }
        };
    }

    @Override
    public String where() {
        return "the cluster, by node " + cluster.info().node();
    }
}
