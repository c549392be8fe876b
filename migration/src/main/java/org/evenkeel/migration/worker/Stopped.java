package org.evenkeel.migration.worker;

/** Why a running task is to stop. */
enum Stopped {
    /** It is not. */
    NO,
    CANCELLED,
    TIMED_OUT
}
