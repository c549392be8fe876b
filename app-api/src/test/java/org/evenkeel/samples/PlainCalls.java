package org.evenkeel.samples;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

/** Tasks of a program that was written for a thread pool. */
public final class PlainCalls {

    private PlainCalls() {}

    /** The third power of a number. */
    public record Cube(int n) implements Callable<Integer> {
        @Override
        public Integer call() {
            return n * n * n;
        }
    }

    /** Changes what it was given. */
    public record AddTo(AtomicLong total, int n) implements Runnable {
        @Override
        public void run() {
            total.addAndGet(n);
        }
    }

    public static Callable<Integer> anonymous(int captured) {
        return new Callable<>() {
            @Override
            public Integer call() {
                return captured;
            }
        };
    }
}
