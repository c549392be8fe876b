package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.graph.GraphReport;
import org.evenkeel.api.graph.GraphReport.Transfer;
import org.evenkeel.api.graph.Step0;
import org.evenkeel.api.graph.Step1;
import org.evenkeel.api.graph.TaskGraph;
import org.evenkeel.api.graph.TaskGraphBuilder;
import org.evenkeel.api.graph.Value;
import org.evenkeel.it.LongForm;
import org.evenkeel.testcontainers.EvenkeelCluster;
import org.evenkeel.testcontainers.EvenkeelMachines;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Task graphs on machines that are containers: real matrices, and a value that all need. */
@NeedsEngine
@Timeout(300)
@EvenkeelMachines(value = 4, memory = "1200m", jvmOptions = CompileOnce.DAEMONS)
class GraphContainerIT {
    private static final int VALUE_BYTES = 12_000_000;
    private static final long BYTES_PER_SECOND = 4_000_000;

    @AfterEach
    void networkIsWell(EvenkeelCluster machines) {
        machines.heal();
    }

    @Test
    void aMatrixIsFactored(EvenkeelCluster machines) throws Exception {
        assertSolves("lu.Lu", 2000, 200, machines);
    }

    @Test
    @LongForm
    void equationsAreSolvedByGaussJordan(EvenkeelCluster machines) throws Exception {
        assertSolves("gaussjordan.GaussJordan", 2000, 250, machines);
    }

    /** The program runs on the first machine, as a user would have it run there. */
    private static void assertSolves(String program, int n, int block, EvenkeelCluster machines)
            throws Exception {
        String said =
                machines.node("n1")
                        .bash(
                                "evenkeel run org.evenkeel.examples."
                                        + program
                                        + " --n "
                                        + n
                                        + " --block "
                                        + block
                                        + " --json");
        System.out.println(program + ": " + said);
        Map<String, Object> report = JSON.std.mapFrom(said);
        assertThat(report).containsEntry("correct", true).containsEntry("mostTransfers", 1);
        assertThat((Double) report.get("residual")).isLessThan(1e-10);
        assertThat((Map<?, ?>) report.get("nodes")).hasSize(4);
    }

    /**
     * Each of the others gets it once, and each node but the last sends it once. How long all
     * together take is printed. (That pieces go on before the whole is there is tested by {@code
     * ValueRelayTest}.)
     */
    @Test
    void aValueGoesThroughSlowNetworksAsThroughAPipe(EvenkeelCluster machines) throws Exception {
        machines.nodes().forEach(node -> machines.slow(node.name(), BYTES_PER_SECOND));
        try (Cluster cluster = machines.builder("n1").bundle(code()).connect()) {
            GraphReport report = cluster.submit(broadcast(0)).join();
            // The first time links are made; later a node may be asked before it has begun.
            for (int i = 1; i == 1 || i < 6 && senders(report) < 3; i++) {
                report = cluster.submit(broadcast(i)).join();
                assertThat(report.transfers()).hasSize(3).allMatch(one -> one.count() == 1);
            }
            assertThat(senders(report)).as("nodes that sent it, each once").isEqualTo(3);
            double all =
                    report.tasks().stream()
                            .mapToDouble(GraphReport.TaskRow::waitSeconds)
                            .max()
                            .orElseThrow();
            double once = (double) VALUE_BYTES / BYTES_PER_SECOND;
            System.out.printf(
                    "%d bytes at %d bytes a second: %.1f s once, %.1f s until three nodes had it%n",
                    VALUE_BYTES, BYTES_PER_SECOND, once, all);
            assertThat(all).as("seconds until the last one had it").isGreaterThan(0.5 * once);
        }
    }

    private static long senders(GraphReport report) {
        return report.transfers().stream().map(Transfer::from).distinct().count();
    }

    /** A task whose value one task on each machine needs. */
    private static TaskGraph broadcast(int seed) {
        TaskGraphBuilder builder =
                TaskGraph.named("broadcast").network(Duration.ofMillis(1), BYTES_PER_SECOND);
        Value<byte[]> value = builder.task("value", new Bytes(seed)).work(0.01).bytes(VALUE_BYTES);
        for (int i = 0; i < 4; i++) {
            builder.task("use" + i, value, new Use()).work(20).bytes(8).output();
        }
        return builder.build();
    }

    record Bytes(int seed) implements Step0<byte[]> {
        @Override
        public byte[] run() {
            byte[] bytes = new byte[VALUE_BYTES];
            new SplittableRandom(seed).nextBytes(bytes);
            return bytes;
        }
    }

    record Use() implements Step1<byte[], Integer> {
        @Override
        public Integer run(byte[] bytes) {
            return bytes.length;
        }
    }

    private static Path code() throws URISyntaxException {
        return Path.of(Bytes.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
