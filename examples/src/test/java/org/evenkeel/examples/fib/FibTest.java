package org.evenkeel.examples.fib;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.examples.program.Report;
import org.evenkeel.examples.program.SerialContext;
import org.evenkeel.examples.program.SerialRunner;
import org.junit.jupiter.api.Test;

class FibTest {
    @Test
    void bothFormsYieldTheFibonacciNumbers() throws Exception {
        long[] known = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55};
        for (int n = 0; n < known.length; n++) {
            for (int cutoff : new int[] {0, 1, 5}) {
                assertThat(new FibTask(n, cutoff).run(new SerialContext())).isEqualTo(known[n]);
                assertThat(new TailFibTask(n, 0, cutoff).run(new SerialContext()))
                        .isEqualTo(known[n]);
            }
        }
    }

    @Test
    void everyCallIsATaskDownToTheCutoff() {
        assertThat(FibTask.countTasks(1, 0)).isEqualTo(1);
        assertThat(FibTask.countTasks(5, 0)).isEqualTo(15);
        assertThat(FibTask.countTasks(25, 0)).isEqualTo(242_785);
        assertThat(FibTask.countTasks(25, 23)).isEqualTo(5);
    }

    @Test
    void programChecksItsResult() throws Exception {
        Fib fib = new Fib();
        Report report = fib.run(fib.options().parse("--n=15", "--tail-calls"), new SerialRunner());
        assertThat(report.correct()).isTrue();
        assertThat(report.lines().getFirst()).isEqualTo("fib(15) = 610");
        assertThat(report.fields()).containsEntry("tasks", 1973L);
    }

    @Test
    void addingGivesTheSame() {
        assertThat(Fib.byAdding(0)).isZero();
        assertThat(Fib.byAdding(10)).isEqualTo(55);
        assertThat(Fib.byAdding(45)).isEqualTo(1_134_903_170);
    }
}
