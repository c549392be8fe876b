package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.evenkeel.daemon.fake.FakeBundle;
import org.evenkeel.daemon.fake.Tasks;
import org.evenkeel.daemon.fake.TestCluster;
import org.evenkeel.daemon.fake.WireSocket;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One daemon with real sockets and real worker processes. */
@Timeout(30)
class DaemonTest {

    @TempDir Path directory;
    private TestCluster cluster;
    private final FakeBundle bundle = new FakeBundle(300_000);

    @BeforeEach
    void open() {
        cluster = new TestCluster(directory);
    }

    @AfterEach
    void close() throws Exception {
        cluster.close();
    }

    @Test
    void aClientsTasksRunInAWorkerAndComeBack() throws Exception {
        Daemon daemon = cluster.start("n1", 1, Map.of());
        try (WireSocket client = cluster.client(daemon, 11)) {
            client.send(Tasks.submit(Tasks.kind("echo", bundle.digest()), 1, 100, "hello"));
            List<OutcomeItem> outcomes = Tasks.outcomes(client, bundle, 100);
            assertThat(outcomes).allMatch(one -> one.getStatus() == Status.SUCCEEDED);
            assertThat(outcomes)
                    .allMatch(one -> one.getPayload().equals(ByteString.copyFromUtf8("hello")));
        }
    }
}
