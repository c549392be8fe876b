package org.evenkeel.daemon.worker.confine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where this process's control groups are, as the system's files tell it. */
class ControlGroupMountsTest {

    @TempDir Path root;

    private ControlGroupMounts mounts(String... own) {
        return new ControlGroupMounts(
                List.of(
                        "tmpfs /sys/fs/cgroup tmpfs rw 0 0",
                        "cgroup " + root + "/pids cgroup rw,relatime,pids 0 0",
                        "cgroup " + root + "/memory cgroup rw,relatime,memory 0 0",
                        "cgroup2 " + root + "/unified cgroup2 rw,relatime 0 0"),
                List.of(own));
    }

    private Path group(String path) throws Exception {
        return Files.createDirectories(root.resolve(path));
    }

    @Test
    void versionOneHasAGroupForEachController() throws Exception {
        Path memory = group("memory/services/evenkeel");
        Path pids = group("pids");
        ControlGroupMounts mounts = mounts("8:pids:/", "4:memory:/services/evenkeel", "0::/");
        assertThat(mounts.controller("memory")).isEqualTo(memory);
        assertThat(mounts.controller("pids")).isEqualTo(pids);
        assertThat(mounts.controller("cpu")).isNull();
        assertThat(mounts.unified()).as("without controllers").isNull();
    }

    @Test
    void versionTwoCountsWhenItHasTheControllers() throws Exception {
        Path own = group("unified/system.slice/evenkeel.service");
        ControlGroupMounts mounts = mounts("0::/system.slice/evenkeel.service");
        Files.writeString(own.resolve("cgroup.controllers"), "cpu memory\n");
        assertThat(mounts.unified()).isNull();
        Files.writeString(own.resolve("cgroup.controllers"), "cpu memory pids\n");
        assertThat(mounts.unified()).isEqualTo(own);
    }

    @Test
    void inAContainerWhatIsMountedIsTheGroupItself() throws Exception {
        Path mounted = group("memory");
        assertThat(mounts("4:memory:/docker/0123").controller("memory")).isEqualTo(mounted);
        assertThat(mounts("4:memory:/../../etc").controller("memory")).isEqualTo(mounted);
    }
}
