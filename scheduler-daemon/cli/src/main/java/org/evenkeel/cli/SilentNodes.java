package org.evenkeel.cli;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Tells of nodes that do not answer, of each once, while a command continues. */
final class SilentNodes {

    private final Output output;
    private final Set<String> told = new HashSet<>();

    SilentNodes(Output output) {
        this.output = output;
    }

    /**
     * Tells of those that it has not told of.
     *
     * @param unknown what they may know, in words
     */
    void tell(List<String> silent, String unknown) {
        List<String> fresh = silent.stream().filter(told::add).toList();
        if (!fresh.isEmpty()) {
            output.aside(
                    "no answer from %s: whether %s is unknown; continuing"
                            .formatted(String.join(", ", fresh), unknown));
        }
    }
}
