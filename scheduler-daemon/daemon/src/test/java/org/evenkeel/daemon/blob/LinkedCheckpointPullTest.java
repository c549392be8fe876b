package org.evenkeel.daemon.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.SharedFolder;
import org.evenkeel.daemon.journal.LowDisk;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.wire.BlobPayload;
import org.evenkeel.wire.PayloadWire;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.BlobChunk;
import org.evenkeel.wire.proto.BlobComing;
import org.evenkeel.wire.proto.CheckpointComing;
import org.evenkeel.wire.proto.Numbers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints between daemons that share a machine: real files, one disk thread. */
@Timeout(120)
class LinkedCheckpointPullTest {
    private static final Digest NAME = CheckpointName.of(1, 2, 3);
    private static final int BYTES = 5_000_000;
    private static final NodeRef WRITER = new NodeRef(new NodeId("n2"), 77, "127.0.0.1", 1);

    @TempDir private Path directory;
    private final TestLoop loop = new TestLoop();
    private final Disk disk = new Disk(loop);
    private final Deque<Runnable> timers = new ArrayDeque<>();
    private final List<@Nullable String> heard = new ArrayList<>();
    private final List<CheckpointComing> told = new ArrayList<>();
    private int asked;
    private Path file;
    private BlobStore store;
    private BlobPulls pulls;
    private StreamedCheckpoints early;

    /** Has nothing to give: what is asked for comes from nowhere else than from the file. */
    private final BlobSource source =
            (digest, offset, length) -> {
                asked++;
                loop.execute(this::answer);
            };

    @BeforeEach
    void open() throws IOException {
        ClusterDirectory cluster = new ClusterDirectory(directory);
        Path worker = Files.createDirectories(cluster.nodePath(WRITER.id()).resolve("workers/1"));
        announce(WRITER.incarnation());
        file = Files.createFile(worker.resolve("checkpoint-1"));
        NodeId self = new NodeId("n1");
        store =
                new BlobStore(
                        Files.createDirectories(cluster.nodePath(self).resolve("blobs")), disk);
        pulls = new BlobPulls(store);
        early =
                new StreamedCheckpoints(
                        store,
                        pulls,
                        new LowDisk(directory, OptionalLong.of(0)),
                        (delay, then) -> timers.add(then),
                        new SharedFolder(cluster, self, true));
        early.readBy(job -> frame -> told.add(frame.getCheckpointComing()));
    }

    @AfterEach
    void close() {
        disk.close();
    }

    private void announce(long incarnation) throws IOException {
        Files.writeString(directory.resolve("nodes/n2/incarnation"), incarnation + "\n");
    }

    private void answer() {
        try {
            pulls.onChunk(
                    source,
                    BlobChunk.newBuilder()
                            .setSha256(ByteString.copyFrom(NAME.toBytes()))
                            .setSize(BYTES)
                            .setMissing(true)
                            .build());
        } catch (WireException e) {
            throw new AssertionError(e);
        }
    }

    /** What the node that writes says. */
    private BlobComing coming(String told) {
        return BlobComing.newBuilder()
                .setBlob(Objects.requireNonNull(PayloadWire.blob(new BlobPayload(NAME, BYTES))))
                .setJob(5)
                .addNumbers(Numbers.newBuilder().setOffset(9).setKind('b').setBytes(1 << 20))
                .setFile(told)
                .build();
    }

    private void come(String told) throws Exception {
        early.coming(coming(told), source, WRITER);
        // The result that names it comes later.
        pulls.pull(NAME, BYTES, StreamedCheckpoints.MAX_BYTES, source, this::ended);
        settle();
    }

    private void ended(@Nullable String problem) {
        heard.add(problem);
        if (problem == null) {
            store.acquire(NAME);
        }
    }

    private void settle() {
        loop.settle(disk);
    }

    /** Looks at the file's length once more. */
    private void look() throws InterruptedException {
        timers.remove().run();
        settle();
    }

    private void write(int bytes) throws IOException {
        byte[] some = new byte[bytes];
        Arrays.fill(some, (byte) 7);
        Files.write(file, some, StandardOpenOption.APPEND);
    }

    @Test
    void theFileItselfComesWhileItIsWritten() throws Exception {
        write(3_000_000);
        come("workers/1/checkpoint-1");
        assertThat(Objects.requireNonNull(pulls.part(NAME)).written()).isEqualTo(3_000_000);
        assertThat(told).singleElement().matches(one -> one.getWritten() == 3_000_000);
        Path early = Path.of(told.getFirst().getFile());
        assertThat(Files.isSameFile(early, file)).isTrue();
        look();
        assertThat(heard).isEmpty();
        write(BYTES - 3_000_000);
        look();
        assertThat(heard).hasSize(1).containsOnlyNulls();
        assertThat(asked).as("pieces asked for").isZero();
        assertThat(Files.isSameFile(store.path(NAME), file)).isTrue();
        assertThat(told.getLast().getWritten()).isEqualTo(BYTES);
        Files.delete(file); // as the node that wrote it does
        assertThat(store.path(NAME)).hasSize(BYTES);
        store.release(NAME);
        timers.remove().run();
        settle();
        assertThat(store.directory()).as("it is kept for nobody").isEmptyDirectory();
    }

    /** The word of it is slower than its writer. */
    @Test
    void oneThatItsNodeHasTakenOverIsFoundThere() throws Exception {
        write(BYTES);
        Path blobs = Files.createDirectories(directory.resolve("nodes/n2/blobs"));
        Path whole = Files.move(file, blobs.resolve(NAME.toString()));
        come("workers/1/checkpoint-1");
        assertThat(heard).hasSize(1).containsOnlyNulls();
        assertThat(asked).isZero();
        assertThat(Files.isSameFile(store.path(NAME), whole)).isTrue();
    }

    @Test
    void oneThatDoesNotBecomeLongerIsAskedFor() throws Exception {
        write(1_000);
        come("workers/1/checkpoint-1");
        for (int i = 0; i <= 600 && heard.isEmpty(); i++) {
            timers.remove().run();
            settle();
        }
        settle();
        assertThat(asked).isPositive();
        assertThat(heard).singleElement().asString().contains("does not have");
        assertThat(store.directory()).isEmptyDirectory();
    }

    /** A place among those that come early is nobody's for ever. */
    @Test
    void oneThatGrowsForTooLongIsAskedFor() throws Exception {
        write(1_000);
        come("workers/1/checkpoint-1");
        int looks = 0;
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.APPEND)) {
            for (; !timers.isEmpty(); looks++) {
                out.write(ByteBuffer.wrap(new byte[1]));
                timers.remove().run();
                settle();
            }
        }
        assertThat(looks).isBetween(5_900, 6_100);
        settle();
        assertThat(asked).isPositive();
        assertThat(heard).hasSize(1);
        assertThat(store.directory()).isEmptyDirectory();
    }

    /** Where workers are this user they are the only ones whose files count. */
    @Test
    void whatAnotherUserWroteIsAskedFor() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root gives files away");
        write(1_000);
        Files.setAttribute(file, "unix:uid", 4_711);
        come("workers/1/checkpoint-1");
        assertThat(asked).isPositive();
        assertThat(store.directory()).isEmptyDirectory();
        assertThat(file).hasSize(1_000);

        Files.setAttribute(file, "unix:uid", 0);
        Files.setAttribute(directory.resolve("nodes/n2"), "unix:uid", 4_711);
        asked = 0;
        come("workers/1/checkpoint-1");
        assertThat(asked).as("a node of another user").isPositive();
    }

    @Test
    void whatIsLongerThanWasSaidIsAskedFor() throws Exception {
        write(BYTES + 1);
        come("workers/1/checkpoint-1");
        assertThat(asked).isPositive();
        assertThat(store.directory()).isEmptyDirectory();
    }

    @Test
    void whatIsNotThereOrNotThatNodesIsAskedFor() throws Exception {
        write(BYTES);
        Path others = Files.createDirectories(directory.resolve("nodes/n3")).resolve("file");
        Files.createLink(others, file);
        Path symbolic = file.resolveSibling("symbolic");
        Files.createSymbolicLink(symbolic, others);
        Files.createSymbolicLink(file.resolveSibling("away"), others.getParent());
        String[] wrong = {
            "workers/1/checkpoint-2",
            "../n3/file",
            others.toString(),
            "workers/1/symbolic",
            "workers/1/away/file",
            "workers/1",
            "..",
            "\0"
        };
        for (String one : wrong) {
            asked = 0;
            come(one);
            assertThat(asked).as(one).isPositive();
            assertThat(store.directory()).as(one).isEmptyDirectory();
        }
        announce(78);
        asked = 0;
        come("workers/1/checkpoint-1");
        assertThat(asked).as("another process of that node").isPositive();
        assertThat(told).noneMatch(one -> one.getWritten() > 0);
    }

    @Test
    void nothingIsLeftOfOneWhoseSourceGoes() throws Exception {
        write(1_000);
        come("workers/1/checkpoint-1");
        pulls.sourceGone(source);
        settle();
        assertThat(heard).singleElement().asString().contains("gone");
        assertThat(store.directory()).isEmptyDirectory();
        timers.forEach(Runnable::run);
        settle();
        assertThat(heard).hasSize(1);
    }

    @Test
    void aNodeTellsOfItsOwnFilesAlone() {
        SharedFolder folder = new SharedFolder(new ClusterDirectory(directory), WRITER.id(), true);
        assertThat(folder.tell(file)).isEqualTo("workers/1/checkpoint-1");
        assertThat(folder.tell(directory.resolve("nodes/n1/blobs/x"))).isEmpty();
        assertThat(folder.tell(directory.resolve("nodes/n2/../n1/x"))).isEmpty();

        SharedFolder off = new SharedFolder(new ClusterDirectory(directory), WRITER.id(), false);
        assertThat(off.tell(file)).isEmpty();
        assertThatThrownBy(() -> off.find(WRITER, "workers/1/checkpoint-1"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("n2@127.0.0.1:1 is not known to run in");
    }
}
