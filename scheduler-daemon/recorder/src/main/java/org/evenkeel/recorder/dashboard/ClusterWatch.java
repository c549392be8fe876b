package org.evenkeel.recorder.dashboard;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.DaemonConnection;
import org.evenkeel.cli.query.DaemonConnection.Connector;
import org.evenkeel.cli.top.Look;
import org.evenkeel.cli.top.LookUpdate;
import org.evenkeel.cli.top.TopJson;
import org.evenkeel.cli.top.TopState;
import org.evenkeel.recorder.past.RecordedCluster;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a cluster once a second and keeps what it saw last, and the throughput of the last hour.
 * A thread of its own asks; any thread may read.
 */
final class ClusterWatch implements AutoCloseable {

    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final DaemonConnection connection;
    private final Thread thread;

    // For the thread alone.
    private final TopState state = new TopState(ZoneId.systemDefault());
    private final RateHistory rates = new RateHistory();
    private long begunNanos;
    private long seenMillis;

    private byte[] newest = {};
    private long number;
    private boolean closed;

    ClusterWatch(Connector connector) {
        this.connection = new DaemonConnection(() -> connector.connect().raw());
        this.thread = Thread.ofVirtual().name("evenkeel-dashboard").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    private void run() {
        begunNanos = System.nanoTime();
        while (!isClosed()) {
            String failure = "";
            try {
                state.accept(new LookUpdate(connection.ask(ClusterWatch::look), ""));
                seenMillis = System.currentTimeMillis();
            } catch (IOException | RuntimeException e) {
                failure = text(e);
            }
            publish(failure);
            sleep();
        }
        connection.close();
    }

    private static Look look(DaemonClient daemon) throws IOException {
        return Look.withoutTasks(daemon, System.nanoTime());
    }

    private static String text(Exception failure) {
        String message = failure instanceof IOException ? failure.getMessage() : null;
        return message == null || message.isEmpty() ? failure.toString() : message;
    }

    /** Until the next whole second since it began. */
    private void sleep() {
        long past = (System.nanoTime() - begunNanos) % INTERVAL_NANOS;
        try {
            TimeUnit.NANOSECONDS.sleep(INTERVAL_NANOS - past);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean isClosed() {
        return closed || Thread.currentThread().isInterrupted();
    }

    /** Passes on what {@code evenkeel top --json} says; it is old if the cluster did not answer. */
    private void publish(String failure) {
        Map<String, Object> fields = new LinkedHashMap<>(TopJson.fields(state));
        fields.remove("tasks");
        fields.remove("moreTasks");
        RecordedCluster.limitJobs(fields);
        if (!failure.isEmpty()) {
            fields.remove("tasksPerSecond");
        }
        fields.put("failure", failure);
        fields.put("at", System.currentTimeMillis());
        if (seenMillis != 0) {
            fields.put("seen", seenMillis);
        }
        rates.add(
                (System.nanoTime() - begunNanos) / INTERVAL_NANOS,
                fields.get("tasksPerSecond") instanceof Number rate
                        ? rate.doubleValue()
                        : RateHistory.UNKNOWN);
        fields.put("rates", rates.list());
        byte[] bytes;
        try {
            bytes = JSON.std.asBytes(fields);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        synchronized (this) {
            newest = bytes;
            number++;
            notifyAll();
        }
    }

    /**
     * What was seen, and its number.
     *
     * @param bytes of JSON
     */
    record Seen(long number, byte[] bytes) {}

    /** The first that is newer than a number; null if none came for some time. */
    synchronized @Nullable Seen after(long known, long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (number <= known && !closed) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                return null;
            }
            wait(left);
        }
        return number > known ? new Seen(number, newest) : null;
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        thread.interrupt();
    }
}
