package org.evenkeel.daemon.session;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.evenkeel.daemon.audit.Audit;
import org.evenkeel.daemon.audit.AuditKind;
import org.evenkeel.daemon.audit.AuditPrincipal;
import org.evenkeel.daemon.blob.BundleManifest;
import org.evenkeel.daemon.config.SubmitterQuotas;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.kernel.JobStatus;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Ids;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JsonObject;

/** Looks after what submitters do: their quotas, and what is remembered of it. */
public final class SubmitterAccounts {

    private static final long QUOTA_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** Jars named in one entry. */
    private static final int MAX_JARS = 100;

    private static final String JOB = "job";
    private static final String SESSION = "session";

    private final String self;
    private final SubmitterQuotas submitterQuotas;
    private final Submitters submitters;
    private final Audit audit;
    private final Function<JobId, JobStatus> tally;
    private final Map<Submitter, Long> toldOfQuota = new LinkedHashMap<>();

    /**
     * @param self this node's name
     * @param tally what became of a job's tasks
     */
    public SubmitterAccounts(
            String self,
            SubmitterQuotas submitterQuotas,
            Audit audit,
            Function<JobId, JobStatus> tally) {
        this.self = self;
        this.submitterQuotas = submitterQuotas;
        this.submitters = new Submitters(submitterQuotas, self);
        this.audit = audit;
        this.tally = tally;
    }

    String self() {
        return self;
    }

    Submitters submitters() {
        return submitters;
    }

    /** Whether any submitter's tasks are counted one by one. */
    boolean isCounting() {
        return submitterQuotas.countTasks();
    }

    // ---- What is remembered

    void opened(Session session, FrameConnection frameConnection, boolean returned) {
        boolean attached = session.clientHello().takesOver();
        Map<String, Object> more = new LinkedHashMap<>();
        more.put(SESSION, Ids.text(session.id()));
        if (attached) {
            more.put("jobs", session.jobs().keySet().stream().map(JobId::toString).toList());
            more.put("submitter", session.submitter());
        } else if (returned) {
            more.put("returned", true);
        }
        audit.note(
                attached ? AuditKind.ATTACHED : AuditKind.SESSION_OPENED,
                who(frameConnection),
                more);
    }

    void jobOpened(Session session, OpenedJob job) {
        Map<String, Object> more = new LinkedHashMap<>();
        more.put(JOB, job.id().toString());
        more.put("name", job.name());
        more.put("outlives", job.outlives());
        more.put(SESSION, Ids.text(session.id()));
        audit.note(AuditKind.JOB_OPENED, who(session), more);
    }

    /** Tasks of a job brought this code. */
    void jobCode(Session session, JobId job, Digest bundle, List<BundleManifest.Jar> jars) {
        Map<String, Object> more = new LinkedHashMap<>();
        more.put(JOB, job.toString());
        more.put("bundle", bundle.toString());
        more.put("jars", jars.stream().limit(MAX_JARS).map(SubmitterAccounts::jar).toList());
        if (jars.size() > MAX_JARS) {
            more.put("moreJars", jars.size() - MAX_JARS);
        }
        audit.note(AuditKind.JOB_CODE, who(session), more);
    }

    private static Map<String, Object> jar(BundleManifest.Jar jar) {
        return new JsonObject()
                .with("name", jar.name())
                .with("sha256", jar.digest().toString())
                .with("bytes", jar.sizeBytes());
    }

    void codeRefused(Session session, JobId job, Digest bundle, String why) {
        Map<String, Object> more = new LinkedHashMap<>();
        more.put(JOB, job.toString());
        more.put("bundle", bundle.toString());
        more.put("why", why);
        audit.note(AuditKind.CODE_REFUSED, who(session), more);
    }

    /** To be called before the core hears of it, which then forgets what is to be told. */
    void jobEnds(Session session, OpenedJob job) {
        JobStatus counts = tally.apply(job.id());
        Map<String, Object> more = new LinkedHashMap<>();
        more.put(JOB, job.id().toString());
        more.put("name", job.name());
        more.put("submitter", job.submitter());
        more.put("accepted", counts.submitted());
        more.put("done", counts.succeeded());
        more.put("failed", counts.failed());
        // What is open when the job ends is cancelled by that.
        more.put("cancelled", counts.submitted() - counts.succeeded() - counts.failed());
        audit.note(AuditKind.JOB_ENDED, who(session), more);
    }

    /** A client ends a job that its client has not ended itself. */
    void jobCancelled(FrameConnection by, OpenedJob job) {
        Map<String, Object> more = new LinkedHashMap<>();
        more.put(JOB, job.id().toString());
        more.put("name", job.name());
        more.put("submitter", job.submitter());
        audit.note(AuditKind.JOB_CANCELLED, who(by), more);
    }

    void refused(FrameConnection frameConnection, String why) {
        audit.note(AuditKind.REFUSED, who(frameConnection), Map.of("why", why));
    }

    /** A task has to wait, or something is refused; told once a minute for each submitter. */
    void quotaReached(Session session, Submitter submitter, String what) {
        long now = System.nanoTime();
        Long before = toldOfQuota.get(submitter);
        if (before == null || now - before >= QUOTA_PAUSE_NANOS) {
            toldOfQuota.values().removeIf(told -> now - told >= QUOTA_PAUSE_NANOS);
            toldOfQuota.put(submitter, now);
            audit.note(
                    AuditKind.QUOTA_REACHED,
                    who(session),
                    Map.of("why", what, SESSION, Ids.text(session.id())));
        }
    }

    private static AuditPrincipal who(FrameConnection frameConnection) {
        return AuditPrincipal.of(frameConnection.authenticatedPeer(), frameConnection.address());
    }

    /** Who is or was there last; who is gone is known by its name alone. */
    private static AuditPrincipal who(Session session) {
        FrameConnection frameConnection = session.frameConnection();
        if (frameConnection != null) {
            return who(frameConnection);
        }
        String name = session.submitter();
        return name.isEmpty()
                ? AuditPrincipal.HERE
                : new AuditPrincipal(name, false, List.of(), "", "");
    }
}
