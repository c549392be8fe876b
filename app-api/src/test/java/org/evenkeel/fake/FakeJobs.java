package org.evenkeel.fake;

import java.util.List;
import org.evenkeel.fake.FakeDaemon.FakeSession;
import org.evenkeel.fake.FakeDaemon.FakeTask;
import org.evenkeel.model.Ids;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.JobAnswer;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;
import org.evenkeel.wire.proto.Topic;

/** What the fake daemon says of jobs; two tasks to a page, so that there are several. */
public final class FakeJobs {
    private static final int PAGE = 2;

    private FakeJobs() {}

    static Frame answer(FakeDaemon daemon, Query query) {
        Answers.Builder answers = Answers.newBuilder();
        if (query.getTopic() == Topic.TOPIC_JOBS) {
            if (query.getJob() == 0 || has(daemon.alsoSays, Ids.text(query.getJob()))) {
                answers.addJobs(daemon.alsoSays);
            }
            answers.addJobs(jobs(daemon, query.getJob()));
        } else {
            answers.addJob(tasks(daemon, query));
        }
        return Frame.newBuilder()
                .setQueryReply(
                        QueryReply.newBuilder()
                                .setId(query.getId())
                                .setAnswers(answers.build().toByteString())
                                .setLast(true))
                .build();
    }

    private static boolean has(JobsAnswer node, String job) {
        return node.getJobsList().stream().anyMatch(one -> one.getJob().equals(job));
    }

    private static JobsAnswer jobs(FakeDaemon daemon, long only) {
        JobsAnswer.Builder jobs = JobsAnswer.newBuilder().setNode(daemon.node);
        for (long job : daemon.jobs.keySet()) {
            if (only == 0 || only == job) {
                jobs.addJobs(job(job, daemon.attachment));
            }
        }
        return jobs.build();
    }

    /** A job as a node has it. */
    public static JobsAnswer.Job job(long job, int attachment) {
        return JobsAnswer.Job.newBuilder()
                .setJob(Ids.text(job))
                .setName("fake")
                .setAttachment(attachment)
                .build();
    }

    private static JobAnswer tasks(FakeDaemon daemon, Query query) {
        FakeSession session = daemon.jobs.get(query.getJob());
        List<FakeTask> found =
                session.tasks.values().stream()
                        .filter(task -> task.kind.getJob() == query.getJob())
                        .filter(task -> task.item.getNumber() > query.getAbove())
                        .filter(task ->
                                !task.done
                                        || session.undelivered.containsKey(task.item.getNumber()))
                        .toList();
        JobAnswer.Builder page = JobAnswer.newBuilder().setName("fake").setOutlives(true);
        found.stream()
                .limit(PAGE)
                .forEach(task ->
                        page.addTasks(
                                JobAnswer.Task.newBuilder()
                                        .setNumber(task.item.getNumber())
                                        .setKind(task.kind.getName())
                                        .setDurability(task.kind.getOnDisk() ? "DISK" : "MEMORY")));
        return page.setMore(found.size() > PAGE).build();
    }
}
