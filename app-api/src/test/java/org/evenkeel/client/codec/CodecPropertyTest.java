package org.evenkeel.client.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Random;
import org.evenkeel.api.PayloadException;
import org.evenkeel.testing.Seeds;
import org.junit.jupiter.api.Tag;

/** Random objects travel unchanged, and random damage does no harm. */
@Tag("extended")
class CodecPropertyTest {

    private static final int MUTATIONS = 40;

    /** Kryo's own tables included. */
    private static final long MAX_ALLOCATED_BYTES = 4 << 20;

    private final PayloadCodec codec = new PayloadCodec(getClass().getClassLoader());

    @Seeds(300)
    void graphsTravelUnchanged(long seed) {
        Object graph = new RandomGraph(seed).make();
        byte[] bytes = codec.encode(graph).toArray();
        byte[] shifted = new byte[bytes.length + 7];
        System.arraycopy(bytes, 0, shifted, 3, bytes.length);
        Object copy = codec.decode(shifted, 3, bytes.length, null);
        assertThat(RandomGraph.describe(copy)).isEqualTo(RandomGraph.describe(graph));
    }

    @Seeds(200)
    void damagedBytesAreRefusedWithoutHarm(long seed) {
        Random random = new Random(seed);
        byte[] bytes = codec.encode(new RandomGraph(seed).make()).toArray();
        codec.decode(bytes, 0, bytes.length, null); // loads what there is to load
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] damaged = damage(bytes.clone(), random);
            long before = threads.getCurrentThreadAllocatedBytes();
            try {
                codec.decode(damaged, 0, damaged.length, null);
            } catch (PayloadException e) {
                // What is to happen.
            } catch (Throwable e) {
                fail("seed " + seed + ", mutation " + i, e);
            }
            assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                    .as("bytes allocated for a payload of %d", damaged.length)
                    .isLessThan(MAX_ALLOCATED_BYTES + 100L * damaged.length);
        }
    }

    private static byte[] damage(byte[] bytes, Random random) {
        for (int i = 1 + random.nextInt(4); i > 0 && bytes.length > 1; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt();
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes[at] = (byte) 0xff;
                default -> {
                    int from = random.nextInt(bytes.length);
                    int length = Math.min(random.nextInt(8), bytes.length - Math.max(at, from));
                    System.arraycopy(bytes, from, bytes, at, length);
                }
            }
        }
        return bytes;
    }
}
