package org.evenkeel.recorder.whatif;

import java.util.List;
import java.util.stream.Collectors;
import org.evenkeel.recorder.query.ViewSql;
import org.evenkeel.recorder.store.Database;

/**
 * What is asked of a recorder's tables about one moment. Nothing that was recorded of a later time
 * is read, and of tasks nothing older than {@link #HISTORY_MICROS}. Times are microseconds since
 * 1970.
 *
 * @param at the moment
 */
record MomentSql(long at) {

    /** States of nodes and jobs are recorded every 30 s, of thousands of them more rarely. */
    static final long STATE_MICROS = 300_000_000L;

    /** Records of tasks that count: seven days. What they need has to fit into memory. */
    static final long HISTORY_MICROS = 7 * 86_400_000_000L;

    /** The newest finished tasks, from which running times are taken. */
    static final int MAX_FINISHED = 20_000;

    /** Open tasks; one more is read than can be forecast. */
    static final int MAX_OPEN = 200_001;

    private static final String ACCEPTED = "'ACCEPTED', 'ADOPTED', 'RECOVERED'";

    /** What happens to a task at the node that has it then. */
    private static final String PRESENT =
            ACCEPTED
                    + ", 'GRANTED', 'STARTED', 'PREFETCHED', 'WAITING', 'ARRIVED', 'REFUSED',"
                    + " 'RETURNED', 'PARKED', 'READY', 'RESUMED', 'PARKED_FOR_JOB',"
                    + " 'RESUMED_FOR_JOB', 'DELEGATED', 'SUSPENDED', 'RESUMED_FROM_CHECKPOINT',"
                    + " 'KEPT', 'FINISHED', 'LOST'";

    /** The newest moment of which states are known; a second earlier, all records are there too. */
    static String newest() {
        return "select epoch_us(max(time)) - 1000000 from nodes";
    }

    private String since(long micros) {
        return "time <= make_timestamp(%d) and time > make_timestamp(%d)"
                .formatted(at, Math.max(0, at - micros));
    }

    private String lately() {
        return since(STATE_MICROS);
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
        select coalesce(node, '') as node, cause, epoch_us(from_time), epoch_us(to_time),
          what
        from gaps
        where cause <> 'deleted' and from_time <= make_timestamp(%d)
          and coalesce(to_time, make_timestamp(%d)) >= make_timestamp(%d)
        order by from_time\
        """
                .formatted(at, at, since);
    }

    /** Records of tasks, and the tasks that are wanted. */
    private String tasks() {
        return """
        with until_then as (select * from records where %s),
        begun as (
          select task, min(time) as submitted
          from (select task, time from until_then where what in (%s))
          where task not in (
            select task from until_then
            where what in ('COMMITTED', 'CANCELLED', 'REJECTED'))
          group by task),
        succeeded as (
          select task, max(time) as committed from (
            select task, time from until_then
            where what = 'COMMITTED' and reason = '' order by time desc limit %d)
          group by task),
        wanted as (select task from begun union all select task from succeeded),
        kinds as (
          select task, max(job) as job, max(kind) as kind, max(parent) as parent
          from until_then where task in (select task from wanted) group by task)
        """
                .formatted(since(HISTORY_MICROS), ACCEPTED, MAX_FINISHED);
    }

    /** Tasks that have not ended, in the order in which they came to where they are. */
    String open() {
        return tasks()
                + """
                , present as (
                  select task, what, node, time from until_then
                  where task in (select task from begun) and what in (%s)
                  qualify row_number() over (partition by task order by time desc, seq desc) = 1)
                select task, job, kind, parent, what, node, epoch_us(submitted)
                from begun join kinds using (task) join present using (task)
                order by present.time, task limit %d\
                """
                        .formatted(PRESENT, MAX_OPEN);
    }

    /** Tasks that had succeeded with the times of their ends, the newest first. */
    String finished() {
        return tasks()
                + """
                select task, job, kind, parent, epoch_us(committed)
                from succeeded join kinds using (task)
                where job is not null and kind is not null
                  and task not in (select task from until_then where what = 'CANCELLED')
                order by committed desc, task\
                """;
    }

    /** When these tasks had slots. */
    String runs() {
        return tasks()
                + """
                , ran as (%s)
                select task, node, epoch_us(began), epoch_us(ended), began_by, ended_by
                from ran where ended_by is distinct from 'RETURNED'
                order by task, began\
                """
                        .formatted(
                                ViewSql.runsOf(
                                        "(select * from until_then"
                                                + " where task in (select task from wanted))"));
    }

    /** Kinds of which a task resumed from a checkpoint. */
    String suspendable() {
        return tasks()
                + """
                select distinct kind from until_then
                where kind is not null and task in (
                  select task from until_then where what = 'RESUMED_FROM_CHECKPOINT')\
                """;
    }

    /**
     * When the tasks of jobs had ended that were submitted by a moment each: the place in the
     * lists, how many tasks there are, how many are open, how many were cancelled since, and the
     * last end.
     *
     * @param moments microseconds since 1970
     */
    static String ends(List<String> jobs, List<Long> moments) {
        String names = jobs.stream().map(Database::quoted).collect(Collectors.joining(","));
        String times = moments.stream().map(String::valueOf).collect(Collectors.joining(","));
        return """
        with asked as (
          select unnest(range(%d)) as place, unnest([%s]) as job, unnest([%s]) as moment),
        begun as (
          select task, max(job) as job,
            epoch_us(min(time) filter (what in (%s))) as submitted
          from records where job in (select job from asked) and parent is null
          group by task),
        ends as (
          select task, epoch_us(max(time)) as ended,
            bool_or(what = 'CANCELLED') as cancelled
          from records
          where what in ('COMMITTED', 'CANCELLED') and task in (select task from begun)
          group by task)
        select place, count(begun.task), count(begun.task) filter (ended is null),
          count(ended) filter (cancelled and ended > moment), max(ended)
        from asked
        left join begun on begun.job = asked.job and submitted <= moment
        left join ends on ends.task = begun.task
        group by place order by place\
        """
                .formatted(jobs.size(), names, times, ACCEPTED);
    }
}
