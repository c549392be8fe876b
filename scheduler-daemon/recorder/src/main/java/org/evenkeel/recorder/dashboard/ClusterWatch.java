package org.evenkeel.recorder.dashboard;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.top.Asker.Connector;
import org.evenkeel.cli.top.Look;
import org.evenkeel.cli.top.LookUpdate;
import org.evenkeel.cli.top.TopJson;
import org.evenkeel.cli.top.TopState;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a cluster once a second and keeps what it saw last, and the throughput of the last hour.
 * A thread of its own asks; any thread may read.
 */
final class ClusterWatch implements AutoCloseable {

    private static final long INTERVAL_MILLIS = 1_000;

    /** Points of the throughput: an hour of seconds. */
    private static final int HISTORY = 3_600;

    private final Connector connector;
    private final Thread thread;
    private final TopState state = new TopState(ZoneId.systemDefault());
    private final Deque<Double> rates = new ArrayDeque<>();
    private byte[] newest = {};
    private long number;
    private boolean closed;

    ClusterWatch(Connector connector) {
        this.connector = connector;
        this.thread = Thread.ofVirtual().name("evenkeel-dashboard").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    private void run() {
        DaemonClient client = null;
        while (!isClosed()) {
            try {
                client = client == null ? connector.connect().raw() : client;
                state.accept(new LookUpdate(Look.ask(client, System.nanoTime()), ""));
            } catch (IOException e) {
                if (client != null) {
                    client.close();
                    client = null;
                }
                state.accept(new LookUpdate(null, String.valueOf(e.getMessage())));
                publish(String.valueOf(e.getMessage()));
                sleep();
                continue;
            }
            publish("");
            sleep();
        }
        if (client != null) {
            client.close();
        }
    }

    private static void sleep() {
        try {
            TimeUnit.MILLISECONDS.sleep(INTERVAL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean isClosed() {
        return closed || Thread.currentThread().isInterrupted();
    }

    private void publish(String failure) {
        Map<String, Object> fields = new LinkedHashMap<>(TopJson.fields(state));
        fields.remove("tasks"); // a page of them is asked for by itself
        fields.put("failure", failure);
        fields.put("at", System.currentTimeMillis());
        Object rate = fields.get("tasksPerSecond");
        rates.addLast(rate instanceof Number known ? known.doubleValue() : 0.0);
        while (rates.size() > HISTORY) {
            rates.removeFirst();
        }
        fields.put("rates", List.copyOf(rates));
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
