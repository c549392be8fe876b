package org.evenkeel.client.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.model.Digest;
import org.evenkeel.model.submission.SessionContinuity;
import org.evenkeel.testing.fuzz.Chunks;
import org.evenkeel.testing.fuzz.FuzzTarget;
import org.evenkeel.wire.link.Link;
import org.evenkeel.wire.proto.Frame;

/** Frames of a daemon for a session with some open tasks. */
public final class SubmitterFuzz implements FuzzTarget {

    private static final int OPEN_TASKS = 4;

    private final PayloadCodec codec = new PayloadCodec(SubmitterFuzz.class.getClassLoader());
    private final Kind kind =
            Kind.of(new Kind.Attributes(5, "k", Digest.NONE, new Kind.Limits(5, 0, 0, 0), null));
    private final Link link;

    public SubmitterFuzz() {
        try {
            link = Link.over(SocketChannel.open(), "nowhere");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(IOException.class);
    }

    /** An asked result of so many bytes is not to be room for so many bytes. */
    @Override
    public long freeBytes() {
        return 8 << 20;
    }

    @Override
    public void feed(byte[] input) throws Exception {
        OpenSubmissions openSubmissions = new OpenSubmissions(7, codec);
        LinkWriter linkWriter = new LinkWriter(link, "writer"); // never started: it only queues
        openSubmissions.setSending((out, open) -> {});
        openSubmissions.attach(
                new FreshLink(linkWriter, "n1", SessionContinuity.NEW, 0, List.of(), true));
        openSubmissions.setWindow(OPEN_TASKS, Long.MAX_VALUE);
        for (int i = 0; i < OPEN_TASKS; i++) {
            openSubmissions.submitUnbounded(
                    new OpenTask(openSubmissions, kind, null, 1) {}, codec.encode("x"));
        }
        openSubmissions.setReader(Thread.currentThread());
        for (byte[] frame : Chunks.of(input)) {
            if (!openSubmissions.handle(frame)) {
                Frame parsed = Link.parse(frame);
                openSubmissions.handle(parsed, linkWriter);
            }
        }
    }
}
