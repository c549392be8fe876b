package org.evenkeel.client.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.OutcomeAck;

/**
 * The latest acknowledgements, told again when a session goes on over a new link: those on their
 * way when the old one broke are lost, and until it has them the daemon counts their tasks as open.
 */
final class RecentAcks {

    /** More than fit into the buffers of a socket. */
    private static final int MAX = 1 << 16;

    /** Numbers in one frame. */
    private static final int PER_FRAME = 8192;

    private long[] numbers = new long[1024];
    private int next;
    private boolean full;

    synchronized void add(long[] more, int count) {
        for (int i = 0; i < count; i++) {
            if (next == numbers.length) {
                if (numbers.length < MAX) {
                    numbers = Arrays.copyOf(numbers, 2 * numbers.length);
                } else {
                    next = 0;
                    full = true;
                }
            }
            numbers[next++] = more[i];
        }
    }

    synchronized List<Frame> frames() {
        int count = full ? numbers.length : next;
        List<Frame> frames = new ArrayList<>();
        for (int from = 0; from < count; from += PER_FRAME) {
            OutcomeAck.Builder ack = OutcomeAck.newBuilder();
            for (int i = from; i < Math.min(count, from + PER_FRAME); i++) {
                ack.addNumbers(numbers[i]);
            }
            frames.add(Frame.newBuilder().setOutcomeAck(ack).build());
        }
        return frames;
    }

    synchronized void clear() {
        next = 0;
        full = false;
    }
}
