package org.evenkeel.daemon.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.evenkeel.model.LogLevel;
import org.evenkeel.wire.proto.LogLine;
import org.evenkeel.wire.proto.LogPart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log of a task says how its worker died. */
class WorkerDeathReportTest {

    @TempDir Path folder;

    private List<String> report(List<String> output) throws Exception {
        Path file = folder.resolve("1.log");
        Files.write(file, output);
        LogPart part = WorkerDeathReport.of(file, "it was killed (SIGKILL)", 5);
        assertThat(part.getLinesList())
                .allMatch(line -> line.getNumber() == 0 && line.getMillis() == 5);
        List<String> texts = new ArrayList<>();
        for (LogLine line : part.getLinesList()) {
            texts.add(LogLevel.of(line.getLevel()) + " " + line.getText());
        }
        return texts;
    }

    @Test
    void hasTheLastLinesAndHowItEnded() throws Exception {
        List<String> output = IntStream.rangeClosed(1, 80).mapToObj(i -> "line " + i).toList();
        List<String> texts = report(output);
        assertThat(texts).hasSize(51).startsWith("ERR line 31", "ERR line 32");
        assertThat(texts.subList(49, 51))
                .containsExactly("ERR line 80", "FAILED its worker died: it was killed (SIGKILL)");
    }

    @Test
    void ofACrashHasTheBeginningOfJavasReport() throws Exception {
        List<String> output =
                List.of(
                        "the last words",
                        "#",
                        "# A fatal error has been detected by the Java Runtime Environment:",
                        "#",
                        "#  SIGSEGV (0xb) at pc=0x00007f, pid=1, tid=2",
                        "",
                        "---------------  S U M M A R Y ------------",
                        "x".repeat(2_000));
        assertThat(report(output))
                .containsExactly(
                        "ERR the last words",
                        "FAILED # A fatal error has been detected by the Java Runtime Environment:",
                        "FAILED #  SIGSEGV (0xb) at pc=0x00007f, pid=1, tid=2",
                        "FAILED its worker died: it was killed (SIGKILL)");
    }

    @Test
    void withoutOutputSaysHowItEnded() {
        LogPart part = WorkerDeathReport.of(folder.resolve("none"), "it ran out of memory", 5);
        assertThat(part.getLinesList())
                .singleElement()
                .extracting(LogLine::getText)
                .isEqualTo("its worker died: it ran out of memory");
    }
}
