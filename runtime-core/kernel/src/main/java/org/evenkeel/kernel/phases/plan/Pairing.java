package org.evenkeel.kernel.phases.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Who sends how many tasks to whom: step 3, with two pointers in time proportional to the nodes.
 *
 * <p>As many tasks move as nodes have above their quotas, the fewest possible, in fewer transfers
 * than there are nodes. No node both sends and receives, so that no two wait for each other.
 */
public final class Pairing {
    /**
     * The transfers after which every node has its quota, ordered by sender, then receiver.
     *
     * @param tasks of each node
     * @param quotas of each node; together as many
     */
    public static List<Transfer> transfers(int[] tasks, int[] quotas) {
        long[] above = above(tasks, quotas);
        List<Transfer> transfers = new ArrayList<>();
        int sender = next(above, 0, 1);
        int receiver = next(above, 0, -1);
        while (sender < above.length && receiver < above.length) {
            int some = (int) Math.min(above[sender], -above[receiver]);
            transfers.add(new Transfer(sender, receiver, some));
            above[sender] -= some;
            above[receiver] += some;
            sender = next(above, sender, 1);
            receiver = next(above, receiver, -1);
        }
        return transfers;
    }

    private static int next(long[] above, int from, int sign) {
        int at = from;
        while (at < above.length && Long.signum(above[at]) != sign) {
            at++;
        }
        return at;
    }

    private static long[] above(int[] tasks, int[] quotas) {
        if (tasks.length != quotas.length) {
            throw new IllegalArgumentException(
                    "%d quotas for %d nodes".formatted(quotas.length, tasks.length));
        }
        long[] above = new long[tasks.length];
        long rest = 0;
        for (int i = 0; i < above.length; i++) {
            above[i] = (long) tasks[i] - quotas[i];
            rest += above[i];
        }
        if (rest != 0) {
            throw new IllegalArgumentException(
                    "quotas and tasks differ by %d in sum".formatted(rest));
        }
        return above;
    }
}
