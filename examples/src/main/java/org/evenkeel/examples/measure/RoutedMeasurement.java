package org.evenkeel.examples.measure;

import java.util.List;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;

/**
 * Has a task run at the last node of a route, from neighbour to neighbour: a node can only be asked
 * for where a task comes by one of its neighbours.
 *
 * @param route nodes, this task's own first
 */
record RoutedMeasurement<R>(List<String> route, Task<R> task) implements Task<R> {
    RoutedMeasurement {
        route = List.copyOf(route);
    }

    @Override
    public R run(TaskContext context) throws Exception {
        if (route.size() == 1) {
            return task.run(context);
        }
        RoutedMeasurement<R> rest = new RoutedMeasurement<>(route.subList(1, route.size()), task);
        TaskHandle<R> handle = context.spawn(rest, rest.options());
        context.awaitAll(List.of(handle));
        return handle.get();
    }

    TaskOptions options() {
        return TaskOptions.DEFAULT.withNode(route.getFirst());
    }
}
