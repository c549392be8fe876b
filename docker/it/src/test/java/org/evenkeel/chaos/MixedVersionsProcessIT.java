package org.evenkeel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.evenkeel.it.Alone;
import org.evenkeel.it.EarlierBuild;
import org.evenkeel.it.LongForm;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Daemons and programs of the earlier build beside those of this one: nothing is lost and nothing
 * is delivered twice, whatever is done to them, and while all of them are replaced one by one.
 */
@Alone
@LongForm
@EnabledOnOs(OS.LINUX) // signals and /proc
class MixedVersionsProcessIT {

    private static final long SEED = Long.getLong("evenkeel.seed", System.nanoTime());
    private static final int WINDOW = 200;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** Kills and cuts, but no spells that the earlier build is known not to survive. */
    private static final Form FORM =
            new Form(
                    "versions",
                    1,
                    3,
                    3,
                    1,
                    1,
                    3,
                    0,
                    2,
                    333,
                    Duration.ofMillis(1_500),
                    Duration.ofSeconds(20),
                    2_000);

    private static Path earlier;

    @BeforeAll
    static void build() throws Exception {
        Optional<Path> home = EarlierBuild.home();
        String missing =
                "commit "
                        + EarlierBuild.COMMIT
                        + " is not in the history here (a source archive, or a shallow clone)";
        if ("required".equals(System.getProperty("evenkeel.earlier"))) {
            assertThat(home).as(missing).isPresent();
        }
        Assumptions.assumeTrue(home.isPresent(), missing + ": MixedVersionsProcessIT is skipped");
        earlier = home.get();
    }

    private static ChaosCluster cluster(int earlierNodes) throws IOException {
        System.out.println(
                "MixedVersionsProcessIT, seed " + SEED + " (-Devenkeel.seed=" + SEED + ")");
        return new ChaosCluster(ChaosCluster.Setup.of(1).beside(earlier, earlierNodes));
    }

    private static ClientProcess client(ChaosCluster cluster, Path home, int index)
            throws IOException {
        return new ClientProcess(
                cluster,
                home,
                new ClientProcess.Setup(
                        cluster.node(index).directory().toString(),
                        index,
                        SEED,
                        WINDOW,
                        cluster.runs().toString(),
                        FORM.diskShare(),
                        List.of(
                                "-XX:+UseSerialGC",
                                "-Xmx256m",
                                "-Devenkeel.plain-loopback=accept")));
    }

    private static void awaitCompleted(List<ClientProcess> clients, long tasks) {
        for (ClientProcess client : clients) {
            Awaitility.await("a client goes on")
                    .atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(100))
                    .failFast(() -> !client.process().isAlive())
                    .until(() -> client.completed() >= tasks);
        }
    }

    private static void finish(ChaosCluster cluster, boolean fine) {
        if (fine) {
            cluster.delete();
        } else {
            System.out.println("logs and reports are kept in " + cluster.root());
        }
    }

    @Test
    void nothingIsLostWhereTwoVersionsWorkTogether() throws Exception {
        ChaosCluster cluster = cluster(2);
        boolean fine = false;
        try (cluster;
                ClientProcess first = client(cluster, earlier, 1);
                ClientProcess second = client(cluster, cluster.home(), 2);
                Legacies legacies = new Legacies(cluster, SEED)) {
            List<ClientProcess> clients = List.of(first, second);
            awaitCompleted(clients, 50);
            Ledger ledger = new Ledger();
            ChaosPlan plan = ChaosPlan.draw(FORM, ChaosCluster.NODES, SEED);
            try (Injector injector = new Injector(cluster, plan, ledger, clients, legacies)) {
                assertThat(injector.await(FORM.spread().toSeconds() * 2 + 60))
                        .as("everything planned was done")
                        .isTrue();
                cluster.awaitReady(LIMIT);
                awaitCompleted(clients, FORM.tasks() / 2);
            }
            Verdict.of(cluster, FORM, SEED, ledger, clients, legacies).checkDelivery();
            fine = true;
        } finally {
            finish(cluster, fine);
        }
    }

    @Test
    void nothingIsLostWhileEveryDaemonIsReplacedInTurn() throws Exception {
        ChaosCluster cluster = cluster(ChaosCluster.NODES);
        boolean fine = false;
        try (cluster;
                ClientProcess first = client(cluster, earlier, 1);
                ClientProcess second = client(cluster, cluster.home(), 2);
                Legacies legacies = new Legacies(cluster, SEED)) {
            List<ClientProcess> clients = List.of(first, second);
            Legacy detached = legacies.start(earlier);
            awaitCompleted(clients, 50);
            Awaitility.await("the detached job has begun")
                    .atMost(LIMIT)
                    .until(detached::hasResults);
            detached.leave();
            for (NodeProcess node : cluster.nodes()) {
                replace(node, cluster.home());
                cluster.awaitReady(LIMIT);
                for (ClientProcess client : clients) {
                    awaitCompleted(List.of(client), client.completed() + 50);
                }
            }
            detached.inherit();
            Verdict verdict =
                    Verdict.of(
                            cluster, FORM.named("upgrade"), SEED, new Ledger(), clients, legacies);
            verdict.checkDelivery(MixedVersionsProcessIT::isOfAnEarlierCheckpoint);
            assertThat(verdict.inheritedResults()).as("of the detached job").isPositive();
            fine = true;
        } finally {
            finish(cluster, fine);
        }
    }

    /** This build cannot read what a leaving daemon of the earlier one makes of a waiting task. */
    private static boolean isOfAnEarlierCheckpoint(String failure) {
        return failure.contains("was taken by another version of Evenkeel or Java");
    }

    /** It leaves, and the next process, of the other build, begins in the same directory. */
    private static void replace(NodeProcess node, Path home) throws Exception {
        node.process().destroy();
        assertThat(node.process().waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as("%s leaves", node.name())
                .isTrue();
        assertThat(node.process().exitValue()).as("exit code of %s", node.name()).isZero();
        node.upgrade(home);
        node.start(0);
    }
}
