package org.evenkeel.chaos;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/**
 * A task whose result is known beforehand: so many bytes that follow from its number and its input.
 * It writes down that it begins and that it ends.
 *
 * @param number of the task, among all of all clients; negative for a child
 * @param millis how long it sleeps
 * @param children that it spawns and waits for; each is a task of its own
 * @param input bytes that travel to it
 * @param resultBytes bytes that travel back
 * @param runs directory of the {@link RunLog}s
 */
record ChaosTask(long number, int millis, int children, byte[] input, int resultBytes, String runs)
        implements Task<byte[]> {

    /** Most children of a task. */
    static final int CHILDREN = 4;

    private static final int SMALL_BYTES = 16;

    /**
     * Draws the task of this number: nine in ten short, some long, one in a hundred with children,
     * a few with heavy payloads.
     *
     * @param runs where runs are written down; empty for nowhere, and then no task sleeps or spawns
     */
    static ChaosTask draw(long number, long seed, String runs) {
        SplittableRandom random = new SplittableRandom(seed * 31 + number);
        int kind = random.nextInt(1_000);
        boolean heavy = kind >= 995;
        boolean parent = kind >= 985 && !heavy && !runs.isEmpty();
        byte[] input = new byte[heavy ? random.nextInt(70_000, 300_000) : SMALL_BYTES];
        random.nextBytes(input);
        return new ChaosTask(
                number,
                runs.isEmpty() ? 0 : kind < 900 ? random.nextInt(3) : random.nextInt(5, 20),
                parent ? CHILDREN : 0,
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
        if (children > 0) {
            List<ChaosTask> all = IntStream.range(0, children).mapToObj(this::child).toList();
            List<byte[]> results = context.invokeAll(all);
            for (int i = 0; i < children; i++) {
                if (!Arrays.equals(results.get(i), all.get(i).expected())) {
                    throw new IllegalStateException("wrong result of child " + i);
                }
            }
        }
        RunLog.write(runs, RunLog.ENDED, number);
        return result;
    }

    private ChaosTask child(int index) {
        return new ChaosTask(-number * CHILDREN - index, millis, 0, input, resultBytes, runs);
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
