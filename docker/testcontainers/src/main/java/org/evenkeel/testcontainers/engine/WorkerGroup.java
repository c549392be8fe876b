package org.evenkeel.testcontainers.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Processor time of the workers in a container, as the kernel of this machine counts it. Where this
 * program may change control groups (root, version 1) the workers are in a group of their own below
 * the container's, with a quota of its own, so that the rest of the container's is left for the
 * daemon; elsewhere they are in the container's. For one thread at a time.
 */
public final class WorkerGroup {
    private static final Path PROC = Path.of("/proc");
    private static final Path GROUPS = Path.of("/sys/fs/cgroup");
    private static final String WORKER = "org.evenkeel.worker.WorkerMain";
    private static final String PROCESSES = "cgroup.procs";
    private static final String QUOTA = "cpu.cfs_quota_us";
    private static final String BURST = "cpu.cfs_burst_us";
    private static final long PERIOD_MICROS = 100_000;

    /**
     * A processor on which a thread of the group wakes takes so much of the quota at a time ({@code
     * kernel.sched_cfs_bandwidth_slice_us}) and returns what it did not need. Threads elsewhere may
     * wait for the next period by then, and without a burst what was returned is lost: of quotas of
     * one or two slices five to ten in a hundred.
     */
    private static final long SLICE_MICROS = 5_000;

    /** Workers that had less of their quota than this in a look were idle, but for their JVMs. */
    private static final double BUSY = 0.25;

    private final Path container;
    private final Path time;
    private final Optional<Path> own;
    private final Optional<Path> ownTime;
    private final ThreadWaits waits = new ThreadWaits();
    private final ThrottledPeriods periods = new ThrottledPeriods();
    private double usedBefore;
    private double quota;

    private WorkerGroup(Path container, Path time, Optional<Path> own, Optional<Path> ownTime) {
        this.container = container;
        this.time = time;
        this.own = own;
        this.ownTime = ownTime;
    }

    /**
     * That of a container that runs.
     *
     * @throws EngineException if the engine's machine is not this one
     */
    public static WorkerGroup of(Container container) {
        String id = container.id();
        List<String> lines;
        try {
            lines = Files.readAllLines(PROC.resolve(container.pid() + "/cgroup"));
        } catch (IOException e) {
            lines = List.of();
        }
        Optional<String> v1 = path(lines, "cpu");
        Optional<String> v1Time = path(lines, "cpuacct");
        Optional<String> v2 = path(lines, "");
        if (v1.isPresent() && v1Time.isPresent() && v1.get().contains(id)) {
            Path group = GROUPS.resolve("cpu").resolve(v1.get());
            Path counted = GROUPS.resolve("cpuacct").resolve(v1Time.get());
            Optional<Path> own = made(group.resolve("workers"));
            Optional<Path> ownTime = own.flatMap(any -> made(counted.resolve("workers")));
            return new WorkerGroup(group, counted, ownTime.flatMap(any -> own), ownTime);
        }
        if (v2.isPresent() && v2.get().contains(id)) {
            Path group = GROUPS.resolve(v2.get());
            return new WorkerGroup(group, group, Optional.empty(), Optional.empty());
        }
        throw new EngineException(
                "the processor time of %s cannot be read here: its engine is on another machine"
                        .formatted(container.name()));
    }

    /** Lines are {@code NUMBER:CONTROLLERS:PATH}; version 2 has no controllers. */
    private static Optional<String> path(List<String> lines, String controller) {
        return lines.stream()
                .map(line -> line.split(":", 3))
                .filter(words -> words.length == 3)
                .filter(words -> List.of(words[1].split(",")).contains(controller))
                .map(words -> words[2].replaceFirst("^/", ""))
                .findFirst();
    }

    private static Optional<Path> made(Path group) {
        try {
            return Files.isWritable(group.resolveSibling(PROCESSES))
                    ? Optional.of(Files.createDirectories(group))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Whether the workers have a quota of their own. */
    public boolean isApart() {
        return own.isPresent();
    }

    /**
     * Workers get so many processors; they have their own quota only if {@link #isApart}. What they
     * may carry over into the next period is a slice of the kernel's.
     */
    public void limit(double cpus) {
        quota = cpus;
        own.ifPresent(group -> {
            carryOver(group, 0);
            write(group.resolve("cpu.cfs_period_us"), PERIOD_MICROS);
            write(group.resolve(QUOTA), Math.round(cpus * PERIOD_MICROS));
            carryOver(group, SLICE_MICROS);
        });
    }

    /** Workers may have all of the container's again. */
    public void unlimit() {
        quota = 0;
        own.ifPresent(group -> {
            carryOver(group, 0);
            write(group.resolve(QUOTA), -1);
        });
    }

    /** At most a whole quota; kernels before 5.14 have no bursts. */
    private static void carryOver(Path group, long micros) {
        if (Files.exists(group.resolve(BURST))) {
            long quota = read(group.resolve(QUOTA));
            write(group.resolve(BURST), quota < 0 ? 0 : Math.min(micros, quota));
        }
    }

    private static long read(Path file) {
        try {
            return Long.parseLong(Files.readString(file).strip());
        } catch (IOException e) {
            throw new EngineException("cannot read " + file, e);
        }
    }

    private static void write(Path file, long value) {
        try {
            Files.writeString(file, Long.toString(value));
        } catch (IOException e) {
            throw new EngineException("cannot write " + value + " to " + file, e);
        }
    }

    /**
     * Moves workers that have been started since into their group; makes that again, as limited as
     * it was, where the container has been started anew.
     */
    public void gather() {
        if (own.isPresent() && ownTime.isPresent() && isThere(own.get(), ownTime.get())) {
            for (long process : processes(container)) {
                if (isWorker(process)) {
                    move(process, own.get());
                    move(process, ownTime.get());
                }
            }
        }
    }

    private boolean isThere(Path group, Path counted) {
        if (Files.isDirectory(group) && Files.isDirectory(counted)) {
            return true;
        }
        if (made(group).isEmpty() || made(counted).isEmpty()) {
            return false; // its container does not run
        }
        if (quota > 0) {
            limit(quota);
        }
        return true;
    }

    private static void move(long process, Path group) {
        try {
            Files.writeString(group.resolve(PROCESSES), Long.toString(process));
        } catch (IOException e) {
            // it has ended meanwhile; if it has not, the next look finds it again
        }
    }

    /** Processor time so far, in seconds: of the workers if {@link #isApart}, else of all. */
    public double usedSeconds() {
        Path group = ownTime.orElse(time);
        try {
            Path nanos = group.resolve("cpuacct.usage");
            if (Files.exists(nanos)) {
                return Long.parseLong(Files.readString(nanos).strip()) / 1e9;
            }
            return Files.readAllLines(group.resolve("cpu.stat")).stream()
                    .filter(line -> line.startsWith("usage_usec "))
                    .mapToDouble(line -> Long.parseLong(line.substring(11).strip()) / 1e6)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    /**
     * What they had in some time, and for how long they wanted to compute in it: as long as their
     * quota lasts for what they had, and longer where threads waited for a processor. That may be a
     * little more than the time that has passed, for periods end when they do.
     *
     * @param used processor time in seconds
     * @param wanted in seconds
     */
    public record Look(double used, double wanted) {}

    /**
     * What was since the last look, while they are limited.
     *
     * @param seconds that have passed since
     */
    public Look look(double seconds) {
        double held = periods.passed(own.orElse(container)) * PERIOD_MICROS / 1e6;
        double all = own.isPresent() ? periods.passed(container) * PERIOD_MICROS / 1e6 : 0;
        double waited = waits.longest(processes(own.orElse(container)));
        double now = usedSeconds();
        double used = Math.max(0, now - usedBefore); // a group that has gone has used nothing
        usedBefore = now;
        // Workers at work stand still too when their daemon has used up all of the container's.
        boolean busy = used / quota > BUSY * seconds;
        double unheld = used <= 0 ? 0 : Math.min(seconds, used / quota + waited + (busy ? all : 0));
        return new Look(used, held > 0 ? held : unheld);
    }

    private static List<Long> processes(Path group) {
        try {
            return Files.readAllLines(group.resolve(PROCESSES)).stream()
                    .filter(line -> !line.equals("0"))
                    .map(Long::valueOf)
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static boolean isWorker(long process) {
        try {
            return Files.readString(PROC.resolve(process + "/cmdline")).contains(WORKER);
        } catch (IOException e) {
            return false;
        }
    }
}
