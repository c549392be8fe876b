package org.evenkeel.kernel.trace;

/** What can happen to a task, each with the words a story uses. */
public enum TraceKind {
    ACCEPTED("accepted by its owner"),
    RECOVERED("read back from the disk"),
    PASSED("passed on to its next owner"),
    ADOPTED("owned here now"),
    REJECTED("not accepted"),
    GRANTED("granted again"),
    STARTED("started"),
    PREFETCHED("sent ahead to a busy worker"),
    WAITING("waits here"),
    OFFERED("offered to"),
    ARRIVED("arrived from"),
    TAKEN("taken by"),
    REFUSED("refused by"),
    GIVEN_BACK("given back by its worker"),
    PARKED("waits for its children, the slot is free"),
    READY("its children are done, it goes on"),
    RESUMED("goes on without all its children"),
    PARKED_FOR_JOB("waits for other tasks of its job, the slot is free"),
    RESUMED_FOR_JOB("its wait for other tasks is over, it goes on"),
    DELEGATED("ended by a tail call: its child will answer"),
    PUT_AWAY("put away at a checkpoint"),
    STAYS("is to go on elsewhere and cannot be put away"),
    GOES_ON("goes on from its checkpoint"),
    CHECKPOINTED("a checkpoint of it was taken while it runs"),
    NO_CHECKPOINT("no checkpoint of it could be made here"),
    KEPT("its checkpoint is what it goes on from"),
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

    /** For people. */
    public String words() {
        return words;
    }
}
