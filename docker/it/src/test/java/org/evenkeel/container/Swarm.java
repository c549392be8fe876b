package org.evenkeel.container;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.evenkeel.testcontainers.engine.RunLabel;

/** The stack of docker/swarm.yaml on this engine alone, with the labels of a test. */
final class Swarm implements AutoCloseable {
    private static final String FILE = "../../docker/swarm.yaml";
    private static final String PLACE = "evenkeel";
    private static final String MARK = "evenkeel-test-swarm";

    private final String stack = "evenkeel-test-" + ProcessHandle.current().pid();
    private final boolean made;
    private final String node;

    /** Makes the engine a Swarm of one machine, unless it is in one already. */
    Swarm() throws IOException, InterruptedException {
        made = state().equals("inactive");
        if (made) {
            make(RunLabel.ours());
        }
        node = node();
        Shell.run("docker", "node", "update", "--label-add", PLACE + "=authority", node);
    }

    /**
     * A Swarm that no other machine can join. docker/sweep.sh knows by the labels of a volume when
     * it is over; the volume comes first, for a test may be killed between any two commands.
     */
    static void make(Map<String, String> labels) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("docker", "volume", "create"));
        labels.forEach((key, value) -> line.addAll(List.of("--label", key + "=" + value)));
        line.add(MARK);
        Shell.run(line);
        Shell.run(
                "docker",
                "swarm",
                "init",
                "--advertise-addr",
                "127.0.0.1",
                "--listen-addr",
                "127.0.0.1:2377");
    }

    static void leave() throws IOException, InterruptedException {
        Shell.run("docker", "swarm", "leave", "--force");
        Shell.run("docker", "volume", "rm", "--force", MARK);
    }

    private static String node() throws IOException, InterruptedException {
        return Shell.run("docker", "info", "--format", "{{.Swarm.NodeID}}").strip();
    }

    /** {@code inactive} where there is none. */
    static String state() throws IOException, InterruptedException {
        return Shell.run("docker", "info", "--format", "{{.Swarm.LocalNodeState}}").strip();
    }

    void deploy() throws IOException, InterruptedException {
        Path more = Files.createDirectories(Path.of("target", "containers")).resolve("swarm.yaml");
        Files.writeString(more, more());
        Shell.run(
                "docker",
                "stack",
                "deploy",
                "--resolve-image",
                "never",
                "-c",
                FILE,
                "-c",
                more.toString(),
                stack);
    }

    /** What a test adds: labels for docker/sweep.sh. */
    private static String more() {
        String labels = Shell.yamlLabels();
        return "version: \"3.8\"\nservices:\n"
                + ("  authority: {" + labels + ", deploy: {" + labels + "}}\n")
                + ("  daemon: {" + labels + ", deploy: {" + labels + "}}\n")
                + ("networks: {cluster: {driver: overlay, attachable: true, " + labels + "}}\n")
                + ("volumes: {authority: {" + labels + "}, daemon: {" + labels + "}, ")
                + ("join: {" + labels + "}}\n");
    }

    /** The container that runs for a service now; empty when there is none. */
    String container(String service) throws IOException, InterruptedException {
        List<String> ids =
                Shell.run("docker", "ps", "-q", "--filter", "name=" + stack + "_" + service + ".")
                        .lines()
                        .toList();
        return ids.isEmpty() ? "" : ids.getFirst();
    }

    /** Names of the nodes that the authority's machine knows; none when it does not answer yet. */
    Set<String> nodes() throws IOException, InterruptedException {
        Set<String> names = new TreeSet<>();
        try {
            String said =
                    Shell.run(
                            "docker",
                            "exec",
                            container("authority"),
                            "evenkeel",
                            "nodes",
                            "--json");
            if (JSON.std.mapFrom(said).get("nodes") instanceof List<?> nodes) {
                nodes.forEach(node -> names.add(String.valueOf(((Map<?, ?>) node).get("node"))));
            }
        } catch (AssertionError e) {
            // it is starting
        }
        return names;
    }

    /** The queens' program from a machine without a daemon, as the file says. */
    String queens(int n) throws IOException, InterruptedException {
        return Shell.run(
                "docker",
                "run",
                "--rm",
                "--network",
                stack + "_cluster",
                "-v",
                stack + "_join:/var/lib/evenkeel-join",
                "--entrypoint",
                "bash",
                TestImage.NAME,
                "/opt/evenkeel/container/joined.sh",
                "submit",
                "org.evenkeel.examples.queens.Queens",
                "--n",
                Integer.toString(n));
    }

    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    /**
     * Removes the stack, then the volumes when the last container lets go of them, and leaves the
     * Swarm if it was made here, whatever of that fails.
     */
    @Override
    public void close() throws IOException {
        List<Step> steps = new ArrayList<>();
        steps.add(() -> Shell.run("docker", "stack", "rm", stack));
        for (String volume : List.of("authority", "daemon", "join")) {
            steps.add(() -> removeVolume(stack + "_" + volume));
        }
        steps.add(() -> Shell.run("docker", "node", "update", "--label-rm", PLACE, node));
        if (made) {
            steps.add(Swarm::leave);
        }
        AssertionError failed = null;
        try {
            for (Step step : steps) {
                try {
                    step.run();
                } catch (AssertionError e) {
                    failed = failed == null ? e : failed;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // docker/sweep.sh removes what is left
        }
        if (failed != null) {
            throw failed;
        }
    }

    private static void removeVolume(String name) throws IOException, InterruptedException {
        for (int attempt = 0; ; attempt++) {
            try {
                Shell.run("docker", "volume", "rm", "-f", name);
                return;
            } catch (AssertionError e) {
                if (attempt == 60) {
                    throw e;
                }
                Thread.sleep(500);
            }
        }
    }
}
