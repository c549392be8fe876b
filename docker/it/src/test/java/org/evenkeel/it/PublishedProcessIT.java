package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.it.StartedNodes.at;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.PublishedValue;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A program gets what a task publishes while the task moves, or runs again. */
@Tag("extended")
class PublishedProcessIT {
    private static final Duration SOON = StartedNodes.LIMIT;

    private StartedNodes nodes;

    @AfterEach
    void stop() {
        StartedNodes started = nodes;
        if (started != null) {
            started.close();
        }
    }

    /** Publishes its steps, and yields the nodes it was at. */
    record Steps(int count) implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            List<String> seen = new ArrayList<>();
            for (int i = 1; i <= count; i++) {
                if (seen.isEmpty() || !seen.getLast().equals(context.node())) {
                    seen.add(context.node());
                }
                context.publish("step " + i);
                Thread.sleep(10);
                context.checkpoint();
            }
            return seen.toString();
        }
    }

    private static void awaitMore(List<PublishedValue> heard, int count) {
        int wanted = heard.size() + count;
        Awaitility.await(count + " more values").atMost(SOON).until(() -> heard.size() >= wanted);
    }

    @Test
    void eachValueComesOnceWhileTheTaskMoves() throws Exception {
        nodes = StartedNodes.start(Setup.of(2, 1).flags("--drain-grace", "30s"));
        int count = 500;
        try (Cluster cluster = nodes.connect("n1")) {
            List<PublishedValue> heard = new CopyOnWriteArrayList<>();
            TaskHandle<String> task = cluster.submit(new Steps(count), at(cluster, "n2"));
            task.onPublished(heard::add);
            awaitMore(heard, 20);
            assertThat(nodes.stop("n2")).as(nodes::logs).isZero();
            assertThat(task.get(SOON)).as(nodes::logs).isEqualTo("[n2, n1]");
            Awaitility.await("the last value")
                    .atMost(SOON)
                    .until(() -> heard.getLast().number() == count);
            long first = heard.getFirst().number();
            assertThat(heard)
                    .extracting(PublishedValue::number)
                    .as("none is missing, none comes twice")
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(first, count).boxed().toList());
            assertThat(heard).allMatch(each -> each.value().equals("step " + each.number()));
            assertThat(heard).extracting(PublishedValue::attempt).containsOnly(1);
        }
    }

    @Test
    void taskWhoseWorkerDiesCountsFromTheBeginning() throws Exception {
        nodes = StartedNodes.start(Setup.of(2, 1));
        int count = 300;
        try (Cluster cluster = nodes.connect("n1")) {
            List<PublishedValue> heard = new CopyOnWriteArrayList<>();
            TaskHandle<String> task = cluster.submit(new Steps(count), at(cluster, "n2"));
            task.onPublished(heard::add);
            awaitMore(heard, 20);
            for (ProcessHandle worker : nodes.workers("n2")) {
                worker.destroyForcibly();
            }
            assertThat(task.get(SOON)).as(nodes::logs).contains("n");
            Awaitility.await("the last value")
                    .atMost(SOON)
                    .until(() -> heard.getLast().number() == count);
            int last = heard.getLast().attempt();
            assertThat(last).isGreaterThan(1);
            assertThat(heard)
                    .filteredOn(each -> each.attempt() == last)
                    .extracting(PublishedValue::number)
                    .containsExactlyElementsOf(LongStream.rangeClosed(1, count).boxed().toList());
        }
    }
}
