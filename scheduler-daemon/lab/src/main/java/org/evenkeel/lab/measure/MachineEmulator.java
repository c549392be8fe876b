package org.evenkeel.lab.measure;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Where machines of different speeds are made of this one. */
public interface MachineEmulator {

    /** How it is called in commands. */
    String name();

    /** Human-readable: what makes nodes as slow as they are to be, in a sentence. */
    String emulation();

    /**
     * Starts a cluster, has its workers warm at full speed, measures, ends it.
     *
     * @param times how often each piece is computed; 0 when that is to be found out
     * @param status hears what is in progress
     * @throws IOException if the cluster does not start or the measuring program fails
     */
    MeasurementOutcome measure(
            ClusterForm form, MeasuredWork measuredWork, int times, Consumer<String> status)
            throws IOException, InterruptedException;

    /** The same, but one that fails is told as such: what was measured before is not lost by it. */
    default MeasurementOutcome attempt(
            ClusterForm form, MeasuredWork measuredWork, int times, Consumer<String> status)
            throws InterruptedException {
        try {
            return measure(form, measuredWork, times, status);
        } catch (IOException e) {
            String first = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            return new MeasurementOutcome(0, 0, List.of(), "", "failed: " + first, "");
        }
    }
}
