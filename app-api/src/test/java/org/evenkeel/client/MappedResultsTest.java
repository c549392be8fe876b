package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.MapOptions;
import org.evenkeel.api.PayloadException;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.samples.LambdaUse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A function for many values. */
@Timeout(120)
class MappedResultsTest extends ClientTestBase {

    private static final List<Integer> HUNDRED = IntStream.range(0, 100).boxed().toList();

    /** Values that count how many were read. */
    private static final class Counted implements Iterable<Integer> {
        private final AtomicInteger read = new AtomicInteger();
        private final int count;

        Counted(int count) {
            this.count = count;
        }

        @Override
        public Iterator<Integer> iterator() {
            return IntStream.range(0, count).map(i -> read.getAndIncrement()).iterator();
        }
    }

    /** What comes of three values whose tasks end in the opposite order. */
    private List<Integer> squaresOfTasksThatEndReversed(MapOptions options) throws Exception {
        Thread ender = endReversed(daemon("n1"), 3);
        List<Integer> results = LambdaUse.squares(client(), List.of(1, 2, 3), options).toList();
        ender.join();
        return results;
    }

    @Test
    void resultsComeInTheOrderOfTheValues() throws Exception {
        assertThat(squaresOfTasksThatEndReversed(MapOptions.ORDERED)).containsExactly(1, 4, 9);
    }

    @Test
    void resultsComeAsTasksEnd() throws Exception {
        assertThat(squaresOfTasksThatEndReversed(MapOptions.UNORDERED)).containsExactly(9, 4, 1);
    }

    @Test
    void noMoreIsReadThanTheWindowHas() throws Exception {
        daemon("n1");
        Counted values = new Counted(1_000);
        try (Stream<Integer> results =
                LambdaUse.squares(client(), values, MapOptions.ORDERED.withWindow(10))) {
            Iterator<Integer> each = results.iterator();
            for (int i = 0; i < 500; i++) {
                assertThat(each.next()).isEqualTo(i * i);
                assertThat(values.read.get()).isLessThanOrEqualTo(i + 12);
            }
        }
    }

    @Test
    void failureEndsTheStreamAndCancelsTheOthers() throws Exception {
        runUpTo(daemon("n1"), 3);
        Cluster cluster = client();
        assertThatThrownBy(() -> LambdaUse.divided(cluster, List.of(1, 2, 0, 4)).toList())
                .isInstanceOf(TaskFailedException.class)
                .hasCauseExactlyInstanceOf(ArithmeticException.class);
        await().until(() -> cluster.info().openTasks() == 0);
    }

    @Test
    void closingTheStreamCancelsWhatIsOpen() throws Exception {
        runUpTo(daemon("n1"), 1);
        Cluster cluster = client();
        try (Stream<Integer> results =
                LambdaUse.squares(cluster, HUNDRED, MapOptions.ORDERED.withWindow(20))) {
            assertThat(results.iterator().next()).isZero();
            await().until(() -> cluster.info().openTasks() == 20);
        }
        await().until(() -> cluster.info().openTasks() == 0);
    }

    /** An iterator can be asked again after its stream has failed or was closed. */
    @Test
    void streamThatIsOverReadsAndSubmitsNothing() throws Exception {
        daemon("n1");
        Cluster cluster = client();
        Iterator<Integer> failed = LambdaUse.divided(cluster, List.of(0, 1, 2)).iterator();
        assertThatThrownBy(failed::next).isInstanceOf(TaskFailedException.class);
        assertThat(failed.hasNext()).isFalse();
        Counted values = new Counted(1_000);
        MapOptions few = MapOptions.UNORDERED.withWindow(10);
        Stream<Integer> results = LambdaUse.squares(cluster, values, few);
        Iterator<Integer> closed = results.iterator();
        closed.next();
        results.close();
        int read = values.read.get();
        assertThat(closed.hasNext()).isFalse();
        assertThat(values.read.get()).isEqualTo(read);
    }

    @Test
    void interruptingTheThreadThatWaitsCancels() throws Exception {
        runUpTo(daemon("n1"), 0);
        Cluster cluster = client();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread taker =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                LambdaUse.squares(cluster, HUNDRED, MapOptions.ORDERED)
                                        .forEach(result -> {});
                            } catch (RuntimeException e) {
                                thrown.set(e);
                            }
                        });
        await().until(() ->
                cluster.info().openTasks() == 100 && taker.getState() == Thread.State.WAITING);
        taker.interrupt();
        taker.join();
        assertThat(thrown.get())
                .isInstanceOf(TaskCancelledException.class)
                .hasMessageContaining("interrupted");
        await().until(() -> cluster.info().openTasks() == 0);
    }

    @Test
    void functionThatCannotTravelIsRefused() throws Exception {
        daemon("n1");
        Cluster cluster = client();
        Function<Integer, Integer> plain = i -> i + 1;
        assertThatThrownBy(() -> LambdaUse.plainly(cluster, plain))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("LambdaUse.plainly(LambdaUse.java")
                .hasMessageContaining("-javaagent:");
        assertThatThrownBy(() -> LambdaUse.plainly(cluster, Function.identity()))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("made inside the JDK");
    }

    @Test
    void workersThatKnowNoFunctionsAreGivenNone() throws Exception {
        daemon("n1").isEarlier = true;
        Cluster cluster = client();
        assertThatThrownBy(() -> LambdaUse.squares(cluster, HUNDRED, MapOptions.ORDERED).toList())
                .isInstanceOf(TaskRejectedException.class)
                .hasMessageContaining("node n1 has an earlier version")
                .hasMessageContaining("update it");
        assertThat(LambdaUse.callable(cluster)).isEqualTo("from a lambda");
    }

    @Test
    void windowsAreChecked() {
        assertThatThrownBy(() -> MapOptions.ORDERED.withWindow(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("use 1 to 65536");
    }
}
