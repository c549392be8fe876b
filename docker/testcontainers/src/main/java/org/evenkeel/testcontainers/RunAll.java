package org.evenkeel.testcontainers;

import org.jspecify.annotations.Nullable;

/** Does several things one after the other, each whatever became of those before it. */
final class RunAll {

    private RunAll() {}

    /** Runs all, then throws what the first of them threw, with what others threw beside it. */
    static void run(Runnable... steps) {
        @Nullable RuntimeException failed = null;
        for (Runnable step : steps) {
            try {
                step.run();
            } catch (RuntimeException e) {
                if (failed == null) {
                    failed = e;
                } else {
                    failed.addSuppressed(e);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }
}
