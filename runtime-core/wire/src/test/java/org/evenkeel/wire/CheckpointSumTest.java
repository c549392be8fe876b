package org.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class CheckpointSumTest {

    private final SplittableRandom random = new SplittableRandom(5);

    private byte[] file(int length) {
        byte[] content = new byte[length];
        random.nextBytes(content);
        CRC32C sum = new CRC32C();
        sum.update(content);
        return ByteBuffer.allocate(length + CheckpointSum.BYTES)
                .put(content)
                .put(CheckpointSum.end(sum))
                .array();
    }

    /** Looks at the file in pieces of these lengths, the last one again and again. */
    private static boolean isRight(byte[] file, int... lengths) {
        CheckpointSum sum = new CheckpointSum();
        int next = 0;
        for (int at = 0; at < file.length; ) {
            int length = Math.min(lengths[Math.min(next++, lengths.length - 1)], file.length - at);
            ByteBuffer piece = ByteBuffer.wrap(file, at, length);
            sum.update(piece);
            assertThat(piece.hasRemaining()).isFalse();
            at += length;
        }
        return sum.isRight();
    }

    @Test
    void isRightHoweverTheFileComes() {
        for (int length : new int[] {0, 1, 3, 4, 5, 100, 4_096}) {
            byte[] file = file(length);
            for (int first = 1; first <= 9; first++) {
                for (int rest = 1; rest <= 9; rest++) {
                    assertThat(isRight(file, first, rest))
                            .as("%d bytes: %d, then %d at a time", length, first, rest)
                            .isTrue();
                }
            }
            assertThat(isRight(file, Integer.MAX_VALUE)).isTrue();
        }
    }

    @Test
    void isWrongWhenAnythingIs() {
        byte[] file = file(50);
        for (int i = 0; i < file.length; i++) {
            byte[] damaged = file.clone();
            damaged[i] ^= 4;
            assertThat(isRight(damaged, 7)).isFalse();
            byte[] cut = new byte[i];
            System.arraycopy(file, 0, cut, 0, i);
            assertThat(isRight(cut, 7)).isFalse();
        }
    }
}
