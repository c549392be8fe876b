package org.evenkeel.continuations.frames;

import java.util.ArrayList;
import java.util.List;

/**
 * Completes the stack trace of what a resumed frame throws: the frames around it have not resumed
 * yet, so the JVM did not see them.
 */
final class ResumedTrace {

    /** Most frames that are added, as many as the JVM keeps of a stack. */
    private static final int MAX_FRAMES = 1024;

    private static final String RESUMPTION = Resumption.class.getName();
    private static final String METHOD = ResumingMethod.class.getName();

    /**
     * Adds frames where the trace says that they were resumed, once. Leaves exceptions as they are
     * that have methods of their own for their traces.
     *
     * @param around frames that have not resumed yet, outermost first
     * @param depth how many runs of a resumption are around that of these frames
     */
    static void complete(Throwable thrown, List<Frame> around, int depth) {
        if (around.isEmpty() || !hasPlainTrace(thrown.getClass())) {
            return;
        }
        try {
            add(thrown, around, depth);
        } catch (StackOverflowError | OutOfMemoryError e) {
            // The program gets what it has thrown, with the shorter trace.
        }
    }

    private static boolean hasPlainTrace(Class<?> type) {
        try {
            Class<?> all = Throwable.class;
            return type.getMethod("getStackTrace").getDeclaringClass() == all
                    && type.getMethod("setStackTrace", StackTraceElement[].class)
                                    .getDeclaringClass()
                            == all;
        } catch (NoSuchMethodException | LinkageError e) {
            return false;
        }
    }

    private static void add(Throwable thrown, List<Frame> around, int depth) {
        StackTraceElement[] trace = thrown.getStackTrace();
        int place = place(trace, depth);
        if (place < 1 || !trace[place - 1].getClassName().equals(METHOD)) {
            return; // made before the task was suspended, complete, or deeper than the JVM keeps
        }
        List<StackTraceElement> all = new ArrayList<>(List.of(trace).subList(0, place));
        for (Frame frame : around.reversed().subList(0, Math.min(around.size(), MAX_FRAMES))) {
            all.add(frame.traceElement());
        }
        all.addAll(List.of(trace).subList(place, trace.length));
        thrown.setStackTrace(all.toArray(StackTraceElement[]::new));
    }

    /** Where the run begins that has so many runs around it; -1 when that is not in the trace. */
    private static int place(StackTraceElement[] trace, int depth) {
        int runs = 0;
        for (int i = trace.length - 1; i >= 0; i--) {
            if (isRunOf(trace[i]) && !(i > 0 && isRunOf(trace[i - 1]))) {
                if (runs == depth) {
                    return i;
                }
                runs++;
            }
        }
        return -1;
    }

    private static boolean isRunOf(StackTraceElement element) {
        return element.getClassName().equals(RESUMPTION) && element.getMethodName().equals("run");
    }
}
