package org.evenkeel.lab.measure;

/**
 * What a node had in a run, in seconds while it had something to compute.
 *
 * @param processors it was to have
 * @param due what the processor time it had takes with these
 * @param wall what it took
 */
public record NodeShare(double processors, double due, double wall) {

    /** What of its processors it had; 1 when it had nothing to do. */
    double received() {
        return wall <= 0 ? 1 : Math.min(1, due / wall);
    }
}
