package org.evenkeel.examples.bench;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;

/** Has daemons and workers do what they do in every job, until their code is compiled. */
final class BenchWarmUp {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int OUTSTANDING = 500;

    /** After so many small tasks one with a large result. */
    private static final int SMALL_TO_LARGE = 1_000;

    private static final int LARGE_BYTES = 8 << 20;

    /** Compilers work on for a while. */
    private static final long SETTLE_MILLIS = 5_000;

    private BenchWarmUp() {}

    /** Has a result of this size. */
    private record Result(int bytes) implements Task<byte[]> {
        @Override
        public byte[] run(TaskContext context) {
            return new byte[bytes];
        }
    }

    /**
     * So many tasks at each of the nodes, if any; every thousandth has a result of 8 MiB. Then it
     * waits a little.
     */
    static void run(Cluster cluster, List<String> nodes, int tasks) throws Exception {
        Deque<TaskHandle<byte[]>> outstanding = new ArrayDeque<>();
        for (int i = 1; i <= tasks; i++) {
            for (String node : nodes) {
                Result task = new Result(i % SMALL_TO_LARGE == 0 ? LARGE_BYTES : 1);
                outstanding.addLast(cluster.submit(task, TaskOptions.DEFAULT.withNode(node)));
            }
            while (outstanding.size() > OUTSTANDING) {
                outstanding.removeFirst().get(LIMIT);
            }
        }
        while (!outstanding.isEmpty()) {
            outstanding.removeFirst().get(LIMIT);
        }
        if (tasks > 0) {
            Thread.sleep(SETTLE_MILLIS);
        }
    }
}
