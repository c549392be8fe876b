package org.evenkeel.daemon.blob;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.evenkeel.daemon.journal.LowDisk;
import org.evenkeel.daemon.net.FrameSink;
import org.evenkeel.model.Digest;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.wire.BlobPayload;
import org.evenkeel.wire.InlinePayload;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobRequest;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.ValueHere;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A value goes through nodes that have not got it yet, piece by piece; each checks the whole. */
@Timeout(120)
class ValueRelayTest {

    private static final JobId JOB = new JobId(7);
    private static final int PIECES = 12;

    @TempDir private Path directory;
    private final TestLoop loop = new TestLoop();
    private final Map<String, Node> nodes = new HashMap<>();

    /** Frames that a sends and that have not arrived. */
    private final List<Disk> disks = new ArrayList<>();

    private final Deque<Runnable> slow = new ArrayDeque<>();

    /** Whether what comes from a is something else than was asked for. */
    private boolean bent;

    private final class Node {
        final String name;
        final Disk disk = new Disk(loop);
        final BlobStore store;
        final BlobPulls pulls;
        final IntermediateValueStore valueStore;
        final List<ValueHere> heard = new ArrayList<>();
        private final Map<String, Link> links = new HashMap<>();

        Node(String name) throws IOException {
            this.name = name;
            Path own = Files.createDirectory(directory.resolve(name));
            disks.add(disk);
            store = new BlobStore(own, disk);
            pulls = new BlobPulls(store);
            valueStore =
                    new IntermediateValueStore(
                            store,
                            pulls,
                            new LowDisk(own, OptionalLong.of(0)),
                            (delay, then) -> {},
                            Long.MAX_VALUE);
            valueStore.fetchFrom(
                    new IntermediateValueStore.Peers() {
                        @Override
                        public BlobSource source(NodeId node) {
                            return link(node.name());
                        }

                        @Override
                        public boolean dial(NodeId node) {
                            return false;
                        }
                    });
            nodes.put(name, this);
        }

        Link link(String other) {
            return links.computeIfAbsent(other, to -> new Link(this, to));
        }

        void fetch(BlobPayload value, String... holders) {
            valueStore.fetch(JOB, value, List.of(holders), heard::add);
        }

        boolean has(BlobPayload value) {
            return store.has(value.digest());
        }
    }

    /** What a node has of its link to another. */
    private final class Link implements BlobSource {
        private final Node own;
        private final String other;
        private final BlobSender sender;
        private int received;

        Link(Node own, String other) {
            this.own = own;
            this.other = other;
            sender =
                    new BlobSender(
                            own.store,
                            new FrameSink() {
                                @Override
                                public boolean isWritable() {
                                    return true;
                                }

                                @Override
                                public void send(Frame frame) {
                                    Runnable arrive = () -> far().receive(frame);
                                    if (own.name.equals("a")) {
                                        slow.add(arrive);
                                    } else {
                                        loop.execute(arrive);
                                    }
                                }
                            },
                            new BlobSender.Coming() {
                                @Override
                                public BlobPull.@Nullable Part part(Digest digest) {
                                    return own.pulls.part(digest);
                                }

                                @Override
                                public boolean await(
                                        Digest digest, long upTo, BlobSender.Waiter waiter) {
                                    return own.valueStore.await(digest, upTo, Link.this, waiter);
                                }
                            });
        }

        private Link far() {
            return nodes.get(other).link(own.name);
        }

        private void receive(Frame frame) {
            received++;
            var chunk = frame.getBlobChunk();
            if (other.equals("a") && bent) {
                byte[] zeros = new byte[chunk.getContent().size()];
                chunk = chunk.toBuilder().setContent(ByteString.copyFrom(zeros)).build();
            }
            try {
                own.pulls.onChunk(this, chunk);
            } catch (WireException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void request(Digest digest, long offset, int length) {
            BlobRequest request =
                    BlobRequest.newBuilder()
                            .setSha256(ByteString.copyFrom(digest.toBytes()))
                            .setOffset(offset)
                            .setLength(length)
                            .build();
            loop.execute(() -> {
                try {
                    far().sender.onRequest(request);
                } catch (WireException e) {
                    throw new AssertionError(e);
                }
            });
        }
    }

    @AfterEach
    void close() {
        nodes.values().forEach(node -> node.disk.close());
    }

    private void settle() {
        loop.settle(disks);
    }

    /** Lets all that a sends arrive. */
    private void resume() {
        while (!slow.isEmpty()) {
            slow.remove().run();
            settle();
        }
    }

    private BlobPayload put(Node... makers) {
        byte[] bytes = new byte[PIECES * WireLimits.BLOB_CHUNK_BYTES - 5];
        new SplittableRandom(1).nextBytes(bytes);
        BlobPayload value = new BlobPayload(Digest.of(Digest.sha256().digest(bytes)), bytes.length);
        for (Node maker : makers) {
            maker.store.spill(
                    new InlinePayload(ByteString.copyFrom(bytes)),
                    payload -> maker.store.acquire(value.digest()));
        }
        settle();
        return value;
    }

    @Test
    void piecesGoOnBeforeTheWholeIsThere() throws Exception {
        Node a = new Node("a");
        Node b = new Node("b");
        Node c = new Node("c");
        Node d = new Node("d");
        BlobPayload value = put(a);
        b.fetch(value, "a");
        c.fetch(value, "b", "a");
        d.fetch(value, "c", "a");
        settle();
        for (int piece = 0; piece < PIECES / 2; piece++) {
            slow.remove().run();
            settle();
        }
        assertThat(b.has(value)).isFalse();
        assertThat(d.link("c").received).as("pieces at the end of the chain").isEqualTo(PIECES / 2);
        resume();
        assertThat(List.of(b, c, d)).allMatch(node -> node.has(value));
        assertThat(d.heard)
                .singleElement()
                .matches(answer -> answer.getFrom().equals("c") && answer.getTransfers() == 1);
        assertThat(a.link("c").received + c.link("a").received).as("between a and c").isZero();
        assertThat(content(d, value)).isEqualTo(content(a, value));
    }

    @Test
    void whatIsWrongIsPassedOnButNotKeptAndFetchedElsewhere() throws Exception {
        Node a = new Node("a");
        Node b = new Node("b");
        Node c = new Node("c");
        Node good = new Node("good");
        BlobPayload value = put(a, good);
        bent = true;
        b.fetch(value, "a", "good");
        c.fetch(value, "b", "good");
        settle();
        resume();
        assertThat(List.of(b, c)).allMatch(node -> node.has(value));
        assertThat(b.heard.getFirst().getFrom()).isEqualTo("good");
        assertThat(c.heard.getFirst().getFrom()).isEqualTo("good");
        assertThat(c.link("b").received).as("pieces of b, right or wrong").isPositive();
        assertThat(content(c, value)).isEqualTo(content(good, value));
    }

    private static byte[] content(Node node, BlobPayload value) {
        try {
            return Files.readAllBytes(node.store.path(value.digest()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
