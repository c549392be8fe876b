package org.evenkeel.client.lambdas;

/**
 * Whether the {@link LambdaAgent} works in this JVM. A system property says so, because an
 * application server has the client's classes twice.
 */
public final class AgentPresence {

    static final String PROPERTY = "evenkeel.agent";

    /** What to add to the command line of a program. */
    public static final String HOW =
            "run the program with -javaagent:evenkeel-client.jar, as \"evenkeel run\" does";

    /** Whether lambdas of the program are serializable, whatever their type. */
    public static boolean isActive() {
        return Boolean.getBoolean(PROPERTY);
    }
}
