package org.evenkeel.daemon.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerLogTest {

    @TempDir Path directory;

    private String log(String printed) throws Exception {
        Path file = directory.resolve("worker.log");
        byte[] bytes = printed.getBytes(StandardCharsets.UTF_8);
        WorkerLog.follow(new ByteArrayInputStream(bytes), file, 1).join();
        return Files.readString(file);
    }

    @Test
    void linesAndTabsStay() throws Exception {
        assertThat(log("Grüße\n\tat a.B\r\nend")).isEqualTo("Grüße\n\tat a.B\nend");
    }

    @Test
    void whatATerminalWouldObeyIsEscaped() throws Exception {
        assertThat(log("\u001b[2J\u009b1m\u202e\r")).isEqualTo("\\u001b[2J\\u009b1m\\u202e\\u000d");
    }

    @Test
    void theFileIsBoundedHoweverMuchIsEscaped() throws Exception {
        log("\u0007".repeat(2 << 20));
        Path file = directory.resolve("worker.log");
        assertThat(Files.size(file)).isLessThan(600 << 10);
        assertThat(Files.size(WorkerLog.older(file))).isLessThan(600 << 10);
    }
}
