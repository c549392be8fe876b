package org.evenkeel.client.messages;

import org.jspecify.annotations.Nullable;

/** Where a running task publishes values; its context is one. */
public interface PublicationService {

    /** The publication service of a context. */
    static PublicationService of(Object context) {
        if (context instanceof PublicationService service) {
            return service;
        }
        throw new UnsupportedOperationException("this context cannot publish values: " + context);
    }

    /** Publishes a copy of a value; does not wait until the program has it. */
    void publish(@Nullable Object value);
}
