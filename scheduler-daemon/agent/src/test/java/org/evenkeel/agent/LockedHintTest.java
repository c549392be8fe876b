package org.evenkeel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LockedHintTest {

    @Test
    void afterAFailureLogindIsAskedAgainOnlyAfterAPause() {
        AtomicLong nanos = new AtomicLong(-1);
        AtomicInteger opened = new AtomicInteger();
        LockedHint hint =
                new LockedHint(
                        deadline -> {
                            opened.incrementAndGet();
                            throw new SourceFailedException("none here");
                        },
                        Duration.ofSeconds(10),
                        nanos::get);
        assertThat(hint.read(Duration.ofSeconds(1))).isFalse();
        nanos.addAndGet(Duration.ofSeconds(10).toNanos() - 1);
        assertThat(hint.read(Duration.ofSeconds(1))).isFalse();
        assertThat(opened).hasValue(1);
        nanos.addAndGet(1);
        assertThat(hint.read(Duration.ofSeconds(1))).isFalse();
        assertThat(opened).hasValue(2);
        hint.close();
    }
}
