package org.evenkeel.continuations.rehearsal;

import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** A task with a large array and one checkpoint. It is loaded and woven as programs are. */
public final class WarmUpTask implements Task<Long> {

    /** As large as arrays are that are read while their file comes; small beside any bound. */
    private static final int LENGTH = 1 << 17;

    @Override
    public Long run(TaskContext context) {
        long[] numbers = new long[LENGTH];
        numbers[0] = 1;
        for (int i = 1; i < LENGTH; i += LENGTH - 2) {
            numbers[i] = numbers[i - 1] + LENGTH;
            if (i == 1) {
                context.checkpoint();
            }
        }
        return numbers[1];
    }

    /** What it returns wherever it was. */
    public static long answer() {
        return LENGTH + 1L;
    }
}
