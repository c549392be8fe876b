package org.evenkeel.maven;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The JVM option that makes all lambdas of a program serializable.
 *
 * @param jar the client's
 * @param excluded beginnings of the names of classes that are left out
 */
record AgentOption(Path jar, List<String> excluded) {

    private static final String OPTION = "-javaagent:";

    /**
     * @throws IllegalArgumentException if the JVM cannot read such an option
     */
    AgentOption {
        excluded = List.copyOf(excluded);
        if (jar.toString().indexOf('=') >= 0) {
            throw new IllegalArgumentException(
                    "the path " + jar + " has a \"=\", where the JVM ends the name of an agent");
        }
        for (String prefix : excluded) {
            if (prefix.isEmpty() || prefix.chars().anyMatch(c -> c == ',' || c <= ' ')) {
                throw new IllegalArgumentException(
                        "exclude has \"" + prefix + "\"; use beginnings of class names, one each");
            }
        }
    }

    /**
     * @param exclude beginnings of names, separated by commas; null for none
     */
    static AgentOption of(Path jar, @Nullable String exclude) {
        String all = exclude == null ? "" : exclude;
        return new AgentOption(
                jar,
                Stream.of(all.split(","))
                        .map(String::strip)
                        .filter(prefix -> !prefix.isEmpty())
                        .toList());
    }

    /** The option, as one word. */
    String word() {
        String options = excluded.isEmpty() ? "" : "=exclude=" + String.join(",", excluded);
        return OPTION + jar + options;
    }

    /**
     * Options with this one before them, in one string; the same string if they have it.
     *
     * @param options what {@link Words#split} reads
     */
    String before(String options) {
        String others = options.strip();
        if (others.contains(OPTION + jar)) {
            return others;
        }
        String own = Words.quote(word());
        return others.isEmpty() ? own : own + " " + others;
    }
}
