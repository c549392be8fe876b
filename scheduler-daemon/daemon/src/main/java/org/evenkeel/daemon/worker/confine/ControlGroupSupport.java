package org.evenkeel.daemon.worker.confine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Whether a daemon that is started like this process could give each worker a control group.
 * Nothing is made to find out.
 *
 * @param version 1 or 2; 0 where none is mounted
 * @param controllers those that this process's group has, of memory, cpu and pids
 * @param obstacle why it could not; empty when it could
 */
public record ControlGroupSupport(int version, List<String> controllers, String obstacle) {

    private static final List<String> WANTED = List.of("memory", "cpu", "pids");

    /** Reads it from /proc and from the mounted groups. */
    public static ControlGroupSupport ofThisProcess() throws IOException {
        if (!Files.isReadable(Path.of("/proc/self/cgroup"))) {
            return new ControlGroupSupport(0, List.of(), "this system has no control groups");
        }
        return of(
                ControlGroupMounts.ofThisProcess(), String.valueOf(ProcessHandle.current().pid()));
    }

    static ControlGroupSupport of(ControlGroupMounts mounts, String self) throws IOException {
        Path unified = mounts.unified();
        if (unified != null) {
            List<String> there = ControlGroupMounts.controllers(unified);
            List<String> found = WANTED.stream().filter(there::contains).toList();
            return new ControlGroupSupport(2, found, obstacle(unified, self));
        }
        List<String> found =
                WANTED.stream().filter(name -> mounts.controller(name) != null).toList();
        if (found.contains("memory") && found.contains("pids")) {
            List<Path> groups =
                    Stream.of("memory", "pids")
                            .map(mounts::controller)
                            .filter(Objects::nonNull)
                            .toList();
            return new ControlGroupSupport(1, found, notWritable(groups));
        }
        List<Path> second = mounts.unifiedGroups();
        if (second.isEmpty()) {
            return new ControlGroupSupport(
                    found.isEmpty() ? 0 : 1, found, "the controllers memory and pids are missing");
        }
        List<String> there = ControlGroupMounts.controllers(second.getFirst());
        return new ControlGroupSupport(
                2,
                WANTED.stream().filter(there::contains).toList(),
                "the controllers memory and pids are not delegated to " + second.getFirst());
    }

    private static String obstacle(Path group, String self) throws IOException {
        if (!Files.isWritable(group)) {
            return "this user may not make groups in " + group;
        }
        boolean given = ControlGroups.given(group.resolve("cgroup.subtree_control"));
        return given || ControlGroups.isAlone(group, self)
                ? ""
                : "other processes share the control group " + group;
    }

    private static String notWritable(List<Path> groups) {
        List<String> closed =
                groups.stream()
                        .filter(group -> !Files.isWritable(group))
                        .map(Path::toString)
                        .toList();
        return closed.isEmpty()
                ? ""
                : "this user may not make groups in " + String.join(" and ", closed);
    }
}
