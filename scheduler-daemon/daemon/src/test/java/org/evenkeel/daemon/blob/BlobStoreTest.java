package org.evenkeel.daemon.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.BlobPayload;
import org.evenkeel.wire.InlinePayload;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The books and the files say the same, in whatever order the disk and the loop get on. */
@Timeout(120)
class BlobStoreTest {

    private final BlockingQueue<Runnable> loop = new LinkedBlockingQueue<>();
    private final BlockingQueue<Runnable> later = new LinkedBlockingQueue<>();
    @TempDir private Path directory;
    private @Nullable BlobPayload kept;

    private static InlinePayload content() {
        return new InlinePayload(ByteString.copyFromUtf8("the same content"));
    }

    private static String adopt(BlobStore store, Path file, Path inside, BlobPayload expected)
            throws InterruptedException {
        LinkedBlockingQueue<String> said = new LinkedBlockingQueue<>();
        store.adopt(file, inside, expected, problem -> said.add(problem == null ? "" : problem));
        return said.take();
    }

    private static BlobPayload payload(byte[] content) {
        return new BlobPayload(Digest.of(Digest.sha256().digest(content)), content.length);
    }

    @Test
    void aSharedStoreCopiesWhatAnotherUserWroteAndFollowsNoLink() throws Exception {
        byte[] content = "a result".getBytes(StandardCharsets.UTF_8);
        Path worker = Files.createDirectories(directory.resolve("worker"));
        Path blobs = Files.createDirectories(directory.resolve("blobs"));
        Path secret = Files.write(directory.resolve("secret"), content);
        try (Disk disk = new Disk(Runnable::run)) {
            BlobStore store = new BlobStore(blobs, disk, true);

            Path link = Files.createSymbolicLink(worker.resolve("result-1"), secret);
            assertThat(adopt(store, link, worker, payload(content))).contains("not a regular file");
            Path below = Files.createSymbolicLink(worker.resolve("below"), directory);
            assertThat(adopt(store, below.resolve("secret"), worker, payload(content)))
                    .contains("outside");
            assertThat(secret).hasBinaryContent(content);

            Path result = Files.write(worker.resolve("result-2"), content);
            Object written = Files.getAttribute(result, "unix:ino");
            BlobPayload blob = payload(content);
            store.acquire(blob.digest());
            Path kept = store.path(blob.digest());
            LinkedBlockingQueue<Object> seen = new LinkedBlockingQueue<>();
            store.adopt(
                    result,
                    worker,
                    blob,
                    problem -> {
                        try {
                            seen.add(Files.getAttribute(kept, "unix:ino"));
                        } catch (IOException e) {
                            seen.add(e);
                        }
                    });
            assertThat(seen.take())
                    .as("file")
                    .isNotEqualTo(written)
                    .isNotInstanceOf(IOException.class);
            assertThat(result).doesNotExist();
        }
        try (var left = Files.list(blobs)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("tmp-"));
        }
    }

    private static Path write(Path worker, byte[] content) throws IOException {
        return Files.write(worker.resolve("checkpoint-1"), content);
    }

    /** Whoever reads one looks at its sum; what stays is copied, for its writer may write on. */
    @Test
    void aSharedStoreCopiesCheckpointsOnlyIfTheyStay() throws Exception {
        byte[] content = new byte[100_000];
        Path worker = Files.createDirectories(directory.resolve("worker"));
        Path blobs = Files.createDirectories(directory.resolve("blobs"));
        Digest name = CheckpointName.of(1, 2, 3);
        try (Disk disk = new Disk(Runnable::run)) {
            BlobStore store = new BlobStore(blobs, disk, true, later::add);
            Path file = write(worker, content);
            Object written = Files.getAttribute(file, "unix:ino");
            LinkedBlockingQueue<Object> seen = new LinkedBlockingQueue<>();
            store.adopt(
                    file,
                    worker,
                    new BlobPayload(name, content.length),
                    problem -> {
                        store.acquire(name);
                        try {
                            seen.add(Files.getAttribute(store.path(name), "unix:ino"));
                        } catch (IOException e) {
                            seen.add(e);
                        }
                    });
            assertThat(seen.take()).isEqualTo(written);
            assertThat(file).doesNotExist();
            copyLongAfter(disk);
            assertThat(Files.getAttribute(store.path(name), "unix:ino")).isNotEqualTo(written);
            assertThat(store.path(name)).hasBinaryContent(content);
            assertThat(
                            PosixFilePermissions.toString(
                                    Files.getPosixFilePermissions(store.path(name))))
                    .isEqualTo("rw-r--r--");
            store.release(name);
            awaitDisk(disk);

            assertThat(adopt(store, write(worker, content), worker, new BlobPayload(name, 5)))
                    .contains("its announced size");
            // One that nobody needs is deleted, and not copied.
            assertThat(
                            adopt(
                                    store,
                                    write(worker, content),
                                    worker,
                                    new BlobPayload(name, content.length)))
                    .isEmpty();
            awaitDisk(disk);
            copyLongAfter(disk);
            assertThat(blobs).isEmptyDirectory();
        }
    }

    /** It may hold the file open until the copy is there. */
    @Test
    void theCopyIsAsLongAsTheCheckpointWasWhateverItsWriterDoes() throws Exception {
        Path worker = Files.createDirectories(directory.resolve("worker"));
        Path blobs = Files.createDirectories(directory.resolve("blobs"));
        Digest name = CheckpointName.of(1, 2, 3);
        int size = 100_000;
        try (Disk disk = new Disk(Runnable::run)) {
            BlobStore store = new BlobStore(blobs, disk, true, later::add);
            for (int end : new int[] {0, 60_000, 150_000}) {
                Path file = write(worker, new byte[size]);
                Object written = Files.getAttribute(file, "unix:ino");
                try (FileChannel held = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    store.adopt(
                            file,
                            worker,
                            new BlobPayload(name, size),
                            problem -> store.acquire(name));
                    awaitDisk(disk);
                    held.truncate(end);
                    held.write(ByteBuffer.wrap(new byte[10]), end);
                }
                copyLongAfter(disk);
                assertThat(Files.getAttribute(store.path(name), "unix:ino")).isNotEqualTo(written);
                assertThat(store.path(name)).as("to %s", end).hasSize(size);
                store.release(name);
                awaitDisk(disk);
            }
        }
    }

    /** A worker may have made a link to what is not its own. */
    @Test
    void aFileOfSomebodyElseIsCopiedAndStaysAsItIs() throws Exception {
        Path worker = Files.createDirectories(directory.resolve("worker"));
        Path blobs = Files.createDirectories(directory.resolve("blobs"));
        byte[] content = new byte[1_000];
        Path secret = Files.write(directory.resolve("secret"), content);
        assumeTrue("root".equals(System.getProperty("user.name")), "only root gives files away");
        Files.setAttribute(secret, "unix:uid", 4_711);
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        Path link = Files.createLink(worker.resolve("checkpoint-1"), secret);
        Digest name = CheckpointName.of(1, 2, 3);
        try (Disk disk = new Disk(loop::add)) {
            BlobStore store = new BlobStore(blobs, disk, true);
            store.adopt(
                    link,
                    worker,
                    new BlobPayload(name, content.length),
                    problem -> store.acquire(name));
            loop.take().run();
            assertThat(Files.getAttribute(store.path(name), "unix:ino"))
                    .isNotEqualTo(Files.getAttribute(secret, "unix:ino"));
            assertThat(Files.getAttribute(secret, "unix:uid")).isEqualTo(4_711);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                    .isEqualTo("rw-------");
        }
    }

    /** The only checkpoint that came has stayed for long by now. */
    private void copyLongAfter(Disk disk) throws InterruptedException {
        later.take().run();
        assertThat(later).isEmpty();
        awaitDisk(disk);
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
