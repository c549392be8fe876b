package org.evenkeel.daemon;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.daemon.session.JobBook;
import org.evenkeel.daemon.session.OpenedJob;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.JobStanding;
import org.evenkeel.kernel.JobStatus;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.model.Ids;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JobOrigin;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What a node says of jobs.
 *
 * <p>{@code jobs} (argument: a job's id, empty for all): {@code jobs}, those whose clients are or
 * were attached here, and {@code copies}, how many tasks of each job run and wait here. {@code job}
 * (argument: id, and where wanted a task's number and how many): the same of one job, and {@code
 * tasks}, those of its client above the number whose outcomes no client had yet.
 */
final class JobAnswers {

    /** Jobs, and tasks of one job, in one answer. */
    private static final int MAX_LINES = 1_000;

    /** Characters of a job's name in an answer. */
    private static final int MAX_NAME = 100;

    private final NodeCore core;
    private final JobBook book;

    JobAnswers(NodeCore core, JobBook book) {
        this.core = core;
        this.book = book;
    }

    void jobs(Map<String, Object> answer, String argument) {
        @Nullable JobId only = argument.isEmpty() ? null : parse(argument);
        Map<JobId, JobStatus> all = core.jobs();
        List<Object> jobs = new ArrayList<>();
        boolean more = false;
        for (JobBook.Line line : book.jobs()) {
            if (isHere(line) && (only == null || line.job().id().equals(only))) {
                more |= jobs.size() >= MAX_LINES;
                if (!more) {
                    jobs.add(fields(line, all.get(line.job().id()), standing(line)));
                }
            }
        }
        for (JobId orphan : core.orphanedJobs()) {
            if (jobs.size() < MAX_LINES && (only == null || orphan.equals(only))) {
                jobs.add(replica(orphan));
            }
        }
        List<Object> copies = new ArrayList<>();
        for (JobStatus status : all.values()) {
            boolean there = status.running() + status.waiting() > 0;
            if (there && copies.size() < MAX_LINES && (only == null || status.job().equals(only))) {
                copies.add(copies(status));
            }
        }
        address(answer);
        answer.put("jobs", jobs);
        answer.put("more", more);
        answer.put("copies", copies);
    }

    /** One that was passed on may be in the book until its client has gone there. */
    private boolean isHere(JobBook.Line line) {
        return !line.job().outlives() || core.attachment(line.job().id()).isPresent();
    }

    private void address(Map<String, Object> answer) {
        answer.put("host", core.status().self().host());
        answer.put("port", core.status().self().port());
    }

    private JobStanding standing(JobBook.Line line) {
        return core.standing(line.job().id());
    }

    private Map<String, Object> fields(
            JobBook.Line line, @Nullable JobStatus known, JobStanding standing) {
        JobStatus status =
                known != null ? known : new JobStatus(line.job().id(), 0, 0, 0, 0, 0, 0, 0, 0);
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("job", line.job().id().toString());
        one.put("name", shortened(line.job().name()));
        one.put("outlives", line.job().outlives());
        one.put("attached", line.attached());
        int attachment = core.attachment(line.job().id()).orElse(line.attachment());
        one.put("attachment", attachment);
        NodeId goingTo = core.goingTo(line.job().id());
        boolean others = core.isSettling() || attachment == 0; // may have it, or more of it
        one.put("settling", line.job().outlives() && !line.attached() && others);
        one.put("goingTo", goingTo == null ? "" : goingTo.name());
        one.put("session", Ids.text(line.session()));
        one.put("width", standing.minWorkers());
        one.put("admission", standing.state().name().toLowerCase(Locale.ROOT));
        one.put("why", standing.why());
        one.put("submitted", status.submitted());
        one.put("succeeded", status.succeeded());
        one.put("failed", status.failed());
        one.put("cancelled", status.cancelled());
        one.put("open", status.open());
        one.put("unfetched", status.unfetched());
        return one;
    }

    private static String shortened(String name) {
        return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME - 1) + "…";
    }

    /**
     * A job that is kept here for an owner that is gone; who attaches to it makes it this node's.
     */
    private Map<String, Object> replica(JobId job) {
        List<Event.Replica> kept = core.orphanedReplicas(job);
        int done = (int) kept.stream().filter(one -> one.state().isDone()).count();
        JobStatus status = new JobStatus(job, kept.size(), 0, 0, 0, kept.size() - done, done, 0, 0);
        String owner = kept.isEmpty() ? "" : kept.getFirst().owner().name();
        long session = kept.isEmpty() ? 0 : kept.getFirst().state().session();
        JobOrigin known = core.orphanOrigin(job);
        JobOrigin origin = known == null ? JobOrigin.NONE : known;
        OpenedJob opened =
                new OpenedJob(
                        job,
                        origin.secret(),
                        "replica: its owner " + owner + " is gone",
                        true,
                        origin.submitter(),
                        0);
        Map<String, Object> one =
                fields(new JobBook.Line(opened, session, false, 0), status, JobStanding.PLAIN);
        // The owner may have named another replica since this node restarted.
        one.put("settling", core.isReplicaPerhapsOutdated(job));
        return one;
    }

    private static Map<String, Object> copies(JobStatus status) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("job", status.job().toString());
        one.put("running", status.running());
        one.put("waiting", status.waiting());
        return one;
    }

    void job(Map<String, Object> answer, String argument) {
        String[] words = argument.split(" ", -1);
        JobId job = parse(words[0]);
        long above = words.length > 1 ? number(words[1]) : 0;
        int most = words.length > 2 ? (int) Math.min(number(words[2]), MAX_LINES) : MAX_LINES;
        for (JobBook.Line line : book.jobs()) {
            if (line.job().id().equals(job)) {
                answer.putAll(fields(line, core.jobs().get(job), standing(line)));
            }
        }
        List<JobStatus.TaskLine> found = core.jobTasks(job, above, most + 1);
        List<Object> tasks = new ArrayList<>();
        for (JobStatus.TaskLine line : found.subList(0, Math.min(most, found.size()))) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("number", line.number());
            one.put("kind", line.kind());
            one.put("state", line.state());
            one.put("where", line.where());
            one.put("failures", line.failures());
            one.put("deaths", line.deaths());
            one.put("durability", line.durability().name());
            tasks.add(one);
        }
        answer.put("tasks", tasks);
        answer.put("more", found.size() > most);
    }

    private static JobId parse(String text) {
        try {
            return new JobId(Ids.parse(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a job id; a job id looks like 3k7x0a9q2m4fz", e);
        }
    }

    private static long number(String text) {
        try {
            return Math.max(0, Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + text + "\" is not a number", e);
        }
    }
}
