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
    CLOCK_STEP("wall clocks set forward or back by hours"),
    MACHINE_LOST("machines lost: packets dropped, then every process killed"),
    MACHINE_SILENT("machines whose packets are dropped both ways"),
    MACHINE_MUTE("machines of which no packet gets out"),
    MACHINE_DEAF("machines to which no packet gets"),
    UNPLUGGED("machines whose link is down"),
    PARTED("pairs of machines between which packets are dropped"),
    CLIENT_SILENT("clients' machines whose packets are dropped both ways"),
    LOSSY("machines that lose packets, or packets and time");

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

    /** Done to machines of a network, and not to processes of one machine. */
    boolean isOfNetwork() {
        return compareTo(CLOCK_STEP) > 0;
    }

    boolean isCut() {
        return this == RESET || this == CUT || this == HANG || this == HANG_ONE_WAY;
    }
}
