package org.evenkeel.lab.relay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * One way of a link. One thread reads what comes and says when it is due at the other end, a second
 * one passes it on then. What is on its way is bounded: whoever sends faster waits, as at a full
 * network. The end of the stream travels behind the last byte.
 */
final class RelayDirection {
    private static final int PIECE_BYTES = 16 << 10;

    /** What a piece takes beside its bytes, so that many small ones are bounded, too. */
    private static final int PIECE_OVERHEAD_BYTES = 128;

    private final RelayLinkShape shape;
    private final RelayClock clock;
    private final Deque<Piece> onTheWay = new ArrayDeque<>();
    private int windowBytes;
    private boolean stopped;
    private long lineFreeNanos;
    private long lastDueNanos;

    /** Bytes; none for the end of the stream. */
    private record Piece(byte[] bytes, long dueNanos) {
        int costBytes() {
            return bytes.length + PIECE_OVERHEAD_BYTES;
        }

        boolean isEnd() {
            return bytes.length == 0;
        }
    }

    RelayDirection(RelayLinkShape shape, RelayClock clock) {
        this.shape = shape;
        this.clock = clock;
        this.lineFreeNanos = clock.nanos();
        this.lastDueNanos = lineFreeNanos;
        this.windowBytes = shape.windowBytes();
    }

    /** Takes what comes, until the end of the stream or {@link #stop}. */
    void read(SocketChannel from) throws IOException, InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocate(PIECE_BYTES);
        while (hasRoom()) {
            int count = from.read(buffer.clear());
            byte[] bytes = new byte[Math.max(0, count)];
            buffer.flip().get(bytes);
            send(bytes);
            if (count < 0) {
                return;
            }
        }
    }

    /** Passes on what is due, until the end of the stream or {@link #stop}. */
    void write(SocketChannel to) throws IOException, InterruptedException {
        for (Piece piece = next(); piece != null; piece = next()) {
            clock.awaitNanos(piece.dueNanos());
            if (piece.isEnd()) {
                to.shutdownOutput();
                return;
            }
            ByteBuffer rest = ByteBuffer.wrap(piece.bytes());
            while (rest.hasRemaining()) {
                to.write(rest);
            }
            arrived(piece);
        }
    }

    /** Whether there is more to read, when there is room for it. */
    private synchronized boolean hasRoom() throws InterruptedException {
        while (windowBytes <= 0 && !stopped) {
            wait();
        }
        return !stopped;
    }

    private synchronized void send(byte[] bytes) {
        lineFreeNanos = Math.max(clock.nanos(), lineFreeNanos) + shape.transmitNanos(bytes.length);
        long more =
                shape.jitterNanos() == 0
                        ? 0
                        : ThreadLocalRandom.current().nextLong(shape.jitterNanos());
        lastDueNanos = Math.max(lastDueNanos, lineFreeNanos + shape.delayNanos() + more);
        Piece piece = new Piece(bytes, lastDueNanos);
        windowBytes -= piece.costBytes();
        onTheWay.addLast(piece);
        notifyAll();
    }

    private synchronized @Nullable Piece next() throws InterruptedException {
        while (onTheWay.isEmpty() && !stopped) {
            wait();
        }
        return stopped ? null : onTheWay.removeFirst();
    }

    private synchronized void arrived(Piece piece) {
        windowBytes += piece.costBytes();
        notifyAll();
    }

    /** What is on its way is lost. */
    synchronized void stop() {
        stopped = true;
        onTheWay.clear();
        notifyAll();
    }
}
