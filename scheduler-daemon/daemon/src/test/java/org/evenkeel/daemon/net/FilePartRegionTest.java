package org.evenkeel.daemon.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilePartRegionTest {

    private static final int OFFSET = 10;
    private static final int LENGTH = 200_000;

    @TempDir private Path directory;
    private final byte[] content = new byte[300_000];

    private byte[] sent(int fileLength) throws Exception {
        new SplittableRandom(2).nextBytes(content);
        Path file = Files.write(directory.resolve("file"), Arrays.copyOf(content, fileLength));
        FileChannel channel = FileChannel.open(file);
        FilePartRegion region = new FilePartRegion(new FilePart(channel, OFFSET, LENGTH));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WritableByteChannel target = Channels.newChannel(bytes);
        while (region.transferred() < region.count()) {
            assertThat(region.transferTo(target, region.transferred())).isPositive();
        }
        assertThat(region.transferTo(target, region.transferred())).isZero();
        assertThat(channel.isOpen()).isTrue();
        region.release();
        assertThat(channel.isOpen()).isFalse();
        return bytes.toByteArray();
    }

    @Test
    void thePartIsSentAndTheFileClosed() throws Exception {
        assertThat(sent(content.length))
                .isEqualTo(Arrays.copyOfRange(content, OFFSET, OFFSET + LENGTH));
    }

    /** The frame it is in has said how long it is. */
    @Test
    void zerosTakeThePlaceOfWhatWasCutOff() throws Exception {
        int[] lengths = {0, OFFSET, OFFSET + 1, 70_000, OFFSET + LENGTH - 1};
        for (int length : lengths) {
            byte[] expected = new byte[LENGTH];
            byte[] sent = sent(length);
            int there = Math.max(0, length - OFFSET);
            System.arraycopy(content, Math.min(OFFSET, length), expected, 0, there);
            assertThat(sent).isEqualTo(expected);
        }
    }
}
