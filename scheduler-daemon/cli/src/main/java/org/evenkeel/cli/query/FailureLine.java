package org.evenkeel.cli.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.evenkeel.model.JsonObject;
import org.evenkeel.wire.proto.FailuresAnswer;

/**
 * Tasks of a job that failed for the same cause, as the nodes of a cluster count them together.
 *
 * @param group as the first node has it, with what all have counted
 */
public record FailureLine(FailuresAnswer.Group group) {
    private static final String OTHERS = "OTHERS";

    private record Cause(String status, String exception, String place) {
        static Cause of(FailuresAnswer.Group group) {
            return new Cause(group.getStatus(), group.getException(), group.getPlace());
        }
    }

    /**
     * All causes, the most frequent first and those that no node could keep apart last. A client
     * that moved leaves its job behind for a while: the nodes that it attached to last count.
     */
    public static List<FailureLine> list(List<FailuresAnswer> nodes) {
        int latest =
                nodes.stream()
                        .filter(FailuresAnswer::getKnown)
                        .mapToInt(FailuresAnswer::getAttachment)
                        .max()
                        .orElse(0);
        Map<Cause, FailuresAnswer.Group> groups = new LinkedHashMap<>();
        for (FailuresAnswer node : nodes) {
            if (node.getKnown() && node.getAttachment() == latest) {
                node.getGroupsList()
                        .forEach(group -> groups.merge(Cause.of(group), group, FailureLine::sum));
            }
        }
        List<FailureLine> lines = new ArrayList<>();
        groups.values().forEach(group -> lines.add(new FailureLine(group)));
        lines.sort(
                Comparator.comparing(FailureLine::isOthers)
                        .thenComparing(
                                Comparator.comparingLong(
                                                (FailureLine line) -> line.group.getCount())
                                        .thenComparingLong(line -> line.group.getRetried())
                                        .reversed()));
        return lines;
    }

    private static FailuresAnswer.Group sum(FailuresAnswer.Group one, FailuresAnswer.Group other) {
        FailuresAnswer.Group.Builder sum =
                one.toBuilder()
                        .setCount(one.getCount() + other.getCount())
                        .setRetried(one.getRetried() + other.getRetried())
                        .setElsewhere(one.getElsewhere() + other.getElsewhere())
                        .clearMachines();
        if (other.getFirst().compareTo(one.getFirst()) < 0) {
            sum.setFirst(other.getFirst()).setTask(other.getTask()).setSummary(other.getSummary());
        }
        if (other.getLast().compareTo(one.getLast()) > 0) {
            sum.setLast(other.getLast());
        }
        SortedMap<String, Long> machines = counts(one);
        counts(other).forEach((node, count) -> machines.merge(node, count, Long::sum));
        machines.forEach((node, count) ->
                sum.addMachines(FailuresAnswer.Machine.newBuilder().setNode(node).setCount(count)));
        return sum.build();
    }

    private static SortedMap<String, Long> counts(FailuresAnswer.Group group) {
        SortedMap<String, Long> counts = new TreeMap<>(NodeOrder.BY_NAME);
        group.getMachinesList()
                .forEach(machine -> counts.put(machine.getNode(), machine.getCount()));
        return counts;
    }

    private boolean isOthers() {
        return group.getStatus().equals(OTHERS);
    }

    /** The name of the exception's class without its package, or how the tasks ended else. */
    public String what() {
        return switch (group.getStatus()) {
            case "FAILED" ->
                    group.getException().isEmpty()
                            ? "(no exception)"
                            : shortName(group.getException());
            case OTHERS -> "(other causes)";
            default -> "(" + group.getStatus().toLowerCase(Locale.ROOT).replace('_', ' ') + ")";
        };
    }

    /** {@code Render.load:42} for {@code com.acme.Render.load(Render.java:42)}. */
    public String where() {
        String place = group.getPlace();
        int open = place.indexOf('(');
        int colon = place.lastIndexOf(':');
        if (open < 0) {
            return place.isEmpty() ? "-" : place;
        }
        String method = place.substring(0, open);
        int dot = method.lastIndexOf('.');
        String type = dot < 0 ? "" : shortName(method.substring(0, dot)) + ".";
        String line = colon > open ? place.substring(colon, place.length() - 1) : "";
        return type + method.substring(dot + 1) + line;
    }

    private static String shortName(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** The nodes with the number of failures at each, in order. */
    public Map<String, Long> machines() {
        return counts(group);
    }

    /** The same as a map, for JSON. */
    public Map<String, Object> fields() {
        return new JsonObject()
                .with("status", group.getStatus())
                .with("exception", group.getException())
                .with("place", group.getPlace())
                .with("count", group.getCount())
                .with("retried", group.getRetried())
                .with("machines", machines())
                .with("elsewhere", group.getElsewhere())
                .with("first", group.getFirst())
                .with("last", group.getLast())
                .with("example", group.getTask())
                .with("summary", group.getSummary());
    }
}
