package org.evenkeel.samples;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** Tasks of tests. They are in no package of Evenkeel's own, because those do not travel. */
public final class TestedTasks {

    /** Numbers of {@link Noted} tasks in the order in which they ran in this JVM. */
    public static final List<Integer> NOTED = Collections.synchronizedList(new ArrayList<>());

    private TestedTasks() {}

    /** Squares a number. */
    public record Square(int n) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            return n * n;
        }
    }

    /** Throws. */
    public record Failing(String message) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            throw new IllegalStateException(message);
        }
    }

    /** Notes its number. */
    public record Noted(int n) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            NOTED.add(n);
            return n;
        }
    }
}
