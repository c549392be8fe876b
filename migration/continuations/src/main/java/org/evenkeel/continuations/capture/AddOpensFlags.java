package org.evenkeel.continuations.capture;

import java.util.List;

/** What the command line of a JVM needs so that its tasks can be suspended. */
public final class AddOpensFlags {

    private static final List<String> PACKAGES =
            List.of(
                    "java.lang",
                    "java.util",
                    "java.util.concurrent",
                    "java.util.concurrent.atomic");

    /** Words for the command line. */
    public static List<String> words() {
        return PACKAGES.stream()
                .map(each -> "--add-opens=java.base/" + each + "=ALL-UNNAMED")
                .toList();
    }
}
