package org.evenkeel.chaos;

/** What can be done to a cluster, in the order in which tables list it. */
enum Fault {
    KILL_DAEMON("daemons killed (SIGKILL), workers and all"),
    KILL_WORKER("workers killed (SIGKILL)"),
    PAUSE_DAEMON("daemons paused (SIGSTOP)"),
    PAUSE_WORKER("workers paused (SIGSTOP)"),
    RESET("links reset, at once back"),
    CUT("links cut: reset, and refused for a while"),
    HANG("links silent both ways"),
    HANG_ONE_WAY("links silent one way"),
    FULL_DISK("spells of a full disk"),
    KILL_CLIENT("clients killed whose jobs outlive them"),
    CLOCK_STEP("wall clocks set forward or back by hours");

    private final String words;

    Fault(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    boolean isKill() {
        return this == KILL_DAEMON || this == KILL_WORKER;
    }

    boolean isPause() {
        return this == PAUSE_DAEMON || this == PAUSE_WORKER;
    }

    boolean isCut() {
        return this == RESET || this == CUT || this == HANG || this == HANG_ONE_WAY;
    }
}
