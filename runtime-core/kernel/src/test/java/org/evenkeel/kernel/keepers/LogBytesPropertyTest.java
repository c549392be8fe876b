package org.evenkeel.kernel.keepers;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.evenkeel.testing.Seeds;
import org.junit.jupiter.api.BeforeAll;

/**
 * Damaged bytes are refused by a {@link LogFormatException}, or are those of something else that is
 * valid. Reading them takes little memory.
 */
class LogBytesPropertyTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** What one reading may allocate: so much, and so much for each byte that it reads. */
    private static final long FREE_BYTES = 1 << 20;

    private static final long BYTES_PER_BYTE = 512;

    private static final int ENTRIES = 120;

    /** The first reading loads classes. */
    @BeforeAll
    static void warmUp() {
        readEntry(new byte[0]);
        readSnapshot(new byte[0]);
        readSnapshot(SnapshotCodec.write(RandomLog.state(new SplittableRandom(1), ENTRIES)));
    }

    @Seeds(inLongForm = 200)
    void entryWithADamagedByteIsRefusedOrIsAnother(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RandomLog log = new RandomLog(random);
        KeeperState state = new KeeperState();
        for (int i = 0; i < ENTRIES; i++) {
            LogEntry entry = log.next(state);
            state.apply(entry);
            byte[] bytes = EntryCodec.write(entry);
            assertThat(readEntry(bytes)).isTrue();
            for (int at = 0; at < bytes.length; at++) {
                assertThat(readEntry(Arrays.copyOf(bytes, at))).as("cut to %d", at).isFalse();
                readEntry(damaged(random, bytes, at));
            }
        }
    }

    @Seeds(inLongForm = 200)
    void anyBytesAreRefusedOrAreAnEntryOrAnAnswer(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[random.nextInt(EntryCodec.MAX_BYTES + 10)];
            random.nextBytes(bytes);
            if (bytes.length > 1) {
                bytes[0] = 1;
                bytes[1] = (byte) random.nextInt(12);
            }
            readEntry(bytes);
            readAnswer(bytes);
            readAnswer(Arrays.copyOf(bytes, AnswerCodec.BYTES));
        }
    }

    @Seeds(inLongForm = 200)
    void snapshotWithADamagedByteIsRefused(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] bytes = SnapshotCodec.write(RandomLog.state(random, ENTRIES));
        assertThat(readSnapshot(bytes)).isTrue();
        for (int at = 0; at < bytes.length; at++) {
            assertThat(readSnapshot(Arrays.copyOf(bytes, at))).as("cut to %d", at).isFalse();
            assertThat(readSnapshot(damaged(random, bytes, at))).as("byte %d", at).isFalse();
        }
    }

    /** Even if the check sum is right. */
    @Seeds(inLongForm = 200)
    void snapshotWithADamagedByteAndItsCheckSumIsRefusedOrIsAnother(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] bytes = SnapshotCodec.write(RandomLog.state(random, ENTRIES));
        int others = 0;
        for (int at = 0; at < bytes.length - Integer.BYTES; at++) {
            others += readSnapshot(checked(damaged(random, bytes, at))) ? 1 : 0;
            byte[] cut = Arrays.copyOf(bytes, at + Integer.BYTES);
            assertThat(readSnapshot(checked(cut))).as("cut to %d", at).isFalse();
        }
        assertThat(others).isPositive();
    }

    /** A count that is wrong makes nothing of that size. */
    @Seeds
    void snapshotWithAWrongCountIsRefused(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] bytes = SnapshotCodec.write(RandomLog.state(random, ENTRIES));
        for (int at = 0; at + 2 * Integer.BYTES <= bytes.length; at++) {
            for (int count : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 1 << 24}) {
                byte[] other = bytes.clone();
                ByteBuffer.wrap(other).putInt(at, count);
                readSnapshot(checked(other));
            }
        }
    }

    private static byte[] damaged(SplittableRandom random, byte[] bytes, int at) {
        byte[] other = bytes.clone();
        int flipped = random.nextBoolean() ? 1 << random.nextInt(8) : random.nextInt(1, 256);
        other[at] = (byte) (other[at] ^ flipped);
        return other;
    }

    private static byte[] checked(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length - Integer.BYTES);
        ByteBuffer.wrap(bytes).putInt(bytes.length - Integer.BYTES, (int) crc.getValue());
        return bytes;
    }

    // ---- Each says whether the bytes could be read; what was read has these bytes and no other

    private static boolean readEntry(byte[] bytes) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            LogEntry entry = EntryCodec.read(bytes);
            assertAllocated(before, bytes);
            assertThat(EntryCodec.write(entry)).isEqualTo(bytes);
            new KeeperState().apply(entry);
            return true;
        } catch (LogFormatException e) {
            assertRefused(before, bytes, e);
            return false;
        }
    }

    private static void readAnswer(byte[] bytes) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            LogAnswer answer = AnswerCodec.read(bytes);
            assertAllocated(before, bytes);
            assertThat(AnswerCodec.write(answer)).isEqualTo(bytes);
        } catch (LogFormatException e) {
            assertRefused(before, bytes, e);
        }
    }

    private static boolean readSnapshot(byte[] bytes) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            KeeperState state = SnapshotCodec.read(bytes);
            assertAllocated(before, bytes);
            assertThat(SnapshotCodec.write(state)).isEqualTo(bytes);
            StateRules.hold(state);
            return true;
        } catch (LogFormatException e) {
            assertRefused(before, bytes, e);
            return false;
        }
    }

    private static void assertRefused(long before, byte[] bytes, LogFormatException e) {
        assertAllocated(before, bytes);
        assertThat(e.offset()).isBetween(0, bytes.length);
    }

    private static void assertAllocated(long before, byte[] bytes) {
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
                .isLessThanOrEqualTo(FREE_BYTES + BYTES_PER_BYTE * bytes.length);
    }
}
