package org.evenkeel.examples.mgsort;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SegmentTest {
    @Test
    void partsHoldAllNumbersAndDifferByAtMostOne() {
        for (int length : new int[] {0, 1, 3, 4, 5, 1001}) {
            int[] numbers = Segment.random(length, 7);
            int[][] parts = Segment.cut(numbers);
            assertThat(Stream.of(parts).flatMapToInt(Arrays::stream).toArray()).isEqualTo(numbers);
            assertThat(Stream.of(parts).mapToInt(part -> part.length))
                    .allMatch(part -> part == length / 4 || part == length / 4 + 1);
        }
    }

    @Test
    void mergeOfSortedPartsIsSorted() {
        int[][] parts = Segment.cut(Segment.random(1003, 3));
        for (int[] part : parts) {
            Arrays.sort(part);
        }
        int[] merged = Segment.merge(parts);
        int[] expected = Segment.random(1003, 3);
        Arrays.sort(expected);
        assertThat(merged).isEqualTo(expected);
    }

    @Test
    void equalNumbersAndEmptyPartsAreMergedToo() {
        assertThat(Segment.merge(new int[] {1, 1}, new int[0], new int[] {1}, new int[] {0, 2}))
                .containsExactly(0, 1, 1, 1, 2);
        assertThat(Segment.merge(new int[0], new int[0])).isEmpty();
    }

    @Test
    void defaultsOfThePaperMakeEightyFiveTasks() {
        assertThat(Segment.countTasks(640_000, 20_000)).isEqualTo(85);
        assertThat(Segment.countTasks(640_000, 200_000)).isEqualTo(5);
        assertThat(Segment.countTasks(20_000, 20_000)).isEqualTo(1);
    }

    @Test
    void numbersDependOnTheSeedAlone() {
        assertThat(Segment.random(100, 5)).isEqualTo(Segment.random(100, 5));
        assertThat(Segment.random(100, 5)).isNotEqualTo(Segment.random(100, 6));
        assertThat(IntStream.of(Segment.random(100, 5)).distinct().count()).isEqualTo(100);
    }
}
