package org.evenkeel.chaos;

/**
 * The seed of a run. The short forms, which {@code .ci/run} runs, have the same one each time; the
 * longer ones, which look for what is not known yet, have a new one.
 */
final class RunSeed {
    private static final long OF_SHORT_FORMS = 1;

    private RunSeed() {}

    /** The one of {@code -Devenkeel.seed=N}, or else that of the form. */
    static long of(String form) {
        Long given = Long.getLong("evenkeel.seed");
        if (given != null) {
            return given;
        }
        return form.equals("short") ? OF_SHORT_FORMS : System.nanoTime();
    }
}
