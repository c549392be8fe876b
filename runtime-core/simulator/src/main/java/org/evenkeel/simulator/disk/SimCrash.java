package org.evenkeel.simulator.disk;

/** The process ends here. */
public final class SimCrash extends RuntimeException {

    SimCrash(long operation) {
        super("a crash before operation " + operation);
    }
}
