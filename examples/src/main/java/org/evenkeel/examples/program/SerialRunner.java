package org.evenkeel.examples.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.graph.GraphReport;
import org.evenkeel.api.graph.LocalValues;
import org.evenkeel.api.graph.TaskGraph;
import org.evenkeel.api.graph.Value;

/** Runs tasks one after the other on the calling thread. */
public final class SerialRunner implements Runner {
    private final SerialContext context = new SerialContext();

    @Override
    public <R> R run(String label, Task<R> task, TaskOptions options) throws Exception {
        try (ProgressBar _ = ProgressBar.start(label, ProgressBar.UNKNOWN, "tasks")) {
            return task.run(context);
        }
    }

    @Override
    public <R> List<R> runAll(String label, List<? extends Task<R>> tasks) throws Exception {
        List<R> results = new ArrayList<>(tasks.size());
        try (ProgressBar bar = ProgressBar.start(label, tasks.size(), "tasks")) {
            for (Task<R> task : tasks) {
                results.add(task.run(context));
                bar.update(results.size());
            }
        }
        return results;
    }

    @Override
    public RanGraph runGraph(String label, TaskGraph graph) throws Exception {
        LocalValues values;
        try (ProgressBar _ = ProgressBar.start(label, ProgressBar.UNKNOWN, "tasks")) {
            values = graph.runHere();
        }
        return new RanGraph() {
            @Override
            public <R> R get(Value<R> value) {
                return values.get(value);
            }

            @Override
            public Optional<GraphReport> report() {
                return Optional.empty();
            }
        };
    }

    @Override
    public String where() {
        return "this process, one task after the other";
    }
}
