package org.evenkeel.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.evenkeel.it.Home;
import org.evenkeel.it.Trees;

/**
 * Daemons on machines of their own, each in a network namespace with a state directory, joined by
 * the commands of docs/operations.md; and two submitters and an administrator on machines without a
 * daemon, each with a certificate and the address of one daemon.
 */
final class NetworkCluster implements AutoCloseable {

    static final List<String> NODES = List.of("n1", "n2", "n3", "n4");
    static final String ADMIN = "admin";
    static final List<String> SUBMITTERS = List.of("alice", "bob");

    static final Duration HOLDER_LEASE = Duration.ofSeconds(2);
    static final Duration OWNER_LEASE = Duration.ofSeconds(3);

    /** Silence after which daemons and clients close a link. */
    static final Duration SILENCE = Duration.ofSeconds(3);

    private static final int PORT = 4712;
    private static final int COMMAND_SECONDS = 120;
    private static final Pattern TOKEN = Pattern.compile("\"token\"\\s*:\\s*\"([^\"]+)\"");

    private final Path root = Files.createTempDirectory("evenkeel-network");
    private final Path home = Home.unpack();
    private final Namespaces network;
    private final List<NodeProcess> nodes = new ArrayList<>();

    NetworkCluster() throws IOException, InterruptedException {
        List<String> machines = new ArrayList<>(NODES);
        machines.addAll(SUBMITTERS);
        machines.add(ADMIN);
        network = new Namespaces(machines);
        try {
            Files.createDirectories(runs());
            command("n1", "cluster", "init", "--name", "n1");
            nodes.add(daemon("n1"));
            awaitReady(Duration.ofSeconds(60));
            joinAll(machines.subList(1, machines.size()));
            for (String name : NODES.subList(1, NODES.size())) {
                nodes.add(daemon(name));
            }
            awaitReady(Duration.ofSeconds(60));
        } catch (IOException | InterruptedException | RuntimeException e) {
            System.out.println("what there was is kept in " + root);
            close();
            throw e;
        }
    }

    private void joinAll(List<String> machines) throws IOException, InterruptedException {
        try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
            List<Callable<String>> all = new ArrayList<>();
            for (String machine : machines) {
                String token = token(machine);
                all.add(() -> command(machine, "join", address("n1"), token, "--name", machine));
            }
            for (Future<String> one : pool.invokeAll(all)) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    private String token(String machine) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("token", "create", "--json", "--for"));
        words.add(machine);
        if (!NODES.contains(machine)) {
            words.add("--role");
            words.add(machine.equals(ADMIN) ? "admin,observe" : "submit");
        }
        Matcher token = TOKEN.matcher(command("n1", words.toArray(String[]::new)));
        if (!token.find()) {
            throw new IOException("no token for " + machine);
        }
        return token.group(1);
    }

    private NodeProcess daemon(String name) throws IOException {
        NodeProcess.Installation installation =
                new NodeProcess.Installation(
                        home,
                        cluster(name),
                        List.of("-XX:+ExitOnOutOfMemoryError", "-Xms16m", "-Xmx128m"),
                        network.inside(name),
                        network.address(name),
                        List.of());
        return new NodeProcess(
                installation,
                name,
                PORT,
                List.of(
                        "--workers=1",
                        "--worker-user=same", // workers write where the test reads
                        "--worker-heap=96m",
                        "--holder-lease=" + HOLDER_LEASE.toMillis() + "ms",
                        "--owner-lease=" + OWNER_LEASE.toMillis() + "ms",
                        "--session-lease=5s",
                        "--ping-every=1s",
                        "--ping-limit=" + SILENCE.toMillis() + "ms"));
    }

    /** Runs a command of evenkeel on a machine; what it printed. */
    private String command(String machine, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(network.inside(machine));
        command.addAll(Home.commandJvm(home, List.of()));
        command.addAll(List.of(words));
        Path out = root.resolve(machine + ".commands");
        Path last = Files.createTempFile(root, machine, ".out");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectOutput(last.toFile())
                        .redirectError(ProcessBuilder.Redirect.appendTo(out.toFile()));
        builder.environment().put("EVENKEEL_STATE", state(machine).toString());
        Process process = builder.start();
        boolean ended = process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        String said = Files.readString(last);
        if (!ended || process.exitValue() != 0) {
            throw new IOException(machine + ": " + words[0] + ": " + said + Files.readString(out));
        }
        Files.delete(last);
        return said;
    }

    Path root() {
        return root;
    }

    Path home() {
        return home;
    }

    Path runs() {
        return root.resolve("runs");
    }

    /** The state directory of a machine. */
    Path state(String machine) {
        return root.resolve(machine);
    }

    Path cluster(String machine) {
        return state(machine).resolve("clusters").resolve("default");
    }

    Namespaces network() {
        return network;
    }

    List<NodeProcess> nodes() {
        return nodes;
    }

    NodeProcess node(String name) {
        return nodes.get(NODES.indexOf(name));
    }

    String address(String node) {
        return network.address(node) + ":" + PORT;
    }

    /** Where a program of this machine runs; it knows one daemon. */
    ClientProcess.Place place(String machine, String node) {
        return new ClientProcess.Place(
                network.inside(machine),
                root,
                home,
                state(machine),
                Map.of("EVENKEEL_DAEMON", address(node)));
    }

    void awaitReady(Duration longest) {
        Awaitility.await("all daemons are ready")
                .atMost(longest)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> nodes.stream().allMatch(NodeProcess::isReady));
    }

    /** Asks every daemon to leave; the exit codes. */
    List<Integer> leave(Duration longest) throws InterruptedException {
        nodes.forEach(node -> node.process().destroy());
        List<Integer> codes = new ArrayList<>();
        for (NodeProcess node : nodes) {
            boolean ended = node.process().waitFor(longest.toMillis(), TimeUnit.MILLISECONDS);
            codes.add(ended ? node.process().exitValue() : -1);
        }
        return codes;
    }

    /** Processes that are left on machines of daemons. */
    List<Long> leftovers() throws InterruptedException {
        List<Long> pids = new ArrayList<>();
        for (String node : NODES) {
            pids.addAll(network.pids(node));
        }
        return pids;
    }

    /** Ends what still runs; the directory stays. */
    @Override
    public void close() {
        network.close();
    }

    void delete() {
        Trees.deleteTree(root);
    }
}
