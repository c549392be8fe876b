package org.evenkeel.examples.measure;

import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/**
 * Computes the same again and again until the worker has compiled it.
 *
 * @param seconds of processor time
 */
record MeasureWarmUp(Piece<?> piece, double seconds) implements Task<String> {
    @Override
    public String run(TaskContext context) throws InterruptedException {
        Pace pace = new Pace(context, Machines.AS_THEY_ARE);
        double spent = 0;
        while (spent < seconds) {
            piece.compute(pace);
            pace.step();
            spent = pace.spent().values().stream().mapToDouble(Spent::processor).sum();
        }
        return context.node();
    }
}
