package org.evenkeel.policy;

import java.util.List;
import org.evenkeel.model.LoadState;

/**
 * What a policy decides, and why.
 *
 * @param action what to do
 * @param announcements loads to tell, after the action
 * @param wakeAfterNanos when to ask the policy again by {@link Policy#onTimer}, 0 for never
 * @param reason one constant line for people, e.g. {@code neighbour is LOW}
 */
public record Decision(
        Action action, List<Announcement> announcements, long wakeAfterNanos, String reason) {

    /** Do nothing, tell nothing. */
    public static final Decision NOTHING = of(Action.Nothing.AT_ALL, "nothing to do");

    /** A decision without announcements. */
    public static Decision of(Action action, String reason) {
        return new Decision(action, List.of(), 0, reason);
    }

    /** The same decision with loads to tell. */
    public Decision telling(List<Announcement> loads) {
        return loads.isEmpty() ? this : new Decision(action, loads, wakeAfterNanos, reason);
    }

    /** Tell one neighbour a state. */
    public record Announcement(int neighbour, LoadState state) {}

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
         * Hand waiting tasks to a neighbour that just told its state; what of its room is left is
         * remembered with that state.
         */
        record Give(int neighbour, int atMost) implements Action {}

        /** Remember a neighbour's state. */
        record Believe(int neighbour) implements Action {}

        /** Ask a neighbour for tasks. */
        record Request(int neighbour) implements Action {}

        /** Tell the asking neighbour that there is nothing. */
        record Refuse(int neighbour) implements Action {}

        /** Nothing at all. */
        record Nothing() implements Action {
            public static final Nothing AT_ALL = new Nothing();
        }
    }
}
