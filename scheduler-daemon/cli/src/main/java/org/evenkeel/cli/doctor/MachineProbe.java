package org.evenkeel.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.evenkeel.agent.Activity;
import org.evenkeel.agent.ActivitySource;
import org.evenkeel.agent.ActivitySources;
import org.evenkeel.agent.SourceFailedException;
import org.evenkeel.cli.doctor.MachineChecks.Memory;
import org.evenkeel.cli.doctor.MachineChecks.Surroundings;
import org.evenkeel.daemon.worker.confine.ControlGroupSupport;

/** Looks up the facts of this machine that {@link MachineChecks} and {@link LimitChecks} judge. */
public final class MachineProbe {
    private static final String MAX_PROCESSES = "Max processes";
    private static final int LIMIT_COLUMN = 26;

    /** The Java that runs this command; daemons that it starts have the same. */
    public static Finding java() {
        Path home = Path.of(System.getProperty("java.home"));
        Runtime.Version version = Runtime.version();
        return MachineChecks.java(
                version.feature(),
                version.toString(),
                home,
                Files.isExecutable(home.resolve("bin/java")));
    }

    /**
     * Memory of this machine.
     *
     * @param heaps bytes of all workers together
     */
    public static Memory memory(long heaps, boolean running) {
        if (!(ManagementFactory.getOperatingSystemMXBean()
                instanceof OperatingSystemMXBean system)) {
            return new Memory(0, 0, heaps, running);
        }
        long total = system.getTotalMemorySize();
        long available = system.getFreeMemorySize();
        long machine = kibibytes("MemTotal:") << 10;
        if (machine > 0 && machine <= total) { // else a container has less than its machine
            available = Math.max(available, kibibytes("MemAvailable:") << 10);
        }
        return new Memory(total, available, heaps, running);
    }

    private static long kibibytes(String name) {
        return lines(Path.of("/proc/meminfo")).stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.replaceAll("\\D", ""))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElse(0);
    }

    /** Files that this process may have open; Java raises it to what the system permits. */
    public static OptionalLong openFiles() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof UnixOperatingSystemMXBean system
                ? OptionalLong.of(system.getMaxFileDescriptorCount())
                : OptionalLong.empty();
    }

    /** Processes and threads that this user may have. */
    public static OptionalLong processes() {
        return processes(lines(Path.of("/proc/self/limits")));
    }

    /** The soft limit in lines of {@code /proc/self/limits}. */
    static OptionalLong processes(List<String> limits) {
        for (String line : limits) {
            if (line.startsWith(MAX_PROCESSES) && line.length() > LIMIT_COLUMN) {
                String soft = line.substring(LIMIT_COLUMN).strip().split("\\s+")[0];
                return OptionalLong.of(
                        soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft));
            }
        }
        return OptionalLong.empty();
    }

    /** Whether daemons can make control groups. */
    public static Finding controlGroups() {
        try {
            return LimitChecks.controlGroups(ControlGroupSupport.ofThisProcess());
        } catch (IOException e) {
            return LimitChecks.controlGroupsNotReadable(String.valueOf(e.getMessage()));
        }
    }

    /** What a daemon runs in. */
    public static Surroundings surroundings() {
        List<String> first = lines(Path.of("/proc/1/comm"));
        return new Surroundings(
                container(System.getenv(), Files::exists),
                Files.isDirectory(Path.of("/run/systemd/system")),
                first.isEmpty() ? "" : first.getFirst());
    }

    /** The kind of container, by the marks that engines leave. */
    static Optional<String> container(Map<String, String> environment, Function<Path, Boolean> is) {
        if (environment.containsKey("KUBERNETES_SERVICE_HOST")) {
            return Optional.of("Kubernetes");
        }
        if (is.apply(Path.of("/.dockerenv"))) {
            return Optional.of("Docker");
        }
        if (is.apply(Path.of("/run/.containerenv"))) {
            return Optional.of("Podman");
        }
        return Optional.ofNullable(environment.get("container")).filter(kind -> !kind.isEmpty());
    }

    /**
     * What knows the idle time here.
     *
     * @param needed whether a daemon here gives way to the owner
     */
    public static Finding idleDetection(boolean needed) {
        try (ActivitySource source = ActivitySources.open(ActivitySources.AUTO, System.getenv())) {
            Activity activity = source.read();
            String found =
                    "%s works: no input for %d s"
                            .formatted(activity.source(), activity.idle().toSeconds());
            return MachineChecks.idleDetection(Optional.of(found), "", needed);
        } catch (SourceFailedException e) {
            List<String> reasons =
                    String.valueOf(e.getMessage())
                            .lines()
                            .filter(line -> line.startsWith("  "))
                            .map(String::strip)
                            .toList();
            return MachineChecks.idleDetection(
                    Optional.empty(), String.join("; ", reasons), needed);
        }
    }

    /** Of a file of the system; none when it cannot be read. */
    static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of(); // no Linux, or not permitted: not known
        }
    }
}
