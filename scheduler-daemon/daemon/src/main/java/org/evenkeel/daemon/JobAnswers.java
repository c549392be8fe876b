package org.evenkeel.daemon;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;
import org.evenkeel.daemon.session.JobBook;
import org.evenkeel.daemon.session.OpenedJob;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.FailureGroup;
import org.evenkeel.kernel.JobStanding;
import org.evenkeel.kernel.JobStatus;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.model.AttachCandidate;
import org.evenkeel.model.Ids;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JobOrigin;
import org.evenkeel.model.NodeId;
import org.evenkeel.wire.proto.FailuresAnswer;
import org.evenkeel.wire.proto.JobAnswer;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.Query;
import org.jspecify.annotations.Nullable;

/** What a node says of jobs. */
record JobAnswers(NodeCore core, JobBook book) {
    /** Jobs, and tasks of one job, in one answer. */
    private static final int MAX_LINES = 1_000;

    /** Characters of a job's name in an answer. */
    private static final int MAX_NAME = 100;

    JobsAnswer.Builder jobs(Query query) {
        @Nullable JobId only = query.getJob() == 0 ? null : new JobId(query.getJob());
        Map<JobId, JobStatus> all = core.jobs();
        JobsAnswer.Builder answer =
                JobsAnswer.newBuilder()
                        .setHost(core.status().self().host())
                        .setPort(core.status().self().port())
                        .setIncarnation(core.status().self().incarnation());
        if (query.getSession() != 0) {
            answer.setAttachmentElsewhere(core.attachmentElsewhere(query.getSession()));
        }
        for (JobBook.JobEntry line : book.jobs()) {
            if (isHere(line) && (only == null || line.job().id().equals(only))) {
                if (answer.getJobsCount() >= MAX_LINES) {
                    answer.setMore(true);
                } else {
                    answer.addJobs(
                            fields(line, candidate(line), all.get(line.job().id()), standing(line))
                                    .setSubmitter(line.job().submitter()));
                }
            }
        }
        for (JobId orphan : core.orphanedJobs()) {
            boolean asked = only == null || orphan.equals(only);
            AttachCandidate candidate = asked ? core.attachCandidate(orphan) : null;
            if (candidate != null && candidate.replica()) {
                if (answer.getJobsCount() >= MAX_LINES) {
                    answer.setMore(true);
                    break;
                }
                answer.addJobs(replica(orphan, candidate));
            }
        }
        for (JobStatus status : all.values()) {
            boolean there = status.running() + status.waiting() > 0;
            if (there && (only == null || status.job().equals(only))) {
                if (answer.getCopiesCount() >= MAX_LINES) {
                    answer.setMore(true);
                    break;
                }
                answer.addCopies(
                        JobsAnswer.Copies.newBuilder()
                                .setJob(status.job().toString())
                                .setRunning(status.running())
                                .setWaiting(status.waiting()));
            }
        }
        return answer;
    }

    /** One that was passed on may be in the book until its client has gone there. */
    private boolean isHere(JobBook.JobEntry line) {
        return !line.job().outlives() || core.attachment(line.job().id()).isPresent();
    }

    private JobStanding standing(JobBook.JobEntry line) {
        return core.standing(line.job().id());
    }

    private @Nullable AttachCandidate candidate(JobBook.JobEntry line) {
        return line.job().outlives() ? core.ownedCandidate(line.job().id()) : null;
    }

    private JobsAnswer.Job.Builder fields(
            JobBook.JobEntry line,
            @Nullable AttachCandidate candidate,
            @Nullable JobStatus known,
            JobStanding standing) {
        JobStatus status =
                known != null ? known : new JobStatus(line.job().id(), 0, 0, 0, 0, 0, 0, 0, 0);
        NodeId goingTo = core.goingTo(line.job().id());
        return JobsAnswer.Job.newBuilder()
                .setJob(line.job().id().toString())
                .setName(shortened(line.job().name()))
                .setOutlives(line.job().outlives())
                .setAttached(line.attached())
                .setAttachment(candidate == null ? line.attachment() : candidate.attachment())
                .setSettling(candidate != null && !line.attached() && candidate.settling())
                .setGoingTo(goingTo == null ? "" : goingTo.name())
                .setSession(Ids.text(line.session()))
                .setWidth(standing.minWorkers())
                .setAdmission(standing.state().name().toLowerCase(Locale.ROOT))
                .setWhy(standing.why())
                .setSubmitted(status.submitted())
                .setSucceeded(status.succeeded())
                .setFailed(status.failed())
                .setCancelled(status.cancelled())
                .setOpen(status.open())
                .setUnfetched(status.unfetched());
    }

    private static String shortened(String name) {
        return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME - 1) + "…";
    }

    /**
     * A job that is kept here for an owner that is gone; who attaches to it makes it this node's.
     */
    private JobsAnswer.Job.Builder replica(JobId job, AttachCandidate candidate) {
        List<Event.Replica> kept = core.orphanedReplicas(job);
        int done = (int) kept.stream().filter(one -> one.state().isDone()).count();
        JobStatus status = new JobStatus(job, kept.size(), 0, 0, 0, kept.size() - done, done, 0, 0);
        String owner = kept.isEmpty() ? "" : kept.getFirst().owner().id().name();
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
        JobBook.JobEntry line =
                new JobBook.JobEntry(opened, session, false, candidate.attachment());
        return fields(line, candidate, status, JobStanding.PLAIN)
                .setReplica(true)
                .setRecords(candidate.records());
    }

    /** Of two nodes with the job, the one whose client attached there last has its tasks. */
    FailuresAnswer.Builder failures(Query query, LongFunction<String> timeOfDay) {
        JobId job = new JobId(query.getJob());
        FailuresAnswer.Builder answer = FailuresAnswer.newBuilder();
        for (JobBook.JobEntry line : book.jobs()) {
            if (line.job().id().equals(job) && isHere(line)) {
                AttachCandidate candidate = candidate(line);
                answer.setKnown(true)
                        .setName(shortened(line.job().name()))
                        .setAttachment(
                                candidate == null ? line.attachment() : candidate.attachment());
                core.failures(job).forEach(group -> answer.addGroups(group(group, timeOfDay)));
            }
        }
        AttachCandidate candidate = answer.getKnown() ? null : core.attachCandidate(job);
        if (candidate != null && candidate.replica()) {
            answer.setKnown(true).setReplica(true).setAttachment(candidate.attachment());
        }
        return answer;
    }

    private static FailuresAnswer.Group.Builder group(
            FailureGroup group, LongFunction<String> timeOfDay) {
        FailuresAnswer.Group.Builder answer =
                FailuresAnswer.Group.newBuilder()
                        .setStatus(group.status() == null ? "OTHERS" : group.status().name())
                        .setException(group.cause().exception())
                        .setPlace(group.cause().place())
                        .setCount(group.count())
                        .setRetried(group.retried())
                        .setElsewhere(group.elsewhere())
                        .setFirst(timeOfDay.apply(group.firstNanos()))
                        .setLast(timeOfDay.apply(group.lastNanos()))
                        .setTask(group.example().toString())
                        .setSummary(group.summary());
        group.nodes()
                .forEach((node, count) ->
                        answer.addMachines(
                                FailuresAnswer.Machine.newBuilder().setNode(node).setCount(count)));
        return answer;
    }

    JobAnswer.Builder job(Query query) {
        JobId job = new JobId(query.getJob());
        int most = query.hasMost() ? Math.clamp(query.getMost(), 0, MAX_LINES) : MAX_LINES;
        JobAnswer.Builder answer = JobAnswer.newBuilder();
        for (JobBook.JobEntry line : book.jobs()) {
            if (line.job().id().equals(job)) {
                answer.setName(shortened(line.job().name())).setOutlives(line.job().outlives());
            }
        }
        List<JobStatus.TaskLine> found = core.jobTasks(job, query.getAbove(), most + 1);
        for (JobStatus.TaskLine line : found.subList(0, Math.min(most, found.size()))) {
            answer.addTasks(
                    JobAnswer.Task.newBuilder()
                            .setNumber(line.number())
                            .setKind(line.kind())
                            .setState(line.state())
                            .setWhere(NodeAnswers.orEmpty(line.where()))
                            .setFailures(line.failures())
                            .setDeaths(line.deaths())
                            .setDurability(line.durability().name()));
        }
        return answer.setMore(found.size() > most);
    }
}
