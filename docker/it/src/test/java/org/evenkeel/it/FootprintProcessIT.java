package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.evenkeel.it.LocalCluster.Setup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What a daemon costs while it has nothing to do. */
class FootprintProcessIT {
    private static final long MAX_RESIDENT_KIB = 100 << 10;

    /** A hundredth of one processor is usual; one that spins takes all of it. */
    private static final Duration MOST_IN_TWO_SECONDS = Duration.ofMillis(200);

    @Test
    @LongForm
    @EnabledOnOs(OS.LINUX)
    void anIdleDaemonTakesNoProcessorAndLittleMemory() throws Exception {
        try (LocalCluster nodes = LocalCluster.start(Setup.of(2, 1).heap("64m"))) {
            ProcessHandle daemon = nodes.daemon("n1").toHandle();
            Awaitility.await("it computes no more")
                    .atMost(LocalCluster.LIMIT)
                    .pollDelay(Duration.ZERO)
                    .until(() -> {
                        Duration before = daemon.info().totalCpuDuration().orElseThrow();
                        TimeUnit.SECONDS.sleep(2); // what is looked at is the time itself
                        Duration used = daemon.info().totalCpuDuration().orElseThrow();
                        return used.minus(before).compareTo(MOST_IN_TWO_SECONDS) < 0;
                    });
            assertThat(residentKib(daemon.pid())).isLessThan(MAX_RESIDENT_KIB);
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
