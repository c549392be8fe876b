package org.evenkeel.chaos;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/**
 * A task whose result is known beforehand: so many bytes that follow from its number and its input.
 * It writes down that it begins and that it ends.
 *
 * @param number of the task, among all of all clients
 * @param millis how long it sleeps
 * @param input bytes that travel to it
 * @param resultBytes bytes that travel back
 * @param runs directory of the {@link RunLog}s
 */
record ChaosTask(long number, int millis, byte[] input, int resultBytes, String runs)
        implements Task<byte[]> {

    private static final int SMALL_BYTES = 16;

    /**
     * Draws the task of this number: nine in ten short, some long, a few with heavy payloads.
     *
     * @param runs where runs are written down; empty for nowhere, and then no task sleeps
     */
    static ChaosTask draw(long number, long seed, String runs) {
        SplittableRandom random = new SplittableRandom(seed * 31 + number);
        int kind = random.nextInt(1_000);
        boolean heavy = kind >= 995;
        byte[] input = new byte[heavy ? random.nextInt(70_000, 300_000) : SMALL_BYTES];
        random.nextBytes(input);
        return new ChaosTask(
                number,
                runs.isEmpty() ? 0 : kind < 900 ? random.nextInt(3) : random.nextInt(5, 20),
                input,
                heavy ? random.nextInt(70_000, 300_000) : SMALL_BYTES,
                runs);
    }

    @Override
    public byte[] run(TaskContext context) throws InterruptedException {
        RunLog.write(runs, RunLog.BEGUN, number);
        if (millis > 0) {
            Thread.sleep(millis);
        }
        byte[] result = expected();
        RunLog.write(runs, RunLog.ENDED, number);
        return result;
    }

    /** What it yields. */
    byte[] expected() {
        CRC32C sum = new CRC32C();
        sum.update(input);
        byte[] result = new byte[resultBytes];
        new SplittableRandom(number ^ sum.getValue() << Integer.SIZE).nextBytes(result);
        ByteBuffer.wrap(result).putLong(number);
        return result;
    }
}
