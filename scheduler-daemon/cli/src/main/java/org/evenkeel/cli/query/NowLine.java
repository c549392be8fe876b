package org.evenkeel.cli.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.JsonObject;
import org.evenkeel.wire.MessageJson;
import org.evenkeel.wire.proto.ExplainAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Where a task is at this moment, or why it does not run, as one node sees it.
 *
 * @param now what the node says; where it cannot be handed from the one that has it, that too
 */
public record NowLine(String node, ExplainAnswer.Now now) {

    private static final String AWAY = "AWAY";
    private static final String DONE = "DONE";

    /** One line for each node that tells it: the one that has the task, its owner, all others. */
    public static List<NowLine> list(List<ExplainAnswer> nodes) {
        List<NowLine> lines = new ArrayList<>();
        for (ExplainAnswer node : nodes) {
            if (node.hasNow()) {
                lines.add(new NowLine(node.getNode(), node.getNow()));
            }
        }
        NowLine source = source(lines);
        if (source != null) {
            SeenFrom seen = new SeenFrom(source);
            lines.replaceAll(seen::line);
        }
        lines.sort(
                Comparator.comparingInt(NowLine::rank)
                        .thenComparing(NowLine::node, NodeOrder.BY_NAME));
        return lines;
    }

    /** Whether this node has the task itself. */
    public boolean isHere() {
        return isKnown() && !isAway() && !now.getState().equals(DONE);
    }

    /** Whether this node has a record of the task. */
    public boolean isKnown() {
        return !now.getState().isEmpty();
    }

    private int rank() {
        return isHere() ? 0 : isKnown() ? 1 : 2;
    }

    /** Who knows most of where the task is: the node that has it, else its owner; null for none. */
    private static @Nullable NowLine source(List<NowLine> lines) {
        return lines.stream()
                .filter(line -> line.isHere() || line.isAway())
                .min(Comparator.comparingInt(NowLine::rank))
                .orElse(null);
    }

    /** Whether this node says that another one has the task, or may have it. */
    boolean isAway() {
        return now.getState().equals(AWAY);
    }

    /** The same as a map, for JSON. */
    public Map<String, Object> fields() {
        return new JsonObject()
                .with("node", node)
                .with("state", now.getState())
                .withIf(now.hasForNanos(), "forNanos", now.getForNanos())
                .withIf(now.hasExpectedNanos(), "expectedNanos", now.getExpectedNanos())
                .withIf(now.hasSpreadNanos(), "spreadNanos", now.getSpreadNanos())
                .withIf(now.hasSpreadNanos(), "runs", now.getRuns())
                .with("reasons", now.getReasonsList().stream().map(MessageJson::fields).toList());
    }
}
