package org.evenkeel.daemon.session;

import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;

/** Answers questions about this node, and for clients about the whole cluster. */
public interface QueryDesk {

    /** Hears the answer on the event loop, once. */
    interface Asker {
        void answer(QueryReply reply);
    }

    /** Asks. */
    void ask(Query query, Asker asker);
}
