package org.evenkeel.kernel.keepers;

import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;

/**
 * An entry of the keepers' log. {@link KeeperState#apply} says for each when it takes effect; one
 * that took effect changes nothing when it comes again, however late.
 *
 * <p>That holds because each entry names a number that grows:
 *
 * <ul>
 *   <li><em>incarnation, number</em>: a process numbers all that it says of its own lease, from 1.
 *       It never uses a number twice, nor does a node use an incarnation twice.
 *   <li><em>epoch</em>: raised by one at each change of a job's owner, from 1. It is not the epoch
 *       of a {@link org.evenkeel.model.Grant}, which belongs to a task.
 *   <li><em>generation</em>: raised by one each time that what has ended is forgotten, from 0. An
 *       entry that begins something names the generation that its proposer knew, and takes effect
 *       in that one only: a late copy cannot begin again what has ended and was forgotten. Who is
 *       refused for that asks its client whether it still wants the job before it proposes anew.
 * </ul>
 *
 * <p>All constructors throw {@link IllegalArgumentException} for a number that cannot occur.
 */
public sealed interface LogEntry {

    /** Smallest limit that {@link LimitSet} permits, in bytes. */
    long MIN_LIMIT_BYTES = 64L << 10;

    /** Greatest limit that {@link LimitSet} permits, in bytes: a snapshot is one array. */
    long MAX_LIMIT_BYTES = 1L << 30;

    /**
     * A process has a lease from now on, and owns nothing yet: what it owned before has no owner.
     * This is how a process starts, and how it returns after its lease has ended.
     *
     * @param number greater than every one that this process used before
     */
    record MemberJoined(ProcessId process, long number, long generation) implements LogEntry {
        public MemberJoined {
            requireAtLeast(1, number, "number");
            requireAtLeast(0, generation, "generation");
        }
    }

    /**
     * A process keeps its lease, and with it all jobs that it owns.
     *
     * @param number greater than every one that this process used before
     */
    record LeaseRenewed(ProcessId process, long number) implements LogEntry {
        public LeaseRenewed {
            requireAtLeast(1, number, "number");
        }
    }

    /**
     * A process was silent for its lease: it is no member, and what it owned has no owner. Proposed
     * by the leader.
     *
     * @param number the last one of the process that the leader has applied
     */
    record LeaseExpired(ProcessId process, long number) implements LogEntry {
        public LeaseExpired {
            requireAtLeast(1, number, "number");
        }
    }

    /**
     * A process is no member any more, and what it owned has no owner. Proposed by the process
     * itself, after it has stopped acting for its jobs, or by an administrator who says that it is
     * gone.
     *
     * @param number of the process itself: greater than every one before; of an administrator: the
     *     last one that was applied
     */
    record MemberLeft(ProcessId process, long number) implements LogEntry {
        public MemberLeft {
            requireAtLeast(1, number, "number");
        }
    }

    /**
     * A job is open from now on and belongs to the process that opened it, under {@link
     * JobState#FIRST_EPOCH}.
     *
     * @param submitter name in the certificate of the client that opened it, empty for the
     *     machine's own user
     * @param owner proposes it
     */
    record JobOpened(JobId job, String submitter, ProcessId owner, long generation)
            implements LogEntry {
        public JobOpened {
            requireSubmitter(submitter);
            requireAtLeast(0, generation, "generation");
        }
    }

    /**
     * A job that has no owner gets one. Proposed by the leader.
     *
     * @param epoch the job's last one plus one
     */
    record OwnerAssigned(JobId job, ProcessId owner, long epoch) implements LogEntry {
        public OwnerAssigned {
            requireAtLeast(JobState.FIRST_EPOCH, epoch, "epoch");
        }
    }

    /**
     * A job goes from its owner to another process. Proposed by the owner, after it has stopped
     * acting for the job. If the proposal fails and the owner wants to continue, it passes the job
     * on to itself under the same epoch: the one that is first in the log makes the other void.
     *
     * @param to the next owner
     * @param epoch the job's last one plus one
     */
    record JobPassedOn(JobId job, ProcessId to, long epoch) implements LogEntry {
        public JobPassedOn {
            requireAtLeast(JobState.FIRST_EPOCH, epoch, "epoch");
        }
    }

    /**
     * A job has ended. Proposed by its owner.
     *
     * @param epoch under which the proposer owns the job
     */
    record JobClosed(JobId job, long epoch) implements LogEntry {
        public JobClosed {
            requireAtLeast(JobState.FIRST_EPOCH, epoch, "epoch");
        }
    }

    /**
     * Jobs that were closed and members whose leases have ended are forgotten. Proposed by the
     * leader, when they take much of the limit.
     *
     * @param generation the last one plus one
     */
    record EndedForgotten(long generation) implements LogEntry {
        public EndedForgotten {
            requireAtLeast(1, generation, "generation");
        }
    }

    /**
     * The state has another limit. It is in the log because keepers with different limits would
     * decide differently.
     *
     * @param revision the last one plus one
     * @param bytes from {@link #MIN_LIMIT_BYTES} to {@link #MAX_LIMIT_BYTES}; less than there is
     *     now means that nothing is taken until enough has ended
     */
    record LimitSet(long revision, long bytes) implements LogEntry {
        public LimitSet {
            requireAtLeast(1, revision, "revision");
            requireAtLeast(MIN_LIMIT_BYTES, bytes, "limit");
            if (bytes > MAX_LIMIT_BYTES) {
                throw new IllegalArgumentException(
                        "limit " + bytes + " is greater than " + MAX_LIMIT_BYTES);
            }
        }
    }

    /** Whether a submitter may be called so: as {@link NodeId} permits, or empty. */
    static boolean isSubmitter(String name) {
        return name.isEmpty() || NodeId.isValid(name);
    }

    private static void requireSubmitter(String name) {
        if (!isSubmitter(name)) {
            throw new IllegalArgumentException("\"" + name + "\" is not the name of a submitter");
        }
    }

    private static void requireAtLeast(long least, long value, String what) {
        if (value < least) {
            throw new IllegalArgumentException(what + " " + value + " is less than " + least);
        }
    }
}
