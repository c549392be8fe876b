package org.evenkeel.examples.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Evenkeel;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.examples.program.Facts;
import org.evenkeel.examples.program.Options;

/**
 * Has a task with a large array run at n2 until somebody drains that: the working half of {@code
 * evenkeel bench --move}. It tells {@code carrying}, waits for leave, and tells {@code carried}
 * when the task has ended at n1; then it waits for leave to end.
 */
public final class Carry {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long PAUSE_MILLIS = 20;

    private final Options.Values values;
    private final Facts facts;

    private Carry(Options.Values values, Facts facts) {
        this.values = values;
        this.facts = facts;
    }

    /** Starts a worker. */
    record Nothing() implements Task<String> {
        @Override
        public String run(TaskContext context) {
            return context.node();
        }
    }

    public static void main(String[] arguments) {
        Facts.run(
                new Options()
                        .text("kind", "byte", "elements of the array: byte, long or double")
                        .number("bytes", 256 << 20, 8, 1 << 30, "that it has")
                        .text("note", "", "file that the task writes when it has begun"),
                (values, facts) -> new Carry(values, facts).run(),
                arguments);
    }

    private void run() throws Exception {
        Path note = Path.of(values.text("note"));
        try (Cluster cluster = Evenkeel.connect()) {
            cluster.submit(new Nothing(), TaskOptions.DEFAULT.withNode("n1")).get(LIMIT);
            cluster.submit(new Nothing(), TaskOptions.DEFAULT.withNode("n2")).get(LIMIT);
            TaskHandle<CarryTask.Carried> handle =
                    cluster.submit(
                            new CarryTask(
                                    values.text("kind"), values.whole("bytes"), note.toString()),
                            TaskOptions.DEFAULT.withNode("n2"));
            while (!Files.exists(note) && !handle.isDone()) {
                Thread.sleep(PAUSE_MILLIS);
            }
            facts.await("carrying", Map.of());
            CarryTask.Carried carried = handle.get(LIMIT);
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("nanos", carried.nanos());
            fields.put("from", carried.from());
            fields.put("to", carried.to());
            fields.put("intact", carried.intact());
            facts.await("carried", fields);
        }
    }
}
