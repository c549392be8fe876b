package org.evenkeel.kernel.policy.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.model.NameWithOptions;
import org.evenkeel.model.SpellingSuggestion;

/** The policies by the names that a configuration uses. */
public final class Policies {

    /**
     * A line of a help text.
     *
     * @param name the policy's name
     * @param options what can be written in parentheses, empty when nothing can
     * @param description one line
     */
    public record Entry(String name, String options, String description) {}

    /**
     * What a daemon uses when nothing else is said: nodes two hops away from a backlog are helped
     * too, and tasks that run move to faster nodes that are idle.
     */
    public static final String DEFAULT = "auto";

    private static final List<KnownPolicy> KNOWN = known();

    private record Factory(String name, LongFunction<? extends Policy> maker)
            implements PolicyFactory {
        @Override
        public Policy create(long seed) {
            return maker.apply(seed);
        }
    }

    private static List<KnownPolicy> known() {
        List<KnownPolicy> all = new ArrayList<>(PaperPolicies.ALL);
        all.addAll(PlanningPolicies.ALL);
        all.addAll(PhasePolicies.ALL);
        all.addAll(ReferencePolicies.ALL);
        all.addAll(BaselinePolicies.ALL);
        return List.copyOf(all);
    }

    /** All policies, for {@code --help}. */
    public static List<Entry> all() {
        return KNOWN.stream().map(KnownPolicy::entry).toList();
    }

    /**
     * Reads {@code hybrid}, {@code hybrid(placement=local-first,fit=best)} and the like.
     *
     * @throws IllegalArgumentException naming what is wrong and the nearest known word
     */
    public static PolicyFactory parse(String text) {
        NameWithOptions choice = NameWithOptions.parse(text);
        List<String> names = new ArrayList<>();
        for (KnownPolicy known : KNOWN) {
            if (known.entry().name().equals(choice.name())) {
                choice.checkKeys(known.keys());
                LongFunction<? extends Policy> maker =
                        known.reader().apply(new PolicyOptions(choice));
                return new Factory(maker.apply(0).name(), maker);
            }
            names.add(known.entry().name());
        }
        throw new IllegalArgumentException(
                "unknown policy \"%s\"; %s"
                        .formatted(choice.name(), SpellingSuggestion.hint(choice.name(), names)));
    }
}
