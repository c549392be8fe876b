package org.evenkeel.it;

import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Durability;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;

/**
 * A program that submits tasks, prints its job's id and waits to be killed. Arguments: whether the
 * job outlives it, how many tasks, and the file that all but the first wait for; the program awaits
 * the end of the first.
 */
final class LeftJob {

    /** Enough where no daemon dies. */
    static final TaskOptions IN_MEMORY = TaskOptions.DEFAULT.withDurability(Durability.MEMORY);

    private LeftJob() {}

    public static void main(String[] args) throws InterruptedException {
        Cluster cluster =
                Evenkeel.builder()
                        .jobName("left")
                        .detached(Boolean.parseBoolean(args[0]))
                        .connect();
        TaskHandle<Long> first = cluster.submit(new Work.Square(0, 0), IN_MEMORY);
        for (int i = 1; i < Integer.parseInt(args[1]); i++) {
            cluster.submit(new Work.GatedSquare(i, args[2]), IN_MEMORY);
        }
        first.get(); // the code has arrived, and what was sent behind it
        System.out.println(cluster.jobId());
        Thread.sleep(600_000);
    }
}
