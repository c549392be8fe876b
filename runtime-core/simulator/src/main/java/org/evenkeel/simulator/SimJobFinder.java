package org.evenkeel.simulator;

import java.util.Comparator;
import java.util.stream.Stream;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.AttachCandidate;
import org.evenkeel.model.Durability;
import org.evenkeel.model.JobId;
import org.jspecify.annotations.Nullable;

/** Finds the node that has a job, as a program does that asks all nodes. */
final class SimJobFinder {
    /** How often it asks a node that may hear that its job is elsewhere before it goes there. */
    private static final int MOST_LOOKS = 150;

    /** How often it asks for what may have been on a disk that is lost. */
    private static final int MOST_LOOKS_FOR_LOST = 60;

    private final SimCluster simCluster;
    private final long session;
    private final JobId job;

    /** How often it has asked in vain. */
    private int looks;

    SimJobFinder(SimCluster simCluster, long session, JobId job) {
        this.simCluster = simCluster;
        this.session = session;
        this.job = job;
    }

    /** Asks once: gives the node to attach to, null when no node has the job. */
    @Nullable SimNode find() {
        SimNode found = look();
        looks = found == null ? looks + 1 : 0;
        return found;
    }

    private @Nullable SimNode look() {
        SimNode best =
                answering()
                        .filter(node -> node.core().attachCandidate(job) != null)
                        .min(
                                Comparator.comparing(
                                        node -> node.core().attachCandidate(job),
                                        AttachCandidate.BEST_FIRST))
                        .orElse(null);
        AttachCandidate candidate = best == null ? null : best.core().attachCandidate(job);
        if (best == null || candidate == null) {
            return mayHaveLost() && looks >= MOST_LOOKS_FOR_LOST ? simCluster.anyAlive() : null;
        }
        if (!candidate.replica() && best.core().goingTo(job) != null) {
            return null; // it may be there, and that node will say
        }
        if (candidate.isPerhapsEarlier(latestAttachment()) && looks < MOST_LOOKS) {
            return null;
        }
        if (candidate.replica()) {
            best.handle(new Event.JobTakenOver(job, "taken over"));
        }
        return best;
    }

    private Stream<SimNode> answering() {
        return Stream.of(simCluster.all()).filter(node -> node.isAlive() && !node.isBehind());
    }

    /** The latest attachment of the job's client of which a node knows. */
    private int latestAttachment() {
        return answering()
                .mapToInt(node -> node.core().attachmentElsewhere(session))
                .max()
                .orElse(0);
    }

    /** Whether what was accepted may have been on a disk that is lost. */
    boolean mayHaveLost() {
        return simCluster.durability() == Durability.DISK && simCluster.isAnyDiskLost();
    }
}
