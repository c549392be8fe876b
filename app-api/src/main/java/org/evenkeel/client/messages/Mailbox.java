package org.evenkeel.client.messages;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Messages to one task: those that wait, in the order in which they came, and the newest of those
 * that it has received, in the order in which it did. It can be put back to an earlier place there.
 */
final class Mailbox {

    /** Messages that wait, and messages that are kept after they were received. */
    static final int MOST = 10_000;

    /** Bytes of each. */
    static final long MOST_BYTES = 16L << 20;

    /**
     * One message.
     *
     * @param arrival counts the messages of the box
     */
    record Letter(long arrival, long from, byte[] content) {}

    private final TreeMap<Long, Letter> waiting = new TreeMap<>();
    private final Deque<Letter> received = new ArrayDeque<>();
    private long arrivals;
    private long dropped;
    private long waitingBytes;
    private long receivedBytes;

    /** Whether a message has to wait until others were received. */
    boolean isFullFor(int bytes) {
        return waiting.size() >= MOST || !waiting.isEmpty() && waitingBytes + bytes > MOST_BYTES;
    }

    void add(long from, byte[] content) {
        put(new Letter(arrivals++, from, content));
    }

    private void put(Letter letter) {
        waiting.put(letter.arrival(), letter);
        waitingBytes += letter.content().length;
    }

    /** How many it has received. */
    long received() {
        return dropped + received.size();
    }

    /** Those before this one are not here any more. */
    long firstKept() {
        return dropped;
    }

    /** What it received after so many waits again, where it stood. */
    void rewind(long count) {
        while (received() > count) {
            Letter letter = received.removeLast();
            receivedBytes -= letter.content().length;
            put(letter);
        }
    }

    /** The first that waits, of this sender or of any. */
    @Nullable Letter take(long from) {
        for (Map.Entry<Long, Letter> each : waiting.entrySet()) {
            Letter letter = each.getValue();
            if (from == MessageService.ANYBODY || letter.from() == from) {
                waiting.remove(each.getKey());
                waitingBytes -= letter.content().length;
                keep(letter);
                return letter;
            }
        }
        return null;
    }

    private void keep(Letter letter) {
        received.add(letter);
        receivedBytes += letter.content().length;
        while (received.size() > MOST || receivedBytes > MOST_BYTES && received.size() > 1) {
            receivedBytes -= received.remove().content().length;
            dropped++;
        }
    }

    /** One that was received, by its number from 0. */
    @Nullable Letter taken(long count) {
        if (count < dropped || count >= received()) {
            return null;
        }
        if (count == received() - 1) {
            return received.getLast();
        }
        List<Letter> all = new ArrayList<>(received);
        return all.get((int) (count - dropped));
    }
}
