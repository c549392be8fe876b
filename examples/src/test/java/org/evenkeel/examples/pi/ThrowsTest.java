package org.evenkeel.examples.pi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ThrowsTest {
    @Test
    void sameSeedMeansSamePoints() {
        assertThat(Throws.hits(42, 10_000)).isEqualTo(Throws.hits(42, 10_000));
        assertThat(Throws.hits(42, 10_000)).isNotEqualTo(Throws.hits(43, 10_000));
    }

    @Test
    void quarterOfPiLiesInTheQuarterCircle() {
        long hits = 0;
        for (long seed : Throws.seeds(1, 100)) {
            hits += Throws.hits(seed, 10_000);
        }
        assertThat(4 * hits / 1e6).isCloseTo(Math.PI, within(0.01));
    }

    @Test
    void seedsDoNotDependOnHowManyFollow() {
        assertThat(Throws.seeds(1, 10)).startsWith(Throws.seeds(1, 5)).doesNotHaveDuplicates();
    }
}
