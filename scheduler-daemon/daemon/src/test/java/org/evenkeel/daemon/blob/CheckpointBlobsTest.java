package org.evenkeel.daemon.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.evenkeel.daemon.journal.LowDisk;
import org.evenkeel.daemon.net.FilePart;
import org.evenkeel.daemon.net.FrameSink;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.wire.BlobPayload;
import org.evenkeel.wire.CheckpointSum;
import org.evenkeel.wire.PayloadWire;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobChunk;
import org.evenkeel.wire.proto.BlobComing;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.BlobRequest;
import org.evenkeel.wire.proto.CheckpointComing;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Numbers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checkpoints go from store to store by names that say nothing of them, and are checked all the
 * same.
 */
@Timeout(120)
class CheckpointBlobsTest {

    private static final Digest NAME = CheckpointName.of(7, 8, 9);
    private static final int PIECES = 40;

    @TempDir private Path directory;
    private final TestLoop loop = new TestLoop();
    private final Disk disk = new Disk(loop);
    private static final NodeRef PEER = new NodeRef(new NodeId("n2"), 1, "127.0.0.1", 1);

    private final List<@Nullable String> heard = new ArrayList<>();
    private BlobStore from;
    private BlobStore to;
    private BlobPulls pulls;
    private BlobSender sender;
    private final List<Path> closed = new ArrayList<>();
    private final GrowingCheckpoints growing = new GrowingCheckpoints(closed::add);
    private boolean sendsFiles;
    private int bent = -1;
    private int pieces;
    private int fromFiles;
    private int mostRequested;
    private int requested;

    private final BlobSource source =
            (digest, offset, length) -> {
                requested++;
                mostRequested = Math.max(mostRequested, requested);
                loop.execute(() -> {
                    try {
                        sender.onRequest(
                                BlobRequest.newBuilder()
                                        .setSha256(ByteString.copyFrom(digest.toBytes()))
                                        .setOffset(offset)
                                        .setLength(length)
                                        .build());
                    } catch (WireException e) {
                        throw new AssertionError(e);
                    }
                });
            };

    @BeforeEach
    void open() throws IOException {
        from = new BlobStore(Files.createDirectory(directory.resolve("from")), disk);
        to = new BlobStore(Files.createDirectory(directory.resolve("to")), disk);
        pulls = new BlobPulls(to);
        sender =
                new BlobSender(
                        from,
                        new FrameSink() {
                            @Override
                            public boolean isWritable() {
                                return true;
                            }

                            @Override
                            public void send(Frame frame) {
                                loop.execute(() -> receive(frame.getBlobChunk()));
                            }

                            @Override
                            public boolean sendsFiles() {
                                return sendsFiles;
                            }

                            @Override
                            public boolean hasRoomForFile() {
                                return true;
                            }

                            @Override
                            public void sendFile(byte[] head, FilePart part, Runnable sent) {
                                fromFiles++;
                                send(whole(head, part));
                                loop.execute(sent);
                            }
                        },
                        new BlobSender.Coming() {
                            @Override
                            public BlobPull.@Nullable Part part(Digest digest) {
                                return growing.part(digest);
                            }

                            @Override
                            public boolean await(
                                    Digest digest, long upTo, BlobSender.Waiter waiter) {
                                return growing.await(digest, upTo, waiter);
                            }
                        });
    }

    @AfterEach
    void close() {
        disk.close();
    }

    /** The frame that the other side reads. */
    private static Frame whole(byte[] head, FilePart part) {
        ByteBuffer frame = ByteBuffer.allocate(head.length + part.length()).put(head);
        try (var file = part.file()) {
            while (frame.hasRemaining()) {
                long at = part.offset() + frame.position() - head.length;
                assertThat(file.read(frame, at)).isPositive();
            }
            frame.flip();
            assertThat(frame.getInt()).as("length of the frame").isEqualTo(frame.remaining());
            return Frame.parseFrom(frame);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void receive(BlobChunk chunk) {
        requested--;
        BlobChunk.Builder received = chunk.toBuilder();
        if (pieces++ == bent) {
            byte[] content = chunk.getContent().toByteArray();
            content[content.length / 2] ^= 1;
            received.setContent(ByteString.copyFrom(content));
        }
        try {
            pulls.onChunk(source, received.build());
        } catch (WireException e) {
            throw new AssertionError(e);
        }
    }

    private void settle() {
        loop.settle(disk);
    }

    private static byte[] checkpoint() {
        byte[] content = new byte[PIECES * WireLimits.LARGE_CHUNK_BYTES - 777];
        new SplittableRandom(3).nextBytes(content);
        CRC32C sum = new CRC32C();
        sum.update(content);
        byte[] file = Arrays.copyOf(content, content.length + CheckpointSum.BYTES);
        ByteBuffer.wrap(file).position(content.length).put(CheckpointSum.end(sum));
        return file;
    }

    // ---- While it is written

    private Path write(byte[] file, int length) throws IOException {
        Path worker = Files.createDirectories(directory.resolve("worker"));
        return Files.write(worker.resolve("checkpoint-1"), Arrays.copyOf(file, length));
    }

    private long arrived() {
        BlobPull.Part part = pulls.part(NAME);
        return part == null ? 0 : part.written();
    }

    @Test
    void aCheckpointIsOnItsWayWhileItIsWritten() throws Exception {
        for (boolean files : new boolean[] {false, true}) {
            sendsFiles = files;
            byte[] file = checkpoint();
            BlobPayload checkpoint = new BlobPayload(NAME, file.length);
            int piece = WireLimits.LARGE_CHUNK_BYTES;
            Path written = write(file, 5 * piece + 9);
            assertThat(growing.grew("worker", checkpoint, written, 5 * piece + 9)).isTrue();
            pull(file.length);
            assertThat(arrived()).isEqualTo(5 * piece);
            write(file, 30 * piece);
            assertThat(growing.grew("worker", checkpoint, written, 30 * piece)).isFalse();
            settle();
            assertThat(arrived()).isEqualTo(30 * piece);

            write(file, file.length);
            growing.taking(NAME);
            settle();
            assertThat(arrived()).as("it waits until it is taken over").isEqualTo(30 * piece);
            from.adopt(
                    written,
                    directory.resolve("worker"),
                    checkpoint,
                    problem -> {
                        assertThat(problem).isNull();
                        from.acquire(NAME);
                        growing.ended(NAME);
                    });
            settle();
            assertThat(heard).hasSize(1).containsOnlyNulls();
            assertThat(Files.readAllBytes(to.path(NAME))).isEqualTo(file);
            heard.clear();
            from.release(NAME);
            to.release(NAME);
            settle();
        }
    }

    @Test
    void oneWhoseWriterDiesDoesNotCome() throws Exception {
        byte[] file = checkpoint();
        Path written = write(file, file.length / 2);
        growing.grew("worker", new BlobPayload(NAME, file.length), written, file.length / 2);
        pull(file.length);
        assertThat(arrived()).isPositive();
        growing.gone("another");
        settle();
        assertThat(heard).isEmpty();
        growing.gone("worker");
        settle();
        assertThat(closed).containsExactly(written);
        assertThat(heard).singleElement().asString().contains("does not have");
        assertThat(to.directory()).isEmptyDirectory();
    }

    /** Another user cannot put something else in its place; while it is taken over it is there. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatAWorkerWritesIsReadUnderANameOfItsOwn(boolean otherUser) throws Exception {
        BlobStore shared = new BlobStore(to.directory(), disk, otherUser);
        Path written = write(checkpoint(), 1_000);
        List<@Nullable Path> opened = new ArrayList<>();
        shared.openEarly(written, directory.resolve("worker"), opened::add);
        settle();
        Path name = Objects.requireNonNull(opened.getFirst());
        assertThat(name).hasParent(to.directory()).hasSameBinaryContentAs(written);
        Path moved = Files.move(written, written.resolveSibling("moved"));
        assertThat(name).hasSameBinaryContentAs(moved);
        shared.closeEarly(name);
        settle();
        assertThat(to.directory()).isEmptyDirectory();
        assertThat(moved).hasSize(1_000);

        Path link = Files.createSymbolicLink(directory.resolve("worker").resolve("link"), moved);
        shared.openEarly(link, directory.resolve("worker"), opened::add);
        settle();
        assertThat(opened.getLast()).isNull();
        assertThat(to.directory()).isEmptyDirectory();
    }

    /** What nobody asks for is not kept for long. */
    @Test
    void ownersFetchThemEarlyAndKeepThemForAWhile() throws Exception {
        List<Runnable> timers = new ArrayList<>();
        StreamedCheckpoints early =
                new StreamedCheckpoints(
                        to,
                        pulls,
                        new LowDisk(directory, OptionalLong.of(0)),
                        (delay, then) -> timers.add(then));
        List<CheckpointComing> told = new ArrayList<>();
        early.readBy(
                job -> job.value() == 5 ? frame -> told.add(frame.getCheckpointComing()) : null);
        byte[] file = checkpoint();
        assertThat(adopt(file, file.length)).isNull();
        BlobRef ref = Objects.requireNonNull(PayloadWire.blob(new BlobPayload(NAME, file.length)));
        Numbers numbers = Numbers.newBuilder().setOffset(9).setKind('b').setBytes(1 << 20).build();
        BlobComing coming =
                BlobComing.newBuilder().setBlob(ref).setJob(5).addNumbers(numbers).build();
        early.coming(coming, source);
        settle();
        assertThat(to.has(NAME)).isTrue();
        assertThat(timers).hasSize(1);
        assertThat(told).as("to a worker of the job, as it comes").hasSizeGreaterThan(5);
        assertThat(told.getFirst().getFile())
                .startsWith(to.directory() + "/tmp-")
                .endsWith("" + NAME);
        assertThat(told.getFirst().getNumbersList()).containsExactly(numbers);
        assertThat(told.getLast().getWritten()).isEqualTo(file.length);
        assertThat(told)
                .isSortedAccordingTo(Comparator.comparingLong(CheckpointComing::getWritten));
        assertThat(told).noneMatch(CheckpointComing::getOver);
        timers.getFirst().run();
        settle();
        assertThat(told.getLast().getOver()).isTrue();
        assertThat(to.directory()).isEmptyDirectory();

        int before = told.size();
        early.coming(coming.toBuilder().setJob(6).build(), source);
        settle();
        assertThat(told).as("nobody of that job").hasSize(before);
        BlobComing many =
                coming.toBuilder().addAllNumbers(Collections.nCopies(16, numbers)).build();
        assertThatThrownBy(() -> early.coming(many, source))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("more than 16");

        BlobRef content = ref.toBuilder().setSha256(ByteString.copyFrom(new byte[32])).build();
        assertThatThrownBy(() -> early.coming(coming.toBuilder().setBlob(content).build(), source))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("not a checkpoint");
    }

    private @Nullable String adopt(byte[] file, long size) throws Exception {
        Path worker = Files.createDirectories(directory.resolve("worker"));
        Path written = Files.write(worker.resolve("checkpoint-1"), file);
        List<@Nullable String> said = new ArrayList<>();
        from.adopt(
                written,
                worker,
                new BlobPayload(NAME, size),
                problem -> {
                    said.add(problem);
                    from.acquire(NAME);
                });
        settle();
        assertThat(said).hasSize(1);
        return said.getFirst();
    }

    private void pull(long size) throws InterruptedException {
        pulls.pull(
                NAME,
                size,
                WireLimits.MAX_BLOB_BYTES,
                source,
                problem -> {
                    heard.add(problem);
                    to.acquire(NAME);
                });
        settle();
    }

    @Test
    void areTheSameThere() throws Exception {
        for (boolean files : new boolean[] {false, true}) {
            sendsFiles = files;
            byte[] file = checkpoint();
            assertThat(adopt(file, file.length)).isNull();
            pull(file.length);
            assertThat(heard).hasSize(1).containsOnlyNulls();
            assertThat(Files.readAllBytes(to.path(NAME))).isEqualTo(file);
            assertThat(fromFiles).isEqualTo(files ? PIECES : 0);
            assertThat(mostRequested).as("pieces on their way").isBetween(5, 12);
            heard.clear();
            from.release(NAME);
            to.release(NAME);
            settle();
        }
    }

    @Test
    void oneThatChangedOnItsWayIsRefusedAndCanBeFetchedAgain() throws Exception {
        byte[] file = checkpoint();
        assertThat(adopt(file, file.length)).isNull();
        bent = 11;
        pull(file.length);
        assertThat(heard)
                .singleElement()
                .asString()
                .contains("the content received does not match SHA-256 " + NAME);
        assertThat(to.has(NAME)).isFalse();
        assertThat(to.directory()).isEmptyDirectory();
        pull(file.length);
        assertThat(heard).hasSize(2);
        assertThat(heard.getLast()).isNull();
        assertThat(Files.readAllBytes(to.path(NAME))).isEqualTo(file);
    }

    @Test
    void oneThatWasCutOffIsRefused() throws Exception {
        byte[] file = checkpoint();
        byte[] cut = Arrays.copyOf(file, file.length / 2);
        assertThat(adopt(cut, file.length)).contains("its announced size");
        assertThat(from.has(NAME)).isFalse();
        assertThat(adopt(cut, cut.length)).as("it is not read here").isNull();
        pull(cut.length);
        assertThat(heard)
                .singleElement()
                .asString()
                .contains("the content received does not match SHA-256 " + NAME);
    }

    @Test
    void codeAndValuesAreNeverNamedSo() throws Exception {
        assertThat(pathProblem("evenkeel-bundle 1\n" + NAME + " 5 a.jar\n")).contains("a.jar");
    }

    private static String pathProblem(String manifest) {
        try {
            BundleManifest.parse(manifest);
            return "";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
