package org.evenkeel.worker;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What of the threads and frames in this process is the worker's, and says nothing of a program.
 */
final class OwnCode {

    /** Runs tasks, one after the other. */
    static final String RUNNER = "evenkeel-runner";

    private static final String THREADS = "evenkeel-";

    /** Of a thread that runs a task, the outermost ones. */
    private static final Pattern FRAMES =
            Pattern.compile(
                    "org\\.evenkeel\\.(worker|continuations)\\..*"
                            + "|java\\.lang\\.(Virtual)?Thread(\\$.*)?\\.run.*"
                            + "|jdk\\.internal\\.vm\\.Continuation.*");

    /** Whether a thread of this name runs no task. */
    static boolean isThread(@Nullable String name) {
        return name != null && name.startsWith(THREADS) && !name.equals(RUNNER);
    }

    /**
     * @param frame class and method, joined by a dot; more may follow
     */
    static boolean isFrame(String frame) {
        return FRAMES.matcher(frame).matches();
    }
}
