package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.evenkeel.daemon.config.AvailabilitySchedule;
import org.evenkeel.kernel.CloseMode;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.calendar.WeeklyCalendar;
import org.evenkeel.kernel.calendar.WeeklyCalendar.Span;
import org.evenkeel.kernel.calendar.WeeklyWindow;
import org.evenkeel.model.AvailabilitySpan;
import org.junit.jupiter.api.Test;

/** The wall's clock and the core's are moved by hand. */
class AvailabilityClockTest {
    private static final long HOUR = Duration.ofHours(1).toNanos();

    private Instant wall = Instant.parse("2026-10-24T10:00:00Z"); // a Saturday, noon in Berlin
    private long nanos = -5; // any clock, also below zero
    private final List<Event.AvailabilitySet> told = new ArrayList<>();
    private final Deque<Runnable> timers = new ArrayDeque<>();

    private AvailabilityClock clock(Optional<AvailabilitySchedule.Calendar> calendar) {
        InstantSource source = () -> wall;
        return new AvailabilityClock(
                new AvailabilitySchedule(calendar, CloseMode.FINISH, Optional.empty()),
                source,
                () -> nanos);
    }

    private void start(AvailabilitySchedule.Calendar calendar) {
        clock(Optional.of(calendar))
                .start(
                        event -> told.add((Event.AvailabilitySet) event),
                        (delay, what) -> timers.add(what));
    }

    private void pass(Duration onTheWall, Duration onTheCores) {
        wall = wall.plus(onTheWall);
        nanos += onTheCores.toNanos();
        timers.remove().run();
    }

    private static AvailabilitySchedule.Calendar nights() {
        return new AvailabilitySchedule.Calendar.Weekly(
                new WeeklyCalendar(
                        ZoneId.of("Europe/Berlin"),
                        List.of(WeeklyWindow.parse("Sat-Sun 20:00-08:00")),
                        Set.of()));
    }

    @Test
    void theNightInWhichClocksAreSetBackIsAnHourLonger() {
        start(nights());
        List<AvailabilitySpan> open = told.getFirst().open();
        assertThat(open.getFirst())
                .isEqualTo(new AvailabilitySpan(nanos + 8 * HOUR, nanos + 21 * HOUR));
        assertThat(open.get(1).toNanos() - open.get(1).fromNanos()).isEqualTo(12 * HOUR);
        assertThat(told.getFirst().closeMode()).isEqualTo(CloseMode.FINISH);
    }

    @Test
    void whatHasNotChangedIsNotToldAgain() {
        start(nights());
        for (int minute = 0; minute < 30; minute++) {
            pass(Duration.ofMinutes(1), Duration.ofMinutes(1));
        }
        assertThat(told).hasSize(1);
    }

    @Test
    void aMachineThatSleptFollowsTheWall() {
        start(nights());
        pass(Duration.ofHours(9), Duration.ofMinutes(1));
        assertThat(told).hasSize(2);
        assertThat(told.getLast().open().getFirst())
                .isEqualTo(new AvailabilitySpan(nanos - HOUR, nanos + 12 * HOUR));
    }

    @Test
    void secondsCountFromTheStart() {
        start(
                new AvailabilitySchedule.Calendar.Seconds(
                        Optional.empty(),
                        List.of(
                                new AvailabilitySchedule.Between(
                                        Duration.ofSeconds(5), Duration.ofSeconds(9)))));
        long second = Duration.ofSeconds(1).toNanos();
        assertThat(told.getFirst().open())
                .containsExactly(new AvailabilitySpan(nanos + 5 * second, nanos + 9 * second));
    }

    /** Only from now on, also of a window that has begun; noon is in none. */
    @Test
    void theNextDayIsToldFromNowOn() {
        AvailabilityClock clock = clock(Optional.of(nights()));
        Instant evening = Instant.parse("2026-10-24T18:00:00Z");
        Instant morning = Instant.parse("2026-10-25T07:00:00Z");
        assertThat(clock.openWithin(Duration.ofHours(24)))
                .hasValue(List.of(new Span(evening, morning)));
        wall = evening.plusSeconds(60);
        assertThat(clock.openWithin(Duration.ofHours(1)))
                .hasValue(List.of(new Span(wall, wall.plus(Duration.ofHours(1)))));
        wall = morning;
        assertThat(clock.openWithin(Duration.ofHours(1))).hasValue(List.of());
        assertThat(clock(Optional.empty()).openWithin(Duration.ofHours(1))).isEmpty();
    }

    @Test
    void timesOfTestsThatArePastAreNotTold() {
        AvailabilityClock clock =
                clock(
                        Optional.of(
                                new AvailabilitySchedule.Calendar.Seconds(
                                        Optional.of(wall.minusSeconds(10)),
                                        List.of(between(0, 5), between(8, 12), between(90, 95)))));
        assertThat(clock.openWithin(Duration.ofMinutes(1)))
                .hasValue(List.of(new Span(wall.minusSeconds(2), wall.plusSeconds(2))));
    }

    private static AvailabilitySchedule.Between between(int from, int to) {
        return new AvailabilitySchedule.Between(Duration.ofSeconds(from), Duration.ofSeconds(to));
    }
}
