package org.evenkeel.examples.fib;

import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/**
 * Fibonacci number n plus a sum so far: waits for its first child and ends by a tail call of the
 * second, whose result goes straight to who waits for this task.
 *
 * @param n which
 * @param sum what is added to it
 * @param cutoff up to here it computes without children
 */
public record TailFibTask(int n, long sum, int cutoff) implements Task<Long> {

    @Override
    public Long run(TaskContext context) throws InterruptedException {
        if (n < 2 || n <= cutoff) {
            return sum + FibTask.fib(n);
        }
        long larger = context.spawn(new TailFibTask(n - 1, 0, cutoff)).get();
        return context.tailCall(new TailFibTask(n - 2, sum + larger, cutoff));
    }
}
