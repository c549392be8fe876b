package org.evenkeel.daemon;

import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.daemon.audit.Audit;
import org.evenkeel.daemon.audit.AuditKind;
import org.evenkeel.daemon.audit.AuditPrincipal;
import org.evenkeel.daemon.peer.PeerQueries;
import org.evenkeel.model.JobId;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;
import org.jspecify.annotations.Nullable;

/**
 * Whether who asks may see a job whose tasks run here. A node that runs tasks does not know whose
 * their job is: it asks the others. Lives on the event loop.
 */
final class JobAccess {

    private final Audit audit;
    private @Nullable PeerQueries queries;

    JobAccess(Audit audit) {
        this.audit = audit;
    }

    /** To be called before the first question. */
    void askBy(PeerQueries others) {
        queries = others;
    }

    /**
     * @param query who asks: a submitter or, if none is set, one who may see all
     * @param what it wants to see, for the audit log
     * @param then hears once, within 0.7 s, why it may not; null if it may
     */
    void check(Query query, JobId job, String what, Consumer<@Nullable String> then) {
        PeerQueries others = queries;
        if (!query.hasSubmitter()) {
            then.accept(null);
        } else if (others == null) {
            then.accept("this node is starting; try again");
        } else {
            others.find(
                    Query.newBuilder().setTopic(Topic.TOPIC_JOBS).setJob(job.value()).build(),
                    answers -> submitter(answers, job) != null,
                    answers -> then.accept(whyNot(query, job, submitter(answers, job), what)));
        }
    }

    /**
     * Why who asks may not see what is this submitter's; null if it may.
     *
     * @param submitter null if it is not known
     */
    @Nullable String whyNot(Query query, JobId job, @Nullable String submitter, String what) {
        if (!query.hasSubmitter() || query.getSubmitter().equals(submitter)) {
            return null;
        }
        if (submitter == null) {
            return "no node that answers says whose job " + job + " is";
        }
        return refusal(query, job, what);
    }

    /** Why it may not, if it is another submitter; the audit log has it then. */
    String refusal(Query query, JobId job, String what) {
        audit.note(
                AuditKind.REFUSED,
                AuditPrincipal.named(query.getSubmitter()),
                Map.of("job", job.toString(), "why", "reads another submitter's " + what));
        return "job " + job + " belongs to another submitter";
    }

    private static @Nullable String submitter(Answers answers, JobId job) {
        return answers.getJobsList().stream()
                .flatMap(node -> node.getJobsList().stream())
                .filter(one -> one.hasSubmitter() && one.getJob().equals(job.toString()))
                .findFirst()
                .map(JobsAnswer.Job::getSubmitter)
                .orElse(null);
    }
}
