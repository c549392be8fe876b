package org.evenkeel.kernel.keepers;

import java.util.SortedMap;
import org.evenkeel.kernel.keepers.LogAnswer.Done;
import org.evenkeel.kernel.keepers.LogAnswer.Reason;
import org.evenkeel.kernel.keepers.LogAnswer.Refused;
import org.evenkeel.kernel.keepers.LogEntry.EndedForgotten;
import org.evenkeel.kernel.keepers.LogEntry.JobClosed;
import org.evenkeel.kernel.keepers.LogEntry.JobOpened;
import org.evenkeel.kernel.keepers.LogEntry.JobPassedOn;
import org.evenkeel.kernel.keepers.LogEntry.LeaseExpired;
import org.evenkeel.kernel.keepers.LogEntry.LeaseRenewed;
import org.evenkeel.kernel.keepers.LogEntry.LimitSet;
import org.evenkeel.kernel.keepers.LogEntry.MemberJoined;
import org.evenkeel.kernel.keepers.LogEntry.MemberLeft;
import org.evenkeel.kernel.keepers.LogEntry.OwnerAssigned;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The state that follows from the entries of the keepers' log: which processes have their leases,
 * which jobs are open, and which process owns each under which epoch. Equal entries in the same
 * order give equal states and answers at every keeper. It has no clock: that time has passed is an
 * entry.
 *
 * <p>These hold after each entry, if no number is used twice ({@link LogEntry}):
 *
 * <ul>
 *   <li>A job has at most one owner, and that one has its lease.
 *   <li>A job's epoch never decreases, and each owner in turn has a greater one.
 *   <li>An entry that took effect never does so again.
 *   <li>{@link #bytes()} passes {@link #limitBytes()} by no entry but one that lowers the limit.
 * </ul>
 *
 * <p>Entries that end something, and those that give a job an owner, are never refused for lack of
 * room. Used by one thread.
 */
public final class KeeperState {

    /** The limit of a state that was not told another one. Part of the format: never changed. */
    public static final long DEFAULT_LIMIT_BYTES = 16L << 20;

    private final MemberTable members = new MemberTable();
    private final JobTable jobs = new JobTable();
    private long generation;
    private long limitRevision;
    private long limitBytes = DEFAULT_LIMIT_BYTES;

    /** The state before the first entry. */
    public KeeperState() {}

    /** For {@link SnapshotCodec}, which then puts members and jobs. */
    KeeperState(long generation, long limitRevision, long limitBytes) {
        this.generation = generation;
        this.limitRevision = limitRevision;
        this.limitBytes = limitBytes;
    }

    /** Does what the entry asks if the rules permit it; says so, or why not. */
    public LogAnswer apply(LogEntry entry) {
        return switch (entry) {
            case MemberJoined e -> join(e);
            case LeaseRenewed e -> members.renew(e.process(), e.number());
            case LeaseExpired e -> ended(e.process(), members.expire(e.process(), e.number()));
            case MemberLeft e -> ended(e.process(), members.leave(e.process(), e.number()));
            case JobOpened e -> open(e);
            case OwnerAssigned e -> assign(e);
            case JobPassedOn e -> passOn(e);
            case JobClosed e -> close(e);
            case EndedForgotten e -> forget(e);
            case LimitSet e -> setLimit(e);
        };
    }

    // ---- What readers see

    /** The latest process of each node, sorted by name; a view. */
    public SortedMap<NodeId, Member> members() {
        return members.all();
    }

    /** The jobs, sorted by id, unsigned; a view. */
    public SortedMap<JobId, JobState> jobs() {
        return jobs.all();
    }

    /** How often what has ended was forgotten. */
    public long generation() {
        return generation;
    }

    /** How often the limit was set. */
    public long limitRevision() {
        return limitRevision;
    }

    /** How much {@link #bytes()} may be. */
    public long limitBytes() {
        return limitBytes;
    }

    /**
     * Length of a snapshot in which every open job has the owner with the longest name. The heap
     * takes some times as much.
     */
    public long bytes() {
        return SnapshotCodec.FIXED_BYTES + members.bytes() + jobs.bytes();
    }

    // ---- Members

    private LogAnswer join(MemberJoined e) {
        if (members.isLeased(e.process(), e.number())) {
            return Done.ALREADY;
        }
        NodeId node = e.process().node();
        Refused refused = members.whyNotJoin(e.process(), e.number());
        refused = refused == null ? whyNotIn(e.generation()) : refused;
        refused = refused == null ? whyNoRoomFor(members.bytesOfNew(node)) : refused;
        if (refused != null) {
            return refused;
        }
        members.put(node, Member.joined(e.process().incarnation(), e.number()));
        return ended(e.process(), Done.APPLIED);
    }

    /** Ends what the process owns if its lease has just ended or begun. */
    private LogAnswer ended(ProcessId process, LogAnswer answer) {
        if (answer == Done.APPLIED) {
            jobs.endOwnership(process.node());
        }
        return answer;
    }

    // ---- Jobs

    private LogAnswer open(JobOpened e) {
        JobState known = jobs.get(e.job());
        if (known != null) {
            return answerKnown(e, known);
        }
        JobState.Open opened =
                new JobState.Open(e.submitter(), JobState.FIRST_EPOCH, e.owner().node());
        Refused refused = whyNotIn(e.generation());
        refused = refused == null ? members.whyNotOwner(e.owner()) : refused;
        refused = refused == null ? whyNoRoomFor(opened.bytes()) : refused;
        if (refused != null) {
            return refused;
        }
        jobs.put(e.job(), opened);
        return Done.APPLIED;
    }

    private LogAnswer answerKnown(JobOpened e, JobState known) {
        if (!(known instanceof JobState.Open open)) {
            return new Refused(Reason.JOB_CLOSED, known.epoch());
        }
        boolean same =
                open.submitter().equals(e.submitter())
                        && isOwned(open, e.owner(), JobState.FIRST_EPOCH);
        return same ? Done.ALREADY : new Refused(Reason.JOB_OPEN, open.epoch());
    }

    private LogAnswer assign(OwnerAssigned e) {
        JobState job = jobs.get(e.job());
        if (!(job instanceof JobState.Open open)) {
            return notOpen(job);
        }
        if (isOwned(open, e.owner(), e.epoch())) {
            return Done.ALREADY;
        }
        if (e.epoch() != open.epoch() + 1) {
            return new Refused(Reason.OTHER_EPOCH, open.epoch());
        }
        return open.owner() == null
                ? own(e.job(), open, e.owner())
                : new Refused(Reason.HAS_OWNER, open.epoch());
    }

    private LogAnswer passOn(JobPassedOn e) {
        JobState job = jobs.get(e.job());
        if (!(job instanceof JobState.Open open)) {
            return notOpen(job);
        }
        if (isOwned(open, e.to(), e.epoch())) {
            return Done.ALREADY;
        }
        if (e.epoch() != open.epoch() + 1) {
            return new Refused(Reason.OTHER_EPOCH, open.epoch());
        }
        return open.owner() == null
                ? new Refused(Reason.NO_OWNER, open.epoch())
                : own(e.job(), open, e.to());
    }

    private LogAnswer own(JobId job, JobState.Open open, ProcessId next) {
        Refused refused = members.whyNotOwner(next);
        if (refused != null) {
            return refused;
        }
        jobs.put(job, open.of(next.node(), open.epoch() + 1));
        return Done.APPLIED;
    }

    private LogAnswer close(JobClosed e) {
        JobState job = jobs.get(e.job());
        if (job instanceof JobState.Closed closed && closed.epoch() == e.epoch()) {
            return Done.ALREADY;
        }
        if (!(job instanceof JobState.Open open)) {
            return notOpen(job);
        }
        if (e.epoch() != open.epoch()) {
            return new Refused(Reason.OTHER_EPOCH, open.epoch());
        }
        if (open.owner() == null) {
            return new Refused(Reason.NO_OWNER, open.epoch());
        }
        jobs.put(e.job(), new JobState.Closed(open.epoch()));
        return Done.APPLIED;
    }

    private static Refused notOpen(@Nullable JobState job) {
        return job == null
                ? new Refused(Reason.UNKNOWN_JOB, 0)
                : new Refused(Reason.JOB_CLOSED, job.epoch());
    }

    /** The owner of a job is the latest process of its node. */
    private boolean isOwned(JobState.Open job, ProcessId process, long epoch) {
        return job.epoch() == epoch
                && process.node().equals(job.owner())
                && members.whyNotOwner(process) == null;
    }

    // ---- Bounds

    private LogAnswer forget(EndedForgotten e) {
        if (e.generation() <= generation) {
            return Done.ALREADY;
        }
        if (e.generation() != generation + 1) {
            return new Refused(Reason.OTHER_GENERATION, generation);
        }
        generation = e.generation();
        members.forgetEnded();
        jobs.forgetClosed();
        return Done.APPLIED;
    }

    private LogAnswer setLimit(LimitSet e) {
        if (e.revision() == limitRevision && e.bytes() == limitBytes) {
            return Done.ALREADY;
        }
        if (e.revision() != limitRevision + 1) {
            return new Refused(Reason.OTHER_REVISION, limitRevision);
        }
        limitRevision = e.revision();
        limitBytes = e.bytes();
        return Done.APPLIED;
    }

    /**
     * Why something may not begin by an entry of this generation. An entry of an earlier one could
     * begin something again that has ended and was forgotten.
     */
    private @Nullable Refused whyNotIn(long named) {
        return named == generation ? null : new Refused(Reason.OTHER_GENERATION, generation);
    }

    private @Nullable Refused whyNoRoomFor(int more) {
        return more == 0 || more <= limitBytes - bytes()
                ? null
                : new Refused(Reason.FULL, limitBytes);
    }

    // ---- For SnapshotCodec

    void put(NodeId node, Member member) {
        members.put(node, member);
    }

    void put(JobId job, JobState state) {
        jobs.put(job, state);
    }
}
