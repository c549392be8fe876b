package org.evenkeel.examples.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Durability;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskOptions;
import org.jspecify.annotations.Nullable;

/**
 * Measures the daemon it finds. Reads one command a line, {@code latency SAMPLES} or {@code
 * throughput TASKS OUTSTANDING BYTES [LEVEL]}, and answers with one number: median microseconds, or
 * tasks per second.
 */
public final class BenchClient {
    private static final int SMALL = 100;
    private static final int LARGE = 1024;

    private final Cluster cluster;

    private BenchClient(Cluster cluster) {
        this.cluster = cluster;
    }

    /** An empty task: 8 bytes back, or everything when it is large. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Echo(byte[] content) implements Task<byte[]> {
        @Override
        public byte[] run(TaskContext context) {
            return content.length > LARGE ? content : Arrays.copyOf(content, Long.BYTES);
        }
    }

    public static void main(String[] args) throws Exception {
        try (Cluster cluster = Evenkeel.connect()) {
            new BenchClient(cluster).serve();
        }
    }

    private void serve() throws IOException, InterruptedException {
        cluster.submit(new Echo(new byte[SMALL])).get();
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("READY");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            double figure =
                    words[0].equals("latency")
                            ? latency(Integer.parseInt(words[1]))
                            : throughput(
                                    Integer.parseInt(words[1]),
                                    Integer.parseInt(words[2]),
                                    Integer.parseInt(words[3]),
                                    words.length > 4 ? words[4] : "MEMORY");
            System.out.println("FIGURE " + figure);
        }
    }

    private double latency(int samples) throws InterruptedException {
        double[] micros = new double[samples];
        byte[] content = new byte[SMALL];
        for (int i = 0; i < samples; i++) {
            long start = System.nanoTime();
            cluster.submit(new Echo(content)).get();
            micros[i] = (System.nanoTime() - start) / 1e3;
        }
        Arrays.sort(micros);
        return micros[samples / 2];
    }

    /**
     * Room is returned in blocks of a quarter, so that this thread is not woken for each result.
     */
    private double throughput(int tasks, int outstanding, int bytes, String level)
            throws InterruptedException {
        TaskOptions options = TaskOptions.DEFAULT.withDurability(Durability.valueOf(level));
        int block = Math.max(1, outstanding / 4);
        Semaphore room = new Semaphore(outstanding);
        Counting counting = new Counting(room, block);
        Echo task = new Echo(new byte[bytes]);
        int rounded = Math.max(block, tasks / block * block);
        long start = System.nanoTime();
        for (int i = 0; i < rounded; i += block) {
            room.acquire(block);
            for (int j = 0; j < block; j++) {
                cluster.submit(task, options).onDone(counting);
            }
        }
        room.acquire(outstanding / block * block);
        double seconds = (System.nanoTime() - start) / 1e9;
        Throwable failed = counting.failed.get();
        if (failed != null) {
            throw new IllegalStateException("a task failed", failed);
        }
        return rounded / seconds;
    }

    /** Counts results; called on one thread, or on the submitting one for a task that has ended. */
    private static final class Counting
            implements BiConsumer<byte @Nullable [], @Nullable Throwable> {
        final AtomicReference<@Nullable Throwable> failed = new AtomicReference<>();
        private final Semaphore room;
        private final int block;
        private int done;

        Counting(Semaphore room, int block) {
            this.room = room;
            this.block = block;
        }

        @Override
        public void accept(byte @Nullable [] result, @Nullable Throwable thrown) {
            if (thrown != null) {
                failed.compareAndSet(null, thrown);
            }
            synchronized (this) {
                done++;
                if (done % block != 0) {
                    return;
                }
            }
            room.release(block);
        }
    }
}
