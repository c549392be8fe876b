package org.evenkeel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgressTest {

    @Test
    void tellsHowMuchHowFastAndHowLong() {
        Progress half = new Progress(1_200, 2_400, 200, 10);
        assertThat(half.bar()).isEqualTo("[############------------]  1,200/2,400  50 %");
        assertThat(half.pace()).isEqualTo("100 /s  12.0 s left");
    }

    @Test
    void saysNothingOfWhatItCannotKnow() {
        assertThat(new Progress(5, 10, 5, 60).pace()).as("nothing ended").isEmpty();
        assertThat(new Progress(5, 10, 0, 0.1).pace()).as("too early").isEmpty();
        assertThat(new Progress(0, 0, 0, 1).bar()).contains("0/0  0 %");
    }

    @Test
    void theEndHasNoTimeLeft() {
        assertThat(new Progress(10, 10, 5, 2).pace()).isEqualTo("2.5 /s");
    }
}
