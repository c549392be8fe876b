package org.evenkeel.cli.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.WaitReason;
import org.evenkeel.wire.proto.ExplainAnswer;

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
        NowLine holder = lines.stream().filter(NowLine::isHere).findFirst().orElse(null);
        if (holder != null) {
            lines.replaceAll(line -> line.seenFrom(holder));
        }
        lines.sort(
                Comparator.comparingInt(NowLine::rank)
                        .thenComparing(NowLine::node, NodeOrder.BY_NAME));
        return lines;
    }

    /** Whether this node has the task itself. */
    public boolean isHere() {
        return isKnown() && !now.getState().equals(AWAY) && !now.getState().equals(DONE);
    }

    /** Whether this node has a record of the task. */
    public boolean isKnown() {
        return !now.getState().isEmpty();
    }

    private int rank() {
        return isHere() ? 0 : isKnown() ? 1 : 2;
    }

    private NowLine seenFrom(NowLine holder) {
        if (isKnown()) {
            return this;
        }
        ExplainAnswer.Reason kept =
                holder.now.getReasonsList().stream()
                        .filter(reason -> WaitReason.keepsFromOthers(reason.getCode()))
                        .findFirst()
                        .orElse(null);
        if (kept == null && holder.now.getLinkedList().contains(node)) {
            return this;
        }
        ExplainAnswer.Reason reason =
                kept != null
                        ? kept.toBuilder()
                                .setWords(holder.node + " has it: " + kept.getWords())
                                .setOther(holder.node)
                                .build()
                        : ExplainAnswer.Reason.newBuilder()
                                .setCode(WaitReason.NOT_LINKED.name())
                                .setWords("it cannot be handed here from " + holder.node)
                                .setOther(holder.node)
                                .build();
        return new NowLine(
                node,
                now.toBuilder()
                        .clearReasons()
                        .addReasons(reason)
                        .addAllReasons(now.getReasonsList())
                        .build());
    }

    /** The same as a map, for JSON. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("node", node);
        fields.put("state", now.getState());
        if (now.hasForNanos()) {
            fields.put("forNanos", now.getForNanos());
        }
        if (now.hasExpectedNanos()) {
            fields.put("expectedNanos", now.getExpectedNanos());
        }
        if (now.hasSpreadNanos()) {
            fields.put("spreadNanos", now.getSpreadNanos());
            fields.put("runs", now.getRuns());
        }
        fields.put("reasons", now.getReasonsList().stream().map(NowLine::fields).toList());
        return fields;
    }

    private static Map<String, Object> fields(ExplainAnswer.Reason reason) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("code", reason.getCode());
        fields.put("words", reason.getWords());
        fields.put("count", reason.getCount());
        fields.put("other", reason.getOther());
        return fields;
    }
}
