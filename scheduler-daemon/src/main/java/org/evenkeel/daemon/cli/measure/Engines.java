package org.evenkeel.daemon.cli.measure;

import java.util.List;
import java.util.stream.Collectors;
import org.evenkeel.daemon.cli.simulate.FlagException;

/** Where machines can be emulated. */
public final class Engines {
    /** What is used when nothing is said. */
    public static final String PROCESSES = "processes";

    /** For people. */
    public static final String HELP =
            "processes: daemons and workers on this machine, their tasks slowed to the nodes' speeds;"
                    + " containers: machines in containers with processor quotas, which takes a Docker"
                    + " engine and a built checkout";

    private static final List<Engine> ALL = List.of(new ProcessEngine(), new ContainerEngine());

    private Engines() {}

    /**
     * That of a flag's value.
     *
     * @throws FlagException if there is none
     */
    public static Engine named(String flag, String name) {
        return ALL.stream()
                .filter(engine -> engine.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new FlagException(
                                flag,
                                "\"%s\" is none of %s"
                                        .formatted(
                                                name,
                                                ALL.stream()
                                                        .map(Engine::name)
                                                        .collect(Collectors.joining(", ")))));
    }
}
