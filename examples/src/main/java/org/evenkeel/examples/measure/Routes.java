package org.evenkeel.examples.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;

/**
 * By which neighbours each node is reached from where tasks enter.
 *
 * @param all nodes of each route, the one that is reached last
 */
record Routes(List<List<String>> all) {
    private static final int MOST_ATTEMPTS = 40;
    private static final long PAUSE_MILLIS = 250;

    /** Tells where it ran. */
    private record Where() implements Task<String> {
        @Override
        public String run(TaskContext context) {
            return context.node();
        }
    }

    Routes {
        all = List.copyOf(all);
    }

    /**
     * Reads {@code n1,n2,n2/n3}; without a word for it a node is a neighbour.
     *
     * @param machines that are to be reached
     */
    static Routes parse(String text, Machines machines) {
        Map<String, List<String>> routes = new LinkedHashMap<>();
        for (String node : new TreeSet<>(machines.processors().keySet())) {
            routes.put(node, List.of(node));
        }
        for (String word : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            List<String> route = Arrays.asList(word.split("/", -1));
            if (route.contains("")) {
                throw new IllegalArgumentException(
                        "\"" + word + "\" is no route, like n2/n3 for n3 that is reached by n2");
            }
            routes.put(route.getLast(), route);
        }
        return new Routes(List.copyOf(routes.values()));
    }

    /**
     * Waits until tasks arrive: a node is sent none before its workers have started.
     *
     * @throws IllegalStateException if one does not within ten seconds
     */
    void await(Cluster cluster) throws InterruptedException {
        List<List<String>> missing = all;
        for (int attempt = 0; !missing.isEmpty(); attempt++) {
            if (attempt == MOST_ATTEMPTS) {
                throw new IllegalStateException("tasks do not arrive at " + missing);
            }
            Map<List<String>, TaskHandle<String>> asked = new LinkedHashMap<>();
            for (List<String> route : missing) {
                RoutedMeasurement<String> routedMeasurement =
                        new RoutedMeasurement<>(route, new Where());
                asked.put(route, cluster.submit(routedMeasurement, routedMeasurement.options()));
            }
            missing = new ArrayList<>();
            for (Map.Entry<List<String>, TaskHandle<String>> one : asked.entrySet()) {
                if (!one.getValue().join().equals(one.getKey().getLast())) {
                    missing.add(one.getKey());
                }
            }
            TimeUnit.MILLISECONDS.sleep(missing.isEmpty() ? 0 : PAUSE_MILLIS);
        }
    }
}
