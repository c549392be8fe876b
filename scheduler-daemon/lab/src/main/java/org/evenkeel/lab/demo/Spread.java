package org.evenkeel.lab.demo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.NodesAnswer.Totals;
import org.jspecify.annotations.Nullable;

/**
 * How the work of some span of time spread over the nodes: counts at its end less those at its
 * start.
 */
record Spread(List<Row> rows) {

    /**
     * One node's part.
     *
     * @param alive whether it was there from the start to the end; its counts are 0 otherwise
     * @param busyShare of the time its workers had
     */
    record Row(
            String node,
            boolean alive,
            long run,
            long stolenIn,
            long givenAway,
            long taskMessages,
            long resultMessages,
            long loadMessages,
            long otherMessages,
            long regranted,
            double busyShare) {

        Map<String, Object> fields() {
            Map<String, Object> messages = new LinkedHashMap<>();
            messages.put("task", taskMessages);
            messages.put("result", resultMessages);
            messages.put("load", loadMessages);
            messages.put("other", otherMessages);
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("node", node);
            fields.put("alive", alive);
            fields.put("run", run);
            fields.put("stolenIn", stolenIn);
            fields.put("givenAway", givenAway);
            fields.put("messages", messages);
            fields.put("regranted", regranted);
            fields.put("busyShare", busyShare);
            return fields;
        }
    }

    /**
     * Takes the difference.
     *
     * @param nodes all that were started
     * @param before reports by node; a node without one has ended before
     * @param after the same at the end; a node without one has ended
     */
    static Spread between(
            Iterable<String> nodes,
            Map<String, NodesAnswer> before,
            Map<String, NodesAnswer> after,
            double seconds) {
        List<Row> rows = new ArrayList<>();
        for (String node : nodes) {
            rows.add(row(node, before.get(node), after.get(node), seconds));
        }
        return new Spread(rows);
    }

    private static Row row(
            String node,
            @Nullable NodesAnswer before,
            @Nullable NodesAnswer after,
            double seconds) {
        if (before == null || after == null) {
            return new Row(node, false, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        }
        double available = seconds * after.getWorkers();
        double busy = grown(before, after, Totals::getRunNanos) / 1e9;
        return new Row(
                node,
                true,
                grown(before, after, Totals::getRun),
                grown(before, after, Totals::getStolenIn),
                grown(before, after, Totals::getGivenAway),
                grown(before, after, Totals::getOffersSent),
                grown(before, after, Totals::getResultsSent),
                grown(before, after, Totals::getLoadsSent),
                grown(before, after, Totals::getRequestsSent)
                        + grown(before, after, Totals::getOtherSent),
                grown(before, after, Totals::getRegranted),
                available > 0 ? Math.min(1, busy / available) : 0);
    }

    private static long grown(NodesAnswer before, NodesAnswer after, ToLongFunction<Totals> count) {
        return Math.max(
                0, count.applyAsLong(after.getTotals()) - count.applyAsLong(before.getTotals()));
    }

    List<String> ended() {
        return rows.stream().filter(row -> !row.alive()).map(Row::node).toList();
    }

    /** Nodes that were there and ran nothing. */
    List<String> idle() {
        return rows.stream().filter(row -> row.alive() && row.run() == 0).map(Row::node).toList();
    }

    long regranted() {
        return rows.stream().mapToLong(Row::regranted).sum();
    }
}
