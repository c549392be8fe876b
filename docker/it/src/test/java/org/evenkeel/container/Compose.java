package org.evenkeel.container;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The cluster of docker/compose.yaml, under a project of its own, with the labels of a test. */
final class Compose implements AutoCloseable {
    private static final String FILE = "../../docker/compose.yaml";

    private final String project = "evenkeel-test-" + ProcessHandle.current().pid();
    private final List<String> command;
    private final Path more;

    private Compose(List<String> command) throws IOException {
        this.command = command;
        this.more = Files.createDirectories(Path.of("target", "containers")).resolve("more.yaml");
        Files.writeString(more, more());
    }

    /** What starts such clusters here: Docker's plugin or docker-compose; empty when neither. */
    static List<String> find() throws IOException, InterruptedException {
        for (List<String> words :
                List.of(List.of("docker", "compose"), List.of("docker-compose"))) {
            try {
                List<String> version = new ArrayList<>(words);
                version.add("version");
                Process process =
                        new ProcessBuilder(version)
                                .redirectErrorStream(true)
                                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                .start();
                if (process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0) {
                    return words;
                }
            } catch (IOException e) {
                // there is no such program
            }
        }
        return List.of();
    }

    static Compose with(List<String> command) throws IOException {
        return new Compose(command);
    }

    /**
     * What a test adds: labels for docker/sweep.sh, and health that is looked at often where the
     * test asks for it. Each look starts a JVM, in the time that the machines are to have.
     */
    private static String more() {
        String labels = Shell.yamlLabels();
        String java = "environment: {EVENKEEL_JAVA_OPTS: \"" + CompileOnce.DAEMONS + "\"}";
        return "services:\n"
                + ("  authority: {" + labels + ", " + java + ", healthcheck: {disable: true}}\n")
                + ("  daemon: {" + labels + ", " + java + ", ")
                + "healthcheck: {interval: 10s, start_period: 0s}}\n"
                + ("  client: {" + labels + "}\n")
                + ("networks: {default: {" + labels + "}}\n")
                + ("volumes: {authority: {" + labels + "}, client: {" + labels + "}, ")
                + ("join: {" + labels + "}}\n");
    }

    /** Runs a command of compose and gives what it printed, which must not be an error. */
    String run(String... words) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(command);
        line.addAll(List.of("-p", project, "-f", FILE, "-f", more.toString()));
        line.addAll(List.of(words));
        return Shell.run(line);
    }

    /** The same for docker itself. */
    String docker(String... words) throws IOException, InterruptedException {
        return Shell.run(Stream.concat(Stream.of("docker"), Stream.of(words)).toList());
    }

    /** Names of the nodes that the first one knows; none when it does not answer yet. */
    Set<String> nodes() throws IOException, InterruptedException {
        Set<String> names = new TreeSet<>();
        String said;
        try {
            String authority = containers("authority").getFirst();
            said = docker("exec", authority, "evenkeel", "nodes", "--json");
        } catch (AssertionError | NoSuchElementException e) {
            return names;
        }
        // A node that does not answer in time is told of first.
        Object nodes = JSON.std.mapFrom(said.substring(said.indexOf('{'))).get("nodes");
        if (nodes instanceof List<?> list) {
            list.forEach(node -> names.add(String.valueOf(((Map<?, ?>) node).get("node"))));
        }
        return names;
    }

    /** Ids of the containers of a service; docker says it much sooner than docker-compose. */
    List<String> containers(String service) throws IOException, InterruptedException {
        String label = "label=com.docker.compose.";
        return docker(
                        "ps",
                        "-q",
                        "--no-trunc",
                        "--filter",
                        label + "project=" + project,
                        "--filter",
                        label + "service=" + service)
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
    }

    /** Ids of the containers that have daemons, the first one's first. */
    List<String> machines() throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(containers("authority"));
        all.addAll(containers("daemon"));
        return all;
    }

    /** {@code starting}, {@code healthy} or {@code unhealthy}. */
    String health(String container) throws IOException, InterruptedException {
        return docker("inspect", "-f", "{{.State.Health.Status}}", container).strip();
    }

    @Override
    public void close() throws IOException {
        try {
            run("down", "-v", "--timeout", "1");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // docker/sweep.sh removes what is left
        }
    }
}
