package org.evenkeel.model;

import java.util.Comparator;

/**
 * What a node has of a job, for a program that wants to attach to the job. The program asks all
 * nodes, and attaches to the first in {@link #BEST_FIRST} order.
 *
 * @param attachment the latest attachment of the job's client after which everything of the job was
 *     here, or at the owner of the replica; 0 where that is not known. Where the node has an
 *     earlier state of the job itself: the latest to the owner of which the replica has something
 * @param replica whether it is kept for an owner that is gone
 * @param records of a replica: so many records its owner had written by the last one that is here
 * @param settling whether another node may have a later state, and will soon say so
 * @param going whether the node that has it passes it on to another one, which has not answered yet
 */
public record AttachCandidate(
        int attachment, boolean replica, long records, boolean settling, boolean going) {

    /**
     * The latest state first. Of the same attachment, an owner goes before a replica; where it is
     * not known that either has everything, one that is not settling goes first, and one that
     * passes on what it has goes before both.
     */
    public static final Comparator<AttachCandidate> BEST_FIRST =
            Comparator.comparingInt(AttachCandidate::attachment)
                    .reversed()
                    .thenComparing(one -> !one.going)
                    .thenComparing(one -> one.replica && one.attachment > 0)
                    .thenComparing(AttachCandidate::settling)
                    .thenComparing(AttachCandidate::replica)
                    .thenComparing(Comparator.comparingLong(AttachCandidate::records).reversed());

    /** What an owner has. */
    public static AttachCandidate ofOwner(int attachment, boolean settling, boolean going) {
        return new AttachCandidate(attachment, false, 0, settling, going);
    }

    /** What is kept for an owner that is gone. */
    public static AttachCandidate ofReplica(int attachment, long records, boolean settling) {
        return new AttachCandidate(attachment, true, records, settling, false);
    }

    /**
     * Whether to wait some time and ask again before attaching to this one.
     *
     * @param elsewhere the latest attachment of the job's client to a node that may not have
     *     answered, as far as any node knows; 0 for none
     */
    public boolean isPerhapsEarlier(int elsewhere) {
        boolean comparable = !replica || attachment > 0;
        return settling || comparable && elsewhere > attachment;
    }
}
