package org.evenkeel.client.graph;

import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.client.value.GraphTask;
import org.evenkeel.client.value.ProducedValue;
import org.evenkeel.client.value.ValueRef;

/** What a graph runs on: a job of a cluster. */
public interface GraphRuntime {

    /** Submits a task; may block. */
    TaskHandle<ProducedValue> submit(GraphTask task, TaskOptions options);

    /**
     * Asks which nodes can be sent tasks from here.
     *
     * @param answer hears their workers by name, the nearest first, on any thread; or never
     */
    void askNodes(Consumer<Map<String, Integer>> answer);

    /** Has a node fetch a value ahead of the task that needs it; best effort. */
    void spread(ValueRef value, String node);
}
