package org.evenkeel.daemon.session;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.evenkeel.model.protocol.Feature;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.QueryReply;

/** Answers that are longer than a frame travel in parts, of which the last says so. */
public final class AnswerParts {

    /** Characters or bytes of a part: at most three bytes each, so that it always fits a frame. */
    static final int PART_SIZE = 256 << 10;

    /** What fits into a frame with room for its head. */
    private static final int MAX_WHOLE_BYTES = WireLimits.MAX_FRAME_BYTES - 64;

    /** Sends an answer, in as many frames as it needs. */
    public static void send(QueryReply answer, Consumer<Frame> to) {
        for (QueryReply part : split(answer)) {
            to.accept(Frame.newBuilder().setQueryReply(part).build());
        }
    }

    /**
     * Sends an answer to a daemon. One of a version that does not put parts together gets it in one
     * frame, or an error where it does not fit.
     *
     * @param reader the daemon's features
     */
    public static void send(QueryReply answer, Features reader, Consumer<Frame> to) {
        if (reader.has(Feature.ANSWER_PARTS)) {
            send(answer, to);
        } else {
            to.accept(Frame.newBuilder().setQueryReply(whole(answer)).build());
        }
    }

    private static QueryReply whole(QueryReply answer) {
        if (answer.getSerializedSize() <= MAX_WHOLE_BYTES) {
            return answer;
        }
        return QueryReply.newBuilder()
                .setId(answer.getId())
                .setLast(true)
                .setError(
                        "the answer exceeds a frame, and this client is older than "
                                + Software.OWN.version()
                                + ": use a client of that version")
                .build();
    }

    /** The parts of an answer in their order; one, the answer itself, for most. */
    static List<QueryReply> split(QueryReply answer) {
        ByteString answers = answer.getAnswers();
        String json = answer.getJson();
        if (answers.size() <= PART_SIZE && json.length() <= PART_SIZE) {
            return List.of(answer);
        }
        List<QueryReply> parts = new ArrayList<>();
        int length = Math.max(answers.size(), json.length());
        int from = 0;
        while (from < length) {
            int to = Math.min(length, from + PART_SIZE);
            QueryReply.Builder part =
                    QueryReply.newBuilder().setId(answer.getId()).setLast(to == length);
            if (json.isEmpty()) {
                part.setAnswers(answers.substring(from, to));
            } else {
                if (to < length && Character.isHighSurrogate(json.charAt(to - 1))) {
                    to--; // its other half is the next part's first
                }
                part.setJson(json.substring(from, to));
            }
            parts.add(part.build());
            from = to;
        }
        return parts;
    }
}
