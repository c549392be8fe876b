package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.evenkeel.testcontainers.engine.Container;
import org.evenkeel.testcontainers.engine.Engine;

/** Machines in a network of their own, made a cluster by the commands of docs/operations.md. */
final class Machines implements AutoCloseable {
    private final String network;
    private final List<Machine> machines = new ArrayList<>();
    private final DocumentedCommands page;
    private final String more;

    /**
     * Starts machines on which nothing runs yet.
     *
     * @param more options for each daemon, none when it is to be started as the page says
     */
    Machines(String more, String... names) throws IOException {
        this.page = DocumentedCommands.of("docs/operations.md");
        this.more = more;
        this.network = Engine.find().createNetwork("evenkeel-test-" + UUID.randomUUID());
        try {
            for (String name : names) {
                machines.add(new Machine(name, network));
            }
            machines.parallelStream().map(Machine::container).forEach(Container::start);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    Machine on(String name) {
        return machines.stream().filter(m -> m.name.equals(name)).findFirst().orElseThrow();
    }

    private String first() {
        return machines.getFirst().address();
    }

    /**
     * Makes them a cluster: an authority and a daemon on the first, all others join, the user's
     * without a daemon. Waits until the first knows all.
     */
    void form(String user) throws IOException, InterruptedException {
        Machine first = machines.getFirst();
        first.run(page.command("evenkeel cluster init", first()));
        first.startDaemon(page.command("evenkeel daemon --listen", first()) + more);
        List<CompletableFuture<Void>> joining = new ArrayList<>();
        for (Machine machine : machines.subList(1, machines.size())) {
            boolean submits = machine.name.equals(user);
            String join = commandToJoin(submits ? " --role submit" : "");
            joining.add(Background.run(() -> join(machine, join, !submits)));
        }
        joining.forEach(CompletableFuture::join);
        awaitMembers(
                machines.stream()
                        .map(machine -> machine.name)
                        .filter(name -> !name.equals(user))
                        .toArray(String[]::new));
    }

    /** What {@code evenkeel token create} has somebody paste on the machine that is to join. */
    private String commandToJoin(String options) throws IOException, InterruptedException {
        String create = page.command("evenkeel token create", first());
        String said = machines.getFirst().run(create + options);
        String join = said.lines().toList().getLast();
        assertThat(join).startsWith(page.command("evenkeel join", first()).replace("…", ""));
        return join;
    }

    /** A machine joins and starts its daemon, which is as the page says and as join says. */
    private void join(Machine machine, String join, boolean daemon)
            throws IOException, InterruptedException {
        String said = machine.run(join);
        if (daemon) {
            String start =
                    page.command("evenkeel daemon --node", first())
                            .replace("NAME", machine.name)
                            .replace("ITS_ADDRESS:4712", machine.address());
            assertThat(said).contains("start its daemon: " + start);
            machine.startDaemon(start + more);
        }
    }

    /** Runs the queens' program there and gives what it printed. */
    String queens(String name, int n) throws IOException, InterruptedException {
        return on(name).runWithDaemonAt(
                        first(), "evenkeel run org.evenkeel.examples.queens.Queens --n " + n);
    }

    /** How many tasks each node has run, as the first machine knows it. */
    Map<String, Long> runs() throws IOException, InterruptedException {
        Map<String, Long> runs = new TreeMap<>();
        for (Map<?, ?> node : machines.getFirst().nodes("")) {
            Map<?, ?> totals = (Map<?, ?>) node.get("totals");
            runs.put(String.valueOf(node.get("node")), ((Number) totals.get("run")).longValue());
        }
        return runs;
    }

    /** Waits until the first machine and its links know exactly these. */
    void awaitMembers(String... names) {
        Awaitility.await("members " + List.of(names))
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(300))
                .untilAsserted(() -> assertThat(runs().keySet()).containsExactly(names));
    }

    /** What the daemons wrote, for failures. */
    String logs() {
        StringBuilder text = new StringBuilder();
        machines.forEach(machine -> text.append(machine.log()));
        return text.toString();
    }

    @Override
    public void close() {
        machines.parallelStream().map(Machine::container).forEach(Container::close);
        Engine.find().removeNetwork(network);
    }
}
