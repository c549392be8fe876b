package org.evenkeel.client;

import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.client.link.Link;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.wire.AnswerAssembly;
import org.evenkeel.wire.Questions;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;

/** Asks a daemon questions over a link that no other thread reads yet; for one thread. */
final class DirectQueries {

    /** Longest wait for an answer; a daemon waits two seconds for the other members. */
    private static final long LIMIT_MILLIS = 10_000;

    private final Link link;
    private final Features daemon;
    private final List<byte[]> others = new ArrayList<>();
    private int asked;

    /**
     * @param daemon what the daemon understands
     */
    DirectQueries(Link link, Features daemon) {
        this.link = link;
        this.daemon = daemon;
    }

    /**
     * Asks and waits for the answer.
     *
     * @throws IOException if the daemon says that the question is wrong, or the link breaks
     */
    Answers ask(Query.Builder query) throws IOException {
        Query numbered = query.setId(++asked).build();
        Thread watchdog = link.closeAfter(LIMIT_MILLIS);
        try {
            link.write(Frame.newBuilder().setQuery(Questions.to(daemon, numbered)).build());
            AnswerAssembly assembly = new AnswerAssembly(numbered.getTopic());
            Answers answers = null;
            while (answers == null) {
                answers = assembly.add(reply(numbered.getId()));
            }
            return answers;
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
            if (frame.hasQueryReply() && frame.getQueryReply().getId() == id) {
                return frame.getQueryReply();
            }
            others.add(bytes);
        }
    }

    /** What came meanwhile and is no answer, in its order. */
    List<byte[]> others() {
        return others;
    }
}
