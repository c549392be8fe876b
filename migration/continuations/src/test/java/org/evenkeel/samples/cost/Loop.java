package org.evenkeel.samples.cost;

import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** All of its work is one loop, in the method that comes to checkpoints. */
public record Loop(long steps) implements Task<Long> {
    @Override
    public Long run(TaskContext context) {
        long x = steps;
        for (long i = 0; i < steps; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
            x ^= x >>> 17;
            if ((i & 0xfff) == 0) {
                context.checkpoint();
            }
        }
        return x;
    }
}
