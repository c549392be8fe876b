package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three machines, of which a provider takes one away while tasks of two submitters run there. The
 * provider's server speaks as Google's does.
 */
@Alone
@Tag("extended")
class SpotProcessIT {

    @TempDir Path directory;
    private SteppingTasks tasks;
    private HttpServer provider;
    private volatile boolean preempted;

    @BeforeEach
    void open() throws IOException {
        provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        provider.createContext("/computeMetadata/v1/instance/preempted", this::answer);
        provider.start();
        tasks = new SteppingTasks(directory);
    }

    @AfterEach
    void close() {
        provider.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = (preempted ? "TRUE" : "FALSE").getBytes(StandardCharsets.US_ASCII);
        exchange.getResponseHeaders().add("Metadata-Flavor", "Google");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Test
    void whatRunsResumesElsewhereBeforeTheMachineIsTakenAway() throws Exception {
        String seed = "127.0.0.1:" + Ports.reserve(1);
        String spot =
                "{provider=google, address=\"http://127.0.0.1:%d\"}"
                        .formatted(provider.getAddress().getPort());
        Setup first = Setup.machine("n1", 2).flags("--seeds", "", "--listen", seed);
        try (StartedNodes n1 = StartedNodes.start(first);
                StartedNodes n3 = StartedNodes.start(Setup.joining("n3", 2, n1, seed));
                StartedNodes n2 =
                        StartedNodes.start(Setup.joining("n2", 2, n1, seed).flags("--spot", spot));
                Cluster alice = n1.connect("n1");
                Cluster bob = n3.connect("n3")) {
            TaskHandle<String> ofAlice = tasks.submit(alice, "alice");
            TaskHandle<String> ofBob = tasks.submit(bob, "bob");
            tasks.awaitBegun(n2, "alice");
            tasks.awaitBegun(n2, "bob");
            preempted = true;
            assertThat(n2.exitCode("n2")).as(n2::logs).isZero();
            assertThat(n2.logs())
                    .contains("Google takes this machine away (preempted)")
                    .contains("drained: no tasks left on this node");
            tasks.letEnd("alice");
            tasks.letEnd("bob");
            tasks.check(ofAlice, "alice", "n2, n[13]", n1);
            tasks.check(ofBob, "bob", "n2, n[13]", n3);
        }
    }
}
