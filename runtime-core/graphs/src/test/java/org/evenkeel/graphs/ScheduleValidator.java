package org.evenkeel.graphs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What holds of every schedule, whoever made it. It knows no scheduler. */
final class ScheduleValidator {
    private final Schedule schedule;
    private final ScheduleGraph graph;
    private final Map<Integer, Schedule.Placed> placed = new LinkedHashMap<>();

    private ScheduleValidator(Schedule schedule) {
        this.schedule = schedule;
        this.graph = schedule.graph();
    }

    static Schedule validated(Schedule schedule) {
        ScheduleValidator validator = new ScheduleValidator(schedule);
        validator.checkTasks();
        validator.checkProcessors();
        validator.checkBus();
        validator.checkInputs();
        return schedule;
    }

    private void checkTasks() {
        for (Schedule.Placed one : schedule.placed()) {
            assertThat(placed.put(one.task(), one)).as("task %s again", one).isNull();
            assertThat(one.start()).as("%s", one).isNotNegative();
            assertThat(one.finish()).as("%s", one).isEqualTo(one.start() + graph.work(one.task()));
            assertThat(one.processor()).as("%s", one).isBetween(1, schedule.processors());
        }
        assertThat(placed).hasSize(graph.size());
    }

    private void checkProcessors() {
        Map<Integer, List<long[]>> spans = new LinkedHashMap<>();
        for (Schedule.Placed one : placed.values()) {
            spans.computeIfAbsent(one.processor(), key -> new ArrayList<>())
                    .add(new long[] {one.start(), one.finish()});
        }
        spans.forEach((processor, list) -> checkApart("processor " + processor, list));
    }

    private void checkBus() {
        List<long[]> spans = new ArrayList<>();
        for (Schedule.Message message : schedule.messages()) {
            Schedule.Placed sender = placed.get(graph.from(message.edge()));
            assertThat(message.start())
                    .as("%s leaves before it is there", message)
                    .isGreaterThanOrEqualTo(sender.finish() + graph.alpha());
            assertThat(message.arrive() - message.start()).isEqualTo(graph.length(message.edge()));
            assertThat(message.group()).isEqualTo(graph.group(message.edge()));
            spans.add(new long[] {message.start(), message.arrive()});
        }
        checkApart("the bus", spans);
        assertThat(schedule.messages().stream().filter(Schedule.Message::isBroadcast))
                .as("a broadcast is sent once")
                .extracting(Schedule.Message::group)
                .doesNotHaveDuplicates();
    }

    private static void checkApart(String what, List<long[]> spans) {
        List<long[]> positive = new ArrayList<>(spans);
        positive.removeIf(span -> span[0] == span[1]);
        positive.sort(Comparator.comparingLong(span -> span[0]));
        for (int i = 1; i < positive.size(); i++) {
            assertThat(positive.get(i)[0])
                    .as("%s does two things at a time", what)
                    .isGreaterThanOrEqualTo(positive.get(i - 1)[1]);
        }
    }

    private void checkInputs() {
        Map<Integer, Schedule.Message> byEdge = new LinkedHashMap<>();
        Map<Integer, Schedule.Message> byGroup = new LinkedHashMap<>();
        for (Schedule.Message message : schedule.messages()) {
            if (message.isBroadcast()) {
                byGroup.put(message.group(), message);
            } else {
                assertThat(byEdge.put(message.edge(), message)).as("%s again", message).isNull();
            }
        }
        for (int edge = 0; edge < graph.edges(); edge++) {
            Schedule.Placed sender = placed.get(graph.from(edge));
            Schedule.Placed receiver = placed.get(graph.to(edge));
            long there = sender.finish();
            if (sender.processor() != receiver.processor()) {
                Schedule.Message message =
                        graph.group(edge) >= 0 ? byGroup.get(graph.group(edge)) : byEdge.get(edge);
                assertThat(message).as("edge %d is sent", edge).isNotNull();
                there = message.arrive();
            }
            assertThat(receiver.start())
                    .as("%s begins before its input of %s", receiver, sender)
                    .isGreaterThanOrEqualTo(there);
        }
    }
}
