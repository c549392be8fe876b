package org.evenkeel.cli;

import java.util.Iterator;
import org.evenkeel.kernel.policy.registry.Policies;

/** The names that {@code --policy} knows, with their options. */
final class PolicyNames implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
        return Policies.all().stream().map(PolicyNames::written).iterator();
    }

    private static String written(Policies.Entry entry) {
        return entry.options().isEmpty()
                ? entry.name()
                : entry.name() + "(" + entry.options() + ")";
    }
}
