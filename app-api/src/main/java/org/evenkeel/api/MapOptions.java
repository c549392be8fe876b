package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/**
 * Options of {@link Cluster#map(Iterable, RemoteFunction, MapOptions) map}; immutable.
 *
 * @param window how many tasks may be open or have results that were not taken, 1 to 65,536
 * @param ordered whether results come in the order of the values; otherwise as tasks end
 * @param tasks options of each task; null for the job's default
 */
public record MapOptions(int window, boolean ordered, @Nullable TaskOptions tasks) {

    /** Largest window. */
    public static final int MAX_WINDOW = 65_536;

    private static final int USUAL_WINDOW = 1_000;

    /** Results in the order of the values, a window of 1,000. */
    public static final MapOptions ORDERED = new MapOptions(USUAL_WINDOW, true, null);

    /** Results as tasks end, a window of 1,000. */
    public static final MapOptions UNORDERED = new MapOptions(USUAL_WINDOW, false, null);

    /**
     * @throws IllegalArgumentException if the window is not 1 to 65,536
     */
    public MapOptions {
        if (window < 1 || window > MAX_WINDOW) {
            throw new IllegalArgumentException(
                    "a window of " + window + " is out of range; use 1 to " + MAX_WINDOW);
        }
    }

    public MapOptions withWindow(int value) {
        return new MapOptions(value, ordered, tasks);
    }

    public MapOptions withTasks(TaskOptions value) {
        return new MapOptions(window, ordered, value);
    }
}
