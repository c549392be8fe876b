package org.evenkeel.simulator.forecast;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.simulator.forecast.Moment.Machine;

/** The machines of a moment and their links, while some join and some are removed. */
final class ChangedMachines {
    private final Map<String, Machine> machines = new LinkedHashMap<>();
    private final Map<String, Set<String>> links = new LinkedHashMap<>();
    private final Map<String, Set<String>> formerLinks = new LinkedHashMap<>();

    ChangedMachines(List<Machine> all) {
        for (Machine machine : all) {
            machines.put(machine.name(), machine);
            links.put(machine.name(), new LinkedHashSet<>());
        }
        for (Machine machine : all) {
            machine.neighbours().stream()
                    .filter(machines::containsKey)
                    .forEach(other -> link(machine.name(), other));
        }
    }

    private Set<String> linksOf(String name) {
        return links.getOrDefault(name, Set.of());
    }

    private void link(String one, String other) {
        if (!one.equals(other)) {
            linksOf(one).add(other);
            linksOf(other).add(one);
        }
    }

    private Machine known(String name) {
        Machine machine = machines.get(name);
        if (machine == null) {
            throw new IllegalArgumentException(
                    "no machine "
                            + name
                            + " takes tasks at that moment; choose from "
                            + String.join(", ", machines.keySet()));
        }
        return machine;
    }

    /** Each is linked with the one that it is like, with the neighbours of that, and the others. */
    void add(Change.Addition addition) {
        Machine like = known(addition.like());
        if (like.slots() == 0) {
            throw new IllegalArgumentException(
                    like.name() + " has no workers: choose a machine that runs tasks");
        }
        List<String> near = new ArrayList<>(linksOf(like.name()));
        near.add(like.name());
        for (int i = 0; i < addition.count(); i++) {
            int number = 1;
            while (machines.containsKey(like.name() + "+" + number)) {
                number++;
            }
            String name = like.name() + "+" + number;
            machines.put(name, new Machine(name, like.slots(), List.of(), like.speedOf()));
            links.put(name, new LinkedHashSet<>());
            near.forEach(other -> link(name, other));
            near.add(name);
        }
    }

    /** Where its neighbours reached each other through it alone, they are linked instead. */
    void remove(String name) {
        known(name);
        machines.remove(name);
        Set<String> former = linksOf(name);
        links.remove(name);
        former.forEach(other -> linksOf(other).remove(name));
        formerLinks.put(name, former);
        if (!former.isEmpty() && !reached(former.iterator().next()).containsAll(former)) {
            former.forEach(one -> former.forEach(other -> link(one, other)));
        }
        if (machines.values().stream().allMatch(machine -> machine.slots() == 0)) {
            throw new IllegalArgumentException("without " + name + " no machine runs tasks");
        }
    }

    private Set<String> reached(String from) {
        Set<String> seen = new LinkedHashSet<>(Set.of(from));
        Deque<String> next = new ArrayDeque<>(seen);
        while (!next.isEmpty()) {
            for (String other : linksOf(next.remove())) {
                if (seen.add(other)) {
                    next.add(other);
                }
            }
        }
        return seen;
    }

    /** The machine that gets the tasks of a removed one: a neighbour that runs tasks, else any. */
    String successorOf(String removed) {
        for (String neighbour : formerLinks.getOrDefault(removed, Set.of())) {
            Machine machine = machines.get(neighbour);
            if (machine != null && machine.slots() > 0) {
                return neighbour;
            }
        }
        return machines.values().stream()
                .filter(machine -> machine.slots() > 0)
                .map(Machine::name)
                .findFirst()
                .orElseThrow();
    }

    /** The machines with their links, as they are now. */
    List<Machine> machines() {
        return machines.values().stream()
                .map(machine ->
                        new Machine(
                                machine.name(),
                                machine.slots(),
                                List.copyOf(linksOf(machine.name())),
                                machine.speedOf()))
                .toList();
    }
}
