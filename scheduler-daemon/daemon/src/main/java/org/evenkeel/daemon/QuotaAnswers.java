package org.evenkeel.daemon;

import java.util.List;
import java.util.function.Function;
import org.evenkeel.daemon.session.Sessions;
import org.evenkeel.daemon.session.SubmitterLine;
import org.evenkeel.kernel.NodeStatus;
import org.evenkeel.wire.proto.QuotasAnswer;

/** What a node says of its submitters. */
record QuotaAnswers(Sessions sessions, Function<String, NodeStatus.Processors> processors) {

    private static final int MAX_LINES = 1_000;

    QuotasAnswer.Builder quotas() {
        List<SubmitterLine> all = sessions.submitters();
        QuotasAnswer.Builder answer = QuotasAnswer.newBuilder().setMore(all.size() > MAX_LINES);
        all.stream().limit(MAX_LINES).map(this::submitter).forEach(answer::addSubmitters);
        return answer;
    }

    private QuotasAnswer.Submitter submitter(SubmitterLine line) {
        QuotasAnswer.Submitter.Builder one =
                QuotasAnswer.Submitter.newBuilder()
                        .setSubmitter(line.name())
                        .setLocal(line.name().isEmpty())
                        .setSessions(line.sessions())
                        .setJobs(line.jobs())
                        .setJobsLimit(line.quota().jobs())
                        .setTasks(line.tasks())
                        .setTasksLimit(line.quota().tasks())
                        .setTasksWaiting(line.waiting())
                        .setBytesLimit(line.quota().bytes())
                        .setProcessorsLimit(line.quota().processors())
                        .setSource(line.source());
        if (line.bytes() >= 0) {
            one.setBytes(line.bytes());
        }
        if (line.quota().processors() > 0) {
            NodeStatus.Processors used = processors.apply(line.name());
            one.setProcessors(used.used()).setTasksHeldBack(used.queuedByQuota());
        }
        return one.build();
    }
}
