package org.evenkeel.daemon.peer;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.evenkeel.model.NodeRef;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.ExplainAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;

/**
 * Questions about one task, most of which go to nodes that do not know it: they are told what the
 * others say of it.
 */
final class TaskQuestions {
    /** The question with what an answer tells of the task; the same if there is nothing to tell. */
    static Query telling(Query query, Answers answers) {
        if (query.getTopic() != Topic.TOPIC_EXPLAIN || query.hasTraits()) {
            return query;
        }
        return answers.getExplainList().stream()
                .filter(ExplainAnswer::hasTraits)
                .findFirst()
                .map(one -> query.toBuilder().setTraits(one.getTraits()).build())
                .orElse(query);
    }

    /** Of these nodes those that a question is for. */
    static List<NodeRef> named(Query query, List<NodeRef> nodes) {
        if (query.getNodesCount() == 0) {
            return nodes;
        }
        Set<String> named = new HashSet<>(query.getNodesList());
        return nodes.stream().filter(node -> named.contains(node.id().name())).toList();
    }

    /** Of these nodes those that have answered and do not know the task. */
    static List<NodeRef> unknowing(Answers answers, List<NodeRef> nodes) {
        Set<String> unknowing =
                answers.getExplainList().stream()
                        .filter(one -> one.hasNow() && one.getNow().getState().isEmpty())
                        .map(ExplainAnswer::getNode)
                        .collect(Collectors.toSet());
        return nodes.stream().filter(node -> unknowing.contains(node.id().name())).toList();
    }

    /** Of each node the last answer; who has given one is not silent. */
    static Answers latest(Answers answers) {
        Map<String, ExplainAnswer> byNode = new LinkedHashMap<>();
        answers.getExplainList().forEach(one -> byNode.put(one.getNode(), one));
        return answers.toBuilder()
                .clearExplain()
                .addAllExplain(byNode.values())
                .clearSilent()
                .addAllSilent(
                        answers.getSilentList().stream()
                                .filter(node -> !byNode.containsKey(node))
                                .toList())
                .clearRefusals()
                .addAllRefusals(
                        answers.getRefusalsList().stream()
                                .filter(one -> !byNode.containsKey(one.getNode()))
                                .toList())
                .build();
    }
}
