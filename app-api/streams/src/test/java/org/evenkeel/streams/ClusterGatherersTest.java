package org.evenkeel.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.MapOptions;
import org.evenkeel.api.PayloadException;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.client.ClientTestBase;
import org.evenkeel.samples.GathererUse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A function in the middle of a stream. */
@Timeout(120)
class ClusterGatherersTest extends ClientTestBase {

    /** What comes of three elements whose tasks end in the opposite order. */
    private List<Integer> squaresOfTasksThatEndReversed(MapOptions options) throws Exception {
        Thread ender = endReversed(daemon("n1"), 3);
        List<Integer> results =
                GathererUse.gathered(client(), Stream.of(1, 2, 3), options).toList();
        ender.join();
        return results;
    }

    @Test
    void resultsComeInTheOrderOfTheElements() throws Exception {
        assertThat(squaresOfTasksThatEndReversed(MapOptions.ORDERED)).containsExactly(1, 4, 9);
    }

    @Test
    void resultsComeAsTasksEnd() throws Exception {
        assertThat(squaresOfTasksThatEndReversed(MapOptions.UNORDERED)).containsExactly(9, 4, 1);
    }

    @Test
    void noMoreTasksAreOpenThanTheWindowHas() throws Exception {
        daemon("n1");
        AtomicInteger read = new AtomicInteger();
        AtomicInteger taken = new AtomicInteger();
        GathererUse.gathered(
                        client(),
                        IntStream.range(0, 500).boxed().peek(i -> read.incrementAndGet()),
                        MapOptions.ORDERED.withWindow(10))
                .forEach(square -> {
                    int i = taken.getAndIncrement();
                    assertThat(square).isEqualTo(i * i);
                    assertThat(read.get()).isLessThanOrEqualTo(i + 11);
                });
        assertThat(taken).hasValue(500);
    }

    @Test
    void failureEndsTheStreamAndCancelsTheOthers() throws Exception {
        runUpTo(daemon("n1"), 3);
        Cluster cluster = client();
        Stream<Integer> quotients =
                GathererUse.gatheredQuotients(cluster, Stream.of(1, 2, 0, 4, 5, 6));
        assertThatThrownBy(quotients::toList)
                .isInstanceOf(TaskFailedException.class)
                .hasCauseExactlyInstanceOf(ArithmeticException.class);
        await().until(() -> cluster.info().openTasks() == 0);
    }

    @Test
    void restOfTheStreamThatTakesNoMoreCancelsWhatIsOpen() throws Exception {
        runUpTo(daemon("n1"), 5);
        Cluster cluster = client();
        assertThat(
                        GathererUse.gathered(
                                        cluster,
                                        IntStream.range(0, 1_000).boxed(),
                                        MapOptions.ORDERED.withWindow(10))
                                .limit(2))
                .containsExactly(0, 1);
        await().until(() -> cluster.info().openTasks() == 0);
    }

    @Test
    void restOfTheStreamThatThrowsCancelsWhatIsOpen() throws Exception {
        runUpTo(daemon("n1"), 5);
        Cluster cluster = client();
        Stream<Integer> squares =
                GathererUse.gathered(
                        cluster,
                        IntStream.range(0, 1_000).boxed(),
                        MapOptions.UNORDERED.withWindow(10));
        assertThatThrownBy(() ->
                        squares.forEach(square -> {
                            throw new IllegalStateException("as meant");
                        }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("as meant");
        await().until(() -> cluster.info().openTasks() == 0);
    }

    @Test
    void emptyStreamSubmitsNothing() throws Exception {
        daemon("n1");
        assertThat(GathererUse.gathered(client(), Stream.of(), MapOptions.ORDERED)).isEmpty();
    }

    @Test
    void parallelStreamKeepsTheOrder() throws Exception {
        daemon("n1");
        assertThat(
                        GathererUse.gathered(
                                client(),
                                IntStream.range(0, 100).boxed().parallel(),
                                MapOptions.ORDERED))
                .containsExactlyElementsOf(
                        IntStream.range(0, 100).map(i -> i * i).boxed().toList());
    }

    @Test
    void functionThatCannotTravelIsRefused() throws Exception {
        daemon("n1");
        Cluster cluster = client();
        Function<Integer, Integer> plain = i -> i + 1;
        assertThatThrownBy(() -> GathererUse.gatheredPlainly(cluster, plain))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("GathererUse.gatheredPlainly(GathererUse.java");
    }
}
