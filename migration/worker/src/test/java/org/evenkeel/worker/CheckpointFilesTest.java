package org.evenkeel.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.session.FinishedTask.ResultFile;
import org.evenkeel.continuations.envelope.Envelope;
import org.evenkeel.continuations.graph.DamagedGraph;
import org.evenkeel.continuations.graph.Pieces;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.CheckpointSum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Large checkpoints in files come back as they were, or not at all. */
class CheckpointFilesTest {

    private static final Digest BUNDLE = new Digest(1, 2, 3, 4);
    @TempDir private Path directory;

    private final List<String> told = new ArrayList<>();

    /** What is said to be there is there. */
    private final CheckpointFiles.Watcher watcher =
            new CheckpointFiles.Watcher() {
                @Override
                public void grew(ResultFile whole, long written) {
                    assertThat(Path.of(whole.path())).hasSize(written);
                    told.add(written + " of " + whole.size());
                }

                @Override
                public void gaveUp(ResultFile whole) {
                    told.add("gave up");
                }
            };

    @Test
    void sayHowTheyGrow() throws Exception {
        long size = write(checkpoint(random(600 << 10))).size();
        assertThat(told)
                .containsExactly(
                        (256 << 10) + " of " + size,
                        (512 << 10) + " of " + size,
                        (size - CheckpointSum.BYTES) + " of " + size);
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new SplittableRandom(length).nextBytes(bytes);
        return bytes;
    }

    private static CheckpointPayload checkpoint(byte[] content) {
        Envelope envelope =
                Envelope.here(
                        Envelope.Kind.STACK, BUNDLE, "ab12-7", 3, 9, "n1", Pieces.of(content));
        return new CheckpointPayload(envelope, new byte[] {Encoded.OBJECT, 1, 2});
    }

    private ResultFile write(CheckpointPayload checkpoint) throws IOException {
        Path file = directory.resolve("checkpoint");
        Files.deleteIfExists(file);
        return CheckpointFiles.write(checkpoint.unsummedPieces(), file, watcher);
    }

    private static CheckpointPayload read(byte[] file) throws Exception {
        Path path = Files.write(Files.createTempFile("checkpoint", null), file);
        try (OpenedCheckpoint opened = OpenedCheckpoint.of(path, null)) {
            opened.requireRight();
            CheckpointPayload read = opened.continuation();
            Envelope in = read.envelope();
            return new CheckpointPayload( // the content is in the file, which is closed
                    Envelope.here(
                            in.kind(),
                            in.bundle(),
                            in.taskId(),
                            in.epoch(),
                            in.grant(),
                            in.home(),
                            Pieces.of(in.content().toBytes())),
                    read.submitted());
        } finally {
            Files.delete(path);
        }
    }

    @Test
    void comeBackAsTheyWere() throws Exception {
        for (int length : new int[] {0, 1, 255, 256 << 10, (1 << 20) + 17, (5 << 20) + 1}) {
            byte[] content = random(length);
            ResultFile written = write(checkpoint(content));
            byte[] file = Files.readAllBytes(Path.of(written.path()));
            assertThat(file).hasSize((int) written.size());
            CheckpointPayload read = read(file);
            assertThat(read.envelope().content().toBytes()).isEqualTo(content);
            assertThat(read.envelope().taskId()).isEqualTo("ab12-7");
            assertThat(read.submitted()).containsExactly(Encoded.OBJECT, 1, 2);
        }
    }

    @Test
    void noTwoHaveOneNameThoughTheyAreTheSame() throws Exception {
        Digest first = write(checkpoint(random(100))).digest();
        Digest second = write(checkpoint(random(100))).digest();
        assertThat(first).isNotEqualTo(second);
        assertThat(CheckpointName.is(first)).isTrue();
        assertThat(CheckpointName.is(BUNDLE)).isFalse();
    }

    /** Every bit matters, and so does every byte that is missing or too many. */
    @Test
    void areRefusedWhenCutOffOrChanged() throws Exception {
        byte[] whole = Files.readAllBytes(Path.of(write(checkpoint(random(60))).path()));
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatThrownBy(() -> read(damaged))
                    .isInstanceOf(DamagedGraph.class)
                    .hasMessageContaining("truncated or changed");
        }
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(cut)).isInstanceOf(DamagedGraph.class);
        }
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        assertThatThrownBy(() -> read(longer)).isInstanceOf(DamagedGraph.class);
    }

    /** The sum of a large one is looked at while it is read. */
    @Test
    void largeOnesAreRefusedWhenTheyChanged() throws Exception {
        byte[] whole = Files.readAllBytes(Path.of(write(checkpoint(random(9 << 20))).path()));
        whole[6 << 20] ^= 1;
        assertThatThrownBy(() -> read(whole))
                .isInstanceOf(DamagedGraph.class)
                .hasMessageContaining("truncated or changed");
        byte[] cut = Arrays.copyOf(whole, 5 << 20);
        assertThatThrownBy(() -> read(cut))
                .isInstanceOf(DamagedGraph.class)
                .hasMessageContaining("truncated or changed");
        whole[6 << 20] ^= 1;
        assertThat(read(whole).envelope().content().size()).isEqualTo(9 << 20);
    }

    /** An envelope without a sum is believed from such files alone. */
    @Test
    void areNotReadWhereEnvelopesHaveSums() {
        byte[] unsummed = checkpoint(random(60)).unsummedPieces().toBytes();
        assertThatThrownBy(() -> CheckpointPayload.read(ByteBuffer.wrap(unsummed), true))
                .isInstanceOf(DamagedGraph.class)
                .hasMessageContaining("changed in transit");
        byte[] summed = checkpoint(random(60)).pieces().toBytes();
        assertThatThrownBy(() -> CheckpointPayload.read(ByteBuffer.wrap(summed), false))
                .isInstanceOf(DamagedGraph.class);
    }

    @Test
    void leaveNothingBehindWhereTheyCannotBeWritten() throws Exception {
        Path file = directory.resolve("none").resolve("checkpoint");
        assertThatThrownBy(() ->
                        CheckpointFiles.write(
                                checkpoint(random(9)).unsummedPieces(), file, watcher))
                .isInstanceOf(IOException.class);
        assertThat(told).containsExactly("gave up");
        assertThat(directory).isEmptyDirectory();
    }
}
