package org.evenkeel.recorder.past;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.query.NodeOrder;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.recorder.query.QueryDatabase;
import org.evenkeel.wire.proto.NodesAnswer;

/**
 * The nodes at a moment, as they had answered by then.
 *
 * @param answers of those that a recorder had heard shortly before
 * @param silent the others of that day, with since when
 */
record RecordedNodes(List<NodesAnswer> answers, SortedMap<String, String> silent) {

    /** A recorder hears of each node at least once in so long, if that answers. */
    static final long FRESH_MICROS = TimeUnit.MINUTES.toMicros(10);

    private static final long NAMED_MICROS = TimeUnit.DAYS.toMicros(1);

    /** The last row of a node. */
    private record Heard(NodesAnswer answer, boolean answers, long micros) {}

    /** The nodes at a moment, microseconds since 1970. */
    static RecordedNodes at(QueryDatabase database, long at) throws IOException {
        SortedMap<String, String> silent = new TreeMap<>(NodeOrder.BY_NAME);
        List<NodesAnswer> answers = new ArrayList<>();
        for (String[] named : named(database, at)) {
            silent.put(named[0], named[1]);
        }
        for (Heard heard : heard(database, at)) {
            if (heard.answers()) {
                silent.remove(heard.answer().getNode());
                answers.add(heard.answer());
            }
        }
        return new RecordedNodes(answers, silent);
    }

    private static List<Heard> heard(QueryDatabase database, long at) throws IOException {
        String sql =
                """
                select *, epoch_us(time) as heard from nodes where time > %s and time <= %s
                qualify row_number() over (partition by node order by time desc) = 1
                order by node\
                """
                        .formatted(Select.time(at - FRESH_MICROS), Select.time(at));
        return Select.list(
                database,
                sql,
                row ->
                        new Heard(
                                answer(row, at),
                                row.getBoolean("answers"),
                                row.getLong("heard")));
    }

    /** Names, and since when nothing is known of them. */
    private static List<String[]> named(QueryDatabase database, long at) throws IOException {
        String sql =
                """
                select node, epoch_us(max(time)) as heard, arg_max(answers, time) as answers
                from nodes where time > %s and time <= %s group by node\
                """
                        .formatted(Select.time(at - NAMED_MICROS), Select.time(at));
        return Select.list(
                database,
                sql,
                row -> {
                    String since =
                            "since "
                                    + NumberFormatter.time(
                                            Instant.EPOCH
                                                    .plus(row.getLong("heard"), ChronoUnit.MICROS)
                                                    .toString());
                    boolean answered = row.getBoolean("answers");
                    return new String[] {
                        Select.text(row, "node"), answered ? "not recorded " + since : since
                    };
                });
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
