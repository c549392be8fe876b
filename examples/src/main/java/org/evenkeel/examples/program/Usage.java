package org.evenkeel.examples.program;

import java.io.PrintStream;

/** The command line of a program that takes file names and no options. */
public final class Usage {
    private static final int WRONG = 2;

    private Usage() {}

    /**
     * Prints the usage and ends the JVM if an argument is an option, or if there are too many.
     *
     * @param most number of arguments that the program takes
     */
    public static void check(String usage, int most, String... arguments) {
        if (!isHelp(arguments) && firstWrong(most, arguments).isEmpty()) {
            return;
        }
        System.exit(explain(usage, most, System.out, System.err, arguments));
    }

    /** Prints why the program does not run. */
    static int explain(
            String usage, int most, PrintStream out, PrintStream err, String... arguments) {
        if (isHelp(arguments)) {
            out.println(usage);
            return 0;
        }
        err.println("unexpected argument \"" + firstWrong(most, arguments) + "\"");
        err.println(usage);
        return WRONG;
    }

    private static boolean isHelp(String... arguments) {
        return arguments.length == 1 && arguments[0].equals("--help");
    }

    private static String firstWrong(int most, String... arguments) {
        for (int i = 0; i < arguments.length; i++) {
            if (i >= most || arguments[i].startsWith("-")) {
                return arguments[i];
            }
        }
        return "";
    }
}
