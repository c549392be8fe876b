package org.evenkeel.examples.tour;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.evenkeel.examples.program.Report;
import org.evenkeel.examples.program.SerialRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TourTest {

    @ParameterizedTest
    @ValueSource(ints = {5, 6, 9, 10})
    void findsTheShortestTrip(int towns) throws Exception {
        Tour tour = new Tour();
        for (int seed = 1; seed <= 5; seed++) {
            Report report =
                    tour.run(
                            tour.options().parse("--towns=" + towns, "--seed=" + seed),
                            new SerialRunner());
            assertThat(report.correct()).as("%s", report.fields()).isTrue();
        }
    }

    @Test
    void shortestIsThatOfAllOrders() {
        int[][] distances = Towns.distances(6, 3);
        assertThat(Towns.shortest(distances)).isEqualTo(shortestOfAll(distances, new int[] {0}));
    }

    private static int shortestOfAll(int[][] distances, int[] way) {
        if (way.length == distances.length) {
            int length = distances[way[way.length - 1]][0];
            for (int i = 1; i < way.length; i++) {
                length += distances[way[i - 1]][way[i]];
            }
            return length;
        }
        return IntStream.range(0, distances.length)
                .filter(next -> IntStream.of(way).noneMatch(town -> town == next))
                .map(next ->
                        shortestOfAll(
                                distances,
                                IntStream.concat(IntStream.of(way), IntStream.of(next)).toArray()))
                .min()
                .orElseThrow();
    }
}
