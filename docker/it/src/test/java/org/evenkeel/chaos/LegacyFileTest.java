package org.evenkeel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LegacyFileTest {

    @TempDir Path directory;

    @Test
    void whatAKilledClientWroteIsReadUpToTheLastWholeLine() throws Exception {
        Path file = directory.resolve("file");
        try (LegacyFile.Writer writer = new LegacyFile.Writer(file)) {
            writer.line(LegacyFile.JOB, "3k7x0a9q2m4fz");
            writer.line(LegacyFile.COMPLETED, "1");
            writer.line(LegacyFile.COMPLETED, "1");
            writer.line(LegacyFile.REFUSED, "2");
            writer.line(LegacyFile.WRONG, "x-3\nof two lines");
            writer.line(LegacyFile.DETACHED, "7");
        }
        Files.writeString(file, Files.readString(file) + "C 12");
        LegacyFile read = LegacyFile.read(file);
        assertThat(read.job).isEqualTo("3k7x0a9q2m4fz");
        assertThat(read.completed).containsExactly(1L);
        assertThat(read.refused).containsExactly(2L);
        assertThat(read.twice).containsExactly("C 1");
        assertThat(read.detached).isEqualTo(7);
        assertThat(read.wrong).containsExactly("W x-3 of two lines");
    }
}
