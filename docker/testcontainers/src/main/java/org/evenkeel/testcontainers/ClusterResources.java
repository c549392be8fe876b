package org.evenkeel.testcontainers;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.evenkeel.testcontainers.engine.Container;
import org.evenkeel.testcontainers.engine.ContainerSpec;
import org.evenkeel.testcontainers.engine.Engine;
import org.evenkeel.testcontainers.engine.EngineException;

/** What the nodes of a cluster have in common: engine, network, the volume to join by, clients. */
final class ClusterResources implements AutoCloseable {
    private static final String JOIN = "/var/lib/evenkeel-join";
    private static final String CLIENT = "tester";

    private final ClusterSettings settings;
    private final Engine engine;
    private final String network;
    private final String volume;
    private final ClientDirectory clients = new ClientDirectory();

    ClusterResources(ClusterSettings settings) {
        this.settings = settings;
        this.engine = Engine.find();
        if (!engine.hasImage(settings.image())) {
            throw new EngineException(missing(settings.image()));
        }
        engine.sweep();
        String name = "evenkeel-test-" + UUID.randomUUID().toString().substring(0, 8);
        this.network = engine.createNetwork(name);
        this.volume = engine.createVolume(name);
    }

    static String missing(String image) {
        return ("no image %s here; docker/build.sh in a checkout of Evenkeel builds it, "
                        + "-Devenkeel.image=… names another")
                .formatted(image);
    }

    ClusterSettings settings() {
        return settings;
    }

    ClientDirectory clients() {
        return clients;
    }

    /** Makes the container of the node of this number, 1 for the first; it does not run yet. */
    EvenkeelNode node(int number) {
        String name = DaemonFlags.name(number);
        MachineSize size = settings.sizeOf(name);
        Container container =
                engine.create(
                        new ContainerSpec(
                                settings.image(),
                                name,
                                network,
                                DaemonFlags.entrypoint(settings, number),
                                DaemonFlags.flags(settings, number),
                                DaemonFlags.PORT,
                                Map.of(volume, JOIN),
                                size.cpus(),
                                size.memoryBytes()));
        return new EvenkeelNode(container, clients, size, new NodeRelay(container, settings));
    }

    /** Clients of this JVM join, as a submitter who may submit, look and end jobs. */
    void certify(EvenkeelNode first) {
        String at = first.name() + ":" + DaemonFlags.PORT;
        String directory = "$EVENKEEL_STATE/clusters/" + CLIENT;
        clients.identity(
                first.bash(
                        String.join(
                                "\n",
                                List.of(
                                        "set -euo pipefail",
                                        ("command=$(evenkeel token create --role "
                                                        + "submit,observe,admin --for %s "
                                                        + "--address %s | tail -n 1)")
                                                .formatted(CLIENT, at),
                                        "$command --name %s --cluster %s > /dev/null"
                                                .formatted(CLIENT, CLIENT),
                                        "cat " + directory + "/identity/node.pem",
                                        "rm -r " + directory))));
    }

    @Override
    public void close() {
        RunAll.run(
                () -> engine.removeNetwork(network),
                () -> engine.removeVolume(volume),
                clients::close);
    }
}
