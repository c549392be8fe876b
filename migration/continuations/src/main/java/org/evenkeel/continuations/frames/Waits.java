package org.evenkeel.continuations.frames;

import org.jspecify.annotations.Nullable;

/**
 * The innermost frame of a task that was suspended while it waited. It resumes by waiting again:
 * what that returns is what the call returns that the task stands at.
 */
public final class Waits {

    /** Who can wait on behalf of a task: its context. */
    public interface Waiter {
        /**
         * Waits again.
         *
         * @param what as it was given to {@link Waits#suspend}
         * @return what the task's call returns
         * @throws Exception what the task's call throws
         */
        @Nullable Object waitAgain(@Nullable Object[] what) throws Exception;
    }

    private static final String AGAIN = "again";

    /**
     * Makes the innermost frame; to be called before the suspension is thrown.
     *
     * @param who travels as the context of the task
     * @param what what is waited for; each must be able to travel
     */
    public static void suspend(Suspension suspension, Waiter who, @Nullable Object... what) {
        Frame frame = suspension.frame(Waits.class, AGAIN, 0, 0);
        frame.put(who).put(what.length);
        for (Object each : what) {
            frame.put(each);
        }
    }

    /** Whether a frame is one of these. */
    public static boolean canResume(Class<?> owner, String method, int site) {
        return owner == Waits.class && method.equals(AGAIN) && site == 0;
    }

    /** The resuming method of these frames. */
    static @Nullable Object again(Resumption resumption) throws Exception {
        Frame frame = resumption.frame();
        if (!(frame.takeObject() instanceof Waiter who)) {
            throw new WrongFrame("a wait for nothing");
        }
        int count = frame.takeInt();
        if (count < 0 || count > Frame.MAX_VALUES) {
            throw new WrongFrame("a wait for " + count + " things");
        }
        @Nullable Object[] what = new Object[count];
        for (int i = 0; i < count; i++) {
            what[i] = frame.takeObject();
        }
        return who.waitAgain(what);
    }
}
