package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.evenkeel.testcontainers.engine.CommandResult;
import org.evenkeel.testcontainers.engine.Container;
import org.evenkeel.testcontainers.engine.ContainerSpec;
import org.evenkeel.testcontainers.engine.Engine;

/** A machine: a container in which commands are run as somebody at its keyboard would run them. */
final class Machine {
    private static final long MEMORY = 1L << 30;
    private static final String OUTPUT = "/tmp/daemon.out";

    final String name;
    private final Container container;

    /** One processor and 1 GiB each: a daemon takes what its machine has. */
    Machine(String name, String network) {
        this.name = name;
        this.container =
                Engine.find()
                        .create(
                                new ContainerSpec(
                                        TestImage.NAME,
                                        name,
                                        network,
                                        List.of("sleep", "infinity"),
                                        List.of(),
                                        0,
                                        Map.of(),
                                        1,
                                        MEMORY));
    }

    Container container() {
        return container;
    }

    /** Where others find its daemon. */
    String address() {
        return container.address() + ":4712";
    }

    /** Runs a line and gives what it printed, which must not be an error. */
    String run(String line) {
        return end(line).fine();
    }

    /** The same as a program on a machine without a daemon does it. */
    String runWithDaemonAt(String address, String line) {
        return container.bash(line, "EVENKEEL_DAEMON=" + address).fine();
    }

    /** Runs a line to its end, whatever that is. */
    CommandResult end(String line) {
        return container.bash(line);
    }

    /** Starts a daemon in the background and waits until it answers. */
    void startDaemon(String line) {
        run(line + " > " + OUTPUT + " 2>&1 < /dev/null &");
        Awaitility.await(name + " answers: " + line)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> end("evenkeel nodes --here").exitCode() == 0);
    }

    /** What {@code evenkeel nodes} tells here. */
    List<Map<?, ?>> nodes(String more) throws IOException {
        Object answer = JSON.std.mapFrom(run("evenkeel nodes --json " + more)).get("nodes");
        assertThat(answer).isInstanceOf(List.class);
        return ((List<?>) answer).stream().<Map<?, ?>>map(node -> (Map<?, ?>) node).toList();
    }

    /** Somebody pulls its plug. */
    void kill() {
        container.kill();
    }

    /** What its daemon wrote, for failures. */
    String log() {
        try {
            return "--- "
                    + name
                    + "\n"
                    + end("tail -n 30 " + OUTPUT + " clusters/default/nodes/*/daemon.log").out();
        } catch (RuntimeException e) {
            return "--- " + name + ": " + e + "\n";
        }
    }
}
