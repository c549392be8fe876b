package org.evenkeel.model;

import java.util.List;

/**
 * Answers whether a class belongs to Evenkeel itself. This is the only list of Evenkeel's packages:
 * a bundle leaves such classes out, and a payload may not name them.
 */
public final class OwnClasses {

    /** One root for each module, and the relocated libraries of the client jar. */
    private static final List<String> ROOTS =
            List.of(
                    "api",
                    "cli",
                    "client",
                    "continuations",
                    "daemon",
                    "graphs",
                    "kernel",
                    "lab",
                    "model",
                    "security",
                    "shaded",
                    "simulator",
                    "wire",
                    "worker");

    private static final String GROUP = "org.evenkeel.";

    private OwnClasses() {}

    /**
     * Whether a class is Evenkeel's own.
     *
     * @param name full name, with dots
     */
    public static boolean contain(String name) {
        if (!name.startsWith(GROUP)) {
            return false;
        }
        int end = name.indexOf('.', GROUP.length());
        return end > 0 && ROOTS.contains(name.substring(GROUP.length(), end));
    }

    /**
     * Whether an entry of a jar is Evenkeel's own class or resource.
     *
     * @param entry name with slashes
     */
    public static boolean containEntry(String entry) {
        return contain(entry.replace('/', '.'));
    }
}
