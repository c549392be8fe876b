package org.evenkeel.recorder.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MomentTimeTest {
    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
    private static final Instant NOW = Instant.parse("2026-11-28T13:00:00Z"); // 14:00 there

    @ParameterizedTest
    @CsvSource({
        "13:05, 2026-11-28T12:05:00Z",
        "13:05:09, 2026-11-28T12:05:09Z",
        "15:00, 2026-11-27T14:00:00Z",
        "2026-11-20T08:00, 2026-11-20T07:00:00Z",
        "2026-11-20 08:00:01, 2026-11-20T07:00:01Z",
        "2026-11-20T08:00:00Z, 2026-11-20T08:00:00Z",
        "2026-11-20T08:00:00+02:00, 2026-11-20T06:00:00Z",
        "10m, 2026-11-28T12:50:00Z",
        "90s, 2026-11-28T12:58:30Z",
        "2h, 2026-11-28T11:00:00Z",
        "1d, 2026-11-27T13:00:00Z"
    })
    void timesAreReadAsPeopleWriteThem(String text, Instant expected) {
        assertThat(MomentTime.parse(text, ZONE, NOW)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "25:00", "2026-13-01T00:00", "10x", "-5m", "2026-11-20"})
    void whatIsNoTimeIsSaid(String text) {
        assertThatThrownBy(() -> MomentTime.parse(text, ZONE, NOW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("14:05");
    }

    @Test
    void timesAreAsExactAsTheyAreKnown() {
        Instant time = Instant.parse("2026-11-28T13:20:31Z");
        assertThat(MomentTime.text(time, NOW, Duration.ofMinutes(20), ZONE)).isEqualTo("14:20");
        assertThat(MomentTime.text(time, NOW, Duration.ofMinutes(2), ZONE)).isEqualTo("14:20:31");
        assertThat(MomentTime.text(time.plus(Duration.ofDays(1)), NOW, Duration.ofHours(1), ZONE))
                .isEqualTo("2026-11-29 14:20");
    }

    @Test
    void lengthsHaveTheUnitThatFits() {
        assertThat(MomentTime.length(Duration.ofSeconds(45))).isEqualTo("45 s");
        assertThat(MomentTime.length(Duration.ofMinutes(-21))).isEqualTo("21 min");
        assertThat(MomentTime.length(Duration.ofMinutes(200))).isEqualTo("3 h 20 min");
    }
}
