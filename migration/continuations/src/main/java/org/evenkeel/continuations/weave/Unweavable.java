package org.evenkeel.continuations.weave;

/** A method that stays as it is; tasks are not moved while they are in it. */
final class Unweavable extends Exception {

    Unweavable(String reason) {
        super(reason);
    }
}
