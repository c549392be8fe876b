package org.evenkeel.metrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.PhasesAnswer;
import org.evenkeel.wire.proto.StatsAnswer;

/**
 * What one node answered.
 *
 * @param phases empty if it did not answer that
 */
record NodeFigures(NodesAnswer node, StatsAnswer stats, PhasesAnswer phases) {

    /** Of those that answered the first two questions. */
    static List<NodeFigures> of(Answers answers) {
        Map<String, StatsAnswer> stats = new HashMap<>();
        answers.getStatsList().forEach(each -> stats.put(each.getNode(), each));
        Map<String, PhasesAnswer> phases = new HashMap<>();
        answers.getPhasesList().forEach(each -> phases.put(each.getNode(), each));
        List<NodeFigures> all = new ArrayList<>();
        for (NodesAnswer node : answers.getNodesList()) {
            StatsAnswer its = stats.get(node.getNode());
            if (its != null) {
                all.add(
                        new NodeFigures(
                                node,
                                its,
                                phases.getOrDefault(
                                        node.getNode(), PhasesAnswer.getDefaultInstance())));
            }
        }
        return all;
    }

    String name() {
        return node.getNode();
    }

    NodesAnswer.Totals totals() {
        return node.getTotals();
    }
}
