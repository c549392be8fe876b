package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.evenkeel.testcontainers.EvenkeelCluster;
import org.evenkeel.testcontainers.EvenkeelMachines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a test says of its machines is what they are. */
@NeedsEngine
@Timeout(200)
class SettingsContainerIT {

    @Test
    @EvenkeelMachines(
            value = 3,
            cpus = 0.5,
            memory = "300m",
            policy = "none",
            topology = "star",
            flags = CompileOnce.WORKERS,
            jvmOptions = CompileOnce.DAEMONS)
    void machinesHaveTheQuotaTheNeighboursAndThePolicyThatWereAskedFor(EvenkeelCluster machines)
            throws Exception {
        for (Map<?, ?> node : machines.report()) {
            Set<String> neighbours = new TreeSet<>();
            ((List<?>) node.get("neighbours"))
                    .forEach(one -> neighbours.add(String.valueOf(((Map<?, ?>) one).get("name"))));
            assertThat(neighbours)
                    .as("neighbours of " + node.get("node"))
                    .isEqualTo(node.get("node").equals("n1") ? Set.of("n2", "n3") : Set.of("n1"));
        }
        String limits =
                machines.node("n2")
                        .bash(
                                "cd /sys/fs/cgroup; cat cpu/cpu.cfs_quota_us"
                                        + " memory/memory.limit_in_bytes 2> /dev/null"
                                        + " || cat cpu.max memory.max");
        assertThat(limits).contains("50000", Long.toString(300L << 20));
        try (NotedJob job = new NotedJob(machines, 20, 5)) {
            job.assertAnswers();
            assertThat(job.resultsOf("n1"))
                    .as("results of n1, with a policy that moves nothing")
                    .isEqualTo(20);
        }
    }

    /** What docker/Dockerfile promises of it, seen from within. */
    @Test
    @EvenkeelMachines(1)
    void imageHasItsUserItsCachesAndWorkersOfLowPriority(EvenkeelCluster machines)
            throws Exception {
        try (NotedJob job = new NotedJob(machines, 4, 5)) {
            job.assertAnswers();
            assertThat(processes(machines, "org.evenkeel.daemon.DaemonMain"))
                    .as("user and nice value of the daemon")
                    .containsExactly("10001 0");
            assertThat(processes(machines, "org.evenkeel.worker.WorkerMain"))
                    .as("user and nice value of workers")
                    .isNotEmpty()
                    .containsOnly("10001 10");
            assertThat(machines.node("n1").bash("cat /proc/[0-9]*/maps"))
                    .as("files that processes have mapped")
                    .contains("/opt/evenkeel/cache/worker.aot");
        }
        for (String cache : List.of("cli", "daemon", "worker")) {
            assertThat(
                            machines.node("n1")
                                    .bash("stat -c %s /opt/evenkeel/cache/" + cache + ".aot")
                                    .strip())
                    .as("bytes of the cache %s", cache)
                    .hasSizeGreaterThan(6);
        }
        // The JVM ends with an error where it cannot use the cache that the launcher names.
        String must = "EVENKEEL_JAVA_OPTS='-XX:AOTMode=on -Xlog:aot=info:stdout' evenkeel ";
        assertThat(machines.node("n1").bash(must + "version")).contains("Using AOT", "evenkeel");
        assertThat(machines.node("n1").bash(must + "daemon --help"))
                .contains("Using AOT", "--drain-grace");
        assertThat(
                        machines.node("n1")
                                .bash(
                                        "tr '\\0' ' ' < /proc/$(cat /proc/1/task/1/children | cut -d ' ' -f 1)/cmdline"))
                .contains("-XX:AOTCache=/opt/evenkeel/cache/daemon.aot");
    }

    /** User and nice value of each process that has this word in its command line. */
    private static List<String> processes(EvenkeelCluster machines, String word) {
        return machines.node("n1")
                .bash(
                        """
                        for process in /proc/[0-9]*; do
                          tr '\\0' '\\n' < $process/cmdline 2> /dev/null | grep -qx %s || continue
                          read -r stat < $process/stat
                          set -- ${stat##*) }
                          echo "$(stat -c %%u $process) ${17}"
                        done
                        """
                                .formatted(word))
                .lines()
                .toList();
    }
}
