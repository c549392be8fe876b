package org.evenkeel.testcontainers.engine;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HealthCheck;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.Volume;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.dockerclient.TransportConfig;

/**
 * The Docker engine that Testcontainers finds, and what is started there; safe for many threads.
 *
 * <p>Only the finding is Testcontainers'. Its helpers are not used, so none has to be pulled: no
 * container that removes others (labels and {@link #sweep} do), none that looks for the engine's
 * address where the engine's machine seems to be a container itself ({@link PublishedPorts} tries).
 */
public final class Engine {

    /** Nanoseconds of processor time a second, as the engine counts quotas. */
    static final double ONE_CPU = 1e9;

    private static final long ONCE_SECONDS = 60;

    /** The image's check starts a JVM again and again, in the time that tasks are to have. */
    private static final HealthCheck NOT_LOOKED_AT = new HealthCheck().withTest(List.of("NONE"));

    private static @Nullable Engine found;

    private final DockerClient client;
    private final URI at;

    private Engine(DockerClient client, URI at) {
        this.client = client;
        this.at = at;
    }

    /**
     * The engine of this process: that of DOCKER_HOST, of ~/.testcontainers.properties, or the
     * usual socket.
     *
     * @throws EngineException if none answers
     */
    public static synchronized Engine find() {
        Engine known = found;
        if (known == null) {
            try {
                TransportConfig config = DockerClientFactory.instance().getTransportConfig();
                known =
                        new Engine(
                                DockerClientProviderStrategy.getClientForConfig(config),
                                config.getDockerHost());
                known.client.pingCmd().exec();
            } catch (RuntimeException e) {
                throw new EngineException("no Docker engine answers", e);
            }
            found = known;
        }
        return known;
    }

    DockerClient client() {
        return client;
    }

    URI at() {
        return at;
    }

    /** Whether the image is there. */
    public boolean hasImage(String image) {
        try {
            client.inspectImageCmd(image).exec();
            return true;
        } catch (NotFoundException e) {
            return false;
        }
    }

    /** Removes what runs of this machine left that are over. */
    public void sweep() {
        new Sweep(client).run();
    }

    /** Makes a network; gives its id. */
    public String createNetwork(String name) {
        return client.createNetworkCmd().withName(name).withLabels(RunLabel.ours()).exec().getId();
    }

    /** Makes a volume; gives its name. */
    public String createVolume(String name) {
        return client.createVolumeCmd().withName(name).withLabels(RunLabel.ours()).exec().getName();
    }

    /** Removes a network that nothing is in any more. */
    public void removeNetwork(String id) {
        quietly(() -> client.removeNetworkCmd(id).exec());
    }

    /** Removes a volume that nothing uses any more. */
    public void removeVolume(String name) {
        quietly(() -> client.removeVolumeCmd(name).exec());
    }

    /** What is not there cannot be removed, and what cannot be removed is swept next time. */
    static void quietly(Runnable removal) {
        try {
            removal.run();
        } catch (DockerException e) {
            // see above
        }
    }

    /**
     * Makes a container, which does not run yet.
     *
     * @throws EngineException if the image is not there
     */
    public Container create(ContainerSpec spec) {
        HostConfig host =
                HostConfig.newHostConfig()
                        .withInit(true)
                        .withNetworkMode(spec.network())
                        .withNanoCPUs((long) (spec.cpus() * ONE_CPU))
                        .withMemory(spec.memoryBytes())
                        .withBinds(
                                spec.volumes().entrySet().stream()
                                        .map(v ->
                                                new Bind(
                                                        v.getKey(),
                                                        new Volume(v.getValue()),
                                                        AccessMode.rw))
                                        .toList());
        CreateContainerCmd command =
                client.createContainerCmd(spec.image())
                        .withName(uniqueName(spec))
                        .withHostName(spec.name())
                        .withAliases(spec.name())
                        .withLabels(RunLabel.ours())
                        .withEntrypoint(spec.entrypoint())
                        .withCmd(spec.command())
                        .withHealthcheck(NOT_LOOKED_AT);
        if (spec.port() > 0) {
            command.withExposedPorts(ExposedPort.tcp(spec.port()));
            host.withPortBindings(
                    new PortBinding(
                            PublishedPorts.isLocal(at)
                                    ? Ports.Binding.bindIp("127.0.0.1")
                                    : Ports.Binding.empty(),
                            ExposedPort.tcp(spec.port())));
        }
        try {
            return new Container(this, command.withHostConfig(host).exec().getId(), spec.name());
        } catch (NotFoundException e) {
            throw new EngineException(
                    "image " + spec.image() + " is not available here; build or pull it", e);
        }
    }

    private static String uniqueName(ContainerSpec spec) {
        return "evenkeel-test-%s-%s-%s"
                .formatted(
                        ProcessHandle.current().pid(),
                        spec.network().substring(0, Math.min(8, spec.network().length())),
                        spec.name());
    }

    /** Makes a container in the network of another, which does not run yet. */
    Container createBeside(Container container, String image, List<String> command) {
        String id =
                client.createContainerCmd(image)
                        .withLabels(RunLabel.ours())
                        .withEntrypoint(command)
                        .withHealthcheck(NOT_LOOKED_AT)
                        .withHostConfig(
                                HostConfig.newHostConfig()
                                        .withInit(true)
                                        .withNetworkMode("container:" + container.id()))
                        .exec()
                        .getId();
        return new Container(this, id, "beside " + container.name());
    }

    /**
     * Runs a line of shell as root beside a container, in its network, where it may change rules.
     *
     * @param image has {@code sh} and what the line needs
     */
    CommandResult runBeside(Container container, String image, String line) {
        String id =
                client.createContainerCmd(image)
                        .withLabels(RunLabel.ours())
                        .withUser("0")
                        .withEntrypoint(List.of("sh", "-c"))
                        .withCmd(line)
                        .withHostConfig(
                                HostConfig.newHostConfig()
                                        .withNetworkMode("container:" + container.id())
                                        .withCapAdd(Capability.NET_ADMIN, Capability.NET_RAW))
                        .exec()
                        .getId();
        try {
            client.startContainerCmd(id).exec();
            int exitCode =
                    client.waitContainerCmd(id)
                            .start()
                            .awaitStatusCode(ONCE_SECONDS, TimeUnit.SECONDS);
            CapturedOutput capturedOutput =
                    CapturedOutput.of(client.logContainerCmd(id).withStdOut(true).withStdErr(true));
            return new CommandResult(
                    "beside " + container.name() + ": " + line,
                    exitCode,
                    capturedOutput.out(),
                    capturedOutput.err());
        } finally {
            quietly(() ->
                    client.removeContainerCmd(id).withForce(true).withRemoveVolumes(true).exec());
        }
    }
}
