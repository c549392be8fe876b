package org.evenkeel.worker;

/** Why a running task is to stop. */
enum Stopped {
    /** It is not. */
    NO,
    CANCELLED,
    TIMED_OUT
}
