package org.evenkeel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** How hints become an idle time. */
class LogindIdleTest {

    private static final Instant NOW = Instant.parse("2026-11-26T05:00:00Z");

    @Test
    void itCountsFromTheMomentOfTheHint() throws Exception {
        assertThat(idle(true, NOW.minusSeconds(7))).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void withoutTheHintItIsZeroHoweverOldThatIs() throws Exception {
        assertThat(idle(false, NOW.minusSeconds(7))).isZero();
        assertThat(idle(false, NOW.plusSeconds(7))).isZero();
        assertThat(idle(false, Instant.EPOCH)).isZero();
    }

    @Test
    void aClockThatWasSetBackALittleIsNoFailure() throws Exception {
        assertThat(idle(true, NOW.plusMillis(1900))).isZero();
        assertThatThrownBy(() -> idle(true, NOW.plusSeconds(3)))
                .isInstanceOf(SourceFailedException.class)
                .hasMessage("logind gives an idle time that cannot be true: -3000 ms");
    }

    @Test
    void aMomentThatWasNeverSetIsAFailure() {
        assertThatThrownBy(() -> idle(true, Instant.EPOCH))
                .isInstanceOf(SourceFailedException.class)
                .hasMessageContaining("not since when");
    }

    private static Duration idle(boolean hint, Instant since) throws SourceFailedException {
        return LogindSource.idle(new LogindSession.Hints(hint, since, false), NOW);
    }
}
