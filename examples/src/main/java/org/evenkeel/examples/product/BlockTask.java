package org.evenkeel.examples.product;

import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** Computes a block. */
record BlockTask(Block block) implements Task<double[]> {
    @Override
    public double[] run(TaskContext context) {
        return block.compute();
    }
}
