package org.evenkeel.kernel.keepers;

import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What the state has about a job.
 *
 * <p>States: {@code Open with owner -> Open without -> Open with the next owner -> … -> Closed}, or
 * from owner to owner. Each owner has an epoch of its own. A job is closed by an owner only.
 */
public sealed interface JobState {

    /** That of the process that opened a job. */
    long FIRST_EPOCH = 1;

    /** The epoch of the latest owner; never decreases. */
    long epoch();

    /** What it takes of the state's limit. */
    int bytes();

    /**
     * A job that has not ended.
     *
     * @param submitter name in the certificate of the client that opened it, empty for the
     *     machine's own user
     * @param owner the node whose latest process owns it, and has its lease; null for none
     */
    record Open(String submitter, long epoch, @Nullable NodeId owner) implements JobState {

        /** In a snapshot without names: id, kind, epoch, length of the submitter's name. */
        static final int FIXED_BYTES = 8 + 1 + 8 + 1;

        /** Room for the longest owner, so that a full state can still give a job to any node. */
        static final int OWNER_BYTES = 1 + NodeId.MAX_LENGTH;

        @Override
        public int bytes() {
            return FIXED_BYTES + OWNER_BYTES + submitter.length();
        }

        Open of(NodeId next, long nextEpoch) {
            return new Open(submitter, nextEpoch, next);
        }

        Open withoutOwner() {
            return new Open(submitter, epoch, null);
        }
    }

    /**
     * A job that has ended. It is kept for a while: a late copy of the entry that opened it must
     * not open it again.
     */
    record Closed(long epoch) implements JobState {

        /** In a snapshot: id, kind, epoch. */
        static final int BYTES = 8 + 1 + 8;

        @Override
        public int bytes() {
            return BYTES;
        }
    }
}
