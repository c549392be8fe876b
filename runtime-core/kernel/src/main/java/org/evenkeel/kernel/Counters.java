package org.evenkeel.kernel;

/** What a node has done since its start. */
final class Counters {
    long accepted;
    long finished;
    long failed;
    long stolenIn;
    long givenAway;
    long committed;
    long delivered;
    long regranted;
    long superseded;
    long cancelled;
    long runNanos;
    long offersSent;
    long resultsSent;
    long loadsSent;
    long requestsSent;
    long otherSent;
    long movedToSave;
    long savedNanos;
}
