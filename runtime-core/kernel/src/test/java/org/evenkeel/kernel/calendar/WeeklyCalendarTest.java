package org.evenkeel.kernel.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.evenkeel.kernel.calendar.WeeklyCalendar.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeeklyCalendarTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static WeeklyCalendar berlin(String... windows) {
        return new WeeklyCalendar(
                BERLIN, Stream.of(windows).map(WeeklyWindow::parse).toList(), Set.of());
    }

    private static Instant at(String local) {
        return LocalDateTime.parse(local).atZone(BERLIN).toInstant();
    }

    private static Span span(String from, String to) {
        return new Span(Instant.parse(from), Instant.parse(to));
    }

    @Test
    void nightsAndTheWeekendAreOneSpanWhereTheyTouch() {
        WeeklyCalendar lab = berlin("Mon-Fri 19:00-07:00", "Sat-Sun 00:00-24:00");
        assertThat(lab.open(at("2026-11-19T12:00"), at("2026-11-24T12:00")))
                .containsExactly(
                        span("2026-11-19T18:00:00Z", "2026-11-20T06:00:00Z"),
                        span("2026-11-20T18:00:00Z", "2026-11-22T23:00:00Z"),
                        span("2026-11-23T18:00:00Z", "2026-11-24T06:00:00Z"));
    }

    @Test
    void aNightThatHasBegunIsOpenAtOnce() {
        assertThat(berlin("Mon 19:00-07:00").open(at("2026-11-24T03:00"), at("2026-11-24T12:00")))
                .containsExactly(span("2026-11-24T02:00:00Z", "2026-11-24T06:00:00Z"));
    }

    @Test
    void theNightInWhichClocksAreSetBackIsAnHourLonger() {
        List<Span> night =
                berlin("Sat 19:00-07:00").open(at("2026-10-24T12:00"), at("2026-10-25T12:00"));
        assertThat(night).containsExactly(span("2026-10-24T17:00:00Z", "2026-10-25T06:00:00Z"));
        assertThat(ChronoUnit.HOURS.between(night.getFirst().from(), night.getFirst().to()))
                .isEqualTo(13);
    }

    @Test
    void theNightInWhichClocksAreSetForwardIsAnHourShorter() {
        List<Span> night =
                berlin("Sat 19:00-07:00").open(at("2026-03-28T12:00"), at("2026-03-29T12:00"));
        assertThat(night).containsExactly(span("2026-03-28T18:00:00Z", "2026-03-29T05:00:00Z"));
        assertThat(ChronoUnit.HOURS.between(night.getFirst().from(), night.getFirst().to()))
                .isEqualTo(11);
    }

    @Test
    void aRepeatedHourIsThereTwiceAndALostOneNever() {
        WeeklyCalendar sunday = berlin("Sun 01:30-02:30");
        assertThat(sunday.open(at("2026-10-25T00:00"), at("2026-10-25T12:00")))
                .containsExactly(
                        span("2026-10-24T23:30:00Z", "2026-10-25T00:30:00Z"),
                        span("2026-10-25T01:00:00Z", "2026-10-25T01:30:00Z"));
        assertThat(sunday.open(at("2026-03-29T00:00"), at("2026-03-29T12:00")))
                .containsExactly(span("2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"));
        assertThat(berlin("Sun 02:00-03:00").open(at("2026-03-29T00:00"), at("2026-03-29T12:00")))
                .isEmpty();
    }

    @Test
    void anExceptedDateIsClosedFromMidnightToMidnight() {
        WeeklyCalendar lab =
                new WeeklyCalendar(
                        BERLIN,
                        List.of(WeeklyWindow.parse("Mon-Fri 19:00-07:00")),
                        Set.of(LocalDate.of(2026, 12, 24)));
        assertThat(lab.open(at("2026-12-23T12:00"), at("2026-12-25T12:00")))
                .containsExactly(
                        span("2026-12-23T18:00:00Z", "2026-12-23T23:00:00Z"),
                        span("2026-12-24T23:00:00Z", "2026-12-25T06:00:00Z"));
    }

    @Test
    void daysAreRangesAndListsAndWrapAroundTheWeek() {
        assertThat(WeeklyWindow.parse("Sat-Mon,wed 09:00-17:30"))
                .isEqualTo(
                        new WeeklyWindow(
                                Set.of(
                                        java.time.DayOfWeek.SATURDAY,
                                        java.time.DayOfWeek.SUNDAY,
                                        java.time.DayOfWeek.MONDAY,
                                        java.time.DayOfWeek.WEDNESDAY),
                                540,
                                1050));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Mon",
                "Mon 9:00-17:00",
                "Mon 09:00-09:00",
                "Mon 24:00-07:00",
                "Mon 09:60-10:00",
                "Mon 09:00-24:01",
                "Mon-Tue-Wed 09:00-10:00",
                "Mond 09:00-10:00",
                "Mon, 09:00-10:00"
            })
    void whatIsNoWindowIsRefused(String text) {
        assertThatThrownBy(() -> WeeklyWindow.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"");
    }
}
