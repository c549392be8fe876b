package org.evenkeel.daemon.config;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Options that an operator gives the JVMs of workers. */
final class WorkerOptions {

    private static final int MAX_CHARACTERS = 4096;

    /** What the daemon itself says, by how such an option begins, and what to use instead. */
    private static final Map<String, String> OURS =
            Map.of(
                    "-Xmx", "use worker-heap",
                    "-XX:MaxHeapSize", "use worker-heap",
                    "-XX:MaxDirectMemorySize", "it is that of worker-heap",
                    "-cp", "a job's code comes with the job",
                    "-classpath", "a job's code comes with the job",
                    "--class-path", "a job's code comes with the job",
                    "-jar", "a job's code comes with the job",
                    "-Djava.io.tmpdir", "it is the worker's own directory");

    /** Options with blanks between them; none for an empty text. */
    static List<String> parse(String text) throws ConfigException {
        if (text.length() > MAX_CHARACTERS) {
            throw invalid("more than " + MAX_CHARACTERS + " characters");
        }
        List<String> options =
                Stream.of(text.strip().split("\\s+")).filter(each -> !each.isEmpty()).toList();
        for (String option : options) {
            if (!option.startsWith("-")) {
                throw invalid(
                        "\"%s\" is not an option of java: each begins with - and has no blank in it"
                                .formatted(option));
            }
            for (Map.Entry<String, String> ours : OURS.entrySet()) {
                if (option.startsWith(ours.getKey())) {
                    throw invalid("\"" + option + "\" is set by the daemon; " + ours.getValue());
                }
            }
        }
        return options;
    }

    private static ConfigException invalid(String what) {
        return new ConfigException(ConfigKey.WORKER_OPTIONS.spelling() + ": " + what);
    }
}
