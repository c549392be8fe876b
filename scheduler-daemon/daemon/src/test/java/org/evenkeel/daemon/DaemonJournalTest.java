package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.evenkeel.daemon.blob.BundleManifest;
import org.evenkeel.daemon.config.ConfigKey;
import org.evenkeel.daemon.fake.TestCluster;
import org.evenkeel.daemon.fake.WireSocket;
import org.evenkeel.daemon.journal.FileStorage;
import org.evenkeel.daemon.journal.RecordCodec;
import org.evenkeel.kernel.journal.Journal;
import org.evenkeel.kernel.journal.JournalDamagedException;
import org.evenkeel.kernel.journal.JournalSettings;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.wire.BlobPayload;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a daemon does with the journal of an earlier process. */
@Timeout(120)
class DaemonJournalTest {

    private static final Map<ConfigKey, String> NO_MORE = Map.of();
    private static final int STARTS = 60;

    @TempDir private Path directory;
    private TestCluster cluster;
    private Path node;
    private Digest payload;
    private Digest jar;
    private Digest bundle;

    @BeforeEach
    void leavesATaskWithABlobAndItsCode() throws Exception {
        cluster = new TestCluster(directory);
        node = directory.resolve("nodes/n1");
        payload = blob("the payload".repeat(10_000));
        jar = blob("a jar");
        bundle = blob(BundleManifest.HEADER + "\n" + jar + " 5 app.jar\n");
        blob("nobody needs this");
        TaskKind kind =
                new TaskKind(
                        new JobId(3),
                        "Work",
                        bundle,
                        new TaskKind.Options(5, 0, 0, Durability.DISK, 0));
        Task task = new Task(new TaskId(8, 1), kind, new BlobPayload(payload, 110_000), 1, null);
        try (Journal journal =
                Journal.open(FileStorage.open(node.resolve("journal")), JournalSettings.DEFAULT)
                        .journal()) {
            journal.append(
                    new RecordCodec().encode(new JournalRecord.Accepted(task, Grant.first(1), 8)));
            journal.force();
        }
    }

    private Digest blob(String content) throws Exception {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        Digest digest = Digest.of(MessageDigest.getInstance("SHA-256").digest(bytes));
        Path blobs = Files.createDirectories(node.resolve("blobs"));
        Files.write(blobs.resolve(digest.toString()), bytes);
        return digest;
    }

    private List<String> blobs() throws Exception {
        try (Stream<Path> files = Files.list(node.resolve("blobs"))) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }

    @AfterEach
    void close() throws Exception {
        cluster.close();
    }

    @Test
    void whatTheJournalNeedsSurvivesAndTheRestIsWiped() throws Exception {
        Daemon daemon = cluster.start("n1", 0, NO_MORE);
        assertThat(blobs())
                .containsExactlyInAnyOrder(payload.toString(), jar.toString(), bundle.toString());
        daemon.close();
        Daemon again = cluster.start("n1", 0, NO_MORE);
        assertThat(blobs()).hasSize(3);
        assertThat(again.file().incarnation()).isGreaterThan(daemon.file().incarnation());
    }

    /** Who comes earliest, again and again while the daemon starts. */
    @Test
    void whoeverComesFirstFindsWhatTheDiskKept() throws Exception {
        String socket = node.resolve("daemon.sock").toString();
        for (int start = 1; start <= STARTS; start++) {
            FutureTask<Boolean> early = new FutureTask<>(() -> attachAtOnce(socket));
            Thread.ofPlatform().daemon().start(early);
            Daemon daemon = cluster.start("n1", 0, NO_MORE);
            assertThat(daemon.file().socket()).isEqualTo(socket);
            assertThat(early.get()).as("start %d", start).isTrue();
            daemon.close();
        }
    }

    /** Whether the session of the kept task was found by the first attachment that succeeded. */
    private boolean attachAtOnce(String socket) throws Exception {
        while (true) {
            try (WireSocket client = WireSocket.connect(socket)) {
                return client.attach(8, 0, cluster.token()).getRecovered();
            } catch (IOException e) {
                Thread.onSpinWait(); // not yet
            }
        }
    }

    @Test
    void aMissingBlobIsRefusedByNameAndNothingIsDeleted() throws Exception {
        Files.delete(node.resolve("blobs").resolve(jar.toString()));
        assertThatThrownBy(() -> cluster.start("n1", 0, NO_MORE))
                .isInstanceOf(JournalDamagedException.class)
                .hasMessageContaining(jar.toString())
                .hasMessageContaining("task " + new TaskId(8, 1));
        assertThat(blobs()).hasSize(3);
    }

    @Test
    void aDamagedJournalIsRefusedAndTheNodeCanBeTakenAgain() throws Exception {
        Path file = node.resolve("journal/journal-0000000001.log");
        byte[] content = Files.readAllBytes(file);
        content[20] ^= 1;
        Files.write(file, content);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> cluster.start("n1", 0, NO_MORE))
                    .isInstanceOf(JournalDamagedException.class)
                    .hasMessageContaining(file + " at offset 0");
        }
        assertThat(ByteString.copyFrom(Files.readAllBytes(file)))
                .isEqualTo(ByteString.copyFrom(content));
    }
}
