package org.evenkeel.lab.simulate;

import java.util.List;

/** A run that broke a rule, or in which the code under test threw; the seed brings it back. */
public final class RunFailure extends Exception {
    private final transient List<String> story;

    RunFailure(String policy, long seed, RuntimeException cause, List<String> story) {
        super(
                ("policy %s, seed %s: %s; to reproduce it, repeat the same flags with --policy "
                                + "'%s' --seed %s --seeds 1")
                        .formatted(policy, seed, cause, policy, seed),
                cause);
        this.story = List.copyOf(story);
    }

    /** What happened to the task in question, in the order of time. */
    public List<String> story() {
        return story;
    }
}
