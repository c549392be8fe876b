package org.evenkeel.lab.measure;

import java.io.IOException;
import java.util.function.Consumer;

/** Measurements one after the other; all of the same job, as often as the first found out. */
public final class MeasurementSeries {
    private final MachineEmulator machineEmulator;
    private final MeasuredWork measuredWork;
    private int times;
    private boolean begun;

    public MeasurementSeries(MachineEmulator machineEmulator, MeasuredWork measuredWork) {
        this.machineEmulator = machineEmulator;
        this.measuredWork = measuredWork;
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
    public MeasurementOutcome next(ClusterForm form, String where, Consumer<String> status)
            throws IOException, InterruptedException {
        Consumer<String> told = text -> status.accept(where + text);
        MeasurementOutcome measurementOutcome =
                begun
                        ? machineEmulator.attempt(form, measuredWork, times, told)
                        : machineEmulator.measure(form, measuredWork, times, told);
        begun = true;
        times = Math.max(times, measurementOutcome.times());
        return measurementOutcome;
    }
}
