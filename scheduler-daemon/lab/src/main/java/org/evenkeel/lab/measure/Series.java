package org.evenkeel.lab.measure;

import java.io.IOException;
import java.util.function.Consumer;

/** Measurements one after the other; all of the same job, as often as the first found out. */
public final class Series {
    private final Engine engine;
    private final Work work;
    private int times;
    private boolean begun;

    public Series(Engine engine, Work work) {
        this.engine = engine;
        this.work = work;
    }

    /** How often the job's pieces are computed is found out again. */
    public void anew() {
        times = 0;
    }

    /**
     * The next one. Of the first it is told when it fails, as then nothing is lost yet.
     *
     * @param where it stands, before each word of status
     */
    public Outcome next(ClusterForm form, String where, Consumer<String> status)
            throws IOException, InterruptedException {
        Consumer<String> told = text -> status.accept(where + text);
        Outcome outcome =
                begun
                        ? engine.attempt(form, work, times, told)
                        : engine.measure(form, work, times, told);
        begun = true;
        times = Math.max(times, outcome.times());
        return outcome;
    }
}
