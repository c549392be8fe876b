package org.evenkeel.lab.demo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.evenkeel.model.JsonObject;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.NodesAnswer.Totals;

/**
 * How the work of some span of time spread over the nodes: counts at its end less those at its
 * start.
 */
record Spread(List<Row> rows) {

    /** Whether a node told its counts, at the start and at the end. */
    enum Presence {
        ANSWERS,
        /** Its process lives, and gives no answer: it is suspended, say. */
        SILENT,
        ENDED
    }

    /**
     * One node's part.
     *
     * @param presence its counts are 0 if it did not answer
     * @param busyShare of the time its workers had
     */
    record Row(
            String node,
            Presence presence,
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
            return new JsonObject()
                    .with("node", node)
                    .with("alive", presence != Presence.ENDED)
                    .with("answers", presence == Presence.ANSWERS)
                    .with("run", run)
                    .with("stolenIn", stolenIn)
                    .with("givenAway", givenAway)
                    .with("messages", messages)
                    .with("regranted", regranted)
                    .with("busyShare", busyShare);
        }
    }

    /**
     * Takes the difference.
     *
     * @param nodes all that were started
     * @param before reports by node; a node without one gave no answer
     * @param after the same at the end
     * @param lives whether the process of a node still runs
     */
    static Spread between(
            Iterable<String> nodes,
            Map<String, NodesAnswer> before,
            Map<String, NodesAnswer> after,
            Predicate<String> lives,
            double seconds) {
        List<Row> rows = new ArrayList<>();
        for (String node : nodes) {
            NodesAnswer first = before.get(node);
            NodesAnswer last = after.get(node);
            rows.add(
                    first == null || last == null
                            ? uncounted(node, lives.test(node))
                            : row(node, first, last, seconds));
        }
        return new Spread(rows);
    }

    private static Row uncounted(String node, boolean lives) {
        Presence presence = lives ? Presence.SILENT : Presence.ENDED;
        return new Row(node, presence, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    private static Row row(String node, NodesAnswer before, NodesAnswer after, double seconds) {
        double available = seconds * after.getWorkers();
        double busy = grown(before, after, Totals::getRunNanos) / 1e9;
        return new Row(
                node,
                Presence.ANSWERS,
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
        return of(row -> row.presence() == Presence.ENDED);
    }

    /** Nodes whose processes live, and which gave no answer. */
    List<String> silent() {
        return of(row -> row.presence() == Presence.SILENT);
    }

    /** Nodes that were there and ran nothing. */
    List<String> idle() {
        return of(row -> row.presence() == Presence.ANSWERS && row.run() == 0);
    }

    private List<String> of(Predicate<Row> which) {
        return rows.stream().filter(which).map(Row::node).toList();
    }

    /** Whether all nodes answered. */
    boolean isComplete() {
        return rows.stream().allMatch(row -> row.presence() == Presence.ANSWERS);
    }

    long regranted() {
        return rows.stream().mapToLong(Row::regranted).sum();
    }
}
