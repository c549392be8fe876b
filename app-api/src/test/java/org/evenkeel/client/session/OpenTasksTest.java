package org.evenkeel.client.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.model.Digest;
import org.evenkeel.testing.Seeds;
import org.junit.jupiter.api.Test;

/** The table of open tasks against a map. */
class OpenTasksTest {

    private final OpenSubmissions openSubmissions =
            new OpenSubmissions(1, new PayloadCodec(getClass().getClassLoader()));
    private final Kind kind =
            Kind.of(new Kind.Attributes(5, "k", Digest.NONE, new Kind.Limits(5, 0, 0, 0), null));

    private OpenTask task(long number) {
        OpenTask task = new OpenTask(openSubmissions, kind, null, 1) {};
        task.number = number;
        return task;
    }

    @Seeds(20)
    void behavesLikeAMap(long seed) {
        Random random = new Random(seed);
        OpenTasks table = new OpenTasks();
        Map<Long, OpenTask> model = new HashMap<>();
        long next = 1;
        for (int step = 0; step < 5_000; step++) {
            if (random.nextInt(100) < 55) {
                OpenTask task = task(next++);
                table.put(task);
                model.put(task.number, task);
            } else {
                long number = 1 + (long) (random.nextDouble() * next);
                assertThat(table.get(number)).isSameAs(model.get(number));
                assertThat(table.remove(number)).isSameAs(model.remove(number));
            }
        }
        assertThat(table.all()).extracting(OpenTask::number).isSorted();
        assertThat(table.all()).containsExactlyInAnyOrderElementsOf(model.values());
    }

    @Test
    void nothingIsLostBetweenTwoThreads() throws Exception {
        OpenTasks table = new OpenTasks();
        int count = 300_000;
        List<Long> missing = new ArrayList<>();
        java.util.concurrent.atomic.AtomicLong put = new java.util.concurrent.atomic.AtomicLong();
        Thread remover =
                Thread.ofPlatform()
                        .start(() -> {
                            for (long number = 1; number <= count; number++) {
                                while (put.get() < number) {
                                    Thread.onSpinWait();
                                }
                                if (table.remove(number) == null) {
                                    missing.add(number);
                                }
                            }
                        });
        for (long number = 1; number <= count; number++) {
            table.put(task(number));
            put.set(number);
        }
        remover.join();
        assertThat(missing).isEmpty();
        assertThat(table.all()).isEmpty();
    }
}
