package org.evenkeel.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * A rule that did not hold in a cluster drawn at random.
 *
 * @param seed that brings it back
 * @param rule its name, e.g. {@code S5}; {@code threw} when the code itself threw
 * @param what happened
 * @param spec the cluster
 * @param story the trace of the task concerned on all nodes, in the order of time; may be empty
 */
public record Finding(long seed, String rule, String what, SimSpec spec, List<String> story) {

    public Finding {
        story = List.copyOf(story);
    }

    /**
     * Everything that somebody needs who looks for the cause.
     *
     * @param commit of the code that ran
     */
    public List<String> lines(String commit) {
        List<String> lines = new ArrayList<>();
        lines.add("seed " + seed + ", commit " + commit + ": " + what);
        lines.add(
                spec.processors() == 0 && spec.hours().ofNodes().isEmpty()
                        ? "again: ./evenkeel swarm --seed " + seed + " --seeds 1"
                        : "again: ./mvnw -pl runtime-core test -Dtest=SwarmSimulationTest"
                                + " -Devenkeel.seed="
                                + seed);
        ClusterSpec cluster = spec.cluster();
        lines.add(
                cluster.nodes()
                        + " nodes, "
                        + cluster.topology().name()
                        + ", "
                        + cluster.policy()
                        + ", "
                        + cluster.loadModel()
                        + ", workers "
                        + cluster.workers()
                        + ", "
                        + spec.workload().name()
                        + ", "
                        + spec.jobs()
                        + " jobs, "
                        + spec.durability());
        lines.addAll(spec.faults().toString().lines().toList());
        lines.addAll(story);
        return lines;
    }
}
