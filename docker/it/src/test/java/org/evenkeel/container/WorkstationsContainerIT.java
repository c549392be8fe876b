package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.Alone;
import org.evenkeel.it.LongForm;
import org.evenkeel.testcontainers.EvenkeelCluster;
import org.evenkeel.testcontainers.EvenkeelMachines;
import org.evenkeel.testcontainers.EvenkeelNode;
import org.evenkeel.testcontainers.ReceivedCpuTime;
import org.evenkeel.testcontainers.Workstations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Containers with different quotas work as machines of different speeds do. */
@Alone
@LongForm
@NeedsEngine
@Timeout(300)
@EvenkeelMachines(
        value = 3,
        policy = "hybrid(relay=on)",
        flags = {"--holder-lease", "10s", "--owner-lease", "15s"},
        jvmOptions = CompileOnce.DAEMONS)
class WorkstationsContainerIT {
    private static final Map<String, Double> CPUS = Map.of("n1", 0.5, "n2", 0.25, "n3", 0.15);
    private static final double RESERVE = 0.25;
    private static final int ATTEMPTS = 4;

    /** It takes the right to make control groups of version 1. */
    private static final boolean CAN_BE_APART =
            Files.isWritable(Path.of("/sys/fs/cgroup/cpu/cpu.shares"));

    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** Computes for so many rounds: a hundredth of a second of a processor or so. */
    record Burn(long seed, int rounds) implements Task<Long> {
        @Override
        public Long run(TaskContext context) {
            long x = seed | 1;
            for (int i = 0; i < rounds; i++) {
                x ^= x << 13;
                x ^= x >>> 7;
                x ^= x << 17;
            }
            return x;
        }
    }

    @Test
    void workIsDoneInProportionToQuotas(EvenkeelCluster machines) throws Exception {
        try (Cluster cluster = machines.builder("n1").bundle(code()).connect()) {
            warm(cluster);
            try (Workstations stations = machines.workstations(CPUS, RESERVE)) {
                assertThat(stations.isApart()).as("workers apart").isEqualTo(CAN_BE_APART);
                if (CAN_BE_APART) {
                    CPUS.forEach((node, cpus) ->
                            assertThat(quota(machines.node(node)))
                                    .as("processors of " + node + ", daemon and workers")
                                    .isCloseTo(cpus + RESERVE, within(0.01)));
                }
                Map<String, Long> done = carried(cluster, stations);
                double each =
                        done.values().stream().mapToLong(count -> count).sum()
                                / CPUS.values().stream().mapToDouble(cpus -> cpus).sum();
                done.forEach((node, count) ->
                        assertThat(count / (CPUS.get(node) * each))
                                .as("tasks of " + node + " by its quota, relative")
                                .isBetween(0.75, 1.3));
                assertThrottledAgain(machines, cluster, stations);
            }
        }
    }

    /** Tasks that each machine has done in a run of which it is not said that it means nothing. */
    private static Map<String, Long> carried(Cluster cluster, Workstations stations)
            throws Exception {
        for (int attempt = 1; true; attempt++) {
            stations.forget();
            long before = System.nanoTime();
            Map<String, Long> done = run(cluster, 600);
            List<ReceivedCpuTime> receivedCpuTime = stations.receivedCpuTime();
            String doubt = ReceivedCpuTime.doubt(receivedCpuTime);
            System.out.printf("tasks done %s, received %s %s%n", done, receivedCpuTime, doubt);
            assertThat(receivedCpuTime).hasSize(3).anyMatch(one -> one.seconds() > 2);
            double seconds = (System.nanoTime() - before) / 1e9;
            receivedCpuTime.forEach(one -> assertThrottled(one, seconds));
            if (doubt.isEmpty()) {
                return done;
            }
            assertThat(attempt).as("runs, the last: " + doubt).isLessThan(ATTEMPTS);
        }
    }

    /** A machine that was restarted has new control groups. */
    private static void assertThrottledAgain(
            EvenkeelCluster machines, Cluster cluster, Workstations stations) throws Exception {
        machines.node("n3").restart();
        stations.forget();
        long before = System.nanoTime();
        long done = 0;
        for (int i = 0; i < 20 && done < 40; i++) {
            done += run(cluster, 120).getOrDefault("n3", 0L);
        }
        double seconds = (System.nanoTime() - before) / 1e9;
        ReceivedCpuTime n3 = stations.receivedCpuTime().get(2);
        System.out.printf("restarted: %d tasks in %.1f s, %s%n", done, seconds, n3);
        assertThat(done).as("tasks of n3 since").isPositive();
        assertThat(n3.node()).isEqualTo("n3");
        assertThat(n3.seconds()).as("it was measured").isGreaterThan(2);
        assertThrottled(n3, seconds);
        if (CAN_BE_APART) {
            assertThat(quota(machines.node("n3")))
                    .isCloseTo(CPUS.get("n3") + RESERVE, within(0.01));
        }
    }

    /**
     * It had its quota and no more. A new worker runs for up to a quarter of a second before it is
     * found.
     */
    private static void assertThrottled(ReceivedCpuTime one, double seconds) {
        assertThat(one.processors() * one.seconds() / seconds)
                .as("processors of " + one.node())
                .isLessThan(1.1 * CPUS.get(one.node()) + 0.5 / seconds);
    }

    /** Processors of the whole container, by control groups of version 1. */
    private static double quota(EvenkeelNode node) {
        List<Double> numbers =
                node.bash("cd /sys/fs/cgroup/cpu && cat cpu.cfs_quota_us cpu.cfs_period_us")
                        .lines()
                        .map(Double::valueOf)
                        .toList();
        return numbers.get(0) / numbers.get(1);
    }

    /** Every machine has a worker for this job that has been compiled. */
    private static void warm(Cluster cluster) throws Exception {
        Set<String> warm = Set.of();
        for (int i = 0; i < 20 && warm.size() < 3; i++) {
            warm = run(cluster, 60).keySet();
        }
        assertThat(warm).hasSize(3);
    }

    /** How many tasks each machine has done. */
    private static Map<String, Long> run(Cluster cluster, int tasks) throws Exception {
        List<TaskHandle<Long>> handles = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            handles.add(cluster.submit(new Burn(i, 10_000_000)));
        }
        for (TaskHandle<Long> handle : handles) {
            handle.get(LIMIT);
        }
        return Collections.unmodifiableMap(
                handles.stream()
                        .collect(
                                Collectors.groupingBy(
                                        TaskHandle::where, TreeMap::new, Collectors.counting())));
    }

    private static Path code() throws URISyntaxException {
        return Path.of(Burn.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
