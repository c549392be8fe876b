package org.evenkeel.client;

import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.model.BoundedMap;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.wire.AnswerAssembly;
import org.evenkeel.wire.Questions;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;

/**
 * Questions to the daemon over the link of a session; what is lost with a link stays unanswered.
 */
final class SessionQueries {

    /** Questions without an answer that are remembered. */
    private static final int MAX_OPEN = 64;

    private record Open(Consumer<Answers> listener, AnswerAssembly answer) {}

    private final Map<Integer, Open> open = BoundedMap.ofNewest(MAX_OPEN);
    private int asked;

    /**
     * The frame that asks.
     *
     * @param daemon features of the daemon
     */
    synchronized Frame ask(Query.Builder query, Features daemon, Consumer<Answers> listener) {
        Query numbered = query.setId(++asked).build();
        open.put(asked, new Open(listener, new AnswerAssembly(numbered)));
        return Frame.newBuilder().setQuery(Questions.to(daemon, numbered)).build();
    }

    /** A piece of an answer came; one that is no answer is dropped. */
    void answered(QueryReply reply) {
        Open one;
        Answers answers = null;
        synchronized (this) {
            one = open.get(reply.getId());
            if (one == null) {
                return;
            }
            try {
                answers = one.answer().add(reply);
                if (answers == null) {
                    return;
                }
            } catch (IOException e) {
                // It stays unanswered.
            }
            open.remove(reply.getId());
        }
        if (answers != null) {
            one.listener().accept(answers);
        }
    }
}
