package org.evenkeel.examples.measure;

import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/**
 * Computes a piece.
 *
 * @param times how often: the shape of the job stays, and it takes as long as on slow machines
 */
record PieceTask<R>(Piece<R> piece, int times, Machines machines) implements Task<Done<R>> {
    @Override
    public Done<R> run(TaskContext context) throws InterruptedException {
        Pace pace = new Pace(context, machines);
        R result = piece.compute(pace);
        for (int i = 1; i < times; i++) {
            result = piece.compute(pace);
        }
        pace.rest();
        return new Done<>(result, pace.spent());
    }
}
