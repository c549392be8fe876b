package org.evenkeel.wire;

import com.google.protobuf.ByteString;
import java.io.IOException;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.QueryReply;
import org.evenkeel.wire.proto.Topic;
import org.jspecify.annotations.Nullable;

/** Puts the parts of one answer together. For one thread. */
public final class AnswerAssembly {

    /** What the answer of a cluster begins with, in the JSON of earlier builds. */
    private static final String CLUSTER = "{\"answers\":";

    private final Topic topic;
    private final StringBuilder json = new StringBuilder();
    private ByteString answers = ByteString.EMPTY;

    /**
     * @param topic of the question
     */
    public AnswerAssembly(Topic topic) {
        this.topic = topic;
    }

    /**
     * Adds the next part.
     *
     * @return the answer if this was the last part, else null
     * @throws IOException if the answer is an error, or makes no sense
     */
    public @Nullable Answers add(QueryReply part) throws IOException {
        if (!part.getError().isEmpty()) {
            throw new IOException(part.getError());
        }
        answers = answers.concat(part.getAnswers());
        json.append(part.getJson());
        if (!part.getLast()) {
            return null;
        }
        return json.isEmpty() || !answers.isEmpty() ? typed() : earlier();
    }

    private Answers typed() throws IOException {
        MessageParts.check(answers, Answers.getDescriptor());
        return Answers.parseFrom(answers);
    }

    private Answers earlier() throws IOException {
        String text = json.toString();
        if (text.chars().filter(c -> c == '{').count() > WireLimits.MAX_FRAME_PARTS) {
            throw new IOException("more than " + WireLimits.MAX_FRAME_PARTS + " objects in JSON");
        }
        Answers.Builder read = Answers.newBuilder();
        String name = "{\"" + Questions.name(topic) + "\":";
        MessageJson.read(
                text.startsWith(CLUSTER)
                        ? name + text.substring(CLUSTER.length())
                        : name + text + "}",
                read);
        return read.build();
    }

    /** Bytes or characters so far. */
    public int size() {
        return answers.size() + json.length();
    }
}
