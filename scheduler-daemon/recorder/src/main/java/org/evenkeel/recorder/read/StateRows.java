package org.evenkeel.recorder.read;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.cli.query.JobLine;
import org.evenkeel.recorder.table.Row;
import org.evenkeel.recorder.table.Table;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.MigrationsAnswer;
import org.evenkeel.wire.proto.NodesAnswer;
import org.jspecify.annotations.Nullable;

/** Answers about nodes, jobs and moves as rows. Times are microseconds since 1970. */
public final class StateRows {
    /** The states of nodes. */
    public static List<Row> nodes(List<NodesAnswer> answers, long now) {
        List<Row> rows = new ArrayList<>();
        for (NodesAnswer node : answers) {
            NodesAnswer.Totals totals = node.getTotals();
            rows.add(
                    Row.of(
                            Table.NODES,
                            now,
                            node.getNode(),
                            node.getIncarnation(),
                            true,
                            node.getHost() + ":" + node.getPort(),
                            node.getVersion(),
                            node.getPolicy(),
                            node.getLoad(),
                            node.getState(),
                            node.getDraining(),
                            node.hasHours() ? node.getHours().getOpen() : null,
                            node.hasHours() ? node.getHours().getNotice() : null,
                            node.getWorkers(),
                            node.getBusy(),
                            node.getWaiting(),
                            node.getPrefetched(),
                            node.getParked(),
                            node.getOwned(),
                            node.getHeld(),
                            node.getClients(),
                            node.getWorkerProcesses(),
                            totals.getRun(),
                            totals.getFailed(),
                            totals.getCommitted(),
                            totals.getRunNanos() / 1e9));
        }
        return rows;
    }

    /** A node does not answer. */
    public static Row silentNode(String node, long now) {
        @Nullable Object[] values = new Object[Table.NODES.columns().size()];
        values[Table.NODES.index("time")] = now;
        values[Table.NODES.index("node")] = node;
        values[Table.NODES.index("answers")] = false;
        return Row.of(Table.NODES, values);
    }

    /** What nodes believe of their neighbours. */
    public static List<Row> neighbours(List<NodesAnswer> answers, long now) {
        List<Row> rows = new ArrayList<>();
        for (NodesAnswer node : answers) {
            for (NodesAnswer.Neighbour neighbour : node.getNeighboursList()) {
                rows.add(
                        Row.of(
                                Table.NEIGHBOURS,
                                now,
                                node.getNode(),
                                neighbour.getName(),
                                neighbour.getUp(),
                                neighbour.getBelieved(),
                                neighbour.getTold(),
                                neighbour.getRoom(),
                                neighbour.getLosses()));
            }
        }
        return rows;
    }

    /** The states of jobs, each once. */
    public static List<Row> jobs(List<JobsAnswer> answers, long now) {
        List<Row> rows = new ArrayList<>();
        for (JobLine line : JobLine.list(answers)) {
            JobsAnswer.Job job = line.job();
            rows.add(
                    Row.of(
                            Table.JOBS,
                            now,
                            job.getJob(),
                            job.getName(),
                            line.node().getNode(),
                            job.hasSubmitter() ? job.getSubmitter() : null,
                            job.getAttached(),
                            job.getOutlives(),
                            job.getWidth(),
                            job.getAdmission(),
                            job.getWhy(),
                            job.getOpen(),
                            job.getSucceeded(),
                            job.getFailed(),
                            job.getCancelled(),
                            job.getUnfetched(),
                            line.running(),
                            line.waiting()));
        }
        return rows;
    }

    /** The parts of moves that nodes remember. */
    public static List<Row> moves(List<MigrationsAnswer> answers, long now) {
        List<Row> rows = new ArrayList<>();
        for (MigrationsAnswer node : answers) {
            for (MigrationsAnswer.Step step : node.getStepsList()) {
                rows.add(
                        Row.of(
                                Table.MOVES,
                                micros(step.getAt(), now),
                                node.getNode(),
                                step.getTask(),
                                step.getPart(),
                                step.getEpoch(),
                                step.getGrant(),
                                step.getNanos() / 1e6,
                                step.getBytes()));
            }
        }
        return rows;
    }

    private static long micros(String iso, long otherwise) {
        try {
            return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(iso));
        } catch (DateTimeException | ArithmeticException e) {
            return otherwise;
        }
    }
}
