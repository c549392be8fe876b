package org.evenkeel.client;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;
import org.jspecify.annotations.Nullable;

/**
 * Questions to the daemon over the link of a session; what is lost with a link stays unanswered.
 */
final class SessionQueries {

    /** Questions without an answer that are remembered. */
    private static final int MAX_OPEN = 64;

    private static final class Open {
        final Consumer<Map<String, @Nullable Object>> answer;
        final StringBuilder json = new StringBuilder();

        Open(Consumer<Map<String, @Nullable Object>> answer) {
            this.answer = answer;
        }
    }

    private final Map<Integer, Open> open =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Integer, Open> eldest) {
                    return size() > MAX_OPEN;
                }
            };
    private int asked;

    /** The frame that asks. */
    synchronized Frame ask(
            String what, boolean cluster, Consumer<Map<String, @Nullable Object>> answer) {
        open.put(++asked, new Open(answer));
        return Frame.newBuilder()
                .setQuery(Query.newBuilder().setId(asked).setWhat(what).setCluster(cluster))
                .build();
    }

    /** A piece of an answer came; one that is no answer is dropped. */
    void answered(QueryReply reply) {
        Open one;
        synchronized (this) {
            one = open.get(reply.getId());
            if (one == null) {
                return;
            }
            one.json.append(reply.getJson());
            if (!reply.getLast() && reply.getError().isEmpty()) {
                return;
            }
            open.remove(reply.getId());
        }
        if (!reply.getError().isEmpty()) {
            return;
        }
        Map<String, @Nullable Object> answer;
        try {
            answer = JsonReader.object(one.json.toString());
        } catch (IllegalArgumentException e) {
            return;
        }
        one.answer.accept(answer);
    }
}
