package org.evenkeel.wire;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The CRC32C with which the file of a checkpoint ends, big-endian: of all before it. Looks at the
 * file as it comes, in its order; used by one thread.
 */
public final class CheckpointSum {

    /** Length of the sum at the end of a file. */
    public static final int BYTES = Integer.BYTES;

    private final CRC32C sum = new CRC32C();

    /** The last bytes that came, which may be the sum. */
    private final byte[] last = new byte[BYTES];

    private int lastCount;

    /** The end of a file with this sum. */
    public static ByteBuffer end(CRC32C sum) {
        return ByteBuffer.allocate(BYTES).putInt((int) sum.getValue()).flip();
    }

    /** More of the file; all that is left in the buffer. */
    public void update(ByteBuffer piece) {
        if (piece.remaining() >= BYTES) {
            sum.update(last, 0, lastCount);
            int end = piece.limit();
            sum.update(piece.limit(end - BYTES));
            piece.limit(end).get(last);
            lastCount = BYTES;
            return;
        }
        while (piece.hasRemaining()) {
            if (lastCount == BYTES) {
                sum.update(last[0]);
                System.arraycopy(last, 1, last, 0, BYTES - 1);
                lastCount--;
            }
            last[lastCount++] = piece.get();
        }
    }

    /** Whether what came is a whole file that nobody has changed. */
    public boolean isRight() {
        return lastCount == BYTES && ByteBuffer.wrap(last).getInt() == (int) sum.getValue();
    }
}
