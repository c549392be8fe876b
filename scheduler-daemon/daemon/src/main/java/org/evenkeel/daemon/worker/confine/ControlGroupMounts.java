package org.evenkeel.daemon.worker.confine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where control groups are mounted, and in which this process is.
 *
 * @param mounts lines of {@code /proc/mounts}
 * @param own lines of {@code /proc/self/cgroup}
 */
record ControlGroupMounts(List<String> mounts, List<String> own) {
    private static final int MOUNT_POINT = 1;
    private static final int TYPE = 2;
    private static final int OPTIONS = 3;

    static ControlGroupMounts ofThisProcess() throws IOException {
        return new ControlGroupMounts(
                Files.readAllLines(Path.of("/proc/mounts")),
                Files.readAllLines(Path.of("/proc/self/cgroup")));
    }

    /** This process's group of version 2, when that has the controllers that are needed. */
    @Nullable Path unified() throws IOException {
        for (Path group : unifiedGroups()) {
            List<String> there = controllers(group);
            if (there.contains("memory") && there.contains("pids")) {
                return group;
            }
        }
        return null;
    }

    /** This process's groups of version 2, one for each place where they are mounted. */
    List<Path> unifiedGroups() {
        List<Path> groups = new ArrayList<>();
        for (String line : mounts) {
            String[] fields = line.split(" ");
            if (fields.length > OPTIONS && fields[TYPE].equals("cgroup2")) {
                groups.add(below(Path.of(fields[MOUNT_POINT]), ownPath("0::")));
            }
        }
        return groups;
    }

    /** What a group of version 2 has. */
    static List<String> controllers(Path group) throws IOException {
        Path controllers = group.resolve("cgroup.controllers");
        return Files.isReadable(controllers)
                ? List.of(Files.readString(controllers).strip().split(" "))
                : List.of();
    }

    /** This process's group of version 1 under a controller. */
    @Nullable Path controller(String name) {
        for (String line : mounts) {
            String[] fields = line.split(" ");
            if (fields.length > OPTIONS
                    && fields[TYPE].equals("cgroup")
                    && List.of(fields[OPTIONS].split(",")).contains(name)) {
                return below(Path.of(fields[MOUNT_POINT]), ownPath(name));
            }
        }
        return null;
    }

    /** The group's path as {@code /proc/self/cgroup} has it; "/" when it does not say. */
    private String ownPath(String controller) {
        for (String line : own) {
            String[] parts = line.split(":", 3);
            boolean found =
                    controller.equals("0::")
                            ? line.startsWith("0::")
                            : parts.length == 3
                                    && List.of(parts[1].split(",")).contains(controller);
            if (found) {
                return parts[2];
            }
        }
        return "/";
    }

    /** In a container the path is that of the host, and what is mounted is the group itself. */
    private static Path below(Path mount, String path) {
        Path group = mount.resolve(path.substring(1)).normalize();
        return group.startsWith(mount) && Files.isDirectory(group) ? group : mount;
    }
}
