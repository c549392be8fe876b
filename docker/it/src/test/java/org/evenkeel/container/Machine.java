package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import com.github.dockerjava.api.model.ContainerNetwork;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.ExecConfig;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** A machine: a container in which commands are run as somebody at its keyboard would run them. */
final class Machine {
    private static final long ONE_PROCESSOR = 1_000_000_000;
    private static final long MEMORY = 1L << 30;
    private static final String OUTPUT = "/tmp/daemon.out";

    final String name;
    private final GenericContainer<?> container;

    /** One processor and 1 GiB each: a daemon takes what its machine has. */
    @SuppressWarnings("resource") // stop() ends it
    Machine(String name, Network network) {
        this.name = name;
        this.container =
                new GenericContainer<>(DockerImageName.parse(Engine.IMAGE))
                        .withImagePullPolicy(image -> false)
                        .withNetwork(network)
                        .withNetworkAliases(name)
                        .withLabel(Engine.LABEL, Engine.run())
                        .withCreateContainerCmdModifier(command -> {
                            command.withName(
                                    "evenkeel-test-"
                                            + ProcessHandle.current().pid()
                                            + "-"
                                            + network.getId().substring(0, 6)
                                            + "-"
                                            + name);
                            command.withHostName(name).withEntrypoint("sleep").withCmd("infinity");
                            command.getHostConfig()
                                    .withInit(true)
                                    .withNanoCPUs(ONE_PROCESSOR)
                                    .withMemory(MEMORY);
                        })
                        .waitingFor(Wait.forSuccessfulCommand("true"));
    }

    GenericContainer<?> container() {
        return container;
    }

    /** Where others find its daemon. */
    String address() {
        Map<String, ContainerNetwork> networks =
                container.getContainerInfo().getNetworkSettings().getNetworks();
        assertThat(networks).hasSize(1);
        return networks.values().iterator().next().getIpAddress() + ":4712";
    }

    /** Runs a line and gives what it printed, which must not be an error. */
    String run(String line) throws IOException, InterruptedException {
        return fine(line, end(line));
    }

    /** The same as a program on a machine without a daemon does it. */
    String runWithDaemonAt(String address, String line) throws IOException, InterruptedException {
        ExecConfig config =
                ExecConfig.builder()
                        .command(new String[] {"bash", "-c", line})
                        .envVars(Map.of("EVENKEEL_DAEMON", address))
                        .build();
        return fine(line, container.execInContainer(config));
    }

    private String fine(String line, ExecResult ended) {
        assertThat(ended.getExitCode())
                .as("%s: %s%n%s%s", name, line, ended.getStdout(), ended.getStderr())
                .isZero();
        return ended.getStdout();
    }

    /** Runs a line to its end, whatever that is. */
    ExecResult end(String line) throws IOException, InterruptedException {
        return container.execInContainer("bash", "-c", line);
    }

    /** Starts a daemon in the background and waits until it answers. */
    void startDaemon(String line) throws IOException, InterruptedException {
        run(line + " > " + OUTPUT + " 2>&1 < /dev/null &");
        Awaitility.await(name + " answers: " + line)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> end("evenkeel nodes --here").getExitCode() == 0);
    }

    /** What {@code evenkeel nodes} tells here. */
    List<Map<?, ?>> nodes(String more) throws IOException, InterruptedException {
        Object answer = JSON.std.mapFrom(run("evenkeel nodes --json " + more)).get("nodes");
        assertThat(answer).isInstanceOf(List.class);
        return ((List<?>) answer).stream().<Map<?, ?>>map(node -> (Map<?, ?>) node).toList();
    }

    /** Somebody pulls its plug. */
    void kill() {
        container.getDockerClient().killContainerCmd(container.getContainerId()).exec();
    }

    /** What its daemon wrote, for failures. */
    String log() {
        try {
            return "--- "
                    + name
                    + "\n"
                    + end("tail -n 30 " + OUTPUT + " clusters/default/nodes/*/daemon.log")
                            .getStdout();
        } catch (IOException | InterruptedException | RuntimeException e) {
            return "--- " + name + ": " + e + "\n";
        }
    }
}
