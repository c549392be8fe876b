package org.evenkeel.it;

import java.time.Duration;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;

/**
 * A program on the machine of its cluster, which it finds in the state directory. With {@code leave
 * TASKS GATE} it submits tasks that wait for a file, in a job that outlives it, prints the job's id
 * and ends. With {@code attach JOB} it prints each task's id and result.
 */
final class DetachedJob {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    private DetachedJob() {}

    /** Waits for a file and a second more, then yields the square. */
    record Patient(int number, String gate) implements Task<Long> {
        @Override
        public Long run(TaskContext context) throws InterruptedException {
            Long square = new Work.GatedSquare(number, gate).run(context);
            Thread.sleep(1_000);
            return square;
        }
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("leave")) {
            leave(Integer.parseInt(args[1]), args[2]);
        } else {
            attach(args[1]);
        }
    }

    /** Level DISK is that of detached jobs when nothing else is said. */
    private static void leave(int tasks, String gate) throws InterruptedException {
        try (Cluster cluster = Evenkeel.builder().jobName("left").detached(true).connect()) {
            for (int i = 0; i < tasks; i++) {
                cluster.submit(new Patient(i, gate));
            }
            cluster.detach();
            System.out.println(cluster.jobId());
        }
    }

    private static void attach(String job) throws Exception {
        try (Cluster cluster = Evenkeel.attach(job)) {
            for (TaskHandle<?> handle : cluster.handles()) {
                System.out.println(handle.id() + " " + handle.get(LIMIT));
            }
        }
    }
}
