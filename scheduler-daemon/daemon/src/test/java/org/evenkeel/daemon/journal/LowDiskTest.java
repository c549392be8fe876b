package org.evenkeel.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LowDiskTest {

    private long usable = 10_000;

    private LowDisk watch(OptionalLong configured, long total) {
        return new LowDisk(
                Path.of("/somewhere"),
                new LowDisk.Space() {
                    @Override
                    public long usableBytes() {
                        return usable;
                    }

                    @Override
                    public long totalBytes() {
                        return total;
                    }
                },
                configured);
    }

    private boolean isLowWith(LowDisk watch, long bytes) {
        usable = bytes;
        watch.look();
        return watch.isLow();
    }

    @Test
    void itIsLowBelowTheBoundAndFineATenthAboveIt() {
        LowDisk watch = watch(OptionalLong.of(1_000), 1 << 20);
        assertThat(isLowWith(watch, 1_000)).isFalse();
        assertThat(isLowWith(watch, 999)).isTrue();
        assertThat(watch.why()).contains("999 bytes usable in /somewhere").contains("1000");
        assertThat(isLowWith(watch, 1_050)).isTrue();
        assertThat(isLowWith(watch, 1_100)).isFalse();
        assertThat(watch.why()).isNull();
    }

    @Test
    void theDefaultIsATwentiethOfASmallDisk() {
        LowDisk small = watch(OptionalLong.empty(), 20_000);
        assertThat(isLowWith(small, 1_000)).isFalse();
        assertThat(isLowWith(small, 999)).isTrue();
        LowDisk large = watch(OptionalLong.empty(), 1L << 50);
        assertThat(isLowWith(large, LowDisk.DEFAULT_BYTES)).isFalse();
        assertThat(isLowWith(large, LowDisk.DEFAULT_BYTES - 1)).isTrue();
    }

    @Test
    void aBoundOfZeroIsNone() {
        assertThat(isLowWith(watch(OptionalLong.of(0), 1_000), 0)).isFalse();
    }
}
