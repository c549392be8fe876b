package org.evenkeel.lab.measure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.evenkeel.model.topology.Topologies;
import org.evenkeel.model.topology.Topology;

/**
 * A cluster that is emulated on this machine.
 *
 * @param speeds of its nodes relative to the fastest, which comes first and where everything is
 *     submitted
 * @param processors of this machine that the nodes have together, by their speeds
 * @param policy as {@code org.evenkeel.kernel.policy.registry.Policies} reads it
 * @param load as {@code org.evenkeel.kernel.load.LoadModels} reads it
 * @param topology as {@code org.evenkeel.model.topology.Topologies} reads it
 * @param master whether there is a node more, the first one, that runs nothing and may be master
 */
public record ClusterForm(
        List<Double> speeds,
        double processors,
        String policy,
        String load,
        String topology,
        boolean master) {

    public ClusterForm {
        speeds = List.copyOf(speeds);
    }

    /** Daemons there are. */
    int daemons() {
        return speeds.size() + masters();
    }

    int masters() {
        return master ? 1 : 0;
    }

    /** The node where everything is submitted. */
    String entry() {
        return name(masters());
    }

    /** Processors of the fastest node. */
    public double fastest() {
        return processors / speeds.stream().mapToDouble(speed -> speed).sum();
    }

    /** Speeds of all daemons, relative. */
    List<Double> daemonSpeeds() {
        List<Double> all = new ArrayList<>();
        if (master) {
            all.add(1.0);
        }
        all.addAll(speeds);
        return all;
    }

    /** Processors of each node that runs tasks. */
    Map<String, Double> machines() {
        Map<String, Double> machines = new LinkedHashMap<>();
        for (int i = 0; i < speeds.size(); i++) {
            machines.put(name(masters() + i), fastest() * speeds.get(i));
        }
        return machines;
    }

    /** How each is reached from the entry, over neighbours: {@code n1,n2,n2/n3}. */
    String routesText() {
        int entry = masters();
        Topology links = Topologies.parse(topology);
        Map<Integer, String> routes = new LinkedHashMap<>();
        routes.put(entry, "");
        Deque<Integer> reached = new ArrayDeque<>(List.of(entry));
        while (!reached.isEmpty()) {
            int here = reached.remove();
            for (int next : links.neighbours(here, daemons())) {
                // The one that is master runs nothing, so no task goes on from there.
                if (next >= masters() && !routes.containsKey(next)) {
                    String before = routes.getOrDefault(here, "");
                    routes.put(next, (before.isEmpty() ? "" : before + "/") + name(next));
                    reached.add(next);
                }
            }
        }
        routes.put(entry, name(entry));
        return String.join(",", routes.values());
    }

    private static String name(int index) {
        return "n" + (index + 1);
    }

    /** Its {@link #machines} as a word of a command: {@code n1=0.1,n2=0.05}. */
    String machinesText() {
        return machines().entrySet().stream()
                .map(one -> one.getKey() + "=" + one.getValue())
                .collect(Collectors.joining(","));
    }
}
