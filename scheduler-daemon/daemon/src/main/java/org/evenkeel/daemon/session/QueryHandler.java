package org.evenkeel.daemon.session;

import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;

/** Answers questions about this node, and for clients about the whole cluster. */
public interface QueryHandler {

    /** Hears the answer on the event loop, once. */
    interface QueryOrigin {
        void answer(QueryReply reply);
    }

    /**
     * Asks.
     *
     * @param connection over which the question came: one connection has few under way
     */
    void query(Query query, Object connection, QueryOrigin queryOrigin);
}
