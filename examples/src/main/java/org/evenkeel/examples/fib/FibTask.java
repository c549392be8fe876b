package org.evenkeel.examples.fib;

import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;

/**
 * Fibonacci number n by two children; waits for both.
 *
 * @param n which
 * @param cutoff up to here it computes without children
 */
public record FibTask(int n, int cutoff) implements Task<Long> {

    @Override
    public Long run(TaskContext context) throws InterruptedException {
        if (n < 2 || n <= cutoff) {
            return fib(n);
        }
        TaskHandle<Long> larger = context.spawn(new FibTask(n - 1, cutoff));
        TaskHandle<Long> smaller = context.spawn(new FibTask(n - 2, cutoff));
        return larger.get() + smaller.get();
    }

    /** The same by calls instead of tasks. */
    static long fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    /** How many tasks n takes. */
    static long countTasks(int n, int cutoff) {
        return n < 2 || n <= cutoff ? 1 : 1 + countTasks(n - 1, cutoff) + countTasks(n - 2, cutoff);
    }
}
