package org.evenkeel.testing.fuzz;

/** What Jazzer calls; the system property {@value #TARGET} names the class of the target. */
public final class FuzzEntry {

    static final String TARGET = "evenkeel.fuzz.class";

    private static final Guard GUARD = Guard.ofWoven(target());

    private FuzzEntry() {}

    private static FuzzTarget target() {
        try {
            return Class.forName(System.getProperty(TARGET))
                    .asSubclass(FuzzTarget.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("-D" + TARGET + " names no target", e);
        }
    }

    /** One input. */
    public static void fuzzerTestOneInput(byte[] input) {
        GUARD.feed(input);
    }
}
