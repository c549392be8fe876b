package org.evenkeel.client.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.session.FinishedTask.ResultFile;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Grant;
import org.evenkeel.model.submission.SessionContinuity;
import org.evenkeel.model.submission.SubmissionMachine;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.link.Link;
import org.evenkeel.wire.proto.FinishedItem;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Ping;
import org.evenkeel.wire.proto.Status;
import org.evenkeel.wire.proto.SubmitGroup;
import org.evenkeel.wire.proto.SubmitItem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Frames written by hand are read by the generated code. */
class FrameBatcherTest {

    @TempDir Path directory;
    private Link writing;
    private Link reading;
    private FrameBatcher batcher;
    private final OpenSubmissions openSubmissions =
            new OpenSubmissions(77, new PayloadCodec(getClass().getClassLoader()));

    private static final class Plain extends OpenTask {
        Plain(OpenSubmissions openSubmissions, Kind kind, Ticket parent, long weight) {
            super(openSubmissions, kind, parent, weight);
        }
    }

    @BeforeEach
    void connect() throws Exception {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(directory.resolve("s"));
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            writing = Link.over(SocketChannel.open(address), "test");
            reading = Link.over(server.accept(), "test");
            reading.authenticated();
        }
        batcher = new FrameBatcher(writing);
    }

    @AfterEach
    void close() {
        writing.close();
        reading.close();
    }

    private static Kind kind(String name) {
        return Kind.of(
                new Kind.Attributes(5, name, Digest.NONE, new Kind.Limits(5, 0, 0, 0), null));
    }

    private Plain task(Kind kind, long number, Ticket parent, int bytes) {
        Plain task = new Plain(openSubmissions, kind, parent, number == 3 ? 9 : 1);
        SubmissionMachine<OpenTask> session = new SubmissionMachine<>(new LinkOutput(), number - 1);
        session.submit(task, bytes);
        if (number == 4) {
            session.attached(SessionContinuity.NEW, false);
        }
        task.payload = new Encoded((byte) 2, new byte[bytes], bytes);
        return task;
    }

    @Test
    void tasksOfOneKindAndParentShareAGroup() throws Exception {
        Kind a = kind("a");
        Kind b = kind("b");
        Ticket parent = new Ticket(-8, 1L << 40, 1, 1);
        batcher.add(task(a, 1, null, 0));
        batcher.add(task(a, 2, null, 200));
        batcher.add(task(b, 3, null, 1));
        batcher.add(task(b, 4, parent, 1));
        Plain large = task(b, 5, parent, 999);
        large.blob = new Digest(1, 2, 3, 4);
        batcher.add(large);
        batcher.flush();
        Frame frame = reading.readFrame();
        List<SubmitGroup> groups = frame.getSubmit().getGroupsList();
        assertThat(groups).hasSize(3);
        assertThat(groups.get(0).getKind().getName()).isEqualTo("a");
        assertThat(groups.get(0).getKind().getPriorityPlusOne()).isEqualTo(6);
        assertThat(groups.get(0).getItemsList())
                .extracting(SubmitItem::getNumber, item -> item.getPayload().size())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1L, 1),
                        org.assertj.core.groups.Tuple.tuple(2L, 201));
        assertThat(groups.get(1).getItems(0).getWeight()).isEqualTo(9);
        assertThat(groups.get(1).hasParent()).isFalse();
        assertThat(groups.get(2).getParent().getOrigin()).isEqualTo(-8);
        assertThat(groups.get(2).getParent().getNumber()).isEqualTo(1L << 40);
        assertThat(groups.get(2).getItems(0).getEpoch()).isEqualTo(1 + Grant.CLIENT_STRIDE);
        assertThat(groups.get(2).getItems(1).getBlob().getSize()).isEqualTo(1000);
        assertThat(groups.get(2).getItems(1).getPayload().size()).isZero();
    }

    @Test
    void framesStayWithinTheirBounds() throws Exception {
        Kind a = kind("a");
        Thread writer =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                for (int i = 1; i <= 5_000; i++) {
                                    batcher.add(task(a, i, null, i % 100 == 0 ? 200_000 : 3));
                                }
                                batcher.flush();
                            } catch (java.io.IOException e) {
                                throw new AssertionError(e);
                            }
                        });
        List<Long> numbers = new ArrayList<>();
        while (numbers.size() < 5_000) {
            Frame frame = reading.readFrame();
            assertThat(frame.getSerializedSize()).isLessThan(WireLimits.MAX_FRAME_BYTES);
            frame.getSubmit()
                    .getGroupsList()
                    .forEach(group -> {
                        assertThat(group.getItemsCount())
                                .isLessThanOrEqualTo(WireLimits.BATCH_TASKS);
                        group.getItemsList().forEach(item -> numbers.add(item.getNumber()));
                    });
        }
        writer.join();
        for (int i = 0; i < 5_000; i++) {
            assertThat(numbers.get(i)).isEqualTo(i + 1);
        }
    }

    @Test
    void outcomesAcknowledgementsAndControlKeepTheirOrder() throws Exception {
        Ticket ticket = new Ticket(1, 2, 3, 4);
        batcher.acks(new long[] {1, 300, 1L << 50}, 3);
        batcher.add(FinishedTask.succeeded(ticket, Encoded.OF_NULL, 55));
        batcher.add(FinishedTask.delegated(ticket, 66, 5));
        batcher.add(
                FinishedTask.succeeded(ticket, new ResultFile("/x", new Digest(1, 2, 3, 4), 7), 5));
        batcher.add(
                FinishedTask.failed(
                        ticket, new FinishedTask.Failure(Status.FAILED, null, "böse"), 5));
        batcher.add(
                FinishedTask.failed(
                        ticket, new FinishedTask.Failure(Status.FAILED, null, "aus", true), 5));
        batcher.add(
                new Outgoing.Control(
                        Frame.newBuilder().setPing(Ping.newBuilder().setNumber(9)).build()));
        batcher.flush();
        assertThat(reading.readFrame().getOutcomeAck().getNumbersList())
                .containsExactly(1L, 300L, 1L << 50);
        List<FinishedItem> items = reading.readFrame().getFinished().getItemsList();
        assertThat(items).hasSize(5);
        assertThat(items.get(0).getHasPayload()).isTrue();
        assertThat(items.get(0).getPayload().size()).isEqualTo(1);
        assertThat(items.get(0).getGrant()).isEqualTo(4);
        assertThat(items.get(0).getRunNanos()).isEqualTo(55);
        assertThat(items.get(1).getTailChild()).isEqualTo(66);
        assertThat(items.get(2).getFile()).isEqualTo("/x");
        assertThat(items.get(2).getBlob().getSize()).isEqualTo(7);
        assertThat(items.get(3).getStatus()).isEqualTo(Status.FAILED);
        assertThat(items.get(3).getSummary()).isEqualTo("böse");
        assertThat(items.get(3).getIsFinal()).isFalse();
        assertThat(items.get(4).getIsFinal()).isTrue();
        // The tail-called child's outcome is acknowledged behind the word that gives it to its
        // parent.
        assertThat(reading.readFrame().getOutcomeAck().getNumbersList()).containsExactly(66L);
        assertThat(reading.readFrame().getPing().getNumber()).isEqualTo(9);
    }
}
