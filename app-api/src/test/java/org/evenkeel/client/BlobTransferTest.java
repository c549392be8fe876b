package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Random;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.fake.FakeDaemon;
import org.evenkeel.samples.Work;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.OutcomeItem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Large payloads and results: pulled in pieces, verified. */
@Timeout(120)
@Tag("extended")
class BlobTransferTest extends ClientTestBase {

    private static final int BYTES = 64 << 20;

    /** A result as a worker would leave it: tag and bytes in a file. */
    private static BlobRef result(FakeDaemon daemon, byte[] content) throws Exception {
        byte[] wire = new byte[content.length + 1];
        wire[0] = Encoded.BYTES;
        System.arraycopy(content, 0, wire, 1, content.length);
        ByteString digest = ByteString.copyFrom(MessageDigest.getInstance("SHA-256").digest(wire));
        Path file = daemon.blobDirectory.resolve("result");
        Files.write(file, wire);
        synchronized (daemon.lock) {
            daemon.blobs.put(digest, file);
        }
        return BlobRef.newBuilder().setSha256(digest).setSize(wire.length).build();
    }

    @Test
    void largePayloadIsPulledByTheDaemon() throws Exception {
        FakeDaemon daemon = daemon("n1");
        byte[] content = new byte[BYTES];
        new Random(1).nextBytes(content);
        daemon.runner =
                task -> {
                    assertThat(task.item.hasBlob()).isTrue();
                    return OutcomeItem.newBuilder();
                };
        Cluster cluster = client();
        assertThat(cluster.submit(new Work.Echo(content)).get()).isNull();
        BlobRef blob;
        synchronized (daemon.lock) {
            blob =
                    daemon.sessions
                            .values()
                            .iterator()
                            .next()
                            .tasks
                            .values()
                            .iterator()
                            .next()
                            .item
                            .getBlob();
        }
        byte[] arrived = Files.readAllBytes(daemon.blobs.get(blob.getSha256()));
        assertThat(MessageDigest.getInstance("SHA-256").digest(arrived))
                .isEqualTo(blob.getSha256().toByteArray());
        assertThat(arrived.length).isGreaterThan(BYTES);
    }

    @Test
    void largeResultIsHereBeforeTheTaskEnds() throws Exception {
        FakeDaemon daemon = daemon("n1");
        byte[] content = new byte[BYTES];
        new Random(2).nextBytes(content);
        BlobRef blob = result(daemon, content);
        daemon.runner = task -> OutcomeItem.newBuilder().setBlob(blob);
        Cluster cluster = client();
        TaskHandle<byte[]> handle = cluster.submit(new Work.Echo(new byte[1]));
        await().until(handle::isDone);
        daemon.close();
        assertThat(handle.get()).isEqualTo(content);
    }

    @Test
    void manyTasksMayShareALargeResult() throws Exception {
        FakeDaemon daemon = daemon("n1");
        byte[] content = new byte[1 << 20];
        BlobRef blob = result(daemon, content);
        daemon.runner = task -> OutcomeItem.newBuilder().setBlob(blob);
        Cluster cluster = client();
        for (TaskHandle<byte[]> handle :
                cluster.submitAll(java.util.Collections.nCopies(20, new Work.Echo(new byte[1])))
                        .joinAll()) {
            assertThat(handle.get()).hasSize(1 << 20);
        }
    }

    @Test
    void damagedResultFailsTheTask() throws Exception {
        FakeDaemon daemon = daemon("n1");
        BlobRef blob = result(daemon, new byte[1 << 20]);
        Path file = daemon.blobs.get(blob.getSha256());
        byte[] wire = Files.readAllBytes(file);
        wire[500]++;
        Files.write(file, wire);
        daemon.runner = task -> OutcomeItem.newBuilder().setBlob(blob);
        assertThatThrownBy(client().submit(new Work.Echo(new byte[1]))::get)
                .isInstanceOf(TaskFailedException.class)
                .hasMessageContaining("damaged");
    }

    @Test
    void resultThatIsGoneFailsTheTask() throws Exception {
        FakeDaemon daemon = daemon("n1");
        BlobRef blob = result(daemon, new byte[1 << 20]);
        synchronized (daemon.lock) {
            daemon.blobs.clear();
        }
        daemon.runner = task -> OutcomeItem.newBuilder().setBlob(blob);
        assertThatThrownBy(client().submit(new Work.Echo(new byte[1]))::get)
                .isInstanceOf(TaskFailedException.class)
                .hasMessageContaining("no longer stores");
    }

    @Test
    void bundleIsServedToTheDaemon() throws Exception {
        FakeDaemon daemon = daemon("n1");
        Files.createDirectories(state.resolve("classes/a"));
        Files.writeString(state.resolve("classes/a/A.class"), "not really");
        Cluster cluster =
                org.evenkeel.Evenkeel.builder().bundle(state.resolve("classes")).connect();
        cluster.submit(new Work.Square(2)).get();
        ByteString digest =
                ByteString.copyFrom(java.util.HexFormat.of().parseHex(cluster.info().bundle()));
        java.util.concurrent.CountDownLatch here = new java.util.concurrent.CountDownLatch(1);
        daemon.pull(
                daemon.links.getFirst(),
                BlobRef.newBuilder().setSha256(digest).setSize(1_000_000).build(),
                here::countDown);
        await().until(() -> Files.exists(daemon.blobDirectory.resolve(cluster.info().bundle())));
        await().until(() ->
                Files.readString(daemon.blobDirectory.resolve(cluster.info().bundle()))
                        .matches("evenkeel-bundle 1\n[0-9a-f]{64} \\d+ classes.jar\n"));
        cluster.close();
    }
}
