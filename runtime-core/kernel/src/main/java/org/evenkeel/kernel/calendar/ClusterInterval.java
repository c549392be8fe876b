package org.evenkeel.kernel.calendar;

/**
 * One interval in which a cluster is there. The cluster is managed as a whole: it takes a packet of
 * tasks, one for each computing processor, and the next when the former is finished; what does not
 * end in the interval does not begin.
 *
 * @param id of the cluster; it may have several intervals
 * @param processors of the cluster, at least 1
 * @param computing how many of them compute, 1 to {@code processors}; the rest serves these
 * @param from ticks, at least 0
 * @param to ticks, at least {@code from}
 * @param taskTime of one task on one processor, ticks, at least 1
 */
public record ClusterInterval(
        String id, long processors, long computing, long from, long to, long taskTime) {

    public ClusterInterval {
        if (computing < 1 || computing > processors) {
            throw new IllegalArgumentException(
                    "%s: computing %d, but must be 1 to the %d processors"
                            .formatted(id, computing, processors));
        }
        if (from < 0 || to < from) {
            throw new IllegalArgumentException(
                    "%s: from %d to %d is no interval from 0 on".formatted(id, from, to));
        }
        if (taskTime < 1) {
            throw new IllegalArgumentException(
                    "%s: taskTime %d, but must be positive".formatted(id, taskTime));
        }
    }

    /** Packets that fit, one after the other. */
    public long stages() {
        return (to - from) / taskTime;
    }

    /** Packets that end at this time or before. */
    long stagesBy(long time) {
        return time <= from ? 0 : Math.min(stages(), (time - from) / taskTime);
    }

    /** When a packet ends; they count from 1, and packet 0 ends where the interval begins. */
    public long endOf(long stage) {
        return from + stage * taskTime;
    }
}
