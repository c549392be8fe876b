package org.evenkeel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.evenkeel.it.Alone;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Everything goes wrong with real processes while two clients work; every result is there, once,
 * right, and soon, and little is run in vain.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS) // the full form
@Alone
@EnabledOnOs(OS.LINUX) // signals, prlimit and /proc
@EnabledIf("isWanted")
@Tag("long")
class ChaosProcessIT {

    private static final long SEED = RunSeed.of(Form.chosen().name());
    private static final int WINDOW = 300;

    /** By {@code -Plong} or {@code docker/it/chaos.sh}. */
    static boolean isWanted() {
        return Boolean.getBoolean("evenkeel.long") || System.getProperty("evenkeel.chaos") != null;
    }

    @Test
    void noTaskIsLostAndNoneIsDeliveredTwiceWhateverIsDoneToProcesses() throws Exception {
        Form form = Form.chosen();
        System.out.println(
                "ChaosProcessIT, form "
                        + form.name()
                        + ", seed "
                        + SEED
                        + " (-Dit.test=ChaosProcessIT -Devenkeel.chaos="
                        + form.name()
                        + " -Devenkeel.seed="
                        + SEED
                        + ")");
        ChaosCluster cluster = new ChaosCluster(ChaosCluster.Setup.of(form.workers()));
        boolean fine = false;
        try (cluster) {
            run(cluster, form).check();
            fine = true;
        } finally {
            if (fine && !Boolean.getBoolean("evenkeel.chaos.keep")) {
                cluster.delete();
            } else {
                System.out.println("logs and reports are kept in " + cluster.root());
            }
        }
    }

    private static Verdict run(ChaosCluster cluster, Form form)
            throws IOException, InterruptedException {
        Ledger ledger = new Ledger();
        ChaosPlan plan = ChaosPlan.draw(form, ChaosCluster.NODES, SEED);
        // One finds any daemon that is left, the other keeps to one address.
        String byDirectory = cluster.node(0).directory().toString();
        try (ClientProcess first = client(cluster, form, byDirectory, 1);
                ClientProcess second = client(cluster, form, cluster.address(1), 2);
                Legacies legacies = new Legacies(cluster, SEED)) {
            List<ClientProcess> clients = List.of(first, second);
            awaitCompleted("clients begin", clients, 50, Duration.ofSeconds(60));
            try (Injector injector = new Injector(cluster, plan, ledger, clients, legacies)) {
                assertThat(injector.await(form.spread().toSeconds() * 2 + 60))
                        .as("everything planned was done")
                        .isTrue();
                cluster.awaitReady(Duration.ofSeconds(60));
                awaitCompleted(
                        "enough tasks",
                        clients,
                        form.tasks(),
                        Duration.ofSeconds(60 + form.tasks() / 200));
            }
            return Verdict.of(cluster, form, SEED, ledger, clients, legacies);
        }
    }

    private static ClientProcess client(ChaosCluster cluster, Form form, String daemon, int index)
            throws IOException {
        return new ClientProcess(
                cluster,
                new ClientProcess.Setup(
                        daemon,
                        index,
                        SEED,
                        WINDOW,
                        cluster.runs().toString(),
                        form.diskShare(),
                        List.of("-XX:+UseSerialGC", "-Xmx256m")));
    }

    private static void awaitCompleted(
            String what, List<ClientProcess> clients, long tasks, Duration longest) {
        Awaitility.await(what)
                .atMost(longest)
                .pollInterval(Duration.ofMillis(100))
                .until(() ->
                        clients.stream().allMatch(c -> c.process().isAlive())
                                && clients.stream().mapToLong(ClientProcess::completed).sum()
                                        >= tasks);
    }
}
