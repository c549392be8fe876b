package org.evenkeel.lab.measure;

import org.evenkeel.lab.relay.RelayLinkShape;
import org.evenkeel.lab.simulate.FlagException;

/** Where machines can be emulated. */
public final class MachineEmulators {
    /** What is used when nothing is said. */
    public static final String PROCESSES = "processes";

    /** A human-readable description. */
    public static final String HELP =
            "processes: daemons and workers on this machine, with tasks slowed to the "
                    + "nodes' speeds; containers: machines in containers with processor quotas, "
                    + "which needs a Docker engine and a built checkout";

    private static final String CONTAINERS = "containers";

    /**
     * That of a flag's value.
     *
     * @param links what its links between nodes are like
     * @throws FlagException if there is none
     */
    public static MachineEmulator named(String flag, String name, RelayLinkShape links) {
        return switch (name) {
            case PROCESSES -> new ProcessEmulator(links);
            case CONTAINERS -> new ContainerEmulator(links);
            default ->
                    throw new FlagException(
                            flag,
                            "\"%s\" is not an engine; use %s, %s"
                                    .formatted(name, PROCESSES, CONTAINERS));
        };
    }

    /** How the links between nodes are made as slow as they are to be; human-readable. */
    static String words(RelayLinkShape links) {
        return links.isNone() ? "" : "; links between nodes through relays: " + links.words();
    }
}
