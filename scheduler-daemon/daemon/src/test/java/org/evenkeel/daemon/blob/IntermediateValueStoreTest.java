package org.evenkeel.daemon.blob;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.evenkeel.daemon.journal.LowDisk;
import org.evenkeel.model.Digest;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.wire.BlobPayload;
import org.evenkeel.wire.proto.BlobChunk;
import org.evenkeel.wire.proto.ValueHere;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Values come once, from whoever has them, and go with their job or when there are too many. */
@Timeout(120)
class IntermediateValueStoreTest {

    private static final JobId JOB = new JobId(7);

    @TempDir private Path directory;
    private final TestLoop loop = new TestLoop();
    private final List<Runnable> timers = new ArrayList<>();
    private final Map<String, Source> nodes = new LinkedHashMap<>();
    private final List<ValueHere> heard = new ArrayList<>();
    private Disk disk;
    private BlobStore store;
    private BlobPulls pulls;
    private IntermediateValueStore valueStore;

    /** A node that is asked, and answers when it is told to. */
    private final class Source implements BlobSource {
        private int requests;

        @Override
        public void request(Digest digest, long offset, int length) {
            requests++;
        }

        void answer(byte @Nullable [] content, Digest digest) throws Exception {
            if (content == null) {
                pulls.onChunk(this, chunk(digest).setMissing(true).build());
            } else {
                answer(content, 0, content.length, digest);
            }
        }

        /** A part of it. */
        void answer(byte[] content, int from, int length, Digest digest) throws Exception {
            pulls.onChunk(
                    this,
                    chunk(digest)
                            .setSize(content.length)
                            .setOffset(from)
                            .setContent(ByteString.copyFrom(content, from, length))
                            .build());
        }

        private BlobChunk.Builder chunk(Digest digest) {
            return BlobChunk.newBuilder().setSha256(ByteString.copyFrom(digest.toBytes()));
        }
    }

    @BeforeEach
    void open() throws Exception {
        disk = new Disk(loop);
        store = new BlobStore(directory, disk);
        pulls = new BlobPulls(store);
        valueStore =
                new IntermediateValueStore(
                        store,
                        pulls,
                        new LowDisk(directory, OptionalLong.of(0)),
                        (delay, then) -> timers.add(then),
                        2_500);
        valueStore.fetchFrom(
                new IntermediateValueStore.Peers() {
                    @Override
                    public @Nullable BlobSource source(NodeId node) {
                        return nodes.get(node.name());
                    }

                    @Override
                    public boolean dial(NodeId node) {
                        return false;
                    }
                });
        nodes.put("a", new Source());
        nodes.put("b", new Source());
    }

    @AfterEach
    void close() {
        disk.close();
    }

    private void settle() {
        loop.settle(disk);
    }

    private static byte[] content(int what) {
        byte[] bytes = new byte[1_000];
        bytes[0] = (byte) what;
        return bytes;
    }

    private static BlobPayload value(int what) {
        return new BlobPayload(Digest.of(Digest.sha256().digest(content(what))), 1_000);
    }

    private void bring(int what) throws Exception {
        valueStore.fetch(JOB, value(what), List.of("a"), heard::add);
        settle();
        nodes.get("a").answer(content(what), value(what).digest());
        settle();
    }

    @Test
    void comesOnceHoweverManyAsk() throws Exception {
        valueStore.fetch(JOB, value(1), List.of("a"), heard::add);
        valueStore.fetch(JOB, value(1), List.of("a", "b"), heard::add);
        settle();
        assertThat(nodes.get("a").requests).isEqualTo(1);
        nodes.get("a").answer(content(1), value(1).digest());
        settle();
        valueStore.fetch(JOB, value(1), List.of("b"), heard::add);
        assertThat(heard)
                .hasSize(3)
                .allMatch(answer -> answer.getProblem().isEmpty())
                .allMatch(answer -> answer.getTransfers() == 1 && answer.getFrom().equals("a"));
        assertThat(nodes.get("b").requests).isZero();
        assertThat(valueStore.fetched()).isEqualTo(1);
        assertThat(store.has(value(1).digest())).isTrue();
    }

    @Test
    void isAskedOfTheNextWhoHasIt() throws Exception {
        valueStore.fetch(JOB, value(1), List.of("nobody", "a", "b"), heard::add);
        settle();
        nodes.get("a").answer(null, value(1).digest());
        settle();
        nodes.get("b").answer(content(1), value(1).digest());
        settle();
        assertThat(heard).singleElement().extracting(ValueHere::getFrom).isEqualTo("b");
    }

    @Test
    void isLostWhenNobodyHasIt() throws Exception {
        valueStore.fetch(JOB, value(1), List.of("nobody", "a"), heard::add);
        settle();
        nodes.get("a").answer(null, value(1).digest());
        settle();
        assertThat(heard)
                .singleElement()
                .extracting(ValueHere::getProblem)
                .isEqualTo("no reachable node has it");
    }

    @Test
    void whoAsksForWhatIsOnItsWayWaitsForIt() throws Exception {
        List<String> told = new ArrayList<>();
        Digest digest = value(1).digest();
        assertThat(valueStore.await(digest, 1_000, nodes.get("b"), vain -> told.add("early")))
                .isFalse();
        valueStore.fetch(JOB, value(1), List.of("a"), heard::add);
        settle();
        assertThat(valueStore.await(digest, 1_000, nodes.get("b"), vain -> told.add("b " + vain)))
                .isTrue();
        // Two that wait for each other would wait for ever.
        assertThat(valueStore.await(digest, 1_000, nodes.get("a"), vain -> told.add("a")))
                .isFalse();
        assertThat(told).isEmpty();
        nodes.get("a").answer(content(1), digest);
        settle();
        runTimers();
        assertThat(told).containsExactly("b false");
    }

    @Test
    void patienceEndsWhenNothingComes() throws Exception {
        Digest digest = value(1).digest();
        List<String> told = new ArrayList<>();
        valueStore.fetch(JOB, value(1), List.of("a"), heard::add);
        settle();
        valueStore.await(digest, 1_000, nodes.get("b"), vain -> told.add("all " + vain));
        valueStore.await(digest, 300, nodes.get("b"), vain -> told.add("300 " + vain));
        nodes.get("a").answer(content(1), 0, 400, digest);
        settle();
        assertThat(told).as("pieces are passed on as they come").containsExactly("300 false");
        runTimers();
        assertThat(told).as("something came").hasSize(1);
        runTimers();
        assertThat(told).containsExactly("300 false", "all true");
    }

    private void runTimers() {
        List<Runnable> due = List.copyOf(timers);
        timers.clear();
        due.forEach(Runnable::run);
    }

    @Test
    void goesWithItsJob() throws Exception {
        bring(1);
        assertThat(valueStore.bytes()).isEqualTo(1_000);
        valueStore.jobEnded(JOB);
        assertThat(valueStore.bytes()).isZero();
        assertThat(store.has(value(1).digest())).isFalse();
        bring(2); // what comes late is not kept
        assertThat(store.has(value(2).digest())).isFalse();
    }

    @Test
    void theOneThatWasNotAskedForLongestGoesWhenThereAreTooMany() throws Exception {
        bring(1);
        bring(2);
        valueStore.fetch(JOB, value(1), List.of(), heard::add);
        bring(3);
        assertThat(store.has(value(1).digest())).isTrue();
        assertThat(store.has(value(2).digest())).isFalse();
        assertThat(store.has(value(3).digest())).isTrue();
        assertThat(valueStore.bytes()).isEqualTo(2_000);
        bring(2); // and is counted when it comes again
        assertThat(heard.getLast().getTransfers()).isEqualTo(2);
    }
}
