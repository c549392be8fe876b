package org.evenkeel.cli.ask;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A node as it described itself when it was asked for {@code nodes}. */
public final class NodeReport {
    private final Map<?, ?> fields;

    private NodeReport(Map<?, ?> fields) {
        this.fields = fields;
    }

    /** All nodes that answered, by name. */
    public static List<NodeReport> list(Answers answers) {
        List<NodeReport> nodes = new ArrayList<>();
        answers.nodes().forEach(fields -> nodes.add(new NodeReport(fields)));
        nodes.sort(Comparator.comparing(NodeReport::name, Answers.NODE_ORDER));
        return nodes;
    }

    /** The node's name. */
    public String name() {
        return text("node");
    }

    /** A field that is a word, empty when it is not there. */
    public String text(String field) {
        return Answers.text(fields, field);
    }

    /** A field that is a number, 0 when it is not there. */
    public long number(String field) {
        return Answers.number(fields.get(field));
    }

    /** One of the counts since the process started. */
    public long total(String field) {
        return fields.get("totals") instanceof Map<?, ?> totals
                ? Answers.number(totals.get(field))
                : 0;
    }

    /** A field that is a truth. */
    public boolean is(String field) {
        return Boolean.TRUE.equals(fields.get(field));
    }

    /** When it takes tasks; empty when it always does. */
    public Optional<Hours> hours() {
        if (!(fields.get("hours") instanceof Map<?, ?> hours)) {
            return Optional.empty();
        }
        String until = Answers.text(hours, "until");
        return Optional.of(
                new Hours(
                        Boolean.TRUE.equals(hours.get("open")),
                        until.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(until))));
    }

    /** Its neighbours. */
    public List<Neighbour> neighbours() {
        List<Neighbour> neighbours = new ArrayList<>();
        for (Map<?, ?> map : Answers.maps(fields, "neighbours")) {
            neighbours.add(
                    new Neighbour(Answers.text(map, "name"), Boolean.TRUE.equals(map.get("up"))));
        }
        return neighbours;
    }

    /** Worker time spent in tasks, as a share of the time the workers had since the start. */
    public double busyShare() {
        double available = (double) number("uptimeNanos") * number("workers");
        return available > 0 ? Math.min(1, total("runNanos") / available) : 0;
    }

    /** Everything, for JSON. */
    public Map<?, ?> fields() {
        return fields;
    }

    /** Whether a node is open, and until when it is or is not, if that is known. */
    public record Hours(boolean open, Optional<Instant> until) {}

    /** A neighbour by name, and whether there is a link. */
    public record Neighbour(String name, boolean up) {}
}
