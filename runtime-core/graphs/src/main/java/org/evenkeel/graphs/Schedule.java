package org.evenkeel.graphs;

import java.util.List;

/**
 * Which task runs where and when, and which message is on the bus when; times are ticks.
 *
 * @param graph what is scheduled
 * @param processors how many there are
 * @param placed every task once, in the order in which they were placed
 * @param messages by the start of their transfer
 * @param fallback whether everything is on one processor because no better schedule was found
 */
public record Schedule(
        ScheduleGraph graph,
        int processors,
        List<Placed> placed,
        List<Message> messages,
        boolean fallback) {

    public Schedule {
        placed = List.copyOf(placed);
        messages = List.copyOf(messages);
    }

    /**
     * A task on its processor.
     *
     * @param processor counted from 1
     */
    public record Placed(int task, int processor, long start, long finish) {}

    /**
     * A message on the bus.
     *
     * @param edge along which it is sent; of a broadcast, the one for which it was sent first
     * @param group the broadcast; negative when it is for this edge alone
     * @param start when it gets the bus; when it arrives if it has no length
     */
    public record Message(int edge, int group, long start, long arrive) {
        /** Whether it reaches every processor. */
        public boolean isBroadcast() {
            return group >= 0;
        }
    }

    /** When the last task ends. */
    public long length() {
        return placed.stream().mapToLong(Placed::finish).max().orElse(0);
    }

    /** The time of all tasks by the length; 1 without any. */
    public double speedUp() {
        long length = length();
        return length == 0 ? 1 : (double) graph.serial() / length;
    }
}
