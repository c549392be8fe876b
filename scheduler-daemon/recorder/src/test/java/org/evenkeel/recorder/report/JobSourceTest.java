package org.evenkeel.recorder.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.Main;
import org.evenkeel.recorder.SampleStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code report} and {@code trace} of a cluster that has ended. */
class JobSourceTest {

    private static final String UNKNOWN = "3k7x0a9q2m4g0";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir Path folder;

    private int run(String... words) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(
                        Stream.concat(
                                        Stream.of(words),
                                        Stream.of(
                                                "--cluster-dir",
                                                folder.toString(),
                                                "-o",
                                                file().toString()))
                                .toArray(String[]::new));
    }

    private Path file() {
        return folder.resolve("file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"report", "trace"})
    void whereNoDaemonAnswersTheRecordIsReadAndThatIsSaid(String command) throws Exception {
        assertThat(run(command, SampleStore.JOB)).as("there is none").isEqualTo(ExitCode.NOTHING);
        assertThat(err.toString()).contains("is running here").doesNotContain("recorder has kept");
        SampleStore.write(folder.resolve("recorder"));
        assertThat(run(command, SampleStore.JOB)).as(err::toString).isZero();
        assertThat(err.toString())
                .contains("no answer from nodes", "is running here", "what a recorder has kept in");
        assertThat(out.toString()).contains("2 runs");
        assertThat(file()).isNotEmptyFile();
        assertThat(run(command, UNKNOWN)).isEqualTo(ExitCode.NOTHING);
        assertThat(err.toString()).contains("is running here");
    }

    @ParameterizedTest
    @ValueSource(strings = {"report", "trace"})
    void recordedReadsTheRecordAlone(String command) throws Exception {
        assertThat(run(command, SampleStore.JOB, "--recorded")).isEqualTo(ExitCode.NOTHING);
        assertThat(err.toString()).contains("no recorder has written");
        Path elsewhere = folder.resolve("elsewhere");
        SampleStore.write(elsewhere);
        assertThat(run(command, SampleStore.JOB, "--directory", elsewhere.toString(), "--json"))
                .as(err::toString)
                .isZero();
        assertThat(JSON.std.mapFrom(out.toString())).containsEntry("recorded", true);
        assertThat(err.toString()).doesNotContain("no answer from nodes");
        assertThat(run(command, UNKNOWN, "--directory", elsewhere.toString()))
                .isEqualTo(ExitCode.NOTHING);
        assertThat(err.toString()).contains("no record of job " + UNKNOWN + " in ", "from jobs");
    }

    @Test
    void traceOfTheRecordHasItsRuns() throws Exception {
        SampleStore.write(folder.resolve("recorder"));
        assertThat(run("trace", SampleStore.JOB)).as(err::toString).isZero();
        List<?> events = (List<?>) JSON.std.mapFrom(Files.readString(file())).get("traceEvents");
        assertThat(events.toString()).contains(SampleStore.FIRST, SampleStore.SECOND);
    }

    @ParameterizedTest
    @ValueSource(strings = {"report", "trace"})
    void whatIsNoJobIsAUsageError(String command) {
        assertThat(run(command, "no/job")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("\"no/job\" is not a job id");
    }
}
