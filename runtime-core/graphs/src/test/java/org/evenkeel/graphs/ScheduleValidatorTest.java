package org.evenkeel.graphs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.evenkeel.testing.Seeds;

/** What checks schedules finds what is wrong with them. */
class ScheduleValidatorTest {

    @Seeds(10)
    void whateverIsMovedAheadIsFound(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ScheduleGraph graph = RandomGraphs.layered(60, 10, 3, 500, random);
        Schedule good = GraphScheduler.heft(graph, Machine.of(4));
        ScheduleValidator.validated(good);
        int task = 10 + random.nextInt(50); // it has parents
        List<Schedule.Placed> placed = new ArrayList<>();
        for (Schedule.Placed one : good.placed()) {
            boolean moved = one.task() == task;
            long by = moved ? one.start() : 0;
            placed.add(
                    new Schedule.Placed(
                            one.task(), one.processor(), one.start() - by, one.finish() - by));
        }
        refused(with(good, placed, good.messages()));
    }

    @Seeds(10)
    void whateverIsMissingOrThereTwiceIsFound(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ScheduleGraph graph = RandomGraphs.layered(60, 10, 3, 500, random);
        Schedule good = GraphScheduler.heft(graph, Machine.of(4));
        List<Schedule.Message> messages = good.messages();
        int index = random.nextInt(messages.size());
        List<Schedule.Message> less = new ArrayList<>(messages);
        less.remove(index);
        refused(with(good, good.placed(), less));
        List<Schedule.Message> more =
                Stream.concat(messages.stream(), Stream.of(messages.get(index))).toList();
        refused(with(good, good.placed(), more));
        List<Schedule.Placed> missing = new ArrayList<>(good.placed());
        missing.remove(random.nextInt(missing.size()));
        refused(with(good, missing, messages));
    }

    private static Schedule with(
            Schedule good, List<Schedule.Placed> placed, List<Schedule.Message> messages) {
        return new Schedule(good.graph(), good.processors(), placed, messages, false);
    }

    private static void refused(Schedule schedule) {
        assertThatThrownBy(() -> ScheduleValidator.validated(schedule))
                .isInstanceOf(AssertionError.class);
    }
}
