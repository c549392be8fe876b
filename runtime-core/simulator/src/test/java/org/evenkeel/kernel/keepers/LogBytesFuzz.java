package org.evenkeel.kernel.keepers;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.evenkeel.testing.fuzz.FuzzTarget;

/**
 * Any bytes as an entry of the keepers' log, an answer or a snapshot, as the first byte says. The
 * check sum of a snapshot is made right, so that more than it is tried.
 */
public final class LogBytesFuzz implements FuzzTarget {

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(LogFormatException.class);
    }

    @Override
    public void feed(byte[] input) throws LogFormatException {
        if (input.length == 0) {
            return;
        }
        byte[] bytes = Arrays.copyOfRange(input, 1, input.length);
        switch (Math.floorMod(input[0], 3)) {
            case 0 -> assertArrayEquals(bytes, EntryCodec.write(EntryCodec.read(bytes)));
            case 1 -> assertArrayEquals(bytes, AnswerCodec.write(AnswerCodec.read(bytes)));
            default -> {
                seal(bytes);
                assertArrayEquals(bytes, SnapshotCodec.write(SnapshotCodec.read(bytes)));
            }
        }
    }

    private static void seal(byte[] snapshot) {
        int end = snapshot.length - Integer.BYTES;
        if (end >= 0) {
            CRC32C crc = new CRC32C();
            crc.update(snapshot, 0, end);
            ByteBuffer.wrap(snapshot).putInt(end, (int) crc.getValue());
        }
    }
}
