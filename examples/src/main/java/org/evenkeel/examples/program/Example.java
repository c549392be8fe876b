package org.evenkeel.examples.program;

/** A program that can be run on a cluster or serially, by the same code. */
public interface Example {

    /** What to type to run it: the name of its main class. */
    default String name() {
        return getClass().getName();
    }

    /** What it does, in a sentence. */
    String description();

    /** What can be said on its command line, beside what all examples understand. */
    Options options();

    /** Does it. */
    Report run(Options.Values values, Runner runner) throws Exception;
}
