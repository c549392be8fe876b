package org.evenkeel.daemon.blob;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.evenkeel.wire.BlobPayload;
import org.evenkeel.wire.InlinePayload;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The books and the files say the same, in whatever order the disk and the loop get on. */
@Timeout(30)
class BlobStoreTest {

    private final BlockingQueue<Runnable> loop = new LinkedBlockingQueue<>();
    @TempDir private Path directory;
    private @Nullable BlobPayload kept;

    private static InlinePayload content() {
        return new InlinePayload(ByteString.copyFromUtf8("the same content"));
    }

    private void awaitDisk(Disk disk) throws InterruptedException {
        LinkedBlockingQueue<String> done = new LinkedBlockingQueue<>();
        disk.run(() -> {
            done.add("done");
            return null;
        });
        done.take();
    }

    @Test
    void aBlobThatCameTwiceAtATimeStaysWhenTheFirstIsLetGo() throws Exception {
        try (Disk disk = new Disk(loop::add)) {
            BlobStore store = new BlobStore(directory, disk);
            store.spill(content(), first -> {});
            store.spill(
                    content(),
                    second -> {
                        kept = second;
                        if (second != null) {
                            store.acquire(second.digest());
                        }
                    });
            awaitDisk(disk); // both have their name
            loop.take().run(); // nobody needs the first: it is deleted
            awaitDisk(disk);
            loop.take().run();
            BlobPayload second = kept;
            assertThat(second).isNotNull();
            if (second != null) {
                assertThat(store.has(second.digest())).isTrue();
                assertThat(store.path(second.digest())).exists();
            }
        }
    }
}
