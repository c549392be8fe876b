package org.evenkeel.kernel.policy;

import java.util.List;
import org.evenkeel.kernel.policy.AvailabilityForecast.Forecast;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.model.Distance;
import org.evenkeel.model.LoadState;
import org.jspecify.annotations.Nullable;

/**
 * Decides where tasks go. One instance serves one node and is called by one thread; what state it
 * keeps (a rotating index, the round of a receiver) depends only on the calls so far.
 *
 * <p>Every view shows the node before the action that is asked for.
 */
public interface Policy {

    /** Index that stands for "this node" where a neighbour could be meant. */
    int LOCAL = -1;

    /** As written in a configuration, with its options. */
    String name();

    /**
     * Why tasks that a client submits together are not accepted; null to accept them, as all but
     * the strictest do. What tasks spawn is never asked about.
     *
     * @param tasks how many
     */
    default @Nullable String refusal(NodeView view, int tasks) {
        return null;
    }

    /**
     * A task is to be placed: start, transfer or wait.
     *
     * @param taskArrival where it came from; that neighbour's {@code told} is already HIGH: it
     *     thinks so since it sent the task
     */
    Decision onTask(NodeView view, TaskArrival taskArrival);

    /** A worker has finished its task and still counts as busy: start a waiting one, or nothing. */
    default Decision onWorkerFree(NodeView view) {
        return view.sample().waiting() > 0 ? Decision.START_NEXT : Decision.NOTHING;
    }

    /**
     * A neighbour told its load, and the telling is newer than every offer sent to it.
     *
     * @param room what it can take, at least 1 unless told is HIGH
     */
    default Decision onLoad(NodeView view, int from, LoadState told, int room) {
        return Decision.of(new Decision.Action.Believe(from), "neighbour announced its load");
    }

    /** A neighbour asks for tasks: give or refuse. */
    default Decision onRequest(NodeView view, int from, int room) {
        return Decision.of(
                new Decision.Action.Refuse(from), "this policy does not answer requests");
    }

    /** The neighbour that was asked has nothing, or went away. */
    default Decision onNothingToGive(NodeView view, int from) {
        return Decision.NOTHING;
    }

    /** The time asked for by {@link Decision#wakeAfterNanos} has come. */
    default Decision onTimer(NodeView view) {
        return Decision.NOTHING;
    }

    /**
     * An event is dealt with: ask neighbours for tasks, give them waiting ones, or nothing.
     * Prefetched tasks, which count as waiting, are not given this way.
     */
    default Decision onSettled(NodeView after) {
        return Decision.NOTHING;
    }

    /**
     * Whether it plans: {@link #plan} is asked instead of {@link #onSettled}, also where there are
     * no neighbours, and what waits starts by it.
     */
    default boolean plans() {
        return false;
    }

    /** An event is dealt with: {@link Decision.Action.Dispatch} some of what waits, or nothing. */
    default Decision plan(NodeView after, AvailabilityForecast availabilityForecast) {
        return Decision.NOTHING;
    }

    /** Whether waiting tasks start when a plan says so, and not as soon as a worker is idle. */
    default boolean plansStarts() {
        return false;
    }

    /** What the last plan came to, null when there is none. */
    default @Nullable Forecast forecast() {
        return null;
    }

    /** C_S has changed, and with it the meaning of every index: forget those remembered. */
    default void onNeighboursChanged() {}

    /**
     * What a neighbour believes of this node from the moment it sends it its last permitted task.
     */
    default LoadState believedBySender() {
        return LoadState.HIGH;
    }

    /**
     * Loads to tell once an event is dealt with. How many workers there are is told in any case:
     * nothing is sent to a node without, neither by a node that leaves nor where a submitter wants
     * a task there.
     */
    default List<Announcement> announce(NodeView after) {
        return CountAnnouncementRule.WORKERS_ONLY.due(after);
    }

    /**
     * Hops to the nearest node with room, told with every load; {@link Distance#UNKNOWN} if none.
     */
    default int distance(NodeView after) {
        return Distance.of(after.state());
    }

    /**
     * A task handed over so often is not given away while it waits here, unless nothing can run
     * here.
     */
    default int hopLimit() {
        return Integer.MAX_VALUE;
    }

    /** Whether loads carry the number of offers seen, and older ones are ignored. */
    default boolean ignoresStaleLoads() {
        return true;
    }

    /** Whether a neighbour may be sent as many tasks as it has room for, rather than one. */
    default boolean sendsBatches() {
        return true;
    }

    /** Whether tasks leave this node at all while it stays. */
    default boolean handsOn() {
        return true;
    }

    /**
     * Whether tasks that wait are handed on. A policy that only places new tasks leaves them where
     * they are, most of them as long as something can run there.
     */
    default boolean movesWaiting(boolean canRunHere) {
        return handsOn();
    }

    /** Whether waiting tasks leave only when a neighbour asks for some. */
    default boolean givesOnlyWhenAsked() {
        return false;
    }

    /** Whether a neighbour is known to have room for tasks that wait here. */
    default boolean seesRoom(NeighbourView neighbour, boolean queueStack) {
        return neighbour.linked()
                && (queueStack
                        ? neighbour.believed() == LoadState.LOW
                        : neighbour.believed().hasRoom());
    }

    /** How the node takes part in scheduling phases; null when it does not. */
    default @Nullable PhaseOptions phases() {
        return null;
    }

    /**
     * After so long without work, and then no more often, a node calls for tasks that run on slower
     * ones, in nanoseconds; 0 for never.
     */
    default long callGapNanos() {
        return 0;
    }

    /** Whether tasks that run move from neighbour to neighbour, without a master. */
    default boolean movesStarted() {
        return callGapNanos() > 0;
    }

    /** There is a master of scheduling phases now, or there is none any more. */
    default void onMaster(boolean there) {}

    /** Whether the room a node tells includes that of idle nodes behind it. */
    default boolean relays(NodeView view) {
        return false;
    }
}
