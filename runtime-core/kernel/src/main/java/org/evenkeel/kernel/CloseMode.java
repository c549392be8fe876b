package org.evenkeel.kernel;

import java.util.Arrays;
import java.util.Optional;

/** What becomes of the tasks that run when a node closes. */
public enum CloseMode {
    /**
     * Shortly before, they are suspended at their next checkpoint and resume elsewhere, or here
     * when the node opens again. What comes to no checkpoint in time is treated as by {@link
     * #RESTART}.
     */
    MOVE("move"),
    /**
     * They are stopped and start again elsewhere, from their newest checkpoint if there is one;
     * what they have done since is lost.
     */
    RESTART("restart"),
    /** They run to their end. */
    FINISH("finish");

    /** What {@link #RESTART} was called in files that were written before. */
    private static final String EARLIER_RESTART = "put-back";

    private final String spelling;

    CloseMode(String spelling) {
        this.spelling = spelling;
    }

    /** As written in a configuration. */
    public String spelling() {
        return spelling;
    }

    /** The one that is written so; empty where there is none. */
    public static Optional<CloseMode> parse(String text) {
        String spelling = text.equals(EARLIER_RESTART) ? RESTART.spelling : text;
        return Arrays.stream(values()).filter(mode -> mode.spelling.equals(spelling)).findFirst();
    }
}
