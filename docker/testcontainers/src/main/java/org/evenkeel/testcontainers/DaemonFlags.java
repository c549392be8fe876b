package org.evenkeel.testcontainers;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.evenkeel.model.topology.Topologies;

/** The flags of a node's daemon, and how its container begins. */
final class DaemonFlags {
    static final int PORT = 4712;

    private static final String SCRIPTS = "/opt/evenkeel/container/";

    private static final String WORKER_USER = "--worker-user";

    private DaemonFlags() {}

    static String name(int number) {
        return "n" + number;
    }

    /** The first node makes the authority and hands out tokens, all others join. */
    static List<String> entrypoint(ClusterSettings settings, int number) {
        List<String> words = new ArrayList<>();
        if (!settings.jvmOptions().isEmpty()) {
            words.addAll(
                    List.of(
                            "env",
                            "EVENKEEL_JAVA_OPTS=" + String.join(" ", settings.jvmOptions())));
        }
        words.addAll(
                number == 1
                        ? List.of("bash", SCRIPTS + "authority.sh")
                        : List.of("bash", SCRIPTS + "joined.sh", "daemon"));
        return words;
    }

    /**
     * Flags of the node of this number.
     *
     * @param number 1 for the first
     */
    static List<String> flags(ClusterSettings settings, int number) {
        List<String> flags = new ArrayList<>();
        if (!settings.policy().isEmpty()) {
            flags.addAll(List.of("--policy", settings.policy()));
        }
        if (!settings.networkLinks().isNone()) {
            flags.addAll(List.of("--advertise", name(number) + ":" + port(settings)));
        }
        if (!settings.topology().isEmpty()) {
            flags.addAll(List.of("--neighbours", neighbours(settings, number)));
        }
        flags.addAll(settings.flags());
        flags.addAll(settings.nodeFlags().getOrDefault(name(number), List.of()));
        if (number == 1 && !flags.contains(WORKER_USER)) {
            flags.addAll(List.of(WORKER_USER, "same")); // beside the authority, with one submitter
        }
        return flags;
    }

    /** Where peers find a node. */
    private static int port(ClusterSettings settings) {
        return settings.networkLinks().isNone() ? PORT : NodeRelay.PORT;
    }

    private static String neighbours(ClusterSettings settings, int number) {
        return Topologies.parse(settings.topology())
                .neighbours(number - 1, settings.nodes())
                .stream()
                .map(index -> name(index + 1))
                .map(name -> name + "=" + name + ":" + port(settings))
                .collect(Collectors.joining(","));
    }
}
