package org.evenkeel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.zip.CRC32C;
import org.awaitility.Awaitility;
import org.evenkeel.continuations.graph.ReadyArrays;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.CheckpointSum;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.CheckpointComing;
import org.evenkeel.wire.proto.Numbers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checkpoints that are read while they come. */
@Timeout(120)
class IncomingCheckpointsTest {

    private static final Digest NAME = CheckpointName.of(1, 2, 3);
    private static final Digest OTHER = CheckpointName.of(1, 2, 4);
    private static final int OFFSET = 77;
    private static final int BYTES = 3 << 20;

    @TempDir private Path directory;
    private final byte[] file = new byte[OFFSET + BYTES + 5 + CheckpointSum.BYTES];
    private boolean idle = true;
    private final IncomingCheckpoints coming = new IncomingCheckpoints(() -> idle);
    private Path path;

    @BeforeEach
    void make() {
        path = directory.resolve("coming");
        new SplittableRandom(4).nextBytes(file);
        CRC32C sum = new CRC32C();
        sum.update(file, 0, file.length - CheckpointSum.BYTES);
        ByteBuffer.wrap(file)
                .position(file.length - CheckpointSum.BYTES)
                .put(CheckpointSum.end(sum));
    }

    private CheckpointComing.Builder onAnnounced(Digest name, long written) {
        return CheckpointComing.newBuilder()
                .setBlob(
                        BlobRef.newBuilder()
                                .setSha256(ByteString.copyFrom(name.toBytes()))
                                .setSize(file.length))
                .setFile(path.toString())
                .setWritten(written)
                .addNumbers(Numbers.newBuilder().setOffset(OFFSET).setKind('b').setBytes(BYTES));
    }

    private void write(int from, int to) throws Exception {
        Files.write(
                path,
                Arrays.copyOfRange(file, from, to),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private @Nullable ReadyArrays comes() throws Exception {
        write(0, 1 << 20);
        coming.onAnnounced(onAnnounced(NAME, 1 << 20).build());
        write(1 << 20, 2 << 20);
        coming.onAnnounced(onAnnounced(NAME, 2 << 20).clearNumbers().clearFile().build());
        write(2 << 20, file.length);
        return Objects.requireNonNull(coming.take(NAME)).whole();
    }

    @Test
    void oneIsReadAsItGrows() throws Exception {
        ReadyArrays ready = Objects.requireNonNull(comes());
        assertThat(ready.isSame(filled())).isTrue();
        assertThat(coming.take(NAME)).as("for the second time").isNull();
    }

    @Test
    void oneThatChangedOnItsWayIsNotUsed() throws Exception {
        file[OFFSET + BYTES / 2] ^= 1;
        assertThat(comes()).isNull();
    }

    @Test
    void oneThatWasCutOffIsNotUsed() throws Exception {
        write(0, 1 << 20);
        coming.onAnnounced(onAnnounced(NAME, 1 << 20).build());
        assertThat(Objects.requireNonNull(coming.take(NAME)).whole()).isNull();
    }

    @Test
    void anotherTaskNeedsTheMemory() throws Exception {
        write(0, 1 << 20);
        coming.onAnnounced(onAnnounced(NAME, 1 << 20).build());
        assertThat(coming.take(null)).isNull();
        assertThat(coming.take(NAME)).isNull();
        coming.onAnnounced(onAnnounced(NAME, 1 << 20).build());
        coming.onAnnounced(onAnnounced(OTHER, 1 << 20).build());
        assertThat(coming.take(OTHER)).as("one at a time").isNull();
        assertThat(coming.take(NAME)).isNull();
    }

    @Test
    void nothingIsReadForWhatIsOverOrWhereATaskRuns() throws Exception {
        write(0, 1 << 20);
        coming.onAnnounced(onAnnounced(NAME, 1 << 20).build());
        coming.onAnnounced(onAnnounced(NAME, 0).setOver(true).build());
        assertThat(coming.take(NAME)).isNull();
        idle = false;
        coming.onAnnounced(onAnnounced(NAME, 1 << 20).build());
        assertThat(coming.take(NAME)).isNull();
        idle = true;
        coming.onAnnounced(onAnnounced(Digest.of(new byte[Digest.BYTES]), 1 << 20).build());
        assertThat(coming.take(Digest.of(new byte[Digest.BYTES]))).isNull();
        CheckpointComing.Builder outside = onAnnounced(NAME, 1 << 20);
        outside.setNumbers(0, outside.getNumbers(0).toBuilder().setOffset(file.length));
        coming.onAnnounced(outside.build());
        assertThat(coming.take(NAME)).as("an array outside of the file").isNull();
        CheckpointComing.Builder large = onAnnounced(NAME, 1 << 20);
        large.getBlobBuilder().setSize(1L << 40);
        for (int i = 0; i < 8; i++) {
            large.addNumbers(Numbers.newBuilder().setOffset(9).setKind('b').setBytes(1 << 30));
        }
        coming.onAnnounced(large.build());
        assertThat(coming.take(NAME)).as("more than there is memory").isNull();
    }

    private ReadyArrays arrays() {
        return new ReadyArrays(List.of(new ReadyArrays.Numbers(OFFSET, 'b', BYTES)));
    }

    /** With what is in the file. */
    private ReadyArrays filled() {
        ReadyArrays all = arrays();
        all.fill(0, MemorySegment.ofArray(file));
        return all;
    }

    /** One whose file is there, and whose arrays are made when there is memory. */
    private IncomingCheckpoint started(CountDownLatch memory) throws Exception {
        write(0, file.length);
        IncomingCheckpoint one =
                new IncomingCheckpoint(
                        NAME,
                        path,
                        file.length,
                        () -> {
                            await(memory);
                            return arrays();
                        });
        one.start();
        return one;
    }

    /** Of four parts those that were read before there was an array are filled in later. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void whatWasMissedIsFilledInLater(int before) throws Exception {
        CountDownLatch memory = new CountDownLatch(1);
        IncomingCheckpoint one = started(memory);
        int there = file.length * before / 4;
        one.grew(there);
        int chunk = IncomingCheckpoint.CHUNK_BYTES;
        long read = there == file.length ? there : there / chunk * chunk; // whole chunks
        Awaitility.await().until(() -> one.missed() == read);
        memory.countDown();
        assertThat(Objects.requireNonNull(one.whole()).isSame(filled())).isTrue();
    }

    @Test
    void oneThatIsDroppedWhileItsArraysAreMadeEnds() throws Exception {
        CountDownLatch memory = new CountDownLatch(1);
        IncomingCheckpoint one = started(memory);
        one.grew(file.length);
        one.drop();
        memory.countDown();
        assertThat(one.whole()).isNull();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
