package org.evenkeel.kernel.replay;

import org.evenkeel.model.Payload;

/**
 * Stands for a payload in a replay: the kernel never looks inside, so its bytes are not recorded.
 *
 * @param sizeBytes length of the payload
 * @param isExternal as the payload said
 * @param hash of the payload, so that equal payloads stay equal
 */
public record RecordedPayload(long sizeBytes, boolean isExternal, int hash) implements Payload {

    static RecordedPayload of(Payload payload) {
        return payload instanceof RecordedPayload recorded
                ? recorded
                : new RecordedPayload(
                        payload.sizeBytes(), payload.isExternal(), payload.hashCode());
    }
}
