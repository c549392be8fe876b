package org.evenkeel.daemon.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.evenkeel.model.Numbers;
import org.evenkeel.model.WorkerShape;
import org.evenkeel.model.WorkerShape.Collector;
import org.jspecify.annotations.Nullable;

/**
 * The JVM options and environment that jobs may request for their workers here.
 *
 * @param gc whether a garbage collector
 * @param preview whether preview versions
 * @param modules whether further modules
 * @param stackKib the largest stack, 0 for none
 * @param properties how permitted system properties begin; none are permitted if it is empty
 * @param environment how permitted environment variables begin; the same
 */
public record JobOptions(
        boolean gc,
        boolean preview,
        boolean modules,
        int stackKib,
        List<String> properties,
        List<String> environment) {

    /** What is permitted when nothing is said. */
    static final String DEFAULT = "gc,preview,modules,stack(1m),properties";

    /** How system properties begin that are never permitted: those of Java, and our own. */
    private static final List<String> NO_PROPERTIES =
            List.of("java.", "jdk.", "sun.", "com.sun.", "evenkeel.", "org.evenkeel.");

    private static final List<String> NO_VARIABLES =
            List.of("LD_", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "EVENKEEL");

    private static final Set<String> WITH_ARGUMENT = Set.of("stack", "properties", "environment");
    private static final Set<String> WITHOUT = Set.of("gc", "preview", "modules");
    private static final Pattern WORD =
            Pattern.compile("\\s*([a-z]+)\\s*(?:\\(([^()]*)\\))?\\s*(,|$)");

    public JobOptions {
        properties = List.copyOf(properties);
        environment = List.copyOf(environment);
    }

    /** Reads the key's value. */
    static JobOptions parse(String text) throws ConfigException {
        Map<String, String> words = new LinkedHashMap<>();
        if (!text.strip().equals("none")) {
            Matcher matcher = WORD.matcher(text);
            int at = 0;
            while (at < text.length()) {
                if (!matcher.find(at) || matcher.start() != at) {
                    throw invalid("\"" + text.substring(at).strip() + "\" is not understood");
                }
                String argument = matcher.group(2);
                word(words, matcher.group(1), argument == null ? "" : argument.strip());
                at = matcher.end();
            }
            if (words.isEmpty() || text.stripTrailing().endsWith(",")) {
                throw invalid("a word is missing; to permit nothing, write none");
            }
        }
        return new JobOptions(
                words.containsKey("gc"),
                words.containsKey("preview"),
                words.containsKey("modules"),
                words.containsKey("stack") ? stack(words.getOrDefault("stack", "")) : 0,
                beginnings(words.get("properties")),
                beginnings(words.get("environment")));
    }

    private static void word(Map<String, String> words, String word, String argument)
            throws ConfigException {
        if (!WITHOUT.contains(word) && !WITH_ARGUMENT.contains(word)) {
            throw invalid(
                    "\"%s\" is none of gc, preview, modules, stack(1m), properties, environment"
                            .formatted(word));
        }
        if (WITHOUT.contains(word) && !argument.isEmpty()) {
            throw invalid(word + " has nothing in parentheses");
        }
        if (words.putIfAbsent(word, argument) != null) {
            throw invalid(word + " is there twice");
        }
    }

    private static int stack(String size) throws ConfigException {
        long kib;
        try {
            kib = Numbers.bytes(size) >> 10;
        } catch (IllegalArgumentException e) {
            throw invalid("stack needs a size, such as stack(1m): " + e.getMessage());
        }
        if (kib < WorkerShape.LEAST_STACK_KIB || kib > WorkerShape.MOST_STACK_KIB) {
            throw invalid("stack(" + size + ") is not 256k to 1g");
        }
        return (int) kib;
    }

    /** The empty text, which begins every name, only where nothing is in parentheses. */
    private static List<String> beginnings(@Nullable String argument) throws ConfigException {
        if (argument == null) {
            return List.of();
        }
        List<String> beginnings = Stream.of(argument.split(",", -1)).map(String::strip).toList();
        if (beginnings.size() > 1 && beginnings.contains("")) {
            throw invalid("a name is missing in (" + argument + ")");
        }
        return beginnings;
    }

    private static ConfigException invalid(String what) {
        return new ConfigException(ConfigKey.JOB_OPTIONS.spelling() + ": " + what);
    }

    /** Why workers of this shape are not started here; null when they are. */
    @Nullable String whyNot(WorkerShape shape) {
        List<String> wishes = new ArrayList<>();
        Collector collector = shape.collector();
        if (collector != null && !gc) {
            wishes.add("gc: " + collector.name().toLowerCase(Locale.ROOT));
        }
        if (shape.preview() && !preview) {
            wishes.add("preview");
        }
        if (!shape.modules().isEmpty() && !modules) {
            wishes.add("modules: " + String.join(", ", shape.modules()));
        }
        if (shape.stackKib() > stackKib) {
            wishes.add("stack: " + shape.stackKib() + "k");
        }
        String never = null;
        for (String name : shape.properties().keySet()) {
            if (begins(name, NO_PROPERTIES)) {
                never = "system property " + name;
            } else if (!begins(name, properties)) {
                wishes.add("property: " + name);
            }
        }
        for (String name : shape.environment().keySet()) {
            if (name.equals("PATH") || begins(name, NO_VARIABLES)) {
                never = "environment variable " + name;
            } else if (!begins(name, environment)) {
                wishes.add("environment: " + name);
            }
        }
        if (never != null) {
            return "no node lets a job set the " + never;
        }
        return wishes.isEmpty()
                ? null
                : ("this node does not permit \"%s\" for jobs; its administrator can (daemon key"
                                + " job-options)")
                        .formatted(wishes.getFirst());
    }

    private static boolean begins(String name, List<String> beginnings) {
        return beginnings.stream().anyMatch(name::startsWith);
    }
}
