package org.evenkeel.simulator.fault;

import java.util.List;
import org.evenkeel.kernel.Notice;

/** One thing that goes wrong at a time; nodes and slots are taken modulo how many there are. */
public sealed interface Fault {

    /** When, in nanoseconds since the first arrival. */
    long atNanos();

    /**
     * A machine's daemon and workers die.
     *
     * @param downNanos until it starts again
     * @param silent whether no node is told: the machine is off, and connecting to it times out
     */
    record Crash(long atNanos, int node, long downNanos, boolean silent) implements Fault {}

    /**
     * A machine dies for good, its disk with it; later another one takes its name, with nothing on
     * its disk, or {@linkplain #isForGood() none does}.
     */
    record MachineLost(long atNanos, int node, long downNanos) implements Fault {

        private static final int FOR_GOOD_ONE_IN = 3;

        /**
         * Whether no other machine takes its name, and it is silent from then on: one in three, of
         * those that the others can do without.
         */
        public boolean isForGood() {
            return downNanos % FOR_GOOD_ONE_IN == 0;
        }
    }

    /** The worker in a slot dies. */
    record WorkerKill(long atNanos, int node, int slot) implements Fault {}

    /**
     * What two nodes say to each other stays on its way (another link of the first, if they have
     * none); one-way: only what {@code a} says.
     */
    record Cut(long atNanos, int a, int b, long forNanos, boolean oneWay) implements Fault {}

    /** Nodes on one side cannot be heard by the others; unless one-way, nor hear them. */
    record Partition(long atNanos, List<Integer> side, long forNanos, boolean oneWay)
            implements Fault {
        public Partition {
            side = List.copyOf(side);
        }
    }

    /** A daemon stands still; its workers run on. */
    record Pause(long atNanos, int node, long forNanos) implements Fault {}

    /**
     * A node is to give up its processors.
     *
     * @param source who wants it; it replaces an earlier one of the same source
     * @param holdNanos until what runs there is moved; nothing starts from the beginning on
     * @param withinNanos from then until nothing may run there any more
     * @param forNanos from then until it may run tasks again
     * @param withdrawn whether the notice is taken back half-way
     * @param freezes whether its workers are frozen until what runs is moved
     */
    record Noticed(
            long atNanos,
            int node,
            Notice.Source source,
            long holdNanos,
            long withinNanos,
            long forNanos,
            boolean withdrawn,
            boolean freezes)
            implements Fault {}

    /** What starts on a machine meanwhile takes so many times as long. */
    record Slow(long atNanos, int node, long forNanos, double factor) implements Fault {}

    /** What is written to a machine's disk meanwhile takes so many times as long to force. */
    record SlowDisk(long atNanos, int node, long forNanos, double factor) implements Fault {}

    /**
     * A disk fails the next time that something is forced to it, and the daemon ends: no effect
     * that waits for that group is performed.
     *
     * @param downNanos until it starts again, on a disk that has any part of the group
     */
    record DiskFails(long atNanos, int node, long downNanos) implements Fault {}

    /** A link breaks, with what was on it, and may come up again at once; which: as above. */
    record Reset(long atNanos, int a, int b) implements Fault {}

    /**
     * Messages are delivered twice; those that need no order may overtake others.
     *
     * @param share of the messages, 0 to 1
     */
    record Unruly(long atNanos, long forNanos, double share) implements Fault {}

    /** A client loses its daemon, which lives on, and submits its open tasks again elsewhere. */
    record ClientMoves(long atNanos, int client) implements Fault {}

    /**
     * The process of a client dies; later another one attaches to what it has left, if that is
     * kept.
     */
    record ClientDies(long atNanos, int client, long forNanos) implements Fault {}

    /** A client cancels a share of its open tasks. */
    record Cancel(long atNanos, int client, double share) implements Fault {}

    /** A node can get neither the code nor the bytes of what it is offered, and refuses it. */
    record Spoil(long atNanos, int node, long forNanos) implements Fault {}

    /** A node leaves in order, at the latest after the time given, and comes back then. */
    record Leave(long atNanos, int node, long forNanos) implements Fault {}

    /**
     * All nodes leave in order, as when a cluster is shut down, and come back one after the other.
     *
     * @param spreadNanos between the first that is told and the last; each hears for so long who
     *     leaves as well
     * @param forNanos the most that each takes; it comes back after that and part of the spread
     * @param turn which of them is the first to be told, and which to come back
     */
    record LeaveAll(long atNanos, long spreadNanos, long forNanos, int turn) implements Fault {}

    /** A machine that was not there from the start joins; the first of a cluster always is. */
    record Join(long atNanos, int node) implements Fault {}

    /** A node and its neighbours do not take each other for neighbours; their links stay. */
    record Estrange(long atNanos, int node, long forNanos) implements Fault {}
}
