package org.evenkeel.examples.measure;

/** A part of a workload that needs nothing of the others; a record, for it travels. */
public interface Piece<R> {

    /** Computes it; as often as it is asked, always the same. */
    R compute(Pace pace) throws InterruptedException;
}
