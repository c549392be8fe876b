package org.evenkeel.kernel.trace;

/** What can happen to a task, each with the words a story uses. */
public enum TraceKind {
    ACCEPTED("accepted by its owner"),
    RECOVERED("recovered from the disk"),
    PASSED("passed on to its next owner"),
    ADOPTED("now owned here"),
    REJECTED("rejected"),
    GRANTED("granted again"),
    STARTED("started"),
    PREFETCHED("prefetched to a busy worker"),
    WAITING("waiting here"),
    OFFERED("offered to"),
    ARRIVED("arrived from"),
    TAKEN("accepted by"),
    REFUSED("rejected by"),
    RETURNED("returned by its worker"),
    PARKED("waits for its children, slot released"),
    READY("its children have ended, it resumes"),
    RESUMED("resumes before all its children have ended"),
    PARKED_FOR_JOB("waits for other tasks of its job, slot released"),
    RESUMED_FOR_JOB("its wait for other tasks is over, it resumes"),
    DELEGATED("ended by a tail call: its child delivers the result"),
    MOVE_REQUESTED("is to move to"),
    SUSPENDED("suspended at a checkpoint"),
    SUSPENSION_DEFERRED("migration requested; not suspendable at this point"),
    RESUMED_FROM_CHECKPOINT("resumed from its checkpoint"),
    CHECKPOINTED("checkpoint taken while it runs"),
    NO_CHECKPOINT("no checkpoint could be taken here"),
    KEPT("checkpoint kept; it resumes from there"),
    FINISHED("ended"),
    COMMITTED("result committed"),
    SUPERSEDED("result of an old grant dropped"),
    DELIVERED("result acknowledged by its submitter"),
    LOST("lost"),
    CANCELLED("cancelled"),
    DROPPED("dropped here");

    private final String words;

    TraceKind(String words) {
        this.words = words;
    }

    /** A human-readable description. */
    public String words() {
        return words;
    }
}
