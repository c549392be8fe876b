package org.evenkeel.daemon;

import java.nio.file.Path;
import java.util.Map;
import org.evenkeel.daemon.fake.TestCluster;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A cluster without certificates whose first daemon, n1, is there. */
abstract class OneDaemonTestBase {

    @TempDir Path directory;
    TestCluster cluster;
    Daemon daemon;

    @BeforeEach
    void open() throws Exception {
        cluster = new TestCluster(directory);
        daemon = cluster.start("n1", 0, Map.of());
    }

    @AfterEach
    void close() throws Exception {
        cluster.close();
    }

    static Hello.Builder client() {
        return Hello.newBuilder().setRole(Role.CLIENT).setOrigin(5);
    }
}
