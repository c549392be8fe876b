package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.JvmOptions;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Jobs have workers with the JVM options and the environment that they ask for. */
class WorkerShapesProcessIT {

    private static final JvmOptions OPTIONS =
            JvmOptions.NONE
                    .withPreview()
                    .withCollector(JvmOptions.Collector.PARALLEL)
                    .withModules("jdk.incubator.vector")
                    .withStackKib(1024)
                    .withProperty("com.acme.mode", "fast and good");

    private static StartedNodes nodes;

    @BeforeAll
    static void start() throws Exception {
        nodes =
                StartedNodes.start(
                        Setup.of(1, 1)
                                .flags(
                                        "--job-options",
                                        "gc,preview,modules,stack(1m),properties(com.acme.),environment(MY_)"));
    }

    @AfterAll
    static void stop() {
        nodes.close();
    }

    /** What a worker knows of its own JVM. */
    record Look() implements Task<String> {
        @Override
        public String run(TaskContext context) {
            List<String> options = ManagementFactory.getRuntimeMXBean().getInputArguments();
            List<String> collectors =
                    ManagementFactory.getGarbageCollectorMXBeans().stream()
                            .map(GarbageCollectorMXBean::getName)
                            .toList();
            return "preview %s, stack %s, collectors %s, vector %s, mode %s, MY_DATA %s"
                    .formatted(
                            options.contains("--enable-preview"),
                            options.contains("-Xss1024k"),
                            collectors,
                            ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
                            System.getProperty("com.acme.mode"),
                            System.getenv("MY_DATA"));
        }
    }

    @Test
    void aJobHasWorkersOfItsOwnShapeBesideUsualOnes() throws Exception {
        try (Cluster special =
                        nodes.builder("n1").jvm(OPTIONS).environment("MY_DATA", "a b").connect();
                Cluster usual = nodes.connect("n1")) {
            assertThat(special.submit(new Look()).get(StartedNodes.LIMIT))
                    .startsWith("preview true, stack true, collectors [PS ")
                    .endsWith("vector true, mode fast and good, MY_DATA a b");
            assertThat(usual.submit(new Look()).get(StartedNodes.LIMIT))
                    .startsWith("preview false, stack false")
                    .endsWith("vector false, mode null, MY_DATA null");
        }
    }

    @Test
    void whatIsNotPermittedIsRejectedByName() {
        assertRejected(
                nodes.builder("n1").jvm(JvmOptions.NONE.withStackKib(2048)), "\"stack: 2048k\"");
        assertRejected(
                nodes.builder("n1").jvm(JvmOptions.NONE.withProperty("app.x", "1")),
                "\"property: app.x\"");
        assertRejected(nodes.builder("n1").environment("LD_PRELOAD", "/x.so"), "LD_PRELOAD");
    }

    private static void assertRejected(org.evenkeel.Evenkeel.Builder builder, String why) {
        try (Cluster cluster = builder.connect()) {
            assertThatThrownBy(() -> cluster.submit(new Look()).get(StartedNodes.LIMIT))
                    .isInstanceOf(TaskRejectedException.class)
                    .hasMessageContaining(why);
        }
    }
}
