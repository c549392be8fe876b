package org.evenkeel.client.session;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.Digest;
import org.evenkeel.model.submission.SubmissionMachine;
import org.evenkeel.wire.proto.Status;
import org.jspecify.annotations.Nullable;

/**
 * Items of an Outcomes frame, read before any of them is handled, so that the lock of the session
 * is taken for all of them together. Its items are used again for later frames. Lives on the reader
 * thread.
 */
final class OutcomeBatch {

    /** Items that are handled together; the machine acknowledges so many at once. */
    private static final int MAX = 1024;

    private static final byte[] NOTHING = {};

    /** One outcome; its payload stays where it is in the frame's array. */
    static final class Item {
        long number;
        Status status = Status.SUCCEEDED;
        byte[] frame = NOTHING;
        int payloadOffset;
        int payloadLength;
        @Nullable Digest blob;
        long blobSize;
        String summary = "";
        String node = "";

        /** The task that it ends, or whose result is to be pulled; null for none. */
        @Nullable OpenTask task;

        private boolean pulled;

        private void take(OutcomeReader read) {
            number = read.number;
            status = read.status;
            frame = read.frame;
            payloadOffset = read.payloadOffset;
            payloadLength = read.payloadLength;
            blob = read.blob;
            blobSize = read.blobSize;
            summary = read.summary;
            node = read.node;
            task = null;
            pulled = false;
        }

        private void settle(SubmissionMachine<OpenTask> machine) {
            OpenTask open = blob == null ? null : machine.open(number);
            pulled = open != null && !open.isDone();
            task = pulled ? open : machine.outcome(number);
        }

        /** The blob that is the result of a task that is still open; null when there is none. */
        @Nullable Digest toPull() {
            return pulled ? blob : null;
        }

        private void clear() {
            frame = NOTHING;
            task = null;
        }
    }

    private final List<Item> items = new ArrayList<>();
    private int count;

    void add(OutcomeReader read) {
        if (count == items.size()) {
            items.add(new Item());
        }
        items.get(count++).take(read);
    }

    boolean isFull() {
        return count >= MAX;
    }

    /** Takes the tasks out that have ended; under the lock. */
    void settle(SubmissionMachine<OpenTask> machine) {
        items().forEach(item -> item.settle(machine));
    }

    /** The items, in their order. */
    List<Item> items() {
        return items.subList(0, count);
    }

    void clear() {
        items().forEach(Item::clear);
        count = 0;
    }
}
