package org.evenkeel.recorder.query;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.evenkeel.recorder.store.Database;
import org.evenkeel.recorder.store.Segment;
import org.evenkeel.recorder.table.Table;

/** The statements that make the tables of a query from segments. */
public final class ViewSql {

    /** A gap is told again when more is known of it: the newest row counts. */
    private static final String GAPS =
            """
            create view gaps as
            select * from (
              from stored_gaps qualify row_number() over (
                partition by cause = 'deleted', node, incarnation, from_seq,
                  case when node is null
                    then concat(what, case when cause <> 'damaged' then noticed end) end,
                  case when cause = 'many-jobs' then from_time end
                order by noticed desc, lost nulls last) = 1)
            where lost is null or lost > 0\
            """;

    /** A part that a node was asked for again is there twice. */
    private static final String MOVES = "create view moves as select distinct * from stored_moves";

    /**
     * A run begins with one of the first kinds and ends with the next record, of the same task in
     * the same process, that is of one of both. A task is in its slot before it resumes from its
     * checkpoint. Its owner has COMMITTED where others have FINISHED, and GRANTED where it tries
     * again.
     */
    private static final String RUNS =
            """
            with steps as (
              select node, incarnation, seq, time, task, what, slot, reason,
                what in ('STARTED', 'READY', 'RESUMED', 'RESUMED_FOR_JOB') as begins,
                what = 'RESUMED_FROM_CHECKPOINT' as loads,
                max(job) over of_task as job,
                max(kind) over of_task as kind,
                count(*) filter (what = 'RESUMED_FROM_CHECKPOINT') over (
                  partition by node, incarnation, task order by seq) as loaded,
                count(*) filter (what = 'RESUMED_FROM_CHECKPOINT') over of_task as loaded_in_all
              from %s
              where what in (
                'ACCEPTED', 'ADOPTED', 'RECOVERED', 'ARRIVED',
                'STARTED', 'READY', 'RESUMED', 'RESUMED_FOR_JOB', 'RESUMED_FROM_CHECKPOINT',
                'FINISHED', 'COMMITTED', 'SUSPENDED', 'KEPT', 'PARKED', 'PARKED_FOR_JOB',
                'RETURNED', 'DELEGATED', 'LOST', 'GRANTED', 'CANCELLED', 'DROPPED')
              window of_task as (partition by node, incarnation, task)),
            pairs as (
              select *,
                lead(time) over later as next_time,
                lead(what) over later as next_what,
                lead(begins) over later as next_begins,
                lead(reason) over later as next_reason,
                lead(loaded, 1, loaded_in_all) over later as next_loaded
              from steps
              where not loads and what not in ('ACCEPTED', 'ADOPTED', 'RECOVERED', 'ARRIVED')
              window later as (partition by node, incarnation, task order by seq))
            select job, task, kind, node, slot, time as began,
              case when not next_begins then next_time end as ended,
              case when not next_begins
                then (epoch_us(next_time) - epoch_us(time)) / 1000.0 end as ms,
              case when next_loaded > loaded then 'RESUMED_FROM_CHECKPOINT' else what end
                as began_by,
              case when not next_begins then next_what end as ended_by,
              reason,
              case when not next_begins then next_reason end as end_reason
            from pairs where begins\
            """;

    private static final String TASKS =
            """
            create view tasks as
            with ends as (
              select task, max(job) as job, max(kind) as kind, max(parent) as parent,
                arg_max(node, time) filter (what in ('ACCEPTED', 'ADOPTED', 'RECOVERED')) as owner,
                min(time) filter (
                  what in ('ACCEPTED', 'ADOPTED', 'RECOVERED', 'REJECTED')) as submitted,
                min(time) filter (what = 'STARTED') as started,
                max(time) filter (what = 'COMMITTED') as committed,
                max(time) filter (what = 'CANCELLED') as cancelled,
                max(time) filter (what = 'REJECTED') as rejected,
                arg_max(reason, time) filter (what = 'COMMITTED') as error,
                arg_max(reason, time) filter (what = 'CANCELLED') as why_cancelled,
                arg_max(reason, time) filter (what = 'REJECTED') as why_rejected,
                count(distinct node) filter (what = 'STARTED') as nodes,
                count(*) filter (what = 'RESUMED_FROM_CHECKPOINT') as moves,
                count(*) filter (what = 'STARTED') as starts
              from records group by task),
            ran as (select task, sum(ms) as run_ms from runs group by task),
            whose as (select job, arg_max(submitter, time) as submitter from jobs group by job),
            told as (
              select *, case
                when cancelled is not null then 'cancelled'
                when committed is not null and error = '' then 'succeeded'
                when committed is not null then 'failed'
                when rejected is not null and owner is null then 'rejected' end as outcome
              from ends)
            select job, task, kind, submitter, owner, parent, submitted, started,
              case outcome
                when 'cancelled' then cancelled
                when 'rejected' then rejected else committed end as ended,
              (epoch_us(started) - epoch_us(submitted)) / 1000.0 as wait_ms,
              run_ms, outcome,
              case outcome
                when 'cancelled' then why_cancelled
                when 'rejected' then why_rejected
                when 'failed' then error end as error,
              nodes, moves, starts
            from told left join ran using (task) left join whose using (job)\
            """;

    /**
     * What selects the rows of {@code runs}.
     *
     * @param records what has the rows and columns of {@code records}, of these tasks all
     */
    public static String runsOf(String records) {
        return RUNS.formatted(records);
    }

    /** All statements, in their order. */
    static List<String> statements(List<Segment> segments) {
        List<String> statements =
                new ArrayList<>(
                        List.of(Table.values()).stream()
                                .map(table -> stored(table, segments))
                                .toList());
        statements.addAll(List.of(GAPS, MOVES, "create view runs as " + runsOf("records"), TASKS));
        return statements;
    }

    private static String stored(Table table, List<Segment> segments) {
        List<Segment> its = segments.stream().filter(segment -> segment.table() == table).toList();
        String name =
                table == Table.GAPS || table == Table.MOVES
                        ? "stored_" + table.sqlName()
                        : table.sqlName();
        return "create view " + name + " as " + (its.isEmpty() ? none(table) : rows(table, its));
    }

    private static String rows(Table table, List<Segment> segments) {
        String columns =
                table.queried().stream()
                        .map(one -> one.stored() + " as " + one.name())
                        .collect(Collectors.joining(", "));
        return "select %s from read_parquet(%s, union_by_name = true)"
                .formatted(columns, Database.list(segments));
    }

    private static String none(Table table) {
        return table.queried().stream()
                .map(one -> "null::" + one.type().sql() + " as " + one.name())
                .collect(Collectors.joining(", ", "select ", " where false"));
    }
}
