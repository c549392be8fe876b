package org.evenkeel.cli.doctor;

import java.util.OptionalLong;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.daemon.worker.confine.ControlGroupSupport;

/** Checks of what the system permits to processes; they look nothing up. */
public final class LimitChecks {
    private static final long FEW_FILES = 4096;
    private static final long TOO_FEW_FILES = 1024;

    /** Threads of a JVM that does little. */
    private static final int LEAST_THREADS = 64;

    /**
     * Files and connections that one process may have open.
     *
     * @param limit empty when it is not known
     */
    public static Finding openFiles(OptionalLong limit) {
        String check = "open files";
        String advice = "raise it: ulimit -n 65536, or LimitNOFILE=65536 in the unit for systemd";
        if (limit.isEmpty()) {
            return Finding.unknown(check, "the limit is not known", "see ulimit -n");
        }
        long most = limit.getAsLong();
        String found = "at most %s for a process".formatted(NumberFormatter.count(most));
        if (most < TOO_FEW_FILES) {
            return Finding.problem(check, found + ", too few for links and blobs", advice);
        }
        return most < FEW_FILES
                ? Finding.warning(check, found + ", few for a large cluster", advice)
                : Finding.ok(check, found);
    }

    /**
     * Processes and threads that this user may have.
     *
     * @param limit {@link Long#MAX_VALUE} for none; empty when it is not known
     * @param workers of the daemons of this machine
     * @param eachMay processes and threads that one worker may have
     */
    public static Finding processes(OptionalLong limit, int workers, int eachMay) {
        String check = "processes";
        if (limit.isEmpty()) {
            return Finding.unknown(check, "the limit is not known", "see ulimit -u");
        }
        long most = limit.getAsLong();
        if (most == Long.MAX_VALUE) {
            return Finding.ok(check, "no limit for this user");
        }
        String found =
                "at most %s processes and threads for this user; %d workers may have %s"
                        .formatted(
                                NumberFormatter.count(most),
                                workers,
                                NumberFormatter.count((long) workers * eachMay));
        String advice = "raise it: ulimit -u, or TasksMax and LimitNPROC in the unit for systemd";
        if (most < (long) LEAST_THREADS * (workers + 1)) {
            return Finding.problem(check, found + ": workers cannot start", advice);
        }
        return most < (long) workers * eachMay
                ? Finding.warning(
                        check, found, advice + "; or set a smaller daemon key worker-processes")
                : Finding.ok(check, found);
    }

    /** Control groups, by which the kernel limits workers. */
    public static Finding controlGroups(ControlGroupSupport support) {
        String check = "control groups";
        String there =
                support.version() == 0
                        ? "none"
                        : "version %d, controllers %s"
                                .formatted(
                                        support.version(),
                                        support.controllers().isEmpty()
                                                ? "none"
                                                : String.join(", ", support.controllers()));
        if (support.obstacle().isEmpty()) {
            return Finding.ok(check, there + "; a daemon started here can use them for workers");
        }
        return Finding.warning(
                check,
                ("%s; a daemon started here cannot use them: %s. It checks its workers five times "
                                + "per second instead")
                        .formatted(there, support.obstacle()),
                "if tasks are not trusted, start the daemon as root or by systemd with "
                        + "Delegate=yes");
    }

    /** Control groups could not be read. */
    public static Finding controlGroupsNotReadable(String reason) {
        return Finding.unknown(
                "control groups", "they cannot be read: " + reason, "see /proc/self/cgroup");
    }
}
