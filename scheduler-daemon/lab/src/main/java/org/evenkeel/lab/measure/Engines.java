package org.evenkeel.lab.measure;

import org.evenkeel.lab.relay.LinkShape;
import org.evenkeel.lab.simulate.FlagException;

/** Where machines can be emulated. */
public final class Engines {
    /** What is used when nothing is said. */
    public static final String PROCESSES = "processes";

    /** For people. */
    public static final String HELP =
            "processes: daemons and workers on this machine, their tasks slowed to the nodes' speeds;"
                    + " containers: machines in containers with processor quotas, which takes a Docker"
                    + " engine and a built checkout";

    private static final String CONTAINERS = "containers";

    private Engines() {}

    /**
     * That of a flag's value.
     *
     * @param links what its links between nodes are like
     * @throws FlagException if there is none
     */
    public static Engine named(String flag, String name, LinkShape links) {
        return switch (name) {
            case PROCESSES -> new ProcessEngine(links);
            case CONTAINERS -> new ContainerEngine(links);
            default ->
                    throw new FlagException(
                            flag, "\"" + name + "\" is none of " + PROCESSES + ", " + CONTAINERS);
        };
    }

    /** How the links between nodes are made as slow as they are to be; for people. */
    static String words(LinkShape links) {
        return links.isNone() ? "" : "; links between nodes by relays: " + links.words();
    }
}
