package org.evenkeel.daemon.config;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which variables of the daemon's environment its workers see: those that programs cannot do
 * without, and no secrets.
 */
final class WorkerEnvironment {

    /** What a shell and a JVM look for. */
    static final String DEFAULT = "HOME,LANG,LC_ALL,LC_CTYPE,PATH,TZ";

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");
    private static final int MAX_NAMES = 256;

    /** Names with commas between; none for an empty text. */
    static Set<String> parse(String text) throws ConfigException {
        Set<String> names = new LinkedHashSet<>();
        if (text.isBlank()) {
            return names;
        }
        for (String part : text.split(",", -1)) {
            String name = part.strip();
            if (!NAME.matcher(name).matches()) {
                throw new ConfigException(
                        "%s: \"%s\" is not the name of a variable; write for example PATH,MY_DATA"
                                .formatted(ConfigKey.WORKER_ENVIRONMENT.spelling(), name));
            }
            names.add(name);
        }
        if (names.size() > MAX_NAMES) {
            throw new ConfigException(
                    "%s: more than %s names"
                            .formatted(ConfigKey.WORKER_ENVIRONMENT.spelling(), MAX_NAMES));
        }
        return names;
    }
}
