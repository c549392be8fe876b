package org.evenkeel.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line of a program.
 *
 * @param java the command that starts the JVM
 * @param jvmOptions in this order, the agent among them
 * @param classPath jars and folders
 * @param mainClass what to run
 * @param arguments for it
 */
record ProgramCommand(
        String java,
        List<String> jvmOptions,
        List<String> classPath,
        String mainClass,
        List<String> arguments) {

    /** From this Java on, the JVM knows the options below. */
    private static final int JAVA_THAT_WARNS = 23;

    /**
     * Options for which the JVM does not warn of what the client's libraries use.
     *
     * @param feature number of the JVM's Java
     */
    static List<String> withoutWarnings(int feature) {
        return feature < JAVA_THAT_WARNS
                ? List.of()
                : List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow");
    }

    /** The words of the command. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        words.add(java);
        words.addAll(jvmOptions);
        words.add("-cp");
        words.add(String.join(File.pathSeparator, classPath));
        words.add(mainClass);
        words.addAll(arguments);
        return words;
    }
}
