package org.evenkeel.client.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.evenkeel.api.OutcomeUnknownException;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.link.Link;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.Outcomes;
import org.evenkeel.wire.proto.Ping;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which outcomes are acknowledged when no open task waits for them. */
@Timeout(120)
class LeavingTest {
    private final PayloadCodec codec = new PayloadCodec(LeavingTest.class.getClassLoader());
    private SocketChannel there;
    private Link daemon;
    private Outbox outbox;

    @BeforeEach
    void connect() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            there = SocketChannel.open(server.getLocalAddress());
            daemon = Link.over(server.accept(), "daemon");
            outbox = new Outbox(Link.over(there, "client"), "writer");
        }
    }

    @AfterEach
    void close() throws Exception {
        there.close();
        daemon.close();
    }

    private static OpenTask task(Submitter submitter) {
        Kind kind = Kind.of(new Kind.Parts(5, "k", Digest.NONE, new Kind.Limits(5, 0, 0, 0), null));
        return new OpenTask(submitter, kind, null, 1) {};
    }

    /** The numbers the daemon hears acknowledged when these outcomes come. */
    private List<Long> acknowledged(Submitter submitter, long... numbers) throws Exception {
        Outcomes.Builder outcomes = Outcomes.newBuilder();
        for (long number : numbers) {
            outcomes.addItems(OutcomeItem.newBuilder().setNumber(number));
        }
        submitter.handle(Frame.newBuilder().setOutcomes(outcomes).build().toByteArray(), outbox);
        outbox.flush(
                List.of(
                        new Outgoing.Control(
                                Frame.newBuilder().setPing(Ping.newBuilder()).build())));
        Frame first = daemon.readFrame();
        assertThat(first).isNotNull();
        if (first.hasOutcomeAck()) {
            assertThat(daemon.readFrame()).matches(Frame::hasPing);
        }
        return first.getOutcomeAck().getNumbersList();
    }

    @Test
    void outcomeThatIsToldTwiceIsAcknowledgedTwice() throws Exception {
        Submitter submitter = new Submitter(1, codec);
        submitter.setWindow(10, 1000);
        submitter.submit(task(submitter), codec.encode("x"));
        assertThat(acknowledged(submitter, 1)).containsExactly(1L);
        assertThat(acknowledged(submitter, 1)).containsExactly(1L);
    }

    @Test
    void outcomeThatComesAfterItsTaskWasLeftIsNotAcknowledged() throws Exception {
        Submitter submitter = new Submitter(1, codec);
        submitter.setWindow(10, 1000);
        submitter.submit(task(submitter), codec.encode("x"));
        submitter.leave();
        submitter.close(new OutcomeUnknownException("left"));
        assertThat(acknowledged(submitter, 1)).isEmpty();
    }

    @Test
    void outcomesOfTheOtherJobsOfATakenSessionAreNotAcknowledged() throws Exception {
        Submitter submitter = new Submitter(1, codec, 4);
        submitter.adopt(task(submitter), 2);
        submitter.adopt(task(submitter), 4);
        assertThat(acknowledged(submitter, 1, 2, 3, 4, 5)).containsExactly(2L, 4L, 5L);
    }
}
