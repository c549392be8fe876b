package org.evenkeel.opentelemetry;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** What a program has set for OpenTelemetry, as far as its workers need it. */
final class Settings {

    /** Of all of them. */
    static final String PREFIX = "otel.";

    private static final String VARIABLE_PREFIX = "OTEL_";

    /** Those that travel, and what begins so. */
    private static final List<String> TRAVELLING =
            List.of(
                    "otel.bsp.",
                    "otel.exporter.otlp.",
                    "otel.resource.attributes",
                    "otel.service.name",
                    "otel.traces.");

    /** One of these says where spans go. */
    private static final List<String> TARGETS =
            List.of(
                    "otel.exporter.otlp.endpoint",
                    "otel.exporter.otlp.traces.endpoint",
                    "otel.traces.exporter");

    private Settings() {}

    /** Those of this process: system properties, and where there is none, the environment. */
    static Map<String, String> ofProgram() {
        return of(System.getProperties(), System.getenv());
    }

    static Map<String, String> of(Properties properties, Map<String, String> environment) {
        Map<String, String> found = new TreeMap<>();
        environment.forEach((name, value) -> {
            if (name.startsWith(VARIABLE_PREFIX)) {
                found.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), value);
            }
        });
        for (String name : properties.stringPropertyNames()) {
            found.put(name, properties.getProperty(name));
        }
        found.keySet().removeIf(name -> TRAVELLING.stream().noneMatch(name::startsWith));
        return found;
    }

    /** Whether they say where spans are to go. */
    static boolean haveTarget(Map<String, String> settings) {
        return TARGETS.stream().anyMatch(settings::containsKey);
    }
}
