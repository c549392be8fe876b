package org.evenkeel.recorder.whatif;

import java.util.List;
import java.util.stream.Collectors;
import org.evenkeel.recorder.store.Database;

/**
 * What is asked of a recorder's tables about one moment. Nothing that was recorded of a later time
 * is read. Times are microseconds since 1970.
 *
 * @param at the moment
 */
record MomentSql(long at) {

    /** States of nodes and jobs are recorded every 30 s, of thousands of them more rarely. */
    static final long STATE_MICROS = 300_000_000L;

    /** The newest finished tasks, from which running times are taken. */
    static final int MAX_FINISHED = 20_000;

    /** Open tasks; one more is read than can be forecast. */
    static final int MAX_OPEN = 200_001;

    /** What happens to a task at the node that has it then. */
    private static final String PRESENT =
            "'ACCEPTED', 'RECOVERED', 'ADOPTED', 'GRANTED', 'STARTED', 'PREFETCHED', 'WAITING',"
                    + " 'ARRIVED', 'REFUSED', 'RETURNED', 'PARKED', 'READY', 'RESUMED',"
                    + " 'PARKED_FOR_JOB', 'RESUMED_FOR_JOB', 'DELEGATED', 'SUSPENDED',"
                    + " 'RESUMED_FROM_CHECKPOINT', 'KEPT', 'FINISHED', 'LOST'";

    /** The newest moment of which states are known; a second earlier, all records are there too. */
    static String newest() {
        return "select epoch_us(max(time)) - 1000000 from nodes";
    }

    private String until() {
        return "time <= make_timestamp(" + at + ")";
    }

    private String lately() {
        return until() + " and time > make_timestamp(" + Math.max(0, at - STATE_MICROS) + ")";
    }

    /** The latest state of each node. */
    String nodes() {
        return """
                select node, answers, policy, load, coalesce(slots, 0),
                  coalesce(draining, false) or not coalesce(open, true) as closed, epoch_us(time)
                from nodes where %s
                qualify row_number() over (partition by node order by time desc) = 1
                order by node\
                """
                .formatted(lately());
    }

    /** Pairs of nodes that are linked. */
    String neighbours() {
        return """
                select node, neighbour from (
                  select node, neighbour, up from neighbours where %s
                  qualify row_number() over (partition by node, neighbour order by time desc) = 1)
                where up order by node, neighbour\
                """
                .formatted(lately());
    }

    /** Jobs that have something to do, with the tasks of their clients that have not ended. */
    String jobs() {
        return """
                select job, name, open from (
                  select job, name, open, running, waiting from jobs where %s
                  qualify row_number() over (partition by job order by time desc) = 1)
                where open + running + waiting > 0 order by job\
                """
                .formatted(lately());
    }

    /** Times of which records are missing, of those that contain a time since another one. */
    String gaps(long since) {
        return """
                select coalesce(node, '') as node, cause, epoch_us(from_time), epoch_us(to_time), what
                from gaps
                where cause <> 'deleted' and from_time <= make_timestamp(%d)
                  and coalesce(to_time, make_timestamp(%d)) >= make_timestamp(%d)
                order by from_time\
                """
                .formatted(at, at, since);
    }

    private String seen() {
        return """
                with until_then as (select * from records where %s),
                present as (
                  select task, node, what, time from until_then where what in (%s)
                  qualify row_number() over (partition by task order by time desc, seq desc) = 1),
                seen as (
                  select task, max(job) as job, max(kind) as kind, max(parent) as parent,
                    min(time) filter (what in ('ACCEPTED', 'ADOPTED', 'RECOVERED')) as submitted,
                    max(time) filter (what = 'COMMITTED') as committed,
                    arg_max(reason, time) filter (what = 'COMMITTED') as error,
                    max(time) filter (what in ('CANCELLED', 'REJECTED')) as dropped
                  from until_then group by task),
                open_tasks as (
                  select seen.*, present.what, present.node, present.time
                  from seen join present using (task)
                  where committed is null and dropped is null and submitted is not null
                  order by present.time limit %d),
                finished_tasks as (
                  select * from seen
                  where committed is not null and dropped is null and error = ''
                    and job is not null and kind is not null
                  order by committed desc limit %d)
                """
                .formatted(until(), PRESENT, MAX_OPEN, MAX_FINISHED);
    }

    /** Tasks that have not ended, in the order in which they came to where they are. */
    String open() {
        return seen()
                + "select task, job, kind, parent, what, node, epoch_us(submitted)"
                + " from open_tasks order by time, task";
    }

    /** Tasks that had succeeded, the newest first. */
    String finished() {
        return seen()
                + "select task, job, kind, parent from finished_tasks order by committed desc, task";
    }

    /** When these tasks had slots. */
    String runs() {
        return seen()
                + """
                , wanted as (
                  select task from open_tasks union all select task from finished_tasks)
                select task, node, epoch_us(began), epoch_us(ended), began_by, ended_by
                from runs join wanted using (task)
                where began <= make_timestamp(%d) and ended_by is distinct from 'RETURNED'
                order by task, began\
                """
                        .formatted(at);
    }

    /** Kinds of which a task resumed from a checkpoint. */
    String suspendable() {
        return """
                select distinct kind from runs
                where began_by = 'RESUMED_FROM_CHECKPOINT' and began <= make_timestamp(%d)
                  and kind is not null\
                """
                .formatted(at);
    }

    /**
     * When the tasks of jobs had ended that were submitted by a moment each: the place in the lists,
     * how many tasks there are, how many are open, how many were cancelled, and the last end.
     *
     * @param moments microseconds since 1970
     */
    static String ends(List<String> jobs, List<Long> moments) {
        String names = jobs.stream().map(Database::quoted).collect(Collectors.joining(","));
        String times = moments.stream().map(String::valueOf).collect(Collectors.joining(","));
        return """
                with asked as (
                  select unnest(range(%d)) as place, unnest([%s]) as job, unnest([%s]) as moment)
                select place, count(task), count(task) filter (ended is null),
                  count(task) filter (outcome = 'cancelled'), epoch_us(max(ended))
                from asked left join tasks
                  on tasks.job = asked.job and tasks.parent is null
                  and epoch_us(tasks.submitted) <= asked.moment
                group by place order by place\
                """
                .formatted(jobs.size(), names, times);
    }
}
