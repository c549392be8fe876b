package org.evenkeel.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Options of the JVM of a job's workers. Immutable.
 *
 * {@snippet :
 * Evenkeel.builder()
 *         .jvm(JvmOptions.NONE.withPreview().withProperty("com.acme.mode", "fast"))
 *         .connect();
 * }
 *
 * @param collector the garbage collector; empty for that of the daemon
 * @param preview whether preview features of Java are enabled
 * @param modules modules to add to those that are resolved anyway
 * @param stackKib stack of each thread in KiB, 0 for the usual one, otherwise 256 KiB to 1 GiB
 * @param properties system properties
 */
public record JvmOptions(
        Optional<Collector> collector,
        boolean preview,
        List<String> modules,
        int stackKib,
        Map<String, String> properties) {

    /** A garbage collector. */
    public enum Collector {
        SERIAL,
        PARALLEL,
        G1,
        Z
    }

    /** The options that the daemon gives each worker. */
    public static final JvmOptions NONE =
            new JvmOptions(Optional.empty(), false, List.of(), 0, Map.of());

    public JvmOptions {
        Objects.requireNonNull(collector);
        modules = List.copyOf(modules);
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /** The same with this garbage collector. */
    public JvmOptions withCollector(Collector value) {
        return new JvmOptions(Optional.of(value), preview, modules, stackKib, properties);
    }

    /** The same with the preview features of Java. */
    public JvmOptions withPreview() {
        return new JvmOptions(collector, true, modules, stackKib, properties);
    }

    /** The same with these modules too, such as {@code jdk.incubator.vector}. */
    public JvmOptions withModules(String... names) {
        List<String> all = new ArrayList<>(modules);
        all.addAll(List.of(names));
        return new JvmOptions(collector, preview, all, stackKib, properties);
    }

    /** The same with this stack of each thread, in KiB. */
    public JvmOptions withStackKib(int kib) {
        return new JvmOptions(collector, preview, modules, kib, properties);
    }

    /** The same with this system property. Those of Java itself are not permitted. */
    public JvmOptions withProperty(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(properties);
        all.put(name, value);
        return new JvmOptions(collector, preview, modules, stackKib, all);
    }
}
