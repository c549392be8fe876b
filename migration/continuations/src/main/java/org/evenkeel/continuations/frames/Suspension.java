package org.evenkeel.continuations.frames;

import java.util.ArrayList;
import java.util.List;

/**
 * Unwinds a task's stack: thrown at a checkpoint, it passes through every woven method on the way,
 * and each adds its {@link Frame}. Whoever began the flow catches it.
 *
 * <p>Thrown only where every frame down to there is woven at the very call it stands at, so that no
 * handler of the program ever sees it.
 */
public final class Suspension extends Error {

    private final transient List<Frame> frames = new ArrayList<>();

    public Suspension() {
        super("a task is suspended at a checkpoint", null, false, false);
    }

    /** Begins the next frame, from the innermost outwards. Called by woven code. */
    public Frame frame(Class<?> owner, String method, int site, int line) {
        Frame frame = new Frame(owner, method, site, line);
        frames.add(frame);
        return frame;
    }

    /** Adds a frame around those that were suspended, which has not resumed since it was itself. */
    void add(Frame frame) {
        frames.add(frame);
    }

    /** The stack so far, outermost frame first. */
    public List<Frame> stack() {
        return List.copyOf(frames.reversed());
    }
}
