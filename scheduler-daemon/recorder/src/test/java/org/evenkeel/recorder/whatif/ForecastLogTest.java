package org.evenkeel.recorder.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.recorder.whatif.ForecastLog.End;
import org.evenkeel.recorder.whatif.ForecastLog.Entry;
import org.evenkeel.recorder.whatif.ForecastLog.Judged;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForecastLogTest {
    private static final long MINUTE = 60_000;
    private static final ForecastLog.Truth UNKNOWN =
            entries -> entries.stream().map(_ -> new End(null, false)).toList();

    @TempDir Path folder;
    private ForecastLog log;

    @BeforeEach
    void open() {
        log = new ForecastLog(folder);
    }

    private static Entry forecast(String job, long at) {
        return new Entry(job, at, at + 10, at + 20, at + 30, null);
    }

    @Test
    void forecastsAreKeptUntilTheirEndIsKnown() throws Exception {
        log.add(List.of(forecast("a", 0), forecast("b", 0)), UNKNOWN, 1);
        List<Entry> kept =
                log.add(
                        List.of(forecast("c", 9 * MINUTE)),
                        entries ->
                                entries.stream()
                                        .map(entry ->
                                                switch (entry.job()) {
                                                    case "a" -> new End(25L, false);
                                                    case "b" -> new End(31L, false);
                                                    default -> new End(null, false);
                                                })
                                        .toList(),
                        2);
        assertThat(kept).hasSize(3).isEqualTo(log.entries());
        assertThat(ForecastLog.judge(kept, List.of())).isEqualTo(new Judged(2, 1));
        assertThat(ForecastLog.judge(kept, List.of(forecast("b", 1)))).isEqualTo(new Judged(1, 1));
        assertThat(ForecastLog.ended(kept, forecast("a", 5))).contains(Instant.ofEpochMilli(25));
        assertThat(ForecastLog.ended(kept, forecast("c", 9 * MINUTE))).isEmpty();
    }

    @Test
    void aForecastOfTheSameMomentReplacesTheOneBefore() throws Exception {
        log.add(List.of(forecast("a", 0)), UNKNOWN, 1);
        log.add(List.of(forecast("a", MINUTE - 1)), UNKNOWN, 2);
        log.add(List.of(forecast("a", 5 * MINUTE)), UNKNOWN, 3);
        assertThat(log.entries()).extracting(Entry::at).containsExactly(MINUTE - 1, 5 * MINUTE);
    }

    @Test
    void whatCannotBeJudgedIsForgotten() throws Exception {
        log.add(List.of(forecast("cancelled", 0), forecast("old", 0)), UNKNOWN, 1);
        long later = Duration.ofDays(31).toMillis();
        List<Entry> kept =
                log.add(
                        List.of(forecast("new", later)),
                        entries ->
                                entries.stream()
                                        .map(entry ->
                                                new End(null, entry.job().equals("cancelled")))
                                        .toList(),
                        later);
        assertThat(kept).extracting(Entry::job).containsExactly("new");
    }

    @Test
    void theNewestAreKept() throws Exception {
        List<Entry> many = new ArrayList<>();
        for (int i = 0; i < ForecastLog.MAX_ENTRIES + 5; i++) {
            many.add(forecast("a", i * MINUTE));
        }
        log.add(many, UNKNOWN, 1);
        assertThat(log.entries()).hasSize(ForecastLog.MAX_ENTRIES);
        assertThat(log.entries().getFirst().at()).isEqualTo(5 * MINUTE);
    }

    @Test
    void linesThatAreNotUnderstoodAreLeftOut() throws Exception {
        log.add(List.of(forecast("a", 0)), UNKNOWN, 1);
        Files.writeString(
                folder.resolve("forecasts.jsonl"),
                "{\"job\":1}\nnonsense\n\n[]\n",
                StandardOpenOption.APPEND);
        assertThat(log.entries()).hasSize(1);
        log.add(List.of(forecast("b", 0)), UNKNOWN, 2);
        assertThat(Files.readAllLines(folder.resolve("forecasts.jsonl"))).hasSize(2);
    }
}
