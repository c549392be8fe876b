package org.evenkeel.daemon.session;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.QueryReply;

/** Answers that are longer than a frame travel in parts, of which the last says so. */
public final class AnswerParts {

    /** Characters of a part: at most three bytes each, so that it always fits into a frame. */
    static final int PART_CHARS = 256 << 10;

    private AnswerParts() {}

    /** Sends an answer, in as many frames as it needs. */
    public static void send(QueryReply answer, Consumer<Frame> to) {
        for (QueryReply part : split(answer)) {
            to.accept(Frame.newBuilder().setQueryReply(part).build());
        }
    }

    /** The parts of an answer in their order; one, the answer itself, for most. */
    static List<QueryReply> split(QueryReply answer) {
        String json = answer.getJson();
        if (json.length() <= PART_CHARS) {
            return List.of(answer);
        }
        List<QueryReply> parts = new ArrayList<>();
        int from = 0;
        while (from < json.length()) {
            int to = Math.min(json.length(), from + PART_CHARS);
            if (to < json.length() && Character.isHighSurrogate(json.charAt(to - 1))) {
                to--; // its other half is the next part's first
            }
            parts.add(
                    QueryReply.newBuilder()
                            .setId(answer.getId())
                            .setJson(json.substring(from, to))
                            .setLast(to == json.length())
                            .build());
            from = to;
        }
        return parts;
    }
}
