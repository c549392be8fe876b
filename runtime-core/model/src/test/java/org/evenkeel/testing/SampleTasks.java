package org.evenkeel.testing;

import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Resources;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.jspecify.annotations.Nullable;

/** Tasks to test with. */
public final class SampleTasks {

    /** No bytes at all. */
    public static final Payload EMPTY = new EmptyPayload();

    private SampleTasks() {}

    /** A kind whose tasks are to run at a node, null for any. */
    public static TaskKind kindFor(
            @Nullable NodeId node, long job, int priority, long totalWeight) {
        TaskKind any = kind(job, priority, totalWeight);
        return new TaskKind(
                any.job(),
                any.name(),
                any.bundle(),
                new TaskKind.Options(
                        priority,
                        0,
                        0,
                        Durability.MEMORY,
                        totalWeight,
                        false,
                        Resources.NONE,
                        node,
                        0));
    }

    /** A kind of normal priority. */
    public static TaskKind kind(long job, int priority, long totalWeight) {
        TaskKind.Options options =
                new TaskKind.Options(priority, 0, 0, Durability.MEMORY, totalWeight);
        return new TaskKind(new JobId(job), "sample", Digest.NONE, options);
    }

    /** A task of weight 1 from a client. */
    public static Task task(long number) {
        return task(number, kind(1, 5, 0), 1, null);
    }

    /** Any task. */
    public static Task task(long number, TaskKind kind, long weight, @Nullable TaskId parent) {
        return new Task(new TaskId(1, number), kind, EMPTY, weight, parent);
    }

    private record EmptyPayload() implements Payload {
        @Override
        public long sizeBytes() {
            return 0;
        }
    }
}
