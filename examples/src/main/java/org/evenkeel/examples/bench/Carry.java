package org.evenkeel.examples.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.examples.program.Facts;
import org.evenkeel.examples.program.Options;

/**
 * Has a task with a large array run at n2 until a command drains that: the working half of {@code
 * evenkeel lab bench --move}. It tells {@code carrying}, waits for leave, and tells {@code carried}
 * when the task has ended at n1; then it waits for leave to end. With {@code --plain=1} a task at
 * n2 sends the array to one at n1 through a socket instead, and it tells {@code copied}.
 */
public record Carry(Options.Values values, Facts facts) {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long PAUSE_MILLIS = 20;
    private static final String NOTE = "begun";
    private static final String FROM = "n2";
    private static final String TO = "n1";

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
                        .number("plain", 0, 0, 1, "1: it is copied through a socket")
                        .number("warm", 0, 0, 1_000_000, "small tasks at each node before"),
                (values, facts) -> new Carry(values, facts).run(),
                arguments);
    }

    private static void startWorker(Cluster cluster, String node) throws Exception {
        TaskOptions there = TaskOptions.DEFAULT.withNode(node);
        while (!node.equals(cluster.submit(new Nothing(), there).get(LIMIT))) {
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private void run() throws Exception {
        try (Cluster cluster = Evenkeel.connect()) {
            startWorker(cluster, TO);
            startWorker(cluster, FROM);
            BenchWarmUp.run(cluster, List.of(FROM, TO), values.whole("warm"));
            if (values.whole("plain") == 1) {
                copy(cluster);
            } else {
                move(cluster);
            }
        }
    }

    private void copy(Cluster cluster) throws Exception {
        String kind = values.text("kind");
        int bytes = values.whole("bytes");
        TaskHandle<Integer> received =
                cluster.submit(
                        new CopyTasks.Receive(kind, bytes, NOTE), TaskOptions.DEFAULT.withNode(TO));
        int port = Integer.parseInt(note(cluster, received));
        CopyTasks.Sent sent =
                cluster.submit(
                                new CopyTasks.Send(kind, bytes, port),
                                TaskOptions.DEFAULT.withNode(FROM))
                        .get(LIMIT);
        facts.await(
                "copied",
                Map.of("nanos", sent.nanos(), "intact", received.get(LIMIT) == sent.hash()));
    }

    /** What a task has written, when there is something. */
    private static String note(Cluster cluster, TaskHandle<?> task) throws Exception {
        Path note = cluster.files().resolve(NOTE);
        while (!task.isDone() && !(Files.exists(note) && Files.size(note) > 0)) {
            Thread.sleep(PAUSE_MILLIS);
        }
        return Files.exists(note) ? Files.readString(note) : "";
    }

    private void move(Cluster cluster) throws Exception {
        TaskHandle<CarryTask.Carried> handle =
                cluster.submit(
                        new CarryTask(values.text("kind"), values.whole("bytes"), NOTE),
                        TaskOptions.DEFAULT.withNode(FROM));
        String at = note(cluster, handle);
        if (!handle.isDone() && !at.equals(FROM)) {
            throw new IllegalStateException("the task is at " + at);
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
