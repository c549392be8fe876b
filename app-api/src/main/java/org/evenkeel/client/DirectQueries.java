package org.evenkeel.client;

import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.client.link.Link;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;
import org.jspecify.annotations.Nullable;

/** Asks a daemon questions over a link that no other thread reads yet; for one thread. */
final class DirectQueries {

    /** Longest wait for an answer; a daemon waits two seconds for the other members. */
    private static final long LIMIT_MILLIS = 10_000;

    private final Link link;
    private final List<byte[]> others = new ArrayList<>();
    private int asked;

    DirectQueries(Link link) {
        this.link = link;
    }

    /**
     * Asks and waits for the answer.
     *
     * @param cluster whether the daemon is to ask the other members too
     * @return the answer, or for a cluster an object with a list {@code answers}
     * @throws IOException if the daemon says that the question is wrong, or the link breaks
     */
    Map<String, @Nullable Object> ask(String what, String argument, boolean cluster)
            throws IOException {
        int id = ++asked;
        Thread watchdog = link.closeAfter(LIMIT_MILLIS);
        try {
            link.write(
                    Frame.newBuilder()
                            .setQuery(
                                    Query.newBuilder()
                                            .setId(id)
                                            .setWhat(what)
                                            .setArgument(argument)
                                            .setCluster(cluster))
                            .build());
            return JsonReader.object(answer(id));
        } catch (IllegalArgumentException e) {
            throw new IOException(link + " sent an invalid answer: " + e.getMessage(), e);
        } finally {
            watchdog.interrupt();
        }
    }

    private String answer(int id) throws IOException {
        StringBuilder json = new StringBuilder();
        while (true) {
            byte[] bytes = link.read();
            if (bytes == null) {
                throw new EOFException(link + " closed before it answered");
            }
            Frame frame = Link.parse(bytes);
            if (!frame.hasQueryReply() || frame.getQueryReply().getId() != id) {
                others.add(bytes);
                continue;
            }
            QueryReply reply = frame.getQueryReply();
            if (!reply.getError().isEmpty()) {
                throw new IOException(reply.getError());
            }
            json.append(reply.getJson());
            if (reply.getLast()) {
                return json.toString();
            }
        }
    }

    /** What came meanwhile and is no answer, in its order. */
    List<byte[]> others() {
        return others;
    }
}
