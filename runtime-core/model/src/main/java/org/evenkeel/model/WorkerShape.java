package org.evenkeel.model;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a job asks of the JVM of its workers, besides their heap. All names and values together have
 * at most {@value #MAX_BYTES} bytes.
 *
 * @param collector null for the machine's
 * @param preview whether class files of preview versions may be run
 * @param modules names of modules to add
 * @param stackKib stack of each thread, 0 for the usual one, otherwise 256 KiB to 1 GiB
 * @param properties system properties
 * @param environment environment variables
 */
public record WorkerShape(
        @Nullable Collector collector,
        boolean preview,
        List<String> modules,
        int stackKib,
        Map<String, String> properties,
        Map<String, String> environment) {

    /** A garbage collector of HotSpot. */
    public enum Collector {
        SERIAL("Serial"),
        PARALLEL("Parallel"),
        G1("G1"),
        Z("Z");

        private final String inOption;

        Collector(String inOption) {
            this.inOption = inOption;
        }

        /** The option of {@code java} that selects it. */
        public String option() {
            return "-XX:+Use" + inOption + "GC";
        }
    }

    /** Most bytes of all names and values, in UTF-8. */
    public static final int MAX_BYTES = 4096;

    /** With less, the worker itself may not start. */
    public static final int LEAST_STACK_KIB = 256;

    /** As Java has it. */
    public static final int MOST_STACK_KIB = 1 << 20;

    /** Nothing in particular. */
    public static final WorkerShape NONE =
            new WorkerShape(null, false, List.of(), 0, Map.of(), Map.of());

    private static final Pattern MODULE =
            Pattern.compile("[A-Za-z_][A-Za-z0-9_]*([.][A-Za-z0-9_]+)*");
    private static final Pattern PROPERTY = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]*");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    public WorkerShape {
        modules = List.copyOf(modules);
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        if (stackKib != 0 && (stackKib < LEAST_STACK_KIB || stackKib > MOST_STACK_KIB)) {
            throw new IllegalArgumentException(
                    "a stack of %d KiB is not %d KiB to %d KiB"
                            .formatted(stackKib, LEAST_STACK_KIB, MOST_STACK_KIB));
        }
        modules.forEach(each -> check("module", MODULE, each));
        properties.keySet().forEach(each -> check("system property", PROPERTY, each));
        environment.keySet().forEach(each -> check("environment variable", VARIABLE, each));
        long bytes = modules.stream().mapToLong(WorkerShape::bytes).sum();
        bytes += bytes(properties) + bytes(environment);
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "JVM options and environment of %d bytes are more than %d"
                            .formatted(bytes, MAX_BYTES));
        }
    }

    private static void check(String what, Pattern pattern, String name) {
        if (!pattern.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "%s: \"%s\" is not a valid name".formatted(what, name));
        }
    }

    private static long bytes(Map<String, String> named) {
        long bytes = 0;
        for (Map.Entry<String, String> each : named.entrySet()) {
            if (each.getValue().indexOf(0) >= 0) {
                throw new IllegalArgumentException(
                        "the value of " + each.getKey() + " contains a character 0");
            }
            bytes += bytes(each.getKey()) + bytes(each.getValue());
        }
        return bytes;
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Whether everything is left to the machine. */
    public boolean isNone() {
        return equals(NONE);
    }

    /** The options of {@code java}, in a fixed order. */
    public List<String> options() {
        List<String> options = new ArrayList<>();
        if (collector != null) {
            options.add(collector.option());
        }
        if (preview) {
            options.add("--enable-preview");
        }
        if (!modules.isEmpty()) {
            options.add("--add-modules=" + String.join(",", modules));
        }
        if (stackKib > 0) {
            options.add("-Xss" + stackKib + "k");
        }
        properties.forEach((name, value) -> options.add("-D" + name + "=" + value));
        return options;
    }
}
