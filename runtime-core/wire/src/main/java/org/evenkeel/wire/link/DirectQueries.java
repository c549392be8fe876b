package org.evenkeel.wire.link;

import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.evenkeel.model.Printable;
import org.evenkeel.model.protocol.Feature;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.wire.AnswerAssembly;
import org.evenkeel.wire.Questions;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.ForgetAnswer;
import org.evenkeel.wire.proto.ForgetNode;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.PauseNode;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;
import org.evenkeel.wire.proto.Topic;

/** Asks a daemon questions over a link that no other thread reads yet; for one thread. */
public final class DirectQueries {

    /** Longest wait for an answer; a daemon waits two seconds for the other members. */
    private static final long LIMIT_MILLIS = 10_000;

    private final Link link;
    private final Features daemon;
    private final List<byte[]> others = new ArrayList<>();
    private int asked;

    /**
     * @param daemon what the daemon understands
     */
    public DirectQueries(Link link, Features daemon) {
        this.link = link;
        this.daemon = daemon;
    }

    /**
     * Asks and waits for the answer.
     *
     * @throws IOException if the daemon says that the question is wrong, or the link breaks
     */
    public Answers ask(Query.Builder query) throws IOException {
        Query numbered = query.setId(++asked).build();
        Frame frame = Frame.newBuilder().setQuery(Questions.to(daemon, numbered)).build();
        return answer(frame, numbered);
    }

    /**
     * Says that another node does not come back; over a client's link.
     *
     * @param onlyLook whether the daemon is only to say what it knows of that node
     * @return what it knew of that node
     */
    public ForgetAnswer forget(String node, boolean onlyLook) throws IOException {
        ForgetNode forget =
                ForgetNode.newBuilder().setId(++asked).setNode(node).setOnlyLook(onlyLook).build();
        Answers answers =
                answer(
                        Frame.newBuilder().setForgetNode(forget).build(),
                        Query.newBuilder().setTopic(Topic.TOPIC_FORGET).build());
        if (answers.getForgetCount() == 0) {
            throw new IOException(link + " said nothing of node " + node);
        }
        return answers.getForget(0);
    }

    /**
     * Has the daemon give up its processors, or use them again; over a client's link.
     *
     * @param pause all but its id
     * @throws IOException if the daemon is of a version that cannot be paused, or refuses
     */
    public void pause(PauseNode.Builder pause) throws IOException {
        require(Feature.PAUSES, "cannot be paused");
        answer(
                Frame.newBuilder().setPauseNode(pause.setId(++asked)).build(),
                Query.getDefaultInstance());
    }

    /**
     * The daemon is of a version that has this feature.
     *
     * @param without what an earlier version does
     * @throws IOException if it is not
     */
    public void require(Feature feature, String without) throws IOException {
        if (!daemon.has(feature)) {
            throw new IOException(link + " runs an earlier version, which " + without);
        }
    }

    private Answers answer(Frame frame, Query question) throws IOException {
        long begin = System.nanoTime();
        Thread watchdog = link.closeAfter(LIMIT_MILLIS);
        try {
            link.write(frame);
            AnswerAssembly assembly = new AnswerAssembly(question);
            Answers answers = null;
            while (answers == null) {
                answers = assembly.add(reply(asked));
            }
            return answers;
        } catch (IOException e) {
            if (System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(LIMIT_MILLIS)) {
                throw e;
            }
            throw new IOException(
                    "%s did not answer within %d s; is the daemon overloaded or stopped?"
                            .formatted(link, TimeUnit.MILLISECONDS.toSeconds(LIMIT_MILLIS)),
                    e);
        } finally {
            watchdog.interrupt();
        }
    }

    private QueryReply reply(int id) throws IOException {
        while (true) {
            byte[] bytes = link.read();
            if (bytes == null) {
                throw new EOFException(link + " closed before it answered");
            }
            Frame frame = Link.parse(bytes);
            if (frame.hasRefused()) {
                throw new IOException(
                        "%s rejected the request: %s"
                                .formatted(link, Printable.of(frame.getRefused().getReason())));
            }
            if (frame.hasQueryReply() && frame.getQueryReply().getId() == id) {
                QueryReply reply = frame.getQueryReply();
                if (!reply.getError().isEmpty()) {
                    throw new IOException(Printable.of(reply.getError()));
                }
                return reply;
            }
            others.add(bytes);
        }
    }

    /** What came meanwhile and is no answer, in its order. */
    public List<byte[]> others() {
        return others;
    }
}
