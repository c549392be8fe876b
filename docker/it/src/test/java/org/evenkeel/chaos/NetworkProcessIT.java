package org.evenkeel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.evenkeel.it.Alone;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Machines of a network vanish, fall silent, mute or deaf, lose packets, and say nothing of it; two
 * submitters and an administrator are at work throughout. Every result is there, once, right, and
 * soon; and no submitter has a share in the other's job at any daemon. One submitter also has a job
 * of level REPLICATED; the other leaves a detached job in mid-run and attaches to it at the end.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS) // the full form
@Alone
@ExtendWith(NamespacesCondition.class)
@Tag("long")
class NetworkProcessIT {

    private static final long SEED = RunSeed.of(System.getProperty("evenkeel.network", ""));
    private static final int WINDOW = 100;
    private static final int DISK_SHARE = 333;

    /** Index of the client all of whose tasks are of level REPLICATED. */
    private static final int REPLICATED = 3;

    private static final Duration REPLICATED_PAUSE = Duration.ofMillis(40);

    private static final int ALL_REPLICATED = 1_000;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** What earlier runs left that were killed. */
    @BeforeAll
    static void sweep() throws IOException, InterruptedException {
        new ProcessBuilder("./namespaces.sh", "sweep").inheritIO().start().waitFor();
    }

    @Test
    void nothingIsLostOrForeignWhenMachinesVanishWithoutAWord() throws Exception {
        NetworkForm form = NetworkForm.chosen();
        System.out.printf(
                "NetworkProcessIT, form %s, seed %d (docker/it/network.sh %s --seed %d)%n",
                form.name(), SEED, form.name(), SEED);
        NetworkCluster cluster = new NetworkCluster();
        boolean fine = false;
        try (cluster) {
            run(cluster, form).check();
            fine = true;
        } finally {
            if (fine && !Boolean.getBoolean("evenkeel.network.keep")) {
                cluster.delete();
            } else {
                System.out.println("logs and reports are kept in " + cluster.root());
            }
        }
    }

    private static NetworkVerdict run(NetworkCluster cluster, NetworkForm form)
            throws IOException, InterruptedException {
        NetworkPlan plan =
                NetworkPlan.draw(
                        form, NetworkCluster.NODES.size(), NetworkCluster.SUBMITTERS.size(), SEED);
        try (ClientProcess alice = client(cluster, "alice", 1, "n2", form.pause());
                ClientProcess bob = client(cluster, "bob", 2, "n3", form.pause());
                ClientProcess replicated =
                        client(cluster, "bob", REPLICATED, "n4", REPLICATED_PAUSE);
                Legacy detached = detached(cluster, "alice", "n1")) {
            List<ClientProcess> clients = List.of(alice, bob, replicated);
            Awaitility.await("clients begin")
                    .atMost(LIMIT)
                    .until(() ->
                            clients.stream().allMatch(one -> one.completed() > 50)
                                    && detached.hasResults());
            return visited(cluster, form, plan, new Programs(clients, detached));
        }
    }

    /**
     * All programs that submit; the first clients are those of {@link NetworkCluster#SUBMITTERS}.
     */
    private record Programs(List<ClientProcess> clients, Legacy detached) {

        /** Those whose daemons are hit. */
        List<ClientProcess> first() {
            return clients.subList(0, NetworkCluster.SUBMITTERS.size());
        }
    }

    private static NetworkVerdict visited(
            NetworkCluster cluster, NetworkForm form, NetworkPlan plan, Programs programs)
            throws IOException, InterruptedException {
        Ledger ledger = new Ledger();
        try (VisitorProcess intruder = new VisitorProcess(cluster, Visitor.INTRUDER, "bob");
                VisitorProcess administrator =
                        new VisitorProcess(cluster, Visitor.ADMINISTRATOR, NetworkCluster.ADMIN)) {
            awaitRounds(intruder, 0);
            awaitRounds(administrator, 0);
            NetworkInjector injector = new NetworkInjector(cluster, ledger, programs.first());
            int half = plan.steps().size() / 2;
            injector.perform(plan.steps().subList(0, half));
            programs.detached().leave();
            injector.perform(plan.steps().subList(half, plan.steps().size()));
            long healed = System.nanoTime();
            assertThat(programs.detached().hasLeft(LIMIT)).as("the client detaches").isTrue();
            programs.detached().inherit();
            awaitCompletion(programs.clients(), healed);
            awaitRounds(intruder, healed);
            awaitRounds(administrator, healed);
            NetworkVerdict.Seen seen = seen(cluster, programs, intruder, administrator);
            NetworkVerdict verdict = new NetworkVerdict(form, ledger, cluster, seen);
            verdict.publish(SEED, cluster.network().delays());
            return verdict;
        }
    }

    /** Both complete tasks that they submit when all is well again. */
    private static void awaitCompletion(List<ClientProcess> clients, long from) {
        for (ClientProcess client : clients) {
            long before = client.completed();
            Awaitility.await("a client goes on after " + from)
                    .atMost(LIMIT)
                    .until(() -> client.completed() > before + WINDOW);
        }
    }

    /** It has come to every daemon when all was well again. */
    private static void awaitRounds(VisitorProcess visitor, long from) {
        Awaitility.await("a visitor goes round all daemons")
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .until(() ->
                        visitor.lines().stream()
                                        .filter(line ->
                                                line.nanos() > from
                                                        && !line.kind().equals(Visitor.UNREACHED))
                                        .filter(line ->
                                                line.what().equals("close")
                                                        || line.what().equals("tasks"))
                                        .map(VisitorProcess.Line::address)
                                        .distinct()
                                        .count()
                                == NetworkCluster.NODES.size());
    }

    private static ClientProcess client(
            NetworkCluster cluster, String name, int index, String node, Duration pause)
            throws IOException {
        return new ClientProcess(
                cluster.place(name, node),
                new ClientProcess.Setup(
                        "",
                        index,
                        SEED,
                        WINDOW,
                        cluster.runs().toString(),
                        DISK_SHARE,
                        List.of(
                                "-XX:+UseSerialGC",
                                "-Xmx256m",
                                "-Devenkeel.ping-limit=" + NetworkCluster.SILENCE.toMillis(),
                                "-Devenkeel.chaos.pause=" + pause.toMillis(),
                                "-Devenkeel.chaos.replicated="
                                        + (index == REPLICATED ? ALL_REPLICATED : 0))));
    }

    /** Alice's second program, which detaches, and her third, which attaches to the job. */
    private static Legacy detached(NetworkCluster cluster, String name, String node)
            throws IOException {
        return Legacy.detaching(
                new Legacy.Setup(cluster.place(name, node), "", cluster.runs(), 0, SEED));
    }

    /** Stops the clients, then the daemons. */
    private static NetworkVerdict.Seen seen(
            NetworkCluster cluster,
            Programs programs,
            VisitorProcess intruder,
            VisitorProcess administrator)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        List<ClientProcess> clients = programs.clients();
        List<Integer> clientExits = new ArrayList<>();
        for (ClientProcess client : clients) {
            client.stop();
        }
        for (ClientProcess client : clients) {
            clientExits.add(client.await(LIMIT));
        }
        double drain = (System.nanoTime() - begin) / 1e9;
        Legacy.Outcome attached = programs.detached().outcome(LIMIT);
        List<ClientReport> reports = new ArrayList<>();
        for (ClientProcess client : clients) {
            reports.add(client.report());
        }
        List<VisitorProcess.Line> tried = intruder.lines();
        List<VisitorProcess.Line> asked = administrator.lines();
        intruder.close();
        administrator.close();
        List<Integer> exits = cluster.leave(Duration.ofSeconds(30));
        return new NetworkVerdict.Seen(
                reports, clientExits, attached, drain, tried, asked, exits, cluster.leftovers());
    }
}
