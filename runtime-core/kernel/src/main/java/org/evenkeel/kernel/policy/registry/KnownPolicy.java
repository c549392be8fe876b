package org.evenkeel.kernel.policy.registry;

import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.evenkeel.kernel.policy.Policy;

/**
 * A policy that a configuration can name.
 *
 * @param entry its line in help texts
 * @param keys its options
 * @param reader reads the options and makes a maker of policies from seeds
 */
record KnownPolicy(
        Policies.Entry entry,
        List<String> keys,
        Function<PolicyOptions, LongFunction<? extends Policy>> reader) {

    /** A policy with options; their names are in the text about them. */
    static KnownPolicy of(
            String name,
            String options,
            String description,
            Function<PolicyOptions, LongFunction<? extends Policy>> reader) {
        List<String> keys = Stream.of(options.split(",")).map(one -> one.split("=")[0]).toList();
        return new KnownPolicy(new Policies.Entry(name, options, description), keys, reader);
    }

    /** A policy without options. */
    static KnownPolicy plain(
            String name, String description, LongFunction<? extends Policy> maker) {
        return new KnownPolicy(
                new Policies.Entry(name, "", description), List.of(), options -> maker);
    }
}
