package org.evenkeel.cli.query;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.JsonObject;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.TaskIdMapper;
import org.evenkeel.wire.proto.ExplainAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;

/**
 * One thing that happened to a task on one node.
 *
 * @param at when, by the node's own clock
 * @param node where
 * @param step what
 */
public record StoryLine(Instant at, String node, ExplainAnswer.Step step) {

    /** All lines of the answers to {@code explain}, in the order of their time. */
    public static List<StoryLine> list(List<ExplainAnswer> nodes) {
        // Stable: what one node wrote at one moment keeps its order.
        return nodes.stream()
                .flatMap(node ->
                        node.getStoryList().stream()
                                .map(step ->
                                        new StoryLine(instant(step.getAt()), node.getNode(), step)))
                .sorted(Comparator.comparing(StoryLine::at))
                .toList();
    }

    /** What to ask all nodes. {@link NowQuestion} asks fewer. */
    public static Query.Builder question(TaskId task) {
        return Query.newBuilder()
                .setTopic(Topic.TOPIC_EXPLAIN)
                .setTask(TaskIdMapper.toWire(task))
                .setCluster(true);
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    /** The same as a map, for JSON. */
    public Map<String, Object> fields() {
        return new JsonObject()
                .with("at", at.toString())
                .with("node", node)
                .with("kind", step.getKind())
                .with("words", step.getWords())
                .with("other", step.getOther())
                .with("slot", step.getSlot())
                .with("reason", step.getReason());
    }
}
