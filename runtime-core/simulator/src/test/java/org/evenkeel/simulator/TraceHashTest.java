package org.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Equal seeds give equal runs, event by event, whatever the process; other seeds give others. */
class TraceHashTest {

    @Test
    @Tag("extended")
    void twoProcessesDoTheSame() throws Exception {
        Process first = start();
        Process second = start();
        List<String> one = output(first);
        assertThat(one).hasSizeGreaterThan(25).doesNotContain("finding");
        assertThat(output(second)).isEqualTo(one);
    }

    @Test
    void anotherSeedDoesSomethingElse() {
        assertThat(TraceHashMain.stream("hybrid", 1).traceHash())
                .isEqualTo(TraceHashMain.stream("hybrid", 1).traceHash())
                .isNotEqualTo(TraceHashMain.stream("hybrid", 2).traceHash());
    }

    private static Process start() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TraceHashMain.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static List<String> output(Process process) throws Exception {
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return text.lines().toList();
    }
}
