package org.evenkeel.daemon.session;

import org.evenkeel.model.NodeId;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.Hello;
import org.jspecify.annotations.Nullable;

/**
 * What a submitter says of itself when it comes.
 *
 * @param client id of the process, 0 when it says none
 * @param attachment counts its attachments, to whatever node, from 1
 * @param previous the node it was attached to before, null for none
 * @param takesOver whether it takes the session from another client
 */
record Arrival(long client, int attachment, @Nullable NodeId previous, boolean takesOver) {

    /** A worker, which comes once. */
    static final Arrival WORKER = new Arrival(0, 1, null, false);

    static Arrival of(Hello hello) throws WireException {
        try {
            return new Arrival(
                    hello.getClient(),
                    Math.max(1, hello.getAttachments()),
                    hello.getPreviousNode().isEmpty() ? null : new NodeId(hello.getPreviousNode()),
                    hello.getAttachJob() != 0);
        } catch (IllegalArgumentException e) {
            throw new WireException("hello.previous_node", String.valueOf(e.getMessage()));
        }
    }
}
