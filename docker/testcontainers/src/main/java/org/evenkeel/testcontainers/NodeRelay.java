package org.evenkeel.testcontainers;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.testcontainers.engine.Container;
import org.jspecify.annotations.Nullable;

/**
 * What is in front of a node where links are emulated: a program in a container beside it, in its
 * network but with processor time of its own, through which all links pass that others dial to it.
 * Where links are as they are it is nothing.
 */
final class NodeRelay {
    /** Where the others find the node. */
    static final int PORT = 4713;

    private static final String PROGRAM = "org.evenkeel.lab.relay.RelayMain";

    private final Container node;
    private final String image;
    private final List<String> command;
    private @Nullable Container relay;

    NodeRelay(Container node, ClusterSettings settings) {
        this.node = node;
        this.image = settings.image();
        this.command =
                settings.networkLinks().isNone() ? List.of() : command(settings, node.name());
    }

    private static List<String> command(ClusterSettings settings, String name) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "java",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Xmx256m",
                                "-cp",
                                "/opt/evenkeel/lib/cli/*",
                                PROGRAM,
                                Integer.toString(PORT),
                                name,
                                Integer.toString(DaemonFlags.PORT)));
        command.addAll(settings.networkLinks().words(name));
        return command;
    }

    /** The node has been started: its network is a new one. */
    synchronized void start() {
        stop();
        if (!command.isEmpty()) {
            Container beside = node.besideAsLongAsItRuns(image, command);
            relay = beside;
            beside.start();
        }
    }

    /** The node is down. */
    synchronized void stop() {
        if (relay != null) {
            relay.close();
            relay = null;
        }
    }

    /** What it printed, for failures. */
    synchronized String log() {
        return relay == null ? "" : relay.log();
    }
}
