package org.evenkeel.recorder.past;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.query.JobLine;
import org.evenkeel.recorder.query.QueryDatabase;
import org.evenkeel.recorder.read.ChangeFilter;
import org.evenkeel.wire.proto.JobsAnswer;

/** The jobs of a cluster at a moment, and those that had ended before. */
public final class RecordedJobs {

    /** Jobs that are listed. */
    private static final int MOST = 500;

    /** Between an answer and its row on the disk. */
    private static final long DELAY_MICROS = TimeUnit.SECONDS.toMicros(10);

    /** The last row of a job. */
    private record Heard(JobLine line, long micros) {}

    /**
     * Those that were there.
     *
     * @param since what was heard before does not count; microseconds since 1970
     * @param at the moment
     */
    static List<JobLine> at(QueryDatabase database, long since, long at) throws IOException {
        String sql =
                """
                select *, epoch_us(time) as heard from jobs where time > %s and time <= %s
                qualify row_number() over (partition by job order by time desc) = 1
                order by job\
                """
                        .formatted(Select.time(since), Select.time(at));
        List<Heard> all = Select.list(database, sql, RecordedJobs::heard);
        // A job that is there has a row at least so often.
        long digest =
                ChangeFilter.DIGEST_MICROS
                        * Math.ceilDiv(Math.max(1, all.size()), ChangeFilter.DIGEST_ROWS);
        return all.stream()
                .filter(heard -> heard.micros() > at - digest - DELAY_MICROS)
                .map(Heard::line)
                .toList();
    }

    private static Heard heard(ResultSet row) throws SQLException {
        String job = Select.text(row, "job");
        String node = Select.text(row, "node");
        JobsAnswer.Job.Builder told =
                JobsAnswer.Job.newBuilder()
                        .setJob(job)
                        .setName(Select.text(row, "name"))
                        .setAttached(row.getBoolean("attached"))
                        .setOutlives(row.getBoolean("detached"))
                        .setWidth(row.getLong("min_workers"))
                        .setAdmission(Select.text(row, "admission"))
                        .setWhy(Select.text(row, "why"))
                        .setOpen(row.getLong("open"))
                        .setSucceeded(row.getLong("succeeded"))
                        .setFailed(row.getLong("failed"))
                        .setCancelled(row.getLong("cancelled"))
                        .setUnfetched(row.getLong("unfetched"));
        if (row.getObject("submitter") instanceof String submitter) {
            told.setSubmitter(submitter);
        }
        // Where its tasks were is not recorded by job: all of them stand at one node.
        JobsAnswer.Copies copies =
                JobsAnswer.Copies.newBuilder()
                        .setJob(job)
                        .setRunning(row.getLong("running"))
                        .setWaiting(row.getLong("waiting"))
                        .build();
        JobsAnswer at = JobsAnswer.newBuilder().setNode(node).build();
        return new Heard(new JobLine(at, told.build(), Map.of(node, copies)), row.getLong("heard"));
    }

    /** A list, and whether there are more. */
    public record Listed(List<Map<String, Object>> jobs, boolean more) {}

    /**
     * Those of which anything was recorded until a moment, the newest first: {@code job}, {@code
     * name}, {@code submitter}, {@code total} tasks, how many {@code failed}, {@code begin} and
     * {@code end} of what is recorded, milliseconds since 1970. Of a job that was there for a
     * moment, only records tell: {@code failed} is missing.
     *
     * @param at microseconds since 1970
     */
    public static Listed until(QueryDatabase database, long at) throws IOException {
        String sql =
                """
                with states as (
                  select job, arg_max(name, time) as name, arg_max(submitter, time) as submitter,
                    arg_max(open + succeeded + failed + cancelled, time) as total,
                    arg_max(failed, time) as failed, min(time) as began, max(time) as ended
                  from jobs where time <= %s group by job),
                begun as (
                  select job, min(time) as began, max(time) as ended
                  from records where job is not null and time <= %s group by job),
                listed as (
                  select job, coalesce(name, '') as name, coalesce(submitter, '') as submitter,
                    coalesce(total, 0) as told, failed,
                    epoch_ms(least(states.began, begun.began)) as first_ms,
                    epoch_ms(greatest(states.ended, begun.ended)) as last_ms
                  from states full join begun using (job)
                  order by last_ms desc, job limit %d),
                counted as (
                  select job, count(distinct task) as tasks
                  from records where time <= %s and job in (select job from listed) group by job)
                select job, name, submitter, greatest(told, coalesce(tasks, 0)) as total, failed,
                  first_ms, last_ms
                from listed left join counted using (job) order by last_ms desc, job\
                """
                        .formatted(Select.time(at), Select.time(at), MOST + 1, Select.time(at));
        List<Map<String, Object>> jobs = Select.list(database, sql, RecordedJobs::fields);
        boolean more = jobs.size() > MOST;
        return new Listed(new ArrayList<>(jobs.subList(0, Math.min(MOST, jobs.size()))), more);
    }

    private static Map<String, Object> fields(ResultSet row) throws SQLException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("job", Select.text(row, "job"));
        fields.put("name", Select.text(row, "name"));
        fields.put("submitter", Select.text(row, "submitter"));
        fields.put("total", row.getLong("total"));
        if (row.getObject("failed") instanceof Number failed) {
            fields.put("failed", failed.longValue());
        }
        fields.put("begin", row.getLong("first_ms"));
        fields.put("end", row.getLong("last_ms"));
        return fields;
    }
}
