package org.evenkeel.recorder.dashboard;

import java.time.ZoneId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.cli.query.NodeOrder;
import org.evenkeel.cli.top.Look;
import org.evenkeel.cli.top.LookUpdate;
import org.evenkeel.cli.top.TopJson;
import org.evenkeel.cli.top.TopState;
import org.evenkeel.model.JsonObject;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.StatsAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The machines of a cluster as their nodes told last: those that are there, those that do not
 * answer, and those that are gone for less than an hour. For one thread.
 */
final class MachineList {

    private static final String NAME = "machine";

    private final TopState state;
    private final Map<String, LastAnswer> answers = new HashMap<>();
    private List<Map<String, Object>> rows = List.of();
    private long atMillis;

    private record LastAnswer(NodesAnswer node, @Nullable StatsAnswer stats, long atMillis) {}

    /**
     * @param zone in which states tell times
     */
    MachineList(ZoneId zone) {
        this.state = new TopState(zone);
    }

    /**
     * Takes new answers. The last ones are kept of nodes that are still named.
     *
     * @param nanos now, on a clock that does not go back
     * @param millis now, since 1970
     */
    void update(Answers nodes, Answers stats, long nanos, long millis) {
        atMillis = millis;
        state.accept(new LookUpdate(Look.ofMachines(nanos, nodes), ""));
        Map<String, StatsAnswer> byNode = new HashMap<>();
        stats.getStatsList().forEach(one -> byNode.put(one.getNode(), one));
        for (NodesAnswer node : nodes.getNodesList()) {
            String name = node.getNode();
            answers.put(name, new LastAnswer(node, byNode.get(name), millis));
        }
        rows =
                TopJson.machines(state).stream()
                        .sorted(
                                Comparator.comparing((Map<String, Object> row) -> isGone(row))
                                        .thenComparing(MachineList::name, NodeOrder.BY_NAME))
                        .toList();
        Set<String> named = new HashSet<>();
        rows.forEach(row -> named.add(name(row)));
        answers.keySet().retainAll(named);
    }

    private static boolean isGone(Map<String, Object> row) {
        return row.containsKey("goneSince");
    }

    private static String name(Map<String, Object> row) {
        return String.valueOf(row.get(NAME));
    }

    /** All of them, by name, those that are gone last: {@code at} and {@code machines}. */
    Map<String, Object> all() {
        return new JsonObject()
                .with("at", atMillis)
                .with("machines", rows.stream().map(row -> fields(row, false)).toList());
    }

    /** One of them, in full: {@code at} and {@code machine}; null if none has this name. */
    @Nullable Map<String, Object> one(String name) {
        for (Map<String, Object> row : rows) {
            if (name(row).equals(name)) {
                return new JsonObject().with("at", atMillis).with(NAME, fields(row, true));
            }
        }
        return null;
    }

    /** The row with {@code answered}, when the last answer came, and the {@code facts} of that. */
    private Map<String, Object> fields(Map<String, Object> row, boolean inFull) {
        Map<String, Object> fields = new LinkedHashMap<>(row);
        LastAnswer last = answers.get(name(row));
        if (last != null) {
            fields.put("answered", last.atMillis());
            fields.put(
                    "facts",
                    inFull
                            ? MachineFacts.inFull(last.node(), last.stats())
                            : MachineFacts.shortly(last.node(), last.stats()));
        }
        return fields;
    }
}
