package org.evenkeel.samples;

import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** Tasks of programs, for tests. */
public final class Work {

    private Work() {}

    /** The square of a number. */
    public record Square(int n) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            return n * n;
        }
    }

    /** Throws. */
    public record Fails(String message) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            throw new IllegalArgumentException(message, new Samples.PlainException("below"));
        }
    }

    /** Gives back what it got. */
    public record Echo(byte[] bytes) implements Task<byte[]> {
        @Override
        public byte[] run(TaskContext context) {
            return bytes;
        }
    }
}
