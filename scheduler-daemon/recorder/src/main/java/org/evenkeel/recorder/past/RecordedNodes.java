package org.evenkeel.recorder.past;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.query.NodeOrder;
import org.evenkeel.recorder.query.QueryDatabase;
import org.evenkeel.recorder.store.Database;
import org.evenkeel.wire.proto.NodesAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The nodes at a moment, as they had answered by then.
 *
 * @param told of those that a recorder had heard shortly before
 * @param silent the others of that day, with since when
 * @param newest when a node was heard last, microseconds since 1970; 0 if not on that day
 */
record RecordedNodes(List<Told> told, SortedMap<String, String> silent, long newest) {

    /** A recorder hears of each node at least once in so long, if that answers. */
    static final long FRESH_MICROS = TimeUnit.MINUTES.toMicros(10);

    /** A node is named so long after it was heard last. */
    static final long NAMED_MICROS = TimeUnit.DAYS.toMicros(1);

    /**
     * What a node told.
     *
     * @param micros when that was heard, microseconds since 1970
     */
    record Told(NodesAnswer answer, long micros) {}

    /** The last row of a node. */
    private record Heard(Told told, boolean answers) {}

    /** A node, and when it was heard last, or fell silent. */
    private record Named(String node, boolean answers, long micros) {

        String silence() {
            String since = "since " + Select.local(micros);
            return answers ? "not recorded " + since : since;
        }
    }

    /**
     * The nodes at a moment.
     *
     * @param since what was heard before does not count as an answer; microseconds since 1970
     * @param at the moment
     */
    static RecordedNodes at(QueryDatabase database, long since, long at) throws IOException {
        SortedMap<String, String> silent = new TreeMap<>(NodeOrder.BY_NAME);
        List<Told> told = new ArrayList<>();
        long newest = 0;
        for (Named named : named(database, at)) {
            silent.put(named.node(), named.silence());
            newest = Math.max(newest, named.micros());
        }
        for (Heard heard : heard(database, since, at)) {
            if (heard.answers()) {
                silent.remove(heard.told().answer().getNode());
                told.add(heard.told());
            }
        }
        return new RecordedNodes(told, silent, newest);
    }

    /** Those alone that had answered. */
    List<NodesAnswer> answers() {
        return told.stream().map(Told::answer).toList();
    }

    /** What a node told last within the day before a moment; null if it told nothing. */
    static @Nullable Told last(QueryDatabase database, String node, long at) throws IOException {
        String sql =
                """
                select *, epoch_us(time) as micros from nodes
                where node = %s and answers and time > %s and time <= %s
                order by time desc limit 1\
                """
                        .formatted(
                                Database.quoted(node),
                                Select.time(at - NAMED_MICROS),
                                Select.time(at));
        return Select.list(database, sql, row -> told(row, at)).stream().findFirst().orElse(null);
    }

    private static Told told(ResultSet row, long at) throws SQLException {
        return new Told(answer(row, at), row.getLong("micros"));
    }

    private static List<Heard> heard(QueryDatabase database, long since, long at)
            throws IOException {
        String sql =
                """
                select *, epoch_us(time) as micros from nodes where time > %s and time <= %s
                qualify row_number() over (partition by node order by time desc) = 1
                order by node\
                """
                        .formatted(Select.time(since), Select.time(at));
        return Select.list(
                database, sql, row -> new Heard(told(row, at), row.getBoolean("answers")));
    }

    /** All of a day. */
    private static List<Named> named(QueryDatabase database, long at) throws IOException {
        String sql =
                """
                select node, epoch_us(max(time)) as heard, arg_max(answers, time) as answers
                from nodes where time > %s and time <= %s group by node\
                """
                        .formatted(Select.time(at - NAMED_MICROS), Select.time(at));
        return Select.list(
                database,
                sql,
                row ->
                        new Named(
                                Select.text(row, "node"),
                                row.getBoolean("answers"),
                                row.getLong("heard")));
    }

    /** It counts its time from 1970, so that two of them tell how much lies between. */
    private static NodesAnswer answer(ResultSet row, long at) throws SQLException {
        NodesAnswer.Builder answer =
                NodesAnswer.newBuilder()
                        .setNode(Select.text(row, "node"))
                        .setIncarnation(row.getLong("incarnation"))
                        .setUptimeNanos(TimeUnit.MICROSECONDS.toNanos(at))
                        .setVersion(Select.text(row, "version"))
                        .setPolicy(Select.text(row, "policy"))
                        .setLoad(Select.text(row, "load"))
                        .setState(Select.text(row, "state"))
                        .setDraining(row.getBoolean("draining"))
                        .setWorkers(row.getInt("slots"))
                        .setBusy(row.getLong("busy"))
                        .setWaiting(row.getLong("waiting"))
                        .setPrefetched(row.getLong("prefetched"))
                        .setParked(row.getLong("parked"))
                        .setOwned(row.getLong("owned"))
                        .setHeld(row.getLong("held"))
                        .setClients(row.getLong("clients"))
                        .setWorkerProcesses(row.getLong("worker_processes"))
                        .setTotals(
                                NodesAnswer.Totals.newBuilder()
                                        .setRun(row.getLong("run"))
                                        .setFailed(row.getLong("failed"))
                                        .setCommitted(row.getLong("committed"))
                                        .setRunNanos((long) (row.getDouble("run_seconds") * 1e9)));
        address(Select.text(row, "host"), answer);
        if (row.getObject("open") instanceof Boolean open) {
            answer.setHours(
                    NodesAnswer.Hours.newBuilder()
                            .setOpen(open)
                            .setNotice(Select.text(row, "notice")));
        }
        return answer.build();
    }

    private static void address(String host, NodesAnswer.Builder answer) {
        int colon = host.lastIndexOf(':');
        if (colon > 0 && host.substring(colon + 1).matches("[0-9]{1,5}")) {
            answer.setHost(host.substring(0, colon))
                    .setPort(Integer.parseInt(host.substring(colon + 1)));
        }
    }
}
