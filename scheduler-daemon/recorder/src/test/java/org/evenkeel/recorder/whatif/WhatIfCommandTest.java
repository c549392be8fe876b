package org.evenkeel.recorder.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.Main;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WhatIfCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir Path folder;

    private int run(String... words) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(words);
    }

    private int whatIf(String... words) {
        return run(
                Stream.of(
                                Stream.of("what-if", "--directory", folder.toString()),
                                Stream.of("--runs", "20", "--threads", "1"),
                                Stream.of(words))
                        .flatMap(all -> all)
                        .toArray(String[]::new));
    }

    /** Seconds from the moment to the median end. */
    private static double seconds(Map<?, ?> answer, String end) {
        Map<?, ?> job = (Map<?, ?>) ((List<?>) answer.get("jobs")).getFirst();
        long median = ((Number) ((Map<?, ?>) job.get(end)).get("median")).longValue();
        return (median - ((Number) answer.get("at")).longValue()) / 1e3;
    }

    @Test
    void helpHasExamplesExitCodesAndJson() {
        assertThat(run("what-if", "--help")).isZero();
        assertThat(out.toString())
                .startsWith("Usage: evenkeel what-if")
                .contains("Examples:", "Exit codes:", "--json", "--cluster-dir", "--directory")
                .doesNotContain("${");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "what-if no/job",
                "what-if --at soon",
                "what-if --policy hybird",
                "what-if --add 0xn1",
                "what-if --priority 3k7x0a9q2m4fz",
                "what-if --priority 3k7x0a9q2m4fz=10",
                "what-if --runs 5",
                "what-if --memory 1",
                "what-if --threads 0"
            })
    void whatIsNotUnderstoodIsAUsageError(String line) {
        assertThat(run(line.split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).isNotBlank();
    }

    @Test
    void forecastIsASentenceWithAnInterval() throws Exception {
        SampleRecords.untilThen().write(folder);
        assertThat(whatIf()).as(err::toString).isZero();
        assertThat(out.toString())
                .contains(
                        "Job render (3k7x0a9q2m4fz): 24 tasks were open at",
                        "it ends at",
                        "from 20 simulated runs",
                        "not considered: tasks that are not submitted yet",
                        "no earlier forecast of this cluster can be judged yet");
        assertThat(whatIf("--json")).isZero();
        Map<String, Object> answer = JSON.std.mapFrom(out.toString());
        // 24 tasks, a second of the first machine each, of which two have run for 0.3 s.
        assertThat(seconds(answer, "end")).isBetween(6.8, 9.0);
        assertThat(whatIf("--json")).isZero();
        assertThat(JSON.std.mapFrom(out.toString()).get("jobs")).isEqualTo(answer.get("jobs"));
    }

    @Test
    void changeIsComparedWithWhatIs() throws Exception {
        SampleRecords.untilThen().write(folder);
        assertThat(whatIf(SampleRecords.JOB, "--add", "2xn2")).as(err::toString).isZero();
        assertThat(out.toString()).contains("it would end at", "instead of", "s earlier (");
        assertThat(whatIf("--without", "n2", "--json")).as(err::toString).isZero();
        Map<String, Object> answer = JSON.std.mapFrom(out.toString());
        assertThat(seconds(answer, "changedEnd")).isGreaterThan(2 * seconds(answer, "end"));
        assertThat(whatIf("--without", "n9")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("n9", "n1, n2");
    }

    @Test
    void whatCameTrueIsSaidAndCounted() throws Exception {
        SampleRecords records = SampleRecords.until(60_000);
        records.begin("n1", 0, "x-1", "ACCEPTED", null).record("n1", 10, "x-1", "CANCELLED");
        records.write(folder);
        String then = SampleRecords.time(SampleRecords.THEN).toString();
        assertThat(whatIf("--at", then)).as(err::toString).isZero();
        assertThat(out.toString())
                .containsPattern("it actually ended at .*(within|outside) the interval")
                .contains("no earlier forecast of this cluster can be judged yet");
        String later = SampleRecords.time(SampleRecords.THEN + 70_000).toString();
        assertThat(whatIf("--at", later)).isEqualTo(ExitCode.NOTHING);
        String between = SampleRecords.time(SampleRecords.THEN + 3_000).toString();
        assertThat(new ForecastLog(folder).entries()).hasSize(1);
        assertThat(whatIf("--at", between)).as(err::toString).isZero();
        assertThat(new ForecastLog(folder).entries()).as("the same minute").hasSize(1);
    }

    @Test
    void tooLittleIsRefusedWithTheReason() throws Exception {
        SampleRecords.until(2_200).write(folder);
        assertThat(whatIf()).isEqualTo(ExitCode.NOTHING);
        assertThat(err.toString())
                .contains("no forecast: ", "only 6 tasks of kind square had succeeded by then")
                .contains("the speed of n1 is not known", "--at", "--without");
        assertThat(whatIf("0000000000001")).isEqualTo(ExitCode.NOTHING);
        assertThat(run("what-if", "--directory", folder.resolve("none").toString()))
                .isEqualTo(ExitCode.NOTHING);
        assertThat(err.toString()).contains("no recorder has written", "evenkeel recorder");
    }

    @Test
    void pageAnswersWithTheChoicesAlsoWhereItRefuses() throws Exception {
        SampleRecords.untilThen().write(folder);
        WhatIfPage page = new WhatIfPage(folder);
        Instant now = SampleRecords.time(SampleRecords.THEN + 1_000);
        Map<String, Object> answer = ask(page, "runs=20&add=2xn2&policy=&at=", now);
        assertThat(answer).doesNotContainKey("refused").containsKeys("jobs", "leftOut");
        Map<?, ?> choices = (Map<?, ?>) answer.get("choices");
        assertThat((List<?>) choices.get("machines")).hasSize(2);
        assertThat((List<?>) choices.get("jobs")).hasSize(1);
        Map<String, Object> refused = ask(page, "without=n1&without=n2", now);
        assertThat(refused.get("refused").toString()).contains("no machine runs tasks");
        assertThat(refused).containsKey("choices");
        assertThat(ask(page, "runs=100000", now).get("refused").toString()).contains("at most 500");
        assertThat(ask(page, "add=%3Cb%3E", now).get("refused").toString()).contains("<b>");
        assertThat(ask(new WhatIfPage(folder.resolve("x")), null, now).get("refused").toString())
                .contains("no recorder has written");
    }

    private static Map<String, Object> ask(WhatIfPage page, @Nullable String query, Instant now)
            throws Exception {
        return JSON.std.mapFrom(new String(page.json(query, now), StandardCharsets.UTF_8));
    }
}
