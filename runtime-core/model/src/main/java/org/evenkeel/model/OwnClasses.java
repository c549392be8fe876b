package org.evenkeel.model;

import java.util.List;

/**
 * Answers whether a class belongs to Evenkeel itself. This is the only list of Evenkeel's packages:
 * a bundle leaves such classes out, and a payload may not name them.
 */
public final class OwnClasses {

    /**
     * What follows the name of the group: a root for each module, the class that connects, and the
     * relocated libraries of the jar.
     */
    private static final List<String> ROOTS =
            List.of(
                    ("Evenkeel api authority cli client continuations daemon graphs keepers kernel "
                                    + "lab metrics model package-info recorder security shaded "
                                    + "simulator streams test wire worker")
                            .split(" "));

    private static final String GROUP = "org.evenkeel.";

    /**
     * Whether a class is Evenkeel's own.
     *
     * @param name full name, with dots
     */
    public static boolean contain(String name) {
        if (!name.startsWith(GROUP)) {
            return false;
        }
        return ROOTS.contains(name.substring(GROUP.length()).split("[.$]", 2)[0]);
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
