package org.evenkeel.daemon.worker.confine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.evenkeel.daemon.worker.guard.Limits;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A control group for each worker, in one of the daemon's own below that in which the daemon is.
 * The kernel keeps a group within its memory and its number of processes; the limits are a little
 * above those that the guard keeps, so that usually the guard is first and can say why.
 */
final class ControlGroups {

    private static final Logger LOG = LoggerFactory.getLogger(ControlGroups.class);
    private static final int MORE_PROCESSES = 64;
    private static final int REMOVALS = 50;
    private static final long REMOVAL_MILLIS = 10;

    private final List<Path> parents;
    private final boolean second;
    private final Map<Integer, List<Path>> groups = new ConcurrentHashMap<>();

    private ControlGroups(List<Path> parents, boolean second) {
        this.parents = parents;
        this.second = second;
    }

    /**
     * Makes the daemon's own group.
     *
     * @param name of it
     * @return null where there are none, or this process may not make any
     */
    static @Nullable ControlGroups make(ControlGroupMounts mounts, String name) {
        try {
            Path unified = mounts.unified();
            if (unified != null) {
                return new ControlGroups(List.of(second(unified, name)), true);
            }
            Path memory = mounts.controller("memory");
            Path pids = mounts.controller("pids");
            if (memory == null || pids == null) {
                return null;
            }
            List<Path> parents = new ArrayList<>();
            for (Path base : List.of(memory, pids)) {
                Path own = base.resolve(name);
                clear(own);
                parents.add(Files.createDirectories(own));
            }
            return new ControlGroups(parents, false);
        } catch (IOException | RuntimeException e) {
            LOG.info("control groups not available for workers: {}", e.toString());
            return null;
        }
    }

    /**
     * A group of version 2 that has processes cannot give controllers to groups below: the daemon
     * moves into one beside those of its workers. Only where it is alone, as systemd's {@code
     * Delegate=yes} and containers leave it.
     */
    private static Path second(Path base, String name) throws IOException {
        Path control = base.resolve("cgroup.subtree_control");
        if (!given(control)) {
            String self = String.valueOf(ProcessHandle.current().pid());
            if (!isAlone(base, self)) {
                throw new IOException("other processes share the daemon's control group " + base);
            }
            Path own = Files.createDirectories(base.resolve("evenkeel-daemon"));
            Files.writeString(own.resolve("cgroup.procs"), self);
            Files.writeString(control, "+memory +pids");
        }
        Path workers = base.resolve(name);
        clear(workers);
        Files.createDirectories(workers);
        Files.writeString(workers.resolve("cgroup.subtree_control"), "+memory +pids");
        return workers;
    }

    /** Whether this process is the only one in a group. */
    static boolean isAlone(Path group, String self) throws IOException {
        return Files.readAllLines(group.resolve("cgroup.procs")).equals(List.of(self));
    }

    static boolean given(Path control) throws IOException {
        List<String> controllers = List.of(Files.readString(control).strip().split(" "));
        return controllers.contains("memory") && controllers.contains("pids");
    }

    /** Groups of a daemon of before; who is in them was left by it. */
    private static void clear(Path own) throws IOException {
        if (!Files.isDirectory(own)) {
            return;
        }
        List<Path> old = new ArrayList<>();
        try (var entries = Files.newDirectoryStream(own, Files::isDirectory)) {
            entries.forEach(old::add);
        }
        for (Path group : old) {
            pids(group)
                    .forEach(
                            pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
            remove(group);
        }
    }

    String words() {
        return "control groups" + (second ? " (version 2)" : " (version 1)");
    }

    /** Puts a worker, which has done nothing yet, into a group of its own. */
    void contain(int worker, long pid) throws IOException {
        List<Path> own = new ArrayList<>();
        groups.put(worker, own);
        for (Path parent : parents) {
            Path group = Files.createDirectories(parent.resolve("worker-" + worker));
            own.add(group);
            Files.writeString(group.resolve("cgroup.procs"), String.valueOf(pid));
        }
    }

    /** The worker serves a job. */
    void limit(int worker, Limits limits) throws IOException {
        String memory = String.valueOf(limits.memoryBytes() + limits.memoryBytes() / 8);
        String processes = String.valueOf(limits.processes() + MORE_PROCESSES);
        for (Path group : groups.getOrDefault(worker, List.of())) {
            write(group, "memory.max", memory);
            write(group, "memory.swap.max", "0");
            write(group, "memory.limit_in_bytes", memory);
            write(group, "memory.memsw.limit_in_bytes", memory);
            write(group, "pids.max", processes);
        }
    }

    /** Where there is such a file. */
    private static void write(Path group, String file, String value) throws IOException {
        Path path = group.resolve(file);
        if (Files.exists(path)) {
            Files.writeString(path, value);
        }
    }

    /** Whether the kernel has ended one of the group's processes because its memory was used up. */
    boolean ranOutOfMemory(int worker) {
        for (Path group : groups.getOrDefault(worker, List.of())) {
            for (String file : List.of("memory.events", "memory.oom_control")) {
                if (oomKills(group.resolve(file)) > 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private static long oomKills(Path file) {
        try {
            if (Files.exists(file)) {
                for (String line : Files.readAllLines(file)) {
                    if (line.startsWith("oom_kill ")) {
                        return Long.parseLong(line.substring("oom_kill ".length()).strip());
                    }
                }
            }
        } catch (IOException | NumberFormatException e) {
            LOG.debug("control group file {} cannot be read: {}", file, e.toString());
        }
        return 0;
    }

    /** The processes in the worker's group; whoever is there came from it. */
    List<Long> processes(int worker) {
        List<Path> own = groups.getOrDefault(worker, List.of());
        return own.isEmpty() ? List.of() : pids(own.getFirst()); // the same in the others
    }

    private static List<Long> pids(Path group) {
        List<Long> pids = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(group.resolve("cgroup.procs"))) {
                pids.add(Long.parseLong(line.strip()));
            }
        } catch (IOException | NumberFormatException e) {
            LOG.debug("control group file {} cannot be read: {}", group, e.toString());
        }
        return pids;
    }

    /** All its processes are gone. */
    void release(int worker) {
        List<Path> own = groups.remove(worker);
        if (own != null) {
            own.forEach(ControlGroups::remove);
        }
    }

    /** A group can be removed a moment after its last process has ended. */
    private static void remove(Path group) {
        for (int i = 0; i < REMOVALS; i++) {
            try {
                Files.deleteIfExists(group);
                return;
            } catch (IOException e) {
                try {
                    Thread.sleep(REMOVAL_MILLIS);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
        LOG.warn("control group {} could not be removed", group);
    }

    /** The daemon ends: its own group goes when those of its workers have. */
    void close() {
        List.copyOf(groups.keySet()).forEach(this::release);
        parents.forEach(ControlGroups::remove);
    }
}
