package org.evenkeel.examples.mgsort;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.examples.program.Report;
import org.evenkeel.examples.program.SerialContext;
import org.evenkeel.examples.program.SerialRunner;
import org.junit.jupiter.api.Test;

class MergeSortTest {
    @Test
    void sortsWithAndWithoutChildren() throws Exception {
        int[] numbers = Segment.random(1000, 3);
        int[] expected = numbers.clone();
        Arrays.sort(expected);
        for (int threshold : new int[] {1, 7, 250, 1000}) {
            MergeSortTask task = new MergeSortTask(numbers.clone(), threshold, 1000);
            assertThat(task.run(new SerialContext()))
                    .as("threshold %d", threshold)
                    .isEqualTo(expected);
        }
    }

    @Test
    void weightIsTheCountOfNumbersAndTheWholeIsKnown() {
        TaskOptions options = new MergeSortTask(new int[250], 100, 1000).options();
        assertThat(options.weight()).isEqualTo(250);
        assertThat(options.totalWeight()).isEqualTo(1000);
    }

    @Test
    void defaultsAreThoseOfThePaper() throws Exception {
        MergeSort sort = new MergeSort();
        Report report = sort.run(sort.options().parse(), new SerialRunner());
        assertThat(report.correct()).isTrue();
        assertThat(report.lines()).containsExactly("640,000 numbers sorted by 85 tasks");
    }

    @Test
    void nothingIsSortedToo() throws Exception {
        MergeSort sort = new MergeSort();
        assertThat(sort.run(sort.options().parse("--m", "0"), new SerialRunner()).correct())
                .isTrue();
    }
}
