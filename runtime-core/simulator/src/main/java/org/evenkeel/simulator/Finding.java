package org.evenkeel.simulator;

import java.util.ArrayList;
import java.util.List;

/**
 * A rule that did not hold in a cluster drawn at random.
 *
 * @param seed that brings it back
 * @param form which sort of cluster the seed draws
 * @param rule its name, e.g. {@code S5}; {@code threw} when the code itself threw
 * @param what happened
 * @param spec the cluster
 * @param story the trace of the task concerned on all nodes, in the order of time; may be empty
 */
public record Finding(
        long seed, SwarmForm form, String rule, String what, SimSpec spec, List<String> story) {

    public Finding {
        story = List.copyOf(story);
    }

    Finding inForm(SwarmForm other) {
        return new Finding(seed, other, rule, what, spec, story);
    }

    /**
     * All that is needed to look for the cause.
     *
     * @param commit of the code that ran
     */
    public List<String> lines(String commit) {
        List<String> lines = new ArrayList<>();
        lines.add("swarm " + form + ", seed " + seed + ", commit " + commit + ": " + what);
        lines.add(
                "reproduce: ./evenkeel lab swarm --form %s --seed %s --seeds 1"
                        .formatted(form, seed));
        ClusterSpec cluster = spec.cluster();
        lines.add(
                "%s nodes, %s, %s, %s, workers %s, %s, %s jobs, %s"
                        .formatted(
                                cluster.nodes(),
                                cluster.topology().name(),
                                cluster.policy(),
                                cluster.loadModel(),
                                cluster.workers(),
                                spec.workload().name(),
                                spec.jobs(),
                                spec.durability()));
        lines.addAll(spec.faults().toString().lines().toList());
        lines.addAll(story);
        return lines;
    }
}
