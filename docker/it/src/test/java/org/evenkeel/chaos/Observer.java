package org.evenkeel.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.model.Ids;
import org.evenkeel.wire.link.Endpoint;
import org.evenkeel.wire.link.Handshake;
import org.evenkeel.wire.link.Link;
import org.evenkeel.wire.proto.CloseJob;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;
import org.evenkeel.wire.proto.Role;

/** Asks one daemon what the command line asks: nodes, stats, explain; the answer is JSON. */
public final class Observer implements AutoCloseable {

    private static final Pattern SOCKET = Pattern.compile("\"socket\"\\s*:\\s*\"([^\"]*)\"");

    private final Link link;
    private int queries;

    /**
     * Connects to the daemon of this directory.
     *
     * @throws IOException if it does not answer
     */
    public Observer(Path clusterDirectory, String node) throws IOException {
        this(clusterDirectory, node, Role.OBSERVER);
    }

    private Observer(Path clusterDirectory, String node, Role role) throws IOException {
        Path file = clusterDirectory.resolve("nodes").resolve(node).resolve("daemon.json");
        Matcher socket = SOCKET.matcher(Files.readString(file));
        if (!socket.find()) {
            throw new IOException(file + " names no socket");
        }
        byte[] token =
                HexFormat.of()
                        .parseHex(Files.readString(clusterDirectory.resolve("token")).strip());
        link = Link.connect(Endpoint.parse("unix:" + socket.group(1).replace("\\/", "/")));
        Handshake.speak(link, token, new Handshake.Speaker(role, Handshake.randomId(), 0));
    }

    /** As a client that has no job of its own. */
    public static Observer asClient(Path clusterDirectory, String node) throws IOException {
        return new Observer(clusterDirectory, node, Role.CLIENT);
    }

    /** Tells the daemon to close a job, and waits until it has heard. */
    public void close(String job) throws IOException {
        CloseJob close = CloseJob.newBuilder().setJob(Ids.parse(job)).build();
        link.write(Frame.newBuilder().setCloseJob(close).build());
        ask("jobs", "");
    }

    /** Asks and waits. */
    public String ask(String what, String argument) throws IOException {
        int id = ++queries;
        link.write(
                Frame.newBuilder()
                        .setQuery(Query.newBuilder().setId(id).setWhat(what).setArgument(argument))
                        .build());
        StringBuilder json = new StringBuilder();
        while (true) {
            Frame frame = link.readFrame();
            if (frame == null) {
                throw new IOException("the daemon ended while it was asked for " + what);
            }
            if (frame.hasQueryReply() && frame.getQueryReply().getId() == id) {
                QueryReply reply = frame.getQueryReply();
                json.append(reply.getJson()).append(reply.getError());
                if (reply.getLast() || !reply.getError().isEmpty()) {
                    return json.toString();
                }
            }
        }
    }

    /** The first number of this name in an answer, 0 when there is none. */
    public static long number(String json, String field) {
        Matcher matcher = Pattern.compile("\"" + field + "\"\\s*:\\s*(-?\\d+)").matcher(json);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    @Override
    public void close() {
        link.close();
    }
}
