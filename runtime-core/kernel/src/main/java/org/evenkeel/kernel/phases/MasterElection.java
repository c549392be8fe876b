package org.evenkeel.kernel.phases;

import org.evenkeel.model.NodeId;

/**
 * Who may be master tells whether it is: one that has heard of no master for a lease takes over
 * with a higher term, and gives way to whoever has a higher one still.
 *
 * <p>Candidates wait a little longer or shorter, by their names, so that one is first. If two are
 * at once, one of them counts for each node ({@link PhaseMember}), and a node takes part in one
 * phase at a time: two masters harm nothing.
 */
final class MasterElection {
    private static final int PATIENCES = 64;

    private final NodeId self;
    private final PhaseBounds bounds;
    private long vacantSinceNanos;
    private boolean master;
    private long term;
    private long beatNanos;

    MasterElection(NodeId self, PhaseBounds bounds) {
        this.self = self;
        this.bounds = bounds;
        this.vacantSinceNanos = Long.MIN_VALUE;
    }

    boolean isMaster() {
        return master;
    }

    /** The term of this master, when it is one. */
    long term() {
        return term;
    }

    /** What is known of masters now; whether this node is the master from now on. */
    boolean look(long now, long knownTerm, boolean vacant) {
        if (master) {
            return false;
        }
        if (!vacant) {
            vacantSinceNanos = Long.MIN_VALUE;
            return false;
        }
        if (vacantSinceNanos == Long.MIN_VALUE) {
            vacantSinceNanos = now;
        }
        if (now < takeOverNanos()) {
            return false;
        }
        master = true;
        term = knownTerm + 1;
        beatNanos = now;
        return true;
    }

    private long takeOverNanos() {
        long patience = Math.floorMod(self.name().hashCode() * 31, PATIENCES);
        return vacantSinceNanos
                + bounds.masterLeaseNanos()
                + patience * bounds.masterLeaseNanos() / PATIENCES;
    }

    /** Another one is the master. */
    void leave() {
        master = false;
        vacantSinceNanos = Long.MIN_VALUE;
    }

    /** Whether it is time to say that this master is there. */
    boolean beats(long now) {
        boolean due = master && now >= beatNanos;
        if (due) {
            beatNanos = now + bounds.beatNanos();
        }
        return due;
    }

    long dueNanos() {
        if (master) {
            return beatNanos;
        }
        return vacantSinceNanos == Long.MIN_VALUE ? Long.MAX_VALUE : takeOverNanos();
    }
}
