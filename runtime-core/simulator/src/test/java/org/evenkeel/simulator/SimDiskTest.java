package org.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.evenkeel.testing.SampleTasks;
import org.evenkeel.testing.Seeds;
import org.junit.jupiter.api.AfterAll;

/** The disk of a simulated node: forced records come back, of others the first few. */
class SimDiskTest {

    private static final int LIVES = 20;

    /** How much of a group came back, in all seeds together. */
    private static final Set<String> SEEN = new TreeSet<>();

    @AfterAll
    static void sawEveryKindOfCrash() {
        if (System.getProperty("evenkeel.seed") == null) {
            assertThat(SEEN).containsExactly("a part", "all", "nothing");
        }
    }

    @Seeds(20)
    void hasWhatWasForcedAndABeginningOfTheRest(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        SimDisk disk = new SimDisk(random.split());
        Set<TaskId> open = new LinkedHashSet<>();
        Set<TaskId> done = new LinkedHashSet<>();
        for (int life = 0; life < LIVES; life++) {
            for (int group = random.nextInt(8); group > 0; group--) {
                records(random, open).forEach(disk::write);
                disk.force().forEach(record -> apply(record, open, done));
            }
            List<JournalRecord> last = records(random, open);
            last.forEach(disk::write);
            disk.crash();

            SimDisk.Found found = disk.recover();

            assertThat(found.survived()).isEqualTo(last.subList(0, found.survived().size()));
            SEEN.add(
                    found.survived().isEmpty()
                            ? "nothing"
                            : found.survived().size() < last.size() ? "a part" : "all");
            found.survived().forEach(record -> apply(record, open, done));
            List<TaskState> tasks = found.event() == null ? List.of() : found.event().tasks();
            assertThat(tasks).extracting(TaskState::id).containsExactlyInAnyOrderElementsOf(open);
            assertThat(tasks.stream().filter(TaskState::isDone).map(TaskState::id))
                    .containsExactlyInAnyOrderElementsOf(done);
        }
    }

    /** Tasks that begin, end and are forgotten, none of them twice. */
    private static List<JournalRecord> records(SplittableRandom random, Set<TaskId> open) {
        List<JournalRecord> records = new ArrayList<>();
        for (TaskId old : open) {
            switch (random.nextInt(4)) {
                case 0 -> records.add(new JournalRecord.Forgotten(old));
                case 1 ->
                        records.add(
                                new JournalRecord.Done(
                                        old,
                                        Grant.first(1),
                                        Outcome.succeeded(SampleTasks.EMPTY),
                                        "n1"));
                default -> {}
            }
        }
        for (int fresh = 1 + random.nextInt(40); fresh > 0; fresh--) {
            Task task = SampleTasks.task(random.nextLong(1, Long.MAX_VALUE));
            records.add(new JournalRecord.Accepted(task, Grant.first(1), 1));
        }
        return records;
    }

    private static void apply(JournalRecord record, Set<TaskId> open, Set<TaskId> done) {
        switch (record) {
            case JournalRecord.Accepted e -> open.add(e.task());
            case JournalRecord.Done e -> done.add(e.task());
            case JournalRecord.Forgotten e -> {
                open.remove(e.task());
                done.remove(e.task());
            }
            default -> throw new IllegalArgumentException("not written here: " + record);
        }
    }
}
