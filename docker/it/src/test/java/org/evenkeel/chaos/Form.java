package org.evenkeel.chaos;

import java.time.Duration;

/**
 * How much is done in a run.
 *
 * @param name in reports
 * @param workers slots of each daemon
 * @param daemonKills daemons killed with SIGKILL, each started again a moment later
 * @param workerKills workers killed with SIGKILL
 * @param pauses of daemons, SIGSTOP to SIGCONT
 * @param workerPauses of workers
 * @param cuts of links, reset or hung, both ways or one
 * @param fullDisks spells in which a daemon can write no file
 * @param clientKills clients whose jobs outlive them, killed while they submit
 * @param diskShare of a thousand tasks of the other clients, how many are of level DISK
 * @param longestPause of a process
 * @param spread time over which all of it is spread
 * @param tasks at least so many, even when the last fault is over
 */
record Form(
        String name,
        int workers,
        int daemonKills,
        int workerKills,
        int pauses,
        int workerPauses,
        int cuts,
        int fullDisks,
        int clientKills,
        int diskShare,
        Duration longestPause,
        Duration spread,
        long tasks) {

    /** Well below a minute with start and end. */
    static final Form SHORT =
            new Form(
                    "short",
                    1,
                    4,
                    4,
                    3,
                    1,
                    7,
                    1,
                    2,
                    333,
                    Duration.ofSeconds(3),
                    Duration.ofSeconds(20),
                    2_000);

    /** What {@code -Plong} runs where nothing else is said: about five minutes. */
    static final Form LONG =
            new Form(
                    "long",
                    1,
                    18,
                    18,
                    12,
                    4,
                    20,
                    5,
                    8,
                    333,
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(240),
                    20_000);

    /** The one that counts. */
    static final Form FULL =
            new Form(
                    "full",
                    2,
                    70,
                    60,
                    56,
                    10,
                    70,
                    16,
                    24,
                    333,
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(28),
                    100_000);

    /** The same under another name: a test whose table is to have a name of its own. */
    Form named(String other) {
        return new Form(
                other,
                workers,
                daemonKills,
                workerKills,
                pauses,
                workerPauses,
                cuts,
                fullDisks,
                clientKills,
                diskShare,
                longestPause,
                spread,
                tasks);
    }

    /** The form that the properties ask for. */
    static Form chosen() {
        String asked = System.getProperty("evenkeel.chaos", "");
        return switch (asked) {
            case "full" -> FULL;
            case "long" -> LONG;
            case "short" -> SHORT;
            case "" -> LONG;
            default ->
                    throw new IllegalArgumentException(
                            "evenkeel.chaos is \"" + asked + "\", not short, long or full");
        };
    }
}
