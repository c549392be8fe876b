package org.evenkeel.cli.doctor;

import java.nio.file.Path;
import java.util.Optional;
import org.evenkeel.cli.text.NumberFormatter;

/** Checks of Java, processors, memory and of what runs the daemon; they look nothing up. */
public final class MachineChecks {
    private static final int LEAST_JAVA = 25;

    /** What a daemon takes beside its workers. */
    private static final long DAEMON_BYTES = 160L << 20;

    /**
     * Java.
     *
     * @param feature its version's first number
     * @param starts whether the program {@code java} below it can be started
     */
    public static Finding java(int feature, String version, Path home, boolean starts) {
        String found = "Java " + version + " in " + home;
        if (feature < LEAST_JAVA) {
            return Finding.problem(
                    "java",
                    found + "; Evenkeel needs Java " + LEAST_JAVA,
                    "install a JDK %d and name it in EVENKEEL_JAVA_HOME".formatted(LEAST_JAVA));
        }
        return starts
                ? Finding.ok("java", found)
                : Finding.problem(
                        "java",
                        found + "; bin/java cannot be started there, so workers cannot start",
                        "install the whole JDK, or name another one in EVENKEEL_JAVA_HOME");
    }

    /**
     * Processors.
     *
     * @param available to this process, which may be fewer than the machine has
     * @param workers of the daemons of this machine
     */
    public static Finding processors(int available, int workers) {
        String found = "%d available, %d workers".formatted(available, workers);
        return workers <= available
                ? Finding.ok("processors", found)
                : Finding.warning(
                        "processors",
                        found + ": tasks share processors and each runs slower",
                        "start fewer workers (daemon key workers)");
    }

    /**
     * Memory in bytes.
     *
     * @param total of the machine or the container
     * @param available without pushing out other programs
     * @param heaps of all workers together
     * @param running whether the workers' daemons run, so that their memory is in use already
     */
    public record Memory(long total, long available, long heaps, boolean running) {}

    /** Whether the heaps of workers fit. */
    public static Finding memory(Memory memory) {
        if (memory.total() <= 0) {
            return Finding.unknown(
                    "memory", "the size of the memory is not known", "set the key worker-heap");
        }
        String found =
                "%s of %s available; workers' heaps may take %s"
                        .formatted(
                                NumberFormatter.bytes(memory.available()),
                                NumberFormatter.bytes(memory.total()),
                                NumberFormatter.bytes(memory.heaps()));
        if (memory.heaps() + DAEMON_BYTES > memory.total()) {
            return Finding.problem(
                    "memory",
                    found + ", more than there is",
                    "give workers smaller heaps (daemon key worker-heap) or start fewer (workers)");
        }
        if (!memory.running() && memory.heaps() + DAEMON_BYTES > memory.available()) {
            return Finding.warning(
                    "memory",
                    found + ", more than other programs leave",
                    "end other programs, or give workers smaller heaps (daemon key worker-heap)");
        }
        return Finding.ok("memory", found);
    }

    /**
     * What the daemon runs in.
     *
     * @param container its kind; empty outside of containers
     * @param systemd whether systemd manages services here
     * @param first name of process 1; empty when it is not known
     */
    public record Surroundings(Optional<String> container, boolean systemd, String first) {}

    /** Containers need a process that reaps, machines a service manager. */
    public static Finding surroundings(Surroundings now) {
        if (now.container().isEmpty()) {
            return Finding.ok(
                    "service manager",
                    now.systemd()
                            ? "systemd; no container"
                            : "no systemd and no container: start the daemon by other means");
        }
        String found =
                "in a container (%s): memory, processors and limits are those of the container"
                        .formatted(now.container().get());
        return now.first().equals("java")
                ? Finding.warning(
                        "service manager",
                        found + "; process 1 is java, which does not reap ended processes",
                        "start the container with docker run --init")
                : Finding.ok("service manager", found);
    }

    /**
     * Detection of the owner's inputs.
     *
     * @param answer of the first source that works; empty for none
     * @param reasons why none works
     * @param needed whether a daemon here gives way to the owner
     */
    public static Finding idleDetection(Optional<String> answer, String reasons, boolean needed) {
        String check = "idle detection";
        if (answer.isPresent()) {
            return Finding.ok(check, answer.get());
        }
        return needed
                ? Finding.warning(
                        check,
                        "no source works here: " + reasons,
                        "run evenkeel agent in the owner's desktop session; evenkeel agent --once "
                                + "tells more")
                : Finding.ok(
                        check,
                        "no source works here, and no daemon here needs one (key owner is off)");
    }

    /** The configurations of daemons were read without error. */
    public static Finding configuration(String whose) {
        return Finding.ok("configuration", whose);
    }

    /** A configuration is invalid. */
    public static Finding invalidConfiguration(String whose, String reason) {
        return Finding.problem(
                "configuration",
                whose + ": " + reason,
                "correct it; evenkeel daemon --help lists all keys. The daemon does not start with "
                        + "it");
    }

    /** The flags of a running daemon could not be read. */
    public static Finding unknownConfiguration(String whose) {
        return Finding.unknown(
                "configuration",
                whose + ": its command line cannot be read",
                "run evenkeel doctor as the daemon's user");
    }
}
