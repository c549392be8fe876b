package org.evenkeel.sim.disk;

/** The process ends here. */
public final class SimCrash extends RuntimeException {

    SimCrash(long operation) {
        super("a crash before operation " + operation);
    }
}
