package org.evenkeel.lab.measure;

import java.util.List;
import java.util.Map;
import org.evenkeel.model.Numbers;

/**
 * One run of a workload.
 *
 * @param makespan seconds from the submission to the last result
 * @param processorSeconds processor time of all tasks together
 * @param correct whether the result was right
 * @param nodes the nodes and their processor time
 * @param idle unused share of this machine's processor time meanwhile; NaN if unknown
 */
public record MeasurementRun(
        double makespan,
        double processorSeconds,
        boolean correct,
        Map<String, NodeShare> nodes,
        double idle) {

    /** With less to spare, daemons and what is between two tasks had to wait. */
    private static final double TO_SPARE = 0.05;

    /** With less of its processors a node is not the machine it stands for. */
    private static final double ENOUGH = 0.9;

    /** Part of what these processors together could do, if work could be cut anywhere. */
    public double efficiency(double processors) {
        return processorSeconds / (processors * makespan);
    }

    /**
     * Why this run says nothing; empty when it does: this machine had less for its nodes than they
     * were to have, or a task computed wrongly.
     */
    public String doubt() {
        if (!correct) {
            return "wrong result";
        }
        List<String> shares =
                nodes.entrySet().stream()
                        .filter(node -> node.getValue().received() < ENOUGH)
                        .map(node -> words(node.getKey(), node.getValue()))
                        .sorted()
                        .toList();
        if (shares.isEmpty()) {
            return idle < TO_SPARE
                    ? Numbers.format(
                            "host overloaded: %.0f %% of its processor time was free", 100 * idle)
                    : "";
        }
        String more = shares.size() == 1 ? "" : ", as " + (shares.size() - 1) + " more";
        return "host overloaded: " + shares.getFirst() + more;
    }

    /** Whether this run says something. */
    public boolean counts() {
        return doubt().isEmpty();
    }

    private static String words(String node, NodeShare nodeShare) {
        return Numbers.format(
                "%s got %.3f of %.3f processors",
                node, nodeShare.processors() * nodeShare.received(), nodeShare.processors());
    }
}
