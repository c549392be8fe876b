package org.evenkeel.daemon.blob;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobChunk;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of blobs that do not fit on the disk. */
class BlobRoomTest {

    @TempDir Path directory;
    private final TestLoop loop = new TestLoop();
    private final Disk disk = new Disk(loop);
    private final List<@Nullable String> heard = new ArrayList<>();
    private final List<Integer> asked = new ArrayList<>();
    private final BlobSource source = (digest, offset, length) -> asked.add(length);
    private final byte[] content = new byte[WireLimits.BLOB_CHUNK_BYTES + 1];
    private BlobStore store;
    private BlobPull pull;

    @BeforeEach
    void open() {
        store = new BlobStore(directory, disk);
        store.keepFree(1_000);
    }

    @AfterEach
    void close() {
        disk.close();
    }

    private void start(long size) throws Exception {
        pull = begin(content, size);
    }

    private BlobPull begin(byte[] of, long size) throws Exception {
        BlobPull one =
                new BlobPull(
                        Digest.of(MessageDigest.getInstance("SHA-256").digest(of)),
                        size,
                        WireLimits.MAX_BLOB_BYTES,
                        source,
                        store,
                        new Semaphore(1_000),
                        new BlobPull.Listener() {
                            @Override
                            public void wrote(BlobPull one) {}

                            @Override
                            public void ended(BlobPull one, @Nullable String failure) {
                                heard.add(failure);
                            }
                        });
        one.start();
        loop.settle(disk);
        return one;
    }

    private void piece(int from, int to) {
        pull.onChunk(
                BlobChunk.newBuilder()
                        .setOffset(from)
                        .setSize(content.length)
                        .setContent(ByteString.copyFrom(Arrays.copyOfRange(content, from, to)))
                        .build());
        loop.settle(disk);
    }

    @Test
    void oneThatIsAnnouncedIsNotEvenAskedFor() throws Exception {
        store.space().measureBy(() -> content.length + 999);
        start(content.length);
        assertThat(asked).isEmpty();
        assertThat(heard).singleElement().asString().contains("does not fit on the disk");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void oneWhoseFirstPieceSaysItsLengthIsGivenUpThere() throws Exception {
        store.space().measureBy(() -> content.length + 999);
        start(-1);
        piece(0, WireLimits.BLOB_CHUNK_BYTES);
        assertThat(heard).singleElement().asString().contains("does not fit on the disk");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void oneThatFitsComes() throws Exception {
        store.space().measureBy(() -> content.length + 1_000);
        start(content.length);
        assertThat(asked).containsExactly(WireLimits.BLOB_CHUNK_BYTES, 1);
        piece(0, WireLimits.BLOB_CHUNK_BYTES);
        piece(WireLimits.BLOB_CHUNK_BYTES, content.length);
        assertThat(heard).containsOnlyNulls().hasSize(1);
        assertThat(store.has(pull.digest())).isTrue();
    }

    /** Each alone would fit. */
    @Test
    void thoseThatComeAtOnceDoNotShareTheSameSpace() throws Exception {
        store.space().measureBy(() -> content.length + 1_000 + 9);
        start(content.length);
        assertThat(heard).isEmpty();
        begin(new byte[10], 10);
        assertThat(heard)
                .singleElement()
                .asString()
                .contains("a blob of 10 bytes does not fit on the disk")
                .contains(content.length + " for blobs on their way");
        pull.fail("given up");
        loop.settle(disk);
        heard.clear();
        begin(new byte[10], 10);
        assertThat(heard).as("what was given up takes no space").isEmpty();
    }

    @Test
    void whatIsWrittenCountsOnceAndWhatIsHereNotAtAll() throws Exception {
        long[] usable = {content.length + 1_000 + 10};
        store.space().measureBy(() -> usable[0]);
        start(content.length);
        piece(0, WireLimits.BLOB_CHUNK_BYTES);
        usable[0] -= WireLimits.BLOB_CHUNK_BYTES;
        begin(new byte[10], 10).fail("given up");
        loop.settle(disk);
        assertThat(heard).containsExactly("given up");
        piece(WireLimits.BLOB_CHUNK_BYTES, content.length);
        usable[0] -= 1;
        assertThat(store.has(pull.digest())).isTrue();
        heard.clear();
        begin(new byte[10], 10);
        assertThat(heard).isEmpty();
    }
}
