package org.evenkeel.client;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.fake.FakeDaemon;
import org.evenkeel.fake.FakeRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Clients and fake daemons in a state directory of their own. */
public abstract class ClientTestBase {

    @TempDir Path state;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final byte[] secret = new byte[32];

    @BeforeEach
    protected void useOwnState() {
        System.setProperty("evenkeel.state", state.toString());
    }

    @AfterEach
    protected void closeAll() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
        System.clearProperty("evenkeel.state");
    }

    protected FakeDaemon daemon(String node) throws IOException {
        secret[0] = 1;
        FakeDaemon daemon = new FakeDaemon(state.resolve(node), node, secret);
        opened.add(daemon);
        daemon.runner = new FakeRunner();
        daemon.announce(state);
        return daemon;
    }

    /** Only tasks up to this number are run. */
    protected static void runUpTo(FakeDaemon daemon, long number) {
        FakeRunner runner = new FakeRunner();
        daemon.runner = task -> task.item.getNumber() <= number ? runner.apply(task) : null;
    }

    /** So many tasks end in the opposite order of their arrival; the thread ends after that. */
    protected static Thread endReversed(FakeDaemon daemon, int tasks) {
        List<FakeDaemon.FakeTask> held = new CopyOnWriteArrayList<>();
        daemon.runner =
                task -> {
                    held.add(task);
                    return null;
                };
        return Thread.ofPlatform()
                .start(() -> {
                    Awaitility.await().until(() -> held.size() == tasks);
                    held.reversed()
                            .forEach(task -> daemon.done(task, new FakeRunner().apply(task)));
                    daemon.kick();
                });
    }

    protected Cluster client() {
        return client(Duration.ofSeconds(20));
    }

    Cluster client(Duration reconnectLimit) {
        return closedLater(
                Evenkeel.builder().bundle(state).reconnectLimit(reconnectLimit).connect());
    }

    /** Whose job outlives it. */
    Cluster lastingClient() {
        return closedLater(Evenkeel.builder().bundle(state).detached(true).connect());
    }

    Cluster attach(String job) {
        return closedLater(Evenkeel.builder().bundle(state).attach(job));
    }

    Cluster closedLater(Cluster cluster) {
        opened.add(cluster);
        return cluster;
    }
}
