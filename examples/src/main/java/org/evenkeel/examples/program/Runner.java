package org.evenkeel.examples.program;

import java.util.List;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.graph.TaskGraph;

/** Where tasks run: on a cluster or, for comparison, one after the other in this process. */
public interface Runner {

    /** Runs a task and whatever it spawns. */
    <R> R run(String label, Task<R> task, TaskOptions options) throws Exception;

    /** Runs tasks that need nothing of each other; their results come in the same order. */
    <R> List<R> runAll(String label, List<? extends Task<R>> tasks) throws Exception;

    /** Runs a graph. */
    RanGraph runGraph(String label, TaskGraph graph) throws Exception;

    /** Human-readable: where that is. */
    String where();
}
