package org.evenkeel.it;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.graph.Step0;
import org.evenkeel.api.graph.Step1;
import org.evenkeel.api.graph.StepOfMany;
import org.evenkeel.api.graph.TaskGraph;
import org.evenkeel.api.graph.TaskGraphBuilder;
import org.evenkeel.api.graph.Value;

/** Graphs whose values are known beforehand. */
final class GraphWork {

    private GraphWork() {}

    /** Makes many numbers. */
    record Numbers(int count, long from) implements Step0<long[]> {
        @Override
        public long[] run() {
            long[] numbers = new long[count];
            for (int i = 0; i < count; i++) {
                numbers[i] = from + i;
            }
            return numbers;
        }
    }

    /** Takes a while, and adds to each number. */
    record Add(long what, long millis) implements Step1<long[], long[]> {
        @Override
        public long[] run(long[] numbers) throws InterruptedException {
            Thread.sleep(millis);
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] += what;
            }
            return numbers;
        }
    }

    /** A lambda, of which there may be no fourth number. */
    static Step1<long[], Long> fourth() {
        return numbers -> numbers[3];
    }

    /** Sums all numbers. */
    record Sum() implements StepOfMany<long[], Long> {
        @Override
        public Long run(List<long[]> all) {
            long sum = 0;
            for (long[] numbers : all) {
                for (long number : numbers) {
                    sum += number;
                }
            }
            return sum;
        }
    }

    /**
     * Numbers that all lanes start from, each of which adds its own number so many times; and their
     * sum.
     */
    record Lanes(TaskGraph graph, Value<Long> sum, long expected) {
        static Lanes of(int lanes, int steps, int numbers, long millis) {
            TaskGraphBuilder builder = TaskGraph.named("lanes");
            Value<long[]> first =
                    builder.task("numbers", new Numbers(numbers, 0)).work(0.01).bytes(8L * numbers);
            List<Value<long[]>> ends = new ArrayList<>();
            for (int lane = 0; lane < lanes; lane++) {
                Value<long[]> last = first;
                for (int step = 0; step < steps; step++) {
                    last =
                            builder.task(
                                            "add" + lane + "." + step,
                                            last,
                                            new Add(lane + 1L, millis))
                                    .work(millis / 1000.0)
                                    .bytes(8L * numbers);
                }
                ends.add(last);
            }
            Value<Long> sum = builder.task("sum", ends, new Sum()).work(0.01).bytes(9);
            long added = (long) lanes * (lanes + 1) / 2 * steps * numbers;
            long started = (long) lanes * numbers * (numbers - 1) / 2;
            return new Lanes(builder.build(), sum, started + added);
        }
    }
}
