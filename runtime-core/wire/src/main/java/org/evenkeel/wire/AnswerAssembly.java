package org.evenkeel.wire;

import com.google.protobuf.ByteString;
import java.io.IOException;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;
import org.jspecify.annotations.Nullable;

/** Puts the parts of one answer together, as long as they are no longer than it. For one thread. */
public final class AnswerAssembly {

    /** What the answer of a cluster begins with, in the JSON of earlier builds. */
    private static final String CLUSTER = "{\"answers\":";

    private final Query question;
    private final StringBuilder json = new StringBuilder();
    private ByteString answers = ByteString.EMPTY;

    /**
     * @param question what was asked, in its typed form
     */
    public AnswerAssembly(Query question) {
        this.question = question;
    }

    /**
     * Adds the next part.
     *
     * @return the answer if this was the last part, else null
     * @throws IOException if the answer is an error, is too long, or makes no sense
     */
    public @Nullable Answers add(QueryReply part) throws IOException {
        if (!part.getError().isEmpty()) {
            throw new IOException(part.getError());
        }
        long size = (long) size() + part.getAnswers().size() + part.getJson().length();
        if (size > maxBytes(question)) {
            throw new IOException("the answer exceeds " + maxBytes(question) + " bytes");
        }
        answers = answers.concat(part.getAnswers());
        json.append(part.getJson());
        if (!part.getLast()) {
            return null;
        }
        return json.isEmpty() || !answers.isEmpty() ? typed() : earlier();
    }

    /**
     * How long the answer to a question may be.
     *
     * @param question in its typed form
     * @return bytes, or characters of the JSON of earlier builds
     */
    public static int maxBytes(Query question) {
        return question.getCluster()
                ? WireLimits.MAX_CLUSTER_ANSWER_BYTES
                : WireLimits.MAX_ANSWER_BYTES;
    }

    private Answers typed() throws IOException {
        int ofLength = question.getCluster() ? answers.size() / WireLimits.BYTES_PER_PART : 0;
        MessageParts.check(
                answers, Answers.getDescriptor(), Math.max(WireLimits.MAX_FRAME_PARTS, ofLength));
        return Answers.parseFrom(answers);
    }

    private Answers earlier() throws IOException {
        String text = json.toString();
        if (text.chars().filter(c -> c == '{').count() > WireLimits.MAX_FRAME_PARTS) {
            throw new IOException("more than " + WireLimits.MAX_FRAME_PARTS + " objects in JSON");
        }
        Answers.Builder read = Answers.newBuilder();
        String name = "{\"" + Questions.name(question.getTopic()) + "\":";
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
