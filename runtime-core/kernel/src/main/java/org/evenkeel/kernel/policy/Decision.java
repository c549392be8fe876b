package org.evenkeel.kernel.policy;

import java.util.List;
import org.evenkeel.model.LoadState;

/**
 * What a policy decides, and why.
 *
 * @param action what to do
 * @param announcements loads to tell, after the action
 * @param wakeAfterNanos when to ask the policy again by {@link Policy#onTimer}, 0 for never
 * @param reason one constant, human-readable line, e.g. {@code neighbour is LOW}
 */
public record Decision(
        Action action, List<Announcement> announcements, long wakeAfterNanos, String reason) {

    /** Do nothing, tell nothing. */
    public static final Decision NOTHING = of(Action.Nothing.AT_ALL, "nothing to do");

    /** An idle worker takes the task. */
    public static final Decision START = of(Action.Start.HERE, "a worker is idle");

    /** A worker that has finished takes the next task. */
    public static final Decision START_NEXT = of(Action.Start.HERE, "a worker is free");

    /** The task waits here, wherever else there is room. */
    public static final Decision WAIT = of(Action.Wait.HERE, "all workers are busy");

    /** A decision without announcements. */
    public static Decision of(Action action, String reason) {
        return new Decision(action, List.of(), 0, reason);
    }

    /** The same decision with loads to tell. */
    public Decision announcing(List<Announcement> loads) {
        return loads.isEmpty() ? this : new Decision(action, loads, wakeAfterNanos, reason);
    }

    /** Keeps a task here: an idle worker takes it, or it waits. */
    public static Decision keep(NodeView view) {
        return view.hasIdleWorker() ? START : WAIT;
    }

    /** Tell one neighbour a state. */
    public record Announcement(int neighbour, LoadState state) {}

    /**
     * One neighbour's part of what is given or asked for.
     *
     * @param neighbour its index
     * @param atMost tasks; {@link Action.Request#ROOM} in a request for as many as there is room
     *     for
     */
    public record Share(int neighbour, int atMost) {}

    /** What to do. */
    public sealed interface Action {
        /** Start the task here; after a finish: start the next waiting one. */
        record Start() implements Action {
            public static final Start HERE = new Start();
        }

        /** Hand the task to a neighbour. */
        record Transfer(int neighbour) implements Action {}

        /** Let the task wait here. */
        record Wait() implements Action {
            public static final Wait HERE = new Wait();
        }

        /**
         * Hand waiting tasks to neighbours. When one has just told its state, what of its room is
         * left is remembered with that state.
         */
        record Give(List<Share> shares) implements Action {
            /** To one neighbour only. */
            public static Give to(int neighbour, int atMost) {
                return new Give(List.of(new Share(neighbour, atMost)));
            }
        }

        /**
         * Start so many waiting tasks here, and hand others to neighbours: packets of a plan.
         *
         * @param here at least 0
         */
        record Dispatch(int here, List<Share> shares) implements Action {}

        /** Remember a neighbour's state. */
        record Believe(int neighbour) implements Action {}

        /** Ask neighbours for tasks. */
        record Request(List<Share> shares) implements Action {
            /** As many as free slots and windows take, at least one. */
            public static final int ROOM = 0;

            /** One neighbour only. */
            public static Request of(int neighbour, int atMost) {
                return new Request(List.of(new Share(neighbour, atMost)));
            }
        }

        /** Tell the asking neighbour that there is nothing. */
        record Refuse(int neighbour) implements Action {}

        /** Nothing at all. */
        record Nothing() implements Action {
            public static final Nothing AT_ALL = new Nothing();
        }
    }
}
