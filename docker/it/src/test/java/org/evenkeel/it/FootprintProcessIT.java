package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What processes cost while they have nothing to do, and that workers start from their cache. */
class FootprintProcessIT {
    private static final long MAX_RESIDENT_KIB = 100 << 10;

    /** Processor time of a thread that spins beside the daemon. */
    private static final Duration SPUN = Duration.ofSeconds(2);

    /** A hundredth of one processor is usual; one that spins gets as much as the other. */
    private static final int LEAST_RATIO = 2;

    @Test
    @LongForm
    @EnabledOnOs(OS.LINUX)
    void anIdleDaemonTakesNoProcessorAndLittleMemory() throws Exception {
        try (StartedNodes nodes = StartedNodes.start(Setup.of(2, 1).heap("64m"))) {
            ProcessHandle daemon = nodes.daemon("n1").toHandle();
            Awaitility.await("it computes no more")
                    .atMost(StartedNodes.LIMIT)
                    .pollDelay(Duration.ZERO)
                    .until(() -> {
                        Duration before = daemon.info().totalCpuDuration().orElseThrow();
                        spin();
                        Duration after = daemon.info().totalCpuDuration().orElseThrow();
                        Duration used = after.minus(before);
                        System.out.printf(
                                "processor time of an idle daemon: %d ms, of a thread that spun"
                                        + " meanwhile: %d ms%n",
                                used.toMillis(), SPUN.toMillis());
                        return used.multipliedBy(LEAST_RATIO).compareTo(SPUN) < 0;
                    });
            assertThat(residentKib(daemon.pid())).isLessThan(MAX_RESIDENT_KIB);
        }
    }

    @Test
    @Tag("extended")
    @EnabledOnOs(OS.LINUX)
    void workersStartFromTheCacheOfTheirInstallation() throws Exception {
        try (StartedNodes nodes = StartedNodes.start(Setup.of(1, 1))) {
            String cache = Home.unpack().resolve("cache/worker.aot").toString();
            Awaitility.await("a worker has mapped " + cache)
                    .atMost(StartedNodes.LIMIT)
                    .ignoreException(NoSuchFileException.class) // it has ended
                    .until(() -> {
                        for (ProcessHandle worker : nodes.workers("n1")) {
                            Path maps = Path.of("/proc/" + worker.pid() + "/maps");
                            if (Files.readString(maps).contains(cache)) {
                                return true;
                            }
                        }
                        return false;
                    });
        }
    }

    /** Computes until this thread has got its processor time, however long that takes. */
    private static void spin() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long end = threads.getCurrentThreadCpuTime() + SPUN.toNanos();
        while (threads.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static long residentKib(long pid) throws Exception {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")))
                .findFirst()
                .orElseThrow();
    }
}
