package org.evenkeel.kernel.calendar;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The packets of a plan in the order in which they are sent (Algorithm 2 of the paper): whenever a
 * cluster has nothing to do, and its interval has begun, it gets as many as compute at a time.
 */
public final class Timetable {
    /** The first packets, by start and then by interval; a plan may have more than fit anywhere. */
    public static List<Packet> first(CalendarPlan plan, int most) {
        PriorityQueue<Packet> next =
                new PriorityQueue<>(
                        Comparator.comparingLong(Packet::start).thenComparingInt(Packet::interval));
        for (int i = 0; i < plan.intervals().size(); i++) {
            if (plan.shares().get(i).tasks() > 0) {
                next.add(packet(plan, i, 1));
            }
        }
        List<Packet> packets = new ArrayList<>();
        while (packets.size() < most && !next.isEmpty()) {
            Packet packet = next.remove();
            packets.add(packet);
            ClusterInterval interval = plan.intervals().get(packet.interval());
            long stage = (packet.end() - interval.from()) / interval.taskTime();
            if (stage < plan.shares().get(packet.interval()).stages()) {
                next.add(packet(plan, packet.interval(), stage + 1));
            }
        }
        return packets;
    }

    private static Packet packet(CalendarPlan plan, int index, long stage) {
        ClusterInterval interval = plan.intervals().get(index);
        Share share = plan.shares().get(index);
        long tasks = stage == share.stages() ? share.lastStageTasks() : interval.computing();
        return new Packet(interval.endOf(stage - 1), interval.endOf(stage), index, tasks);
    }
}
