package org.evenkeel.cli.start;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.cli.text.TerminalColours;
import org.jspecify.annotations.Nullable;

/**
 * The command line of a program that links our client.
 *
 * @param agent whether all of its lambdas can be sent, by the agent in the client's jar
 * @param options for its JVM
 * @param classPath its own jars and folders; the client's jar comes before them
 * @param mainClass what to run
 * @param arguments for it
 */
public record ProgramJvm(
        boolean agent,
        List<String> options,
        List<Path> classPath,
        String mainClass,
        List<String> arguments) {

    /** Of the program's environment: so many tasks run at once in its own JVM; 0 for none. */
    public static final String LOCAL_VARIABLE = "EVENKEEL_LOCAL";

    private static final String CLIENT = "lib/client/evenkeel-client.jar";

    /** The same as an option, which goes before the variable. */
    private static final String LOCAL_OPTION = "-Devenkeel.local=";

    /**
     * Whether {@code Evenkeel.connect()} runs the tasks in the program's own JVM, so that it needs
     * no daemon; also where the setting is no number, which the program says itself.
     *
     * @param variable what {@value #LOCAL_VARIABLE} says
     */
    public boolean isLocal(@Nullable String variable) {
        String slots = variable == null ? "" : variable;
        for (String option : options) {
            if (option.startsWith(LOCAL_OPTION)) {
                slots = option.substring(LOCAL_OPTION.length()); // the last one counts
            }
        }
        return !slots.isBlank() && !slots.strip().matches("0+");
    }

    /** The same program for a cluster, whatever the environment says; its options still count. */
    public ProgramJvm onCluster() {
        List<String> all = new ArrayList<>(options);
        all.addFirst(LOCAL_OPTION + "0");
        return new ProgramJvm(agent, all, classPath, mainClass, arguments);
    }

    /**
     * The words of the command.
     *
     * @param daemon the node it is to speak to: its directory, or {@code host:port}; empty where it
     *     finds one itself, or needs none
     */
    public List<String> command(Installation installation, String daemon) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Installation.java().toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("--sun-misc-unsafe-memory-access=allow");
        Path client = installation.home().resolve(CLIENT);
        if (agent && client.toString().indexOf('=') < 0) { // where the JVM would end the name
            command.add("-javaagent:" + client);
        }
        command.addAll(options);
        command.add("-Devenkeel.daemon=" + daemon);
        command.add(
                "-D"
                        + TerminalColours.TERMINAL_PROPERTY
                        + "="
                        + (TerminalColours.isTerminal(1) ? "1" : "")
                        + (TerminalColours.isTerminal(2) ? "2" : ""));
        command.add("-cp");
        List<String> entries = new ArrayList<>();
        installation.jars("client").forEach(jar -> entries.add(jar.toString()));
        classPath.forEach(entry -> entries.add(entry.toString()));
        command.add(String.join(File.pathSeparator, entries));
        command.add(mainClass);
        command.addAll(arguments);
        return command;
    }
}
