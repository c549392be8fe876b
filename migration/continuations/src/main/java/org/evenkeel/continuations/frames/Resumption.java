package org.evenkeel.continuations.frames;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A stack on its way back, from the inside out: the innermost frame resumes first, and when it has
 * returned or thrown, the frame around it resumes with that. So a resumed task never needs more of
 * the thread's stack than it did before, however deep it is.
 *
 * <p>A frame that {@linkplain HoldsMonitors holds monitors} takes them before anything inside of it
 * resumes: it resumes first and calls {@link #next}, which resumes what is inside. Only such frames
 * are on the thread's stack at once.
 */
public final class Resumption {

    /** Most frames of one stack that hold monitors: the thread's stack has them all at once. */
    public static final int MAX_WITH_MONITORS = 500;

    /** How the frame inside of the one that resumes has ended. */
    private record Ended(@Nullable Object value, @Nullable Throwable thrown) {}

    private static final Ended AT_CHECKPOINT = new Ended(null, null);

    private final List<Frame> stack;
    private final ResumingMethod[] methods;

    /** The frame that resumes now. */
    private int position;

    /** What it gets from inside; null when that has yet to resume. */
    private @Nullable Ended inside;

    /** How many frames with monitors are around those that resume. */
    private int depth;

    /**
     * @param stack outermost frame first
     * @throws WrongFrame if a frame fits no class
     */
    public Resumption(List<Frame> stack) {
        this.stack = stack;
        this.methods = new ResumingMethod[stack.size()];
        for (int i = 0; i < methods.length; i++) {
            methods[i] = ResumingMethod.of(stack.get(i));
        }
    }

    /**
     * Resumes all of it.
     *
     * @return what the outermost method returns
     * @throws Suspension if it is suspended once more; it has all frames
     * @throws Throwable what the outermost method throws
     */
    public @Nullable Object run() throws Throwable {
        return stack.isEmpty() ? null : run(0);
    }

    private @Nullable Object run(int outermost) throws Throwable {
        int at = firstToResume(outermost);
        boolean innermost = at == stack.size() - 1;
        Ended last = innermost ? AT_CHECKPOINT : null;
        for (; at >= outermost; at--) {
            position = at;
            inside = last;
            try {
                last = new Ended(methods[at].call(stack.get(at), this), null);
            } catch (Suspension suspension) {
                for (int around = at - 1; around >= outermost; around--) {
                    suspension.add(stack.get(around));
                }
                throw suspension;
            } catch (Throwable thrown) {
                ResumedTrace.complete(thrown, stack.subList(outermost, at), depth);
                last = new Ended(null, thrown);
            }
        }
        return valueOf(Objects.requireNonNull(last));
    }

    /** The outermost frame that holds monitors, or else the innermost. */
    private int firstToResume(int outermost) {
        int at = outermost;
        while (at < stack.size() - 1 && !methods[at].holdsMonitors(stack.get(at).site())) {
            at++;
        }
        return at;
    }

    private static @Nullable Object valueOf(Ended ended) throws Throwable {
        Throwable thrown = ended.thrown();
        if (thrown != null) {
            throw thrown;
        }
        return ended.value();
    }

    /** The frame of the method that was just called. Called by woven code. */
    public Frame frame() {
        Frame frame = stack.get(position);
        frame.rewind();
        return frame;
    }

    /**
     * Returns or throws what the frame inside does; null at the innermost call, which was the
     * checkpoint's. Called by woven code.
     */
    public @Nullable Object next() throws Throwable {
        Ended ended = inside;
        inside = null; // what it returned is the program's alone from now on
        if (ended != null) {
            return valueOf(ended);
        }
        int outermost = position + 1;
        depth++;
        try {
            return run(outermost);
        } finally {
            depth--;
        }
    }

    /** Whether frames of this class stand on the stack between those of a task that has resumed. */
    public static boolean isPart(Class<?> type) {
        return type == Resumption.class || type == ResumingMethod.class || type == Waits.class;
    }

    /** What to throw when a frame names a call that its method does not have. */
    public Error unknownSite() {
        return new WrongFrame(stack.get(position) + " has no such call");
    }
}
