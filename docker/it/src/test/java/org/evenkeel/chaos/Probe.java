package org.evenkeel.chaos;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/**
 * Asks for something small again and again, one after the other: how long each takes, and whether
 * the answer is right.
 */
final class Probe implements AutoCloseable {

    /** What is asked for. */
    interface Errand extends AutoCloseable {
        /** Whether the answer is right. */
        boolean run(long number) throws IOException, InterruptedException;

        @Override
        void close();
    }

    /** A task of a size that is always the same, from its submission to its result. */
    record Job(Cluster cluster) implements Errand {
        @Override
        public boolean run(long number) throws InterruptedException {
            Steps task = new Steps(number);
            return cluster.submit(task).get() == task.expected();
        }

        @Override
        public void close() {} // whose cluster it is closes it
    }

    /** A question that the daemon answers by itself. */
    record Questions(Observer observer) implements Errand {
        @Override
        public boolean run(long number) throws IOException {
            return observer.ask("nodes", "").contains("uptimeNanos");
        }

        @Override
        public void close() {
            observer.close();
        }
    }

    private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long SLICE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final int STEPS = 100_000;
    private static final int PERCENTILE = 99;

    private final Errand errand;
    private final Thread thread;
    private final List<Long> starts = new ArrayList<>();
    private final List<Long> latencies = new ArrayList<>();
    private long wrong;
    private volatile boolean over;

    /** So many steps of arithmetic, whose result is known. */
    record Steps(long seed) implements Task<Long> {
        @Override
        public Long run(TaskContext context) {
            return expected();
        }

        long expected() {
            long value = seed;
            for (int i = 0; i < STEPS; i++) {
                value = value * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
            }
            return value;
        }
    }

    Probe(Errand errand) {
        this.errand = errand;
        this.thread = Thread.ofPlatform().name("probe").daemon().start(this::run);
    }

    private void run() {
        try {
            for (long number = 1; !over; number++) {
                long begin = System.nanoTime();
                boolean right = errand.run(number);
                long end = System.nanoTime();
                synchronized (this) {
                    starts.add(begin);
                    latencies.add(end - begin);
                    wrong += right ? 0 : 1;
                }
                TimeUnit.NANOSECONDS.sleep(Math.max(0, EVERY_NANOS - (end - begin)));
            }
        } catch (IOException e) {
            over = true; // the test counts what was answered
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    synchronized long done() {
        return latencies.size();
    }

    synchronized long wrong() {
        return wrong;
    }

    /** How many were asked for and answered between two times. */
    synchronized long answeredBetween(long from, long to) {
        long count = 0;
        for (int i = 0; i < starts.size(); i++) {
            boolean within = starts.get(i) >= from && starts.get(i) + latencies.get(i) < to;
            count += within ? 1 : 0;
        }
        return count;
    }

    /**
     * Of what was submitted between two times: the 99th percentile of each slice of two seconds, in
     * milliseconds.
     */
    synchronized List<Double> percentiles(long from, long to) {
        List<Double> slices = new ArrayList<>();
        List<Long> slice = new ArrayList<>();
        long end = from + SLICE_NANOS;
        for (int i = 0; i < starts.size() && starts.get(i) < to; i++) {
            if (starts.get(i) < from) {
                continue;
            }
            if (starts.get(i) >= end) {
                addTo(slices, slice);
                slice.clear();
                while (starts.get(i) >= end) {
                    end += SLICE_NANOS;
                }
            }
            slice.add(latencies.get(i));
        }
        addTo(slices, slice);
        return slices;
    }

    private static void addTo(List<Double> slices, List<Long> slice) {
        if (!slice.isEmpty()) {
            List<Long> sorted = slice.stream().sorted().toList();
            int at = Math.ceilDiv(sorted.size() * PERCENTILE, 100) - 1;
            slices.add(sorted.get(at) / 1e6);
        }
    }

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
    }

    @Override
    public void close() {
        over = true;
        try {
            thread.join(TimeUnit.SECONDS.toMillis(30));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        errand.close();
    }
}
