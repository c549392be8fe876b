package org.evenkeel.daemon.blob;

import org.evenkeel.model.Payload;
import org.evenkeel.wire.BlobPayload;
import org.evenkeel.wire.InlinePayload;

/**
 * Counts the payloads that the core holds: blobs by need, bytes in frames against a budget of the
 * heap. Every payload is entered when an event carries it to the core and dereferenced by the
 * core's release.
 */
public final class PayloadReferences {

    private final BlobStore store;
    private final long budgetBytes;
    private long inlineBytes;

    /**
     * @param budgetBytes of the heap, for payloads
     */
    public PayloadReferences(BlobStore store, long budgetBytes) {
        this.store = store;
        this.budgetBytes = budgetBytes;
    }

    /** Enters a payload; false when its blob is not here. */
    public boolean enter(Payload payload) {
        if (payload instanceof BlobPayload blob) {
            return store.acquire(blob.digest());
        }
        if (payload instanceof InlinePayload inline && inline.isExternal()) {
            inlineBytes += inline.sizeBytes();
        }
        return true;
    }

    /** The core no longer needs it. */
    public void dereference(Payload payload) {
        if (payload instanceof BlobPayload blob) {
            store.release(blob.digest());
        } else if (payload instanceof InlinePayload inline && inline.isExternal()) {
            inlineBytes -= inline.sizeBytes();
        }
    }

    /** Whether larger payloads should go to disk from now on. */
    public boolean isOverBudget() {
        return inlineBytes > budgetBytes;
    }

    /** Bytes of the heap in payloads that are counted. */
    public long inlineBytes() {
        return inlineBytes;
    }
}
