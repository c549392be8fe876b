package org.evenkeel.testcontainers;

import java.util.List;
import java.util.Locale;

/**
 * What an emulated workstation really got while its workers had something to compute.
 *
 * @param quota processors its workers were to have
 * @param processors they had, on average; 0 if they had nothing to compute
 * @param seconds for how long they had something to compute
 */
public record ReceivedCpuTime(String node, double quota, double processors, double seconds) {

    /** In less than this much is noise. */
    private static final double LEAST_SECONDS = 2;

    /** With less of its quota it is not the machine it stands for. */
    private static final double ENOUGH = 0.9;

    /** What of its quota it had; 1 if it had something to compute for less than two seconds. */
    public double share() {
        return seconds < LEAST_SECONDS ? 1 : processors / quota;
    }

    /**
     * Why figures of these workstations mean nothing, as one of them had less than nine tenths of
     * its quota: the machine that carries them all had no more. Empty when they do mean something.
     *
     * @param all of a measurement
     */
    public static String doubt(List<ReceivedCpuTime> all) {
        List<String> bad =
                all.stream()
                        .filter(one -> one.share() < ENOUGH)
                        .map(one ->
                                String.format(
                                        Locale.ROOT,
                                        "%s got %.3f of %.3f processors",
                                        one.node(),
                                        one.processors(),
                                        one.quota()))
                        .toList();
        return bad.isEmpty() ? "" : "host overloaded: " + String.join(", ", bad);
    }
}
