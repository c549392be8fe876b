package org.evenkeel.wire;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.HandOver;
import org.evenkeel.model.protocol.PeerMessage.OfferedTask;

/**
 * Puts an offer, or its answer, together that came in several frames; bounded in tasks and bytes.
 */
final class OfferAssembly {

    private List<OfferedTask> tasks = new ArrayList<>();
    private long batch;
    private long bytes;
    private List<HandOver> taken = new ArrayList<>();
    private List<HandOver> refused = new ArrayList<>();
    private long answeredBatch;

    void begin(long frameBatch) throws WireException {
        if (!tasks.isEmpty() && frameBatch != batch) {
            throw new WireException(
                    "offer.batch", frameBatch + " arrived before the end of " + batch);
        }
        batch = frameBatch;
    }

    void add(OfferedTask task) throws WireException {
        bytes += task.task().payload() instanceof InlinePayload inline ? inline.sizeBytes() : 0;
        if (bytes > WireLimits.MAX_OFFER_BYTES) {
            throw new WireException(
                    "offer", "more than " + WireLimits.MAX_OFFER_BYTES + " payload bytes");
        }
        WireBounds.size("offer.tasks", tasks.size() + 1, WireLimits.MAX_OFFER_TASKS);
        tasks.add(task);
    }

    List<OfferedTask> take() throws WireException {
        if (tasks.isEmpty()) {
            throw new WireException("offer", "no tasks");
        }
        List<OfferedTask> whole = tasks;
        tasks = new ArrayList<>();
        bytes = 0;
        return whole;
    }

    void answers(long frameBatch, List<HandOver> moreTaken, List<HandOver> moreRefused)
            throws WireException {
        boolean started = !taken.isEmpty() || !refused.isEmpty();
        if (started && frameBatch != answeredBatch) {
            throw new WireException(
                    "offer_answer.batch",
                    frameBatch + " arrived before the end of " + answeredBatch);
        }
        answeredBatch = frameBatch;
        taken.addAll(moreTaken);
        refused.addAll(moreRefused);
        WireBounds.size("offer_answer", taken.size() + refused.size(), WireLimits.MAX_OFFER_TASKS);
    }

    PeerMessage.OfferAnswer takeAnswer(long frameBatch, String reason) {
        PeerMessage.OfferAnswer whole =
                new PeerMessage.OfferAnswer(frameBatch, taken, refused, reason);
        taken = new ArrayList<>();
        refused = new ArrayList<>();
        return whole;
    }
}
