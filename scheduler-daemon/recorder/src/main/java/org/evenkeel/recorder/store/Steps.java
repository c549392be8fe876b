package org.evenkeel.recorder.store;

/** Hears of each step that changes files, before it is made; tests end the process there. */
@FunctionalInterface
public interface Steps {

    Steps UNOBSERVED = _ -> {};

    void before(String step);
}
