package org.evenkeel.cli.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.WaitReason;
import org.evenkeel.model.JsonObject;
import org.evenkeel.wire.proto.ExplainAnswer;

/**
 * What keeps waiting tasks from a node.
 *
 * @param at node that gives the reason: this one, or one where such tasks wait
 * @param words the reason as it says it of one of them
 * @param count of so many tasks
 * @param example one of them
 */
public record IdleReason(String at, String code, String words, int count, String example) {

    private record Key(String at, String code, String words) {}

    /**
     * The reasons, the most frequent first.
     *
     * @param tasks of each task that waits, what all nodes say of it now
     */
    public static List<IdleReason> list(String node, Map<String, List<NowLine>> tasks) {
        Map<Key, List<String>> found = new LinkedHashMap<>();
        tasks.forEach((task, lines) -> {
            for (NowLine line : lines) {
                boolean here = line.node().equals(node);
                for (ExplainAnswer.Reason reason : line.now().getReasonsList()) {
                    if (here
                            ? counts(reason)
                            : line.isHere() && WaitReason.keepsFromOthers(reason.getCode())) {
                        found.computeIfAbsent(
                                        new Key(line.node(), reason.getCode(), reason.getWords()),
                                        key -> new ArrayList<>())
                                .add(task);
                    }
                }
            }
        });
        List<IdleReason> reasons = new ArrayList<>();
        found.forEach((key, of) ->
                reasons.add(
                        new IdleReason(
                                key.at(), key.code(), key.words(), of.size(), of.getFirst())));
        reasons.sort(Comparator.comparingInt((IdleReason one) -> -one.count()));
        return reasons;
    }

    /** What is said here of the node that has the task is counted there. */
    private static boolean counts(ExplainAnswer.Reason reason) {
        boolean ofHolder =
                WaitReason.keepsFromOthers(reason.getCode()) && !reason.getOther().isEmpty();
        return !ofHolder
                && !reason.getCode().equals(WaitReason.HAS_ROOM.name())
                && !WaitReason.saysWhere(reason.getCode());
    }

    /** The same as a map, for JSON. */
    public Map<String, Object> fields() {
        return new JsonObject()
                .with("at", at)
                .with("code", code)
                .with("words", words)
                .with("count", count)
                .with("example", example);
    }
}
