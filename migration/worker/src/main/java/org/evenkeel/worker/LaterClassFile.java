package org.evenkeel.worker;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says what a program has to change when it is compiled for a later Java than workers have. */
final class LaterClassFile {

    /** Java 1 has class files of version 45. */
    private static final int BEFORE_FIRST = 44;

    /** How the JVM begins what it says of such a class. */
    private static final Pattern REFUSAL =
            Pattern.compile("(\\S+) has been compiled by a more recent .*?version (\\d+)\\.0\\).*");

    private static final int MAX_CAUSES = 20;

    /**
     * What is to be told of a failure: the class, its Java and the worker's where a class file is
     * too new; otherwise the failure itself.
     *
     * @param node node of the worker
     */
    static Throwable explained(Throwable thrown, String node) {
        Throwable each = thrown;
        for (int i = 0; each != null && i < MAX_CAUSES; i++) {
            if (each instanceof UnsupportedClassVersionError) {
                Matcher refusal = REFUSAL.matcher(String.valueOf(each.getMessage()));
                return refusal.matches() ? explained(refusal, node, thrown) : thrown;
            }
            each = each.getCause();
        }
        return thrown;
    }

    private static Throwable explained(Matcher refusal, String node, Throwable thrown) {
        int own = Runtime.version().feature();
        Throwable better =
                new UnsupportedClassVersionError(
                        refusal.group(1).replace('/', '.')
                                + " is compiled for Java "
                                + (Integer.parseInt(refusal.group(2)) - BEFORE_FIRST)
                                + ", and the workers of "
                                + node
                                + " run on Java "
                                + own
                                + ": compile the program with --release "
                                + own
                                + ", or have the daemons run on a later Java");
        better.initCause(thrown);
        return better;
    }
}
