package org.evenkeel.client.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.OutcomeUnknownException;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.model.Digest;
import org.evenkeel.model.submission.SessionContinuity;
import org.evenkeel.wire.link.Link;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.Outcomes;
import org.evenkeel.wire.proto.Ping;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which outcomes are acknowledged, and when. */
@Timeout(120)
class LeavingTest {
    private final PayloadCodec codec = new PayloadCodec(LeavingTest.class.getClassLoader());
    private SocketChannel there;
    private Link daemon;
    private LinkWriter linkWriter;

    @BeforeEach
    void connect() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            there = SocketChannel.open(server.getLocalAddress());
            daemon = Link.over(server.accept(), "daemon");
            linkWriter = new LinkWriter(Link.over(there, "client"), "writer");
        }
    }

    @AfterEach
    void close() throws Exception {
        there.close();
        daemon.close();
    }

    private OpenSubmissions session(long lastNumber) {
        OpenSubmissions openSubmissions = new OpenSubmissions(1, codec, lastNumber);
        openSubmissions.setWindow(10, 1000);
        return openSubmissions;
    }

    private OpenSubmissions attached(OpenSubmissions openSubmissions) {
        openSubmissions.attach(
                new FreshLink(linkWriter, "n1", SessionContinuity.RESUMED, 0, List.of(), false));
        return openSubmissions;
    }

    private static OpenTask task(OpenSubmissions openSubmissions) {
        Kind kind =
                Kind.of(
                        new Kind.Attributes(
                                5, "k", Digest.NONE, new Kind.Limits(5, 0, 0, 0), null));
        return new OpenTask(openSubmissions, kind, null, 1) {};
    }

    private static byte[] outcomes(long... numbers) {
        Outcomes.Builder outcomes = Outcomes.newBuilder();
        for (long number : numbers) {
            outcomes.addItems(OutcomeItem.newBuilder().setNumber(number));
        }
        return Frame.newBuilder().setOutcomes(outcomes).build().toByteArray();
    }

    /** The numbers the daemon hears acknowledged when these outcomes come. */
    private List<Long> acknowledged(OpenSubmissions openSubmissions, long... numbers)
            throws Exception {
        openSubmissions.handle(outcomes(numbers));
        ping();
        return heard();
    }

    /** Sends what waits, and then a ping. */
    private void ping() {
        linkWriter.flush(
                List.of(
                        new Outgoing.Control(
                                Frame.newBuilder().setPing(Ping.newBuilder()).build())));
    }

    /** The numbers that were acknowledged before the next ping. */
    private List<Long> heard() throws Exception {
        List<Long> heard = new ArrayList<>();
        Frame frame = daemon.readFrame();
        while (frame != null && !frame.hasPing()) {
            heard.addAll(frame.getOutcomeAck().getNumbersList());
            frame = daemon.readFrame();
        }
        assertThat(frame).as("all was heard").isNotNull();
        return heard;
    }

    @Test
    void outcomeThatIsToldTwiceIsAcknowledgedTwice() throws Exception {
        OpenSubmissions openSubmissions = attached(session(0));
        openSubmissions.submit(task(openSubmissions), codec.encode("x"));
        assertThat(acknowledged(openSubmissions, 1)).containsExactly(1L);
        assertThat(acknowledged(openSubmissions, 1)).containsExactly(1L);
    }

    /** A program that dies in a callback has not seen the outcome. */
    @Test
    void outcomesAreAcknowledgedWhenTheCallbacksHaveRun() throws Exception {
        OpenSubmissions openSubmissions = attached(session(0));
        openSubmissions.submit(task(openSubmissions), codec.encode("x"));
        OpenTask last = task(openSubmissions);
        openSubmissions.submit(last, codec.encode("x"));
        last.whenEnded(ended -> ping());
        openSubmissions.handle(outcomes(1, 2));
        ping();
        assertThat(heard()).isEmpty();
        assertThat(heard()).containsExactly(1L, 2L);
    }

    @Test
    void aCallbackThatThrowsKeepsNoOtherTaskFromItsEnd() throws Exception {
        OpenSubmissions openSubmissions = attached(session(0));
        List<OpenTask> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            OpenTask task = task(openSubmissions);
            openSubmissions.submit(task, codec.encode("x"));
            task.whenEnded(ended -> {
                throw new IllegalStateException("of " + ended.number());
            });
            tasks.add(task);
        }
        assertThatThrownBy(() -> openSubmissions.handle(outcomes(1, 2))).hasMessage("of 1");
        assertThat(tasks).extracting(OpenTask::isDone).containsExactly(true, true, false, false);
        assertThatThrownBy(() -> openSubmissions.close(new OutcomeUnknownException("closed")))
                .hasMessage("of 3");
        assertThat(tasks).allMatch(OpenTask::isDone);
    }

    @Test
    void outcomeThatComesAfterItsTaskWasLeftIsNotAcknowledged() throws Exception {
        OpenSubmissions openSubmissions = attached(session(0));
        openSubmissions.submit(task(openSubmissions), codec.encode("x"));
        openSubmissions.leave();
        openSubmissions.close(new OutcomeUnknownException("left"));
        assertThat(acknowledged(openSubmissions, 1)).isEmpty();
    }

    @Test
    void outcomesOfTheOtherJobsOfATakenSessionAreNotAcknowledged() throws Exception {
        OpenSubmissions openSubmissions = session(4);
        openSubmissions.adopt(task(openSubmissions), 2);
        openSubmissions.adopt(task(openSubmissions), 4);
        attached(openSubmissions);
        assertThat(acknowledged(openSubmissions, 1, 2, 3, 4, 5)).containsExactly(2L, 4L, 5L);
    }
}
