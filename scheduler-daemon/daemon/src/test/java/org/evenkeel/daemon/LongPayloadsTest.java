package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.evenkeel.daemon.blob.PayloadResolver;
import org.evenkeel.daemon.fake.FakeBundle;
import org.evenkeel.daemon.fake.Tasks;
import org.evenkeel.daemon.fake.TestCluster;
import org.evenkeel.daemon.fake.WireSocket;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.TaskKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Payloads and outcomes of 100,000 bytes, which come in frames and would make long records. */
@Timeout(120)
class LongPayloadsTest {

    private static final int BYTES = 100_000;

    @TempDir Path directory;
    private TestCluster cluster;
    private final FakeBundle bundle = new FakeBundle(1_000);

    @BeforeEach
    void open() {
        cluster = new TestCluster(directory);
    }

    @AfterEach
    void close() throws Exception {
        cluster.close();
    }

    private TaskKind.Builder onDisk(String name) {
        return Tasks.kind(name, bundle.digest()).setOnDisk(true);
    }

    @Test
    void aLongPayloadOfATaskOnDiskReachesTheWorkerAsAFile() throws Exception {
        Daemon daemon = cluster.start("n1", 1, Map.of());
        try (WireSocket client = cluster.client(daemon, 31)) {
            client.send(Tasks.submit(onDisk("size"), 1, 1, "x".repeat(BYTES)));
            OutcomeItem outcome = Tasks.outcomes(client, bundle, 1).getFirst();
            assertThat(outcome.getPayload().toStringUtf8()).isEqualTo(String.valueOf(BYTES));
        }
        assertThat(journalBytes()).isBetween(1L, (long) PayloadResolver.LARGEST_IN_JOURNAL_BYTES);
    }

    @Test
    void aLongOutcomeOfATaskOnDiskIsABlobUntilItIsAcknowledged() throws Exception {
        Daemon daemon = cluster.start("n1", 1, Map.of());
        try (WireSocket client = cluster.client(daemon, 32)) {
            client.send(Tasks.submit(onDisk("long"), 1, 1, String.valueOf(BYTES)));
            client.send(
                    Tasks.submit(Tasks.kind("long", bundle.digest()), 2, 2, String.valueOf(BYTES)));
            List<OutcomeItem> outcomes = unacknowledged(client, 2);
            assertThat(outcomes)
                    .filteredOn(one -> one.getNumber() == 1)
                    .allMatch(one -> one.getBlob().getSize() == BYTES);
            assertThat(outcomes)
                    .filteredOn(one -> one.getNumber() == 2)
                    .allMatch(one -> one.getPayload().size() == BYTES);
        }
        assertThat(journalBytes()).isBetween(1L, (long) PayloadResolver.LARGEST_IN_JOURNAL_BYTES);
    }

    private List<OutcomeItem> unacknowledged(WireSocket client, int count) throws Exception {
        List<OutcomeItem> all = new ArrayList<>();
        while (all.size() < count) {
            Frame frame = client.read();
            if (frame.hasBlobRequest()) {
                client.send(bundle.answer(frame.getBlobRequest()));
            } else if (frame.hasOutcomes()) {
                all.addAll(frame.getOutcomes().getItemsList());
            }
        }
        return all;
    }

    private long journalBytes() throws Exception {
        try (Stream<Path> files = Files.list(directory.resolve("nodes/n1/journal"))) {
            long bytes = 0;
            for (Path file : files.filter(one -> one.toString().endsWith(".log")).toList()) {
                bytes += Files.size(file);
            }
            return bytes;
        }
    }
}
