package org.evenkeel.kernel.phases.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * What one node does in a phase: step 5, corrected. As printed it leaves most nodes without their
 * quota: it takes more from the schedulable tasks than there are, and moves executing tasks while
 * schedulable ones stay.
 *
 * @param kept schedulable tasks that become executing ones here
 * @param sendings what goes to others, in the order in which it is taken
 * @param expected tasks that others send
 */
public record LocalPlan(int kept, List<Sending> sendings, int expected) {

    /**
     * What goes to one node.
     *
     * @param to its index
     * @param fromSt tasks taken from the head of the schedulable ones
     * @param fromEt tasks taken from the tail of the executing ones
     */
    public record Sending(int to, int fromSt, int fromEt) {
        /** All that goes there. */
        public int tasks() {
            return fromSt + fromEt;
        }
    }

    public LocalPlan {
        sendings = List.copyOf(sendings);
    }

    /**
     * The plan of a node.
     *
     * @param st its schedulable tasks: accepted, never scheduled
     * @param et its executing tasks: allotted to it, started or not
     * @param quota tasks it should have
     * @param sends its transfers to others; all of one sender
     * @param expected tasks that others send to it
     */
    public static LocalPlan of(int st, int et, int quota, List<Transfer> sends, int expected) {
        int kept = Math.max(0, Math.min(st, quota - et));
        int left = st - kept;
        List<Sending> sendings = new ArrayList<>();
        for (Transfer send : sends) {
            int fromSt = Math.min(send.tasks(), left);
            left -= fromSt;
            sendings.add(new Sending(send.to(), fromSt, send.tasks() - fromSt));
        }
        return new LocalPlan(kept, sendings, expected);
    }

    /** Tasks sent that were schedulable. */
    public int fromSt() {
        return sendings.stream().mapToInt(Sending::fromSt).sum();
    }

    /** Tasks sent that were executing. */
    public int fromEt() {
        return sendings.stream().mapToInt(Sending::fromEt).sum();
    }
}
