package org.evenkeel.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;

/** Tasks that wait for children. */
final class Parents {

    private Parents() {}

    /** The leaves of a tree count one each; each writes down that it has. */
    record Tree(String file, String path, int depth, long millis) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws Exception {
            if (depth == 0) {
                Thread.sleep(millis);
                note(file, path + " " + context.node());
                return 1;
            }
            List<TaskHandle<Integer>> halves = new ArrayList<>();
            for (String half : List.of("l", "r")) {
                halves.add(context.spawn(new Tree(file, path + half, depth - 1, millis)));
                context.checkpoint();
            }
            int sum = 0;
            for (TaskHandle<Integer> each : halves) {
                sum += each.get();
                context.checkpoint();
            }
            return sum;
        }
    }

    /** Waits for a file, and writes down that it has. */
    record Child(String file, String path) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws Exception {
            while (!Files.exists(Path.of(file + ".gate"))) {
                Thread.sleep(20);
                context.checkpoint();
            }
            note(file, path + " " + context.node());
            return 1;
        }
    }

    /**
     * Says where it is before and after it has waited for children, which wait for a file {@code
     * .gate} behind the name of its own.
     */
    record Waits(String file, int children) implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            context.checkpoint();
            List<Child> tasks = new ArrayList<>();
            for (int i = 0; i < children; i++) {
                tasks.add(new Child(file, "child" + i));
            }
            String before = context.node();
            note(file, "waits " + before);
            int sum = context.invokeAll(tasks).stream().mapToInt(Integer::intValue).sum();
            return sum + " " + before + " " + context.node();
        }
    }

    private static void note(String file, String line) throws IOException {
        Files.writeString(
                Path.of(file),
                line + "\n",
                StandardCharsets.US_ASCII,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
