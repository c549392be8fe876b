package org.evenkeel.simulator.forecast;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.topology.Topology;
import org.evenkeel.simulator.forecast.Moment.Machine;

/**
 * The links that were recorded: any graph, also one that is not connected.
 *
 * @param neighbours of each node, in ascending order
 */
record RecordedTopology(List<List<Integer>> neighbours) implements Topology {

    RecordedTopology {
        neighbours = List.copyOf(neighbours);
    }

    /** Of machines whose links go both ways; the index of a node is its place. */
    static RecordedTopology of(List<Machine> machines) {
        Map<String, Integer> places = new LinkedHashMap<>();
        machines.forEach(machine -> places.put(machine.name(), places.size()));
        List<List<Integer>> all = new ArrayList<>();
        for (Machine machine : machines) {
            all.add(
                    machine.neighbours().stream()
                            .map(name -> places.getOrDefault(name, -1))
                            .filter(place -> place >= 0)
                            .sorted()
                            .toList());
        }
        return new RecordedTopology(all);
    }

    @Override
    public String name() {
        return "as recorded";
    }

    @Override
    public List<Integer> neighbours(int index, int nodes) {
        if (nodes != neighbours.size()) {
            throw new IllegalArgumentException(nodes + " nodes of " + neighbours.size());
        }
        return neighbours.get(index);
    }
}
