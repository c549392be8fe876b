package org.evenkeel.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterExecutor;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.samples.TestedTasks;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** Test classes with the annotation, run by JUnit inside of these tests. */
class EvenkeelClusterExtensionTest {

    /** Clusters that the samples were given, in order. */
    private static final List<Cluster> GIVEN = new ArrayList<>();

    @BeforeEach
    void forget() {
        GIVEN.clear();
        TestedTasks.NOTED.clear();
    }

    private static Set<Cluster> given() {
        return new LinkedHashSet<>(GIVEN);
    }

    private static void use(Cluster cluster) throws Exception {
        GIVEN.add(cluster);
        assertThat(cluster.submit(new TestedTasks.Square(3)).get()).isEqualTo(9);
    }

    // ---- Parameters

    @EvenkeelCluster(nodes = 3, workers = 2)
    static class OneForAll {
        private final Cluster own;

        OneForAll(Cluster cluster) {
            own = cluster;
        }

        @BeforeAll
        static void before(Cluster cluster) throws Exception {
            use(cluster);
        }

        @Test
        void first(Cluster cluster) throws Exception {
            assertThat(cluster).isSameAs(own);
            use(cluster);
        }

        @Test
        void second(Cluster cluster) throws Exception {
            use(cluster);
        }

        @Nested
        class Inside {
            @Test
            void third(Cluster cluster) throws Exception {
                use(cluster);
            }
        }
    }

    @Test
    void testsOfAClassShareOneClusterWhichIsClosedAfterThem() {
        TestRun run = TestRun.of(OneForAll.class);
        assertThat(run.failures()).isEmpty();
        assertThat(run.tests()).isEqualTo(3);
        assertThat(GIVEN).hasSize(4);
        assertThat(given()).singleElement().matches(cluster -> !cluster.info().connected());
        assertThat(run.printed()).isEmpty();
    }

    @EvenkeelCluster
    static class AsExecutor {
        @Test
        void executor(ClusterExecutor executor, Cluster cluster) throws Exception {
            use(cluster);
            executor.shutdown();
        }

        @Test
        void anotherExecutor(ClusterExecutor executor, Cluster cluster) throws Exception {
            use(cluster);
            assertThat(executor.isShutdown()).isFalse();
            executor.shutdown();
        }
    }

    @Test
    void eachTestHasAnExecutorOfItsOwn() {
        TestRun run = TestRun.of(AsExecutor.class);
        assertThat(run.failures()).isEmpty();
        assertThat(run.tests()).isEqualTo(2);
        assertThat(given()).hasSize(1);
    }

    @EvenkeelCluster
    static class OneForAMethod {
        @Test
        @EvenkeelCluster(workers = 1)
        void withItsOwn(Cluster cluster) throws Exception {
            use(cluster);
        }

        @Test
        @EvenkeelCluster(workers = 1)
        void withAnotherOfItsOwn(Cluster cluster) throws Exception {
            assertThat(GIVEN).noneMatch(before -> before.info().connected());
            use(cluster);
        }
    }

    @Test
    void clusterOfAMethodIsClosedAfterIt() {
        TestRun run = TestRun.of(OneForAMethod.class);
        assertThat(run.failures()).isEmpty();
        assertThat(given()).hasSize(2).noneMatch(cluster -> cluster.info().connected());
    }

    @EvenkeelCluster
    static class UnusedAtTheMethod {
        @BeforeAll
        static void before(Cluster cluster) throws Exception {
            use(cluster);
        }

        @Test
        @EvenkeelCluster(workers = 1)
        void asksForNone() {}

        @Test
        @EvenkeelCluster(workers = 1)
        void asksForNoneEither() {
            assertThat(GIVEN).allMatch(cluster -> cluster.info().connected());
        }
    }

    @Test
    void methodThatAsksForNoneLeavesTheClusterOfItsClassOpen() {
        assertThat(TestRun.of(UnusedAtTheMethod.class).failures()).isEmpty();
        assertThat(given()).singleElement().matches(cluster -> !cluster.info().connected());
    }

    @ExtendWith(EvenkeelClusterExtension.class)
    static class WithoutAnnotation {
        @Test
        void asks(Cluster cluster) {}
    }

    @Test
    void parameterWithoutTheAnnotationIsRefused() {
        assertThat(TestRun.of(WithoutAnnotation.class).failure())
                .hasMessageContaining("put @EvenkeelCluster on the class or the method");
    }

    // ---- Order

    @EvenkeelCluster(ordered = true)
    static class Ordered {
        @Test
        void runsAsSubmitted(Cluster cluster) throws Exception {
            cluster.submitAll(IntStream.range(0, 50).mapToObj(TestedTasks.Noted::new).toList())
                    .join();
        }
    }

    @Test
    void orderedClusterRunsTasksAsTheyAreSubmitted() {
        assertThat(TestRun.of(Ordered.class).failures()).isEmpty();
        assertThat(TestedTasks.NOTED)
                .containsExactlyElementsOf(IntStream.range(0, 50).boxed().toList());
    }

    // ---- Failures

    @EvenkeelCluster(workers = 1)
    static class Failing {
        @Test
        void fails(Cluster cluster) throws Exception {
            GIVEN.add(cluster);
            cluster.submit(new TestedTasks.Failing("as meant")).get();
        }
    }

    @Test
    void taskThatFailsShowsItsExceptionAndTheClusterIsClosed() {
        TestRun run = TestRun.of(Failing.class);
        assertThat(run.failure())
                .isInstanceOf(TaskFailedException.class)
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("as meant");
        assertThat(run.printed()).contains("Failing.fails failed: its tasks ran in this JVM");
        assertThat(given()).singleElement().matches(cluster -> !cluster.info().connected());
    }

    @EvenkeelCluster(mode = ClusterMode.EMBEDDED)
    static class Embedded {
        @Test
        void cannotStart(Cluster cluster) {}

        @Test
        void needsNone() {}
    }

    /** The class path of these tests has no evenkeel-dist. */
    @Test
    void embeddedClusterWithoutADistributionSaysWhatToDo() {
        TestRun run = TestRun.of(Embedded.class);
        assertThat(run.failure())
                .hasMessageContainingAll("evenkeel-dist", "EVENKEEL_HOME")
                .hasRootCauseInstanceOf(ClusterUnavailableException.class);
        assertThat(run.tests()).as("the other test of the class is not in the way").isOne();
    }

    // ---- Wrong values

    @EvenkeelCluster(nodes = 0)
    static class NoNodes {
        @Test
        void asksForNone() {}
    }

    @EvenkeelCluster(workers = -1)
    static class NegativeWorkers {
        @Test
        void asks(Cluster cluster) {}
    }

    @EvenkeelCluster(nodes = 64, workers = 16)
    static class TooManySlots {
        @Test
        void asks(Cluster cluster) {}
    }

    @EvenkeelCluster(ordered = true, workers = 2)
    static class OrderedOnTwo {
        @Test
        void asks(Cluster cluster) {}
    }

    static class OrderedDaemons {
        @Test
        @EvenkeelCluster(ordered = true, mode = ClusterMode.EMBEDDED)
        void asks(Cluster cluster) {}
    }

    @Test
    void wrongValuesAreRefusedByName() {
        assertRefused(NoNodes.class, "NoNodes: nodes is 0; use 1 to 64");
        assertRefused(NegativeWorkers.class, "NegativeWorkers: workers is -1");
        assertRefused(TooManySlots.class, "nodes is 64 and workers is 16", "at most 1,000");
        assertRefused(OrderedOnTwo.class, "ordered is true", "leave out nodes and workers");
        assertRefused(OrderedDaemons.class, "asks(Cluster): ordered is true and mode is EMBEDDED");
    }

    private static void assertRefused(Class<?> tested, String... words) {
        assertThat(TestRun.of(tested).failure())
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessageStartingWith("@EvenkeelCluster of ")
                .hasMessageContainingAll(words);
    }
}
