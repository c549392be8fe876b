package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.test.ClusterMode;
import org.evenkeel.test.EvenkeelCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The JUnit extension with real daemons: test classes that JUnit runs inside of these tests. */
@Timeout(300)
@Tag("extended")
class TestExtensionProcessIT {

    /** Whether it runs in a worker process. */
    record InWorker() implements Task<Boolean> {
        @Override
        public Boolean run(TaskContext context) {
            return System.getenv("EVENKEEL_WORKER") != null;
        }
    }

    /** Throws. */
    record Failing() implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            throw new IllegalStateException("as meant");
        }
    }

    @EvenkeelCluster(mode = ClusterMode.EMBEDDED, nodes = 2, workers = 1)
    static class Passes {
        @Test
        void taskRunsInAWorker(Cluster cluster) throws Exception {
            assertThat(cluster.submit(new InWorker()).get()).isTrue();
        }
    }

    @EvenkeelCluster(mode = ClusterMode.EMBEDDED, workers = 1)
    static class Fails {
        @Test
        void fails(Cluster cluster) throws Exception {
            cluster.submit(new Failing()).get();
        }
    }

    /**
     * What came of a test class.
     *
     * @param printed on standard error
     */
    private record Outcome(TestExecutionSummary summary, String printed) {}

    private static Outcome run(Class<?> tested) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectClass(tested))
                                    .filters(EngineFilter.includeEngines("junit-jupiter"))
                                    .build(),
                            listener);
        } finally {
            System.setErr(before);
        }
        return new Outcome(listener.getSummary(), printed.toString(StandardCharsets.UTF_8));
    }

    @AfterEach
    void daemonsEndWithTheClass() {
        await().atMost(StartedNodes.LIMIT)
                .until(() -> ProcessHandle.current().descendants().findAny().isEmpty());
    }

    @Test
    void tasksRunInWorkersOfRealDaemons() {
        Outcome outcome = run(Passes.class);
        assertThat(outcome.summary().getFailures()).isEmpty();
        assertThat(outcome.summary().getTestsSucceededCount()).isOne();
        assertThat(outcome.printed()).doesNotContain("daemon.log");
    }

    @Test
    void whenATestFailsTheLogsOfItsDaemonsAreKeptAndNamed() throws Exception {
        Outcome outcome = run(Fails.class);
        assertThat(outcome.summary().getFailures())
                .singleElement()
                .extracting(TestExecutionSummary.Failure::getException)
                .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                .isInstanceOf(TaskFailedException.class)
                .hasRootCauseMessage("as meant");
        List<Path> logs =
                outcome.printed()
                        .lines()
                        .filter(line -> line.endsWith("daemon.log"))
                        .map(line -> Path.of(line.strip()))
                        .toList();
        assertThat(logs).as(outcome.printed()).singleElement().matches(Files::exists);
        Path directory = logs.getFirst();
        while (!directory.getFileName().toString().startsWith("evenkeel-test")) {
            directory = directory.getParent();
        }
        delete(directory);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
