package org.evenkeel.daemon.blob;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.BlobChunk;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Code that comes over links: a real disk, its answers taken one by one. */
@Timeout(120)
class BundlesTest {
    @TempDir private Path directory;
    private final TestLoop loop = new TestLoop();
    private final Disk disk = new Disk(loop);
    private final Map<Digest, byte[]> content = new HashMap<>();
    private BlobStore store;
    private BlobPulls pulls;
    private Bundles bundles;

    /** Has all of it, as long as it is there. */
    private final class Peer implements BlobSource {
        boolean open = true;

        @Override
        public void request(Digest digest, long offset, int length) {
            loop.execute(() -> {
                byte[] bytes = content.get(digest);
                if (!open || bytes == null) {
                    return;
                }
                BlobChunk chunk =
                        BlobChunk.newBuilder()
                                .setSha256(ByteString.copyFrom(digest.toBytes()))
                                .setOffset(offset)
                                .setSize(bytes.length)
                                .setContent(ByteString.copyFrom(bytes))
                                .build();
                try {
                    pulls.onChunk(this, chunk);
                } catch (WireException e) {
                    throw new AssertionError(e);
                }
            });
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        void close() {
            open = false;
            pulls.sourceGone(this);
        }
    }

    @BeforeEach
    void open() throws IOException {
        store = new BlobStore(Files.createTempDirectory(directory, "blobs"), disk);
        pulls = new BlobPulls(store);
        bundles = new Bundles(store, pulls, CodeAdmission.open(), 1 << 20);
    }

    @AfterEach
    void close() {
        disk.close();
    }

    private Digest add(byte[] bytes) {
        Digest name = Digest.of(Digest.sha256().digest(bytes));
        content.put(name, bytes);
        return name;
    }

    private boolean turn() throws InterruptedException {
        Runnable next = loop.poll(500);
        if (next != null) {
            next.run();
        }
        return next != null;
    }

    /** Whatever it was doing, and whoever waits for the same code from others. */
    @Test
    void aPeerThatGoesAtAnyMomentKeepsNobodyWaiting() throws Exception {
        Digest jar = add(new byte[1_000]);
        String list = "evenkeel-bundle 1\n" + jar + " 1000 a.jar\n";
        Digest bundle = add(list.getBytes(StandardCharsets.UTF_8));
        boolean whole = false;
        for (int turns = 0; !whole; turns++) {
            Peer leaves = new Peer();
            Peer stays = new Peer();
            List<@Nullable String> heard = new ArrayList<>();
            bundles.fetch(bundle, leaves, heard::add);
            for (int i = 0; i < turns && turn(); i++) {}
            whole = !heard.isEmpty();
            leaves.close();
            List<@Nullable String> others = new ArrayList<>();
            bundles.fetch(bundle, stays, others::add);
            loop.settle(disk);
            assertThat(heard).as("after %s turns", turns).hasSize(1);
            assertThat(others).as("after %s turns", turns).hasSize(1).containsOnlyNulls();
            open(); // a new node
        }
    }
}
