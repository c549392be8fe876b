package org.evenkeel.client.local;

import org.jspecify.annotations.Nullable;

/** What the environment says of local clusters. */
public final class LocalSetting {

    private static final String PROPERTY = "evenkeel.local";
    private static final String VARIABLE = "EVENKEEL_LOCAL";
    private static final int MAX_SLOTS = 1_000;

    /**
     * The slots of the local cluster that programs are to use; 0 where they are to connect.
     *
     * @throws IllegalArgumentException if it is no number of 0 to 1,000
     */
    public static int slots() {
        String property = System.getProperty(PROPERTY);
        return slots(property != null ? property : System.getenv(VARIABLE));
    }

    static int slots(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return 0;
        }
        try {
            int slots = Integer.parseInt(text.strip());
            return slots == 0 ? 0 : checked(slots);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    VARIABLE
                            + " (or -D"
                            + PROPERTY
                            + ") is \""
                            + text
                            + "\"; use the number of tasks that run at once, such as 1",
                    e);
        }
    }

    /** One for each processor. */
    public static int usual() {
        return Math.min(Runtime.getRuntime().availableProcessors(), MAX_SLOTS);
    }

    /**
     * The number of slots.
     *
     * @throws IllegalArgumentException if it is not 1 to 1,000
     */
    public static int checked(int slots) {
        if (slots < 1 || slots > MAX_SLOTS) {
            throw new IllegalArgumentException(
                    slots + " slots of a local cluster are out of range; use 1 to " + MAX_SLOTS);
        }
        return slots;
    }
}
