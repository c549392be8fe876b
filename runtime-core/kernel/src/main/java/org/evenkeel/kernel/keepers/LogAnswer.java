package org.evenkeel.kernel.keepers;

/**
 * What {@link KeeperState#apply} says about an entry; the same at every keeper.
 *
 * <p>A proposal that failed, for example because there was no quorum, may still be in the log. Who
 * proposed it repeats the same entry: {@link Done#ALREADY} tells that an earlier copy took effect.
 */
public sealed interface LogAnswer {

    /** The state is now as the entry asks. */
    enum Done implements LogAnswer {
        /** This entry changed the state. */
        APPLIED,

        /** The state was so before. */
        ALREADY
    }

    /**
     * The entry changed nothing, and the state is not as it asks.
     *
     * @param known what the state has instead; {@link Reason} says for each what that is
     */
    record Refused(Reason reason, long known) implements LogAnswer {

        @Override
        public String toString() {
            return reason.text.formatted(Long.toUnsignedString(known));
        }
    }

    /** Why an entry changed nothing, and what {@link Refused#known} is. */
    enum Reason {
        /** The process has not joined, or is forgotten; known: incarnation of the node, or 0. */
        NOT_A_MEMBER(1, "the process has not joined (the node's last process is %s)"),

        /** A later process of the node has joined; known: its incarnation. */
        LATER_PROCESS(2, "process %s of the same node has joined later"),

        /** The process has no lease and must join again; known: its last number. */
        LEASE_ENDED(3, "the lease of the process has ended; join with a number above %s"),

        /** The process has used a later number, or not yet this one; known: its last number. */
        OTHER_NUMBER(4, "the last number of the process is %s"),

        /** Something was forgotten since, or the generation is yet to come; known: it. */
        OTHER_GENERATION(5, "the generation is %s"),

        /** No such job was opened, or it is forgotten; known: 0. */
        UNKNOWN_JOB(6, "the job is unknown"),

        /** The job is open already, for another owner or submitter; known: its epoch. */
        JOB_OPEN(7, "the job is open under epoch %s"),

        /** The job has ended; known: its last epoch. */
        JOB_CLOSED(8, "the job was closed under epoch %s"),

        /** The job's epoch is another one; known: its last epoch. */
        OTHER_EPOCH(9, "the epoch of the job is %s"),

        /** The job has an owner; known: its epoch. */
        HAS_OWNER(10, "the job has an owner under epoch %s"),

        /** The job has no owner, because its lease ended; known: the job's last epoch. */
        NO_OWNER(11, "the job has no owner since epoch %s"),

        /** The state has no room; known: its limit in bytes. */
        FULL(12, "the state has its limit of %s bytes"),

        /** The limit was set since, or not yet so often; known: the limit's revision. */
        OTHER_REVISION(13, "the limit has revision %s");

        /** As bytes; never changed. */
        final int number;

        private final String text;

        Reason(int number, String text) {
            this.number = number;
            this.text = text;
        }
    }

    /** Whether the state is as the entry asks, by it or by an earlier copy of it. */
    default boolean holds() {
        return this instanceof Done;
    }
}
