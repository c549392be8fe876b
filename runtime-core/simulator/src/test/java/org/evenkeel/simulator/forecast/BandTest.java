package org.evenkeel.simulator.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BandTest {

    @Test
    void oneOfTenIsBelowAndOneAbove() {
        Band band = Band.of(LongStream.rangeClosed(1, 99).toArray());
        assertThat(band).isEqualTo(new Band(10, 50, 90));
        assertThat(band.holds(10)).isTrue();
        assertThat(band.holds(90)).isTrue();
        assertThat(band.holds(9)).isFalse();
        assertThat(band.holds(91)).isFalse();
    }

    @Test
    void fewValuesHaveABandToo() {
        assertThat(Band.of(7)).isEqualTo(new Band(7, 7, 7));
        assertThat(Band.of(20, 10)).isEqualTo(new Band(10, 15, 20));
        assertThatThrownBy(Band::of).hasMessageContaining("no values");
    }
}
