package org.evenkeel.client;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.evenkeel.wire.link.Link;
import org.jspecify.annotations.Nullable;

/**
 * Connects to several daemons, the best one first. The next is tried when one fails, or when one
 * has not answered for a head start: a machine that has vanished answers nothing, and must not hold
 * up the way to others. Only connections are made at the same time; who owns the race shakes hands
 * with one daemon after the other, for a session is attached at one of them.
 *
 * <p>For one thread; connections are made on threads of their own.
 */
final class ConnectionRace implements AutoCloseable {

    /** Connections that are being made at a time. */
    static final int MOST_AT_ONCE = 8;

    /** Makes a connection; blocks. */
    interface Connector {
        Link connect(Discovery.Candidate candidate) throws IOException;
    }

    /**
     * What became of one.
     *
     * @param link null where there is none
     * @param failure why, null where there is a link
     */
    record Result(
            Discovery.Candidate candidate, @Nullable Link link, @Nullable Exception failure) {}

    private final Connector connector;
    private final long headStartMillis;
    private final Deque<Discovery.Candidate> waiting;
    private final BlockingQueue<Result> results = new LinkedBlockingQueue<>();
    private int underWay;
    private boolean closed;

    /**
     * @param candidates best first
     */
    ConnectionRace(
            List<Discovery.Candidate> candidates, Connector connector, long headStartMillis) {
        this.waiting = new ArrayDeque<>(candidates);
        this.connector = connector;
        this.headStartMillis = headStartMillis;
    }

    /** The next that is connected or has failed; null when there are no more. */
    @Nullable Result next() throws InterruptedException {
        Result result = results.poll();
        while (result == null) {
            boolean full = waiting.isEmpty() || underWay >= MOST_AT_ONCE;
            if (full && underWay == 0) {
                return null;
            }
            if (full) {
                result = results.take();
            } else {
                begin(waiting.removeFirst());
                result = results.poll(headStartMillis, TimeUnit.MILLISECONDS);
            }
        }
        underWay--;
        return result;
    }

    private void begin(Discovery.Candidate candidate) {
        underWay++;
        Thread.ofVirtual().name("evenkeel-connect").start(() -> finish(connect(candidate)));
    }

    private Result connect(Discovery.Candidate candidate) {
        try {
            return new Result(candidate, connector.connect(candidate), null);
        } catch (IOException | RuntimeException e) {
            return new Result(candidate, null, e);
        }
    }

    private void finish(Result result) {
        synchronized (this) {
            if (!closed) {
                results.add(result);
                return;
            }
        }
        drop(result);
    }

    private static void drop(Result result) {
        Link link = result.link();
        if (link != null) {
            link.close();
        }
    }

    /** Closes what was connected and not taken, also what will be. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        results.forEach(ConnectionRace::drop);
    }
}
