package org.evenkeel.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;

/** Tasks whose results are known beforehand. */
final class Work {

    private Work() {}

    /** Sleeps, then yields the square. */
    record Square(int number, long millis) implements Task<Long> {
        @Override
        public Long run(TaskContext context) throws InterruptedException {
            if (millis > 0) {
                Thread.sleep(millis);
            }
            return (long) number * number;
        }
    }

    /** Waits for a file, then yields the square. */
    record GatedSquare(int number, String gate) implements Task<Long> {
        @Override
        public Long run(TaskContext context) throws InterruptedException {
            while (!Files.exists(Path.of(gate))) {
                Thread.sleep(5);
            }
            return (long) number * number;
        }
    }

    /** Yields what it was given. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares it
    record Echo(byte[] bytes) implements Task<byte[]> {
        @Override
        public byte[] run(TaskContext context) {
            return bytes;
        }
    }

    /** Spins on the processor, then yields the node it ran on. */
    record Spin(long millis) implements Task<String> {
        @Override
        public String run(TaskContext context) {
            long end = System.nanoTime() + millis * 1_000_000;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            return context.node();
        }
    }

    /** Yields the process it ran in. */
    record Pid() implements Task<Long> {
        @Override
        public Long run(TaskContext context) {
            return ProcessHandle.current().pid();
        }
    }

    /** Every call a task. */
    record Fib(int n) implements Task<Long> {
        @Override
        public Long run(TaskContext context) throws Exception {
            if (n < 2) {
                return (long) n;
            }
            List<TaskHandle<Long>> children =
                    context.spawnAll(List.of(new Fib(n - 1), new Fib(n - 2)));
            return children.get(0).get() + children.get(1).get();
        }
    }

    /** Ends its own worker. */
    record Die() implements Task<String> {
        @Override
        public String run(TaskContext context) {
            Runtime.getRuntime().halt(42);
            return "";
        }
    }

    /** Does not listen to interruption; says with a file that it has begun. */
    record Deaf(String begun) implements Task<String> {
        @Override
        public String run(TaskContext context) throws IOException {
            Files.writeString(Path.of(begun), context.node());
            long end = System.nanoTime() + Duration.ofMinutes(10).toNanos();
            long spins = 0;
            while (System.nanoTime() < end) {
                spins++;
            }
            return "spun " + spins;
        }
    }

    /** Throws the first times it runs, as often as said. */
    record Flaky(int failures) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            if (context.attempt() <= failures) {
                throw new IllegalStateException("attempt " + context.attempt());
            }
            return context.attempt();
        }
    }

    /** So many bytes, each known. */
    record Large(int bytes, byte[] input) implements Task<byte[]> {
        @Override
        public byte[] run(TaskContext context) {
            byte[] result = new byte[bytes];
            for (int i = 0; i < bytes; i++) {
                result[i] = (byte) (i * 31 + (input.length > 0 ? input[i % input.length] : 0));
            }
            return result;
        }
    }
}
