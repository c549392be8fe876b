package org.evenkeel.model.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeMap;
import org.evenkeel.model.submission.SpokenOutput.Item;
import org.evenkeel.testing.Seeds;

/** The table of open tasks against a map. */
class OpenSubmissionTableTest {

    @Seeds(20)
    void behavesLikeAMap(long seed) {
        Random random = new Random(seed);
        OpenSubmissionTable<Item> table = new OpenSubmissionTable<>();
        TreeMap<Long, Item> model = new TreeMap<>();
        long next = 1;
        for (int step = 0; step < 5_000; step++) {
            if (random.nextInt(100) < 55) {
                Item task = new Item(false);
                task.assignNumber(next);
                next += 1 + random.nextInt(3) / 2 * random.nextInt(200);
                table.put(task);
                model.put(task.number(), task);
            } else {
                long number = 1 + (long) (random.nextDouble() * next);
                assertThat(table.get(number)).isSameAs(model.get(number));
                assertThat(table.remove(number)).isSameAs(model.remove(number));
            }
        }
        assertThat(table.all()).containsExactlyElementsOf(model.values());
        model.values().forEach(task -> assertThat(table.remove(task.number())).isSameAs(task));
        assertThat(table.all()).isEmpty();
    }
}
