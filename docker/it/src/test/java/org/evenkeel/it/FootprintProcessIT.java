package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.evenkeel.it.LocalCluster.Setup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What a daemon costs while it has nothing to do. */
@Alone
class FootprintProcessIT {
    private static final long MAX_RESIDENT_KIB = 100 << 10;

    @Test
    @LongForm
    @EnabledOnOs(OS.LINUX)
    void anIdleDaemonTakesNoProcessorAndLittleMemory() throws Exception {
        try (LocalCluster nodes = LocalCluster.start(Setup.of(2, 1).heap("64m"))) {
            ProcessHandle daemon = nodes.daemon("n1").toHandle();
            Thread.sleep(3000);
            Duration before = daemon.info().totalCpuDuration().orElseThrow();
            Thread.sleep(5000);
            Duration used = daemon.info().totalCpuDuration().orElseThrow().minus(before);
            assertThat(used).isLessThan(Duration.ofMillis(100));
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
