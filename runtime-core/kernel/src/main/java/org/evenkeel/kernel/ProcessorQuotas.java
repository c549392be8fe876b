package org.evenkeel.kernel;

import java.util.Map;

/**
 * How many tasks of one submitter a node starts at a time, of those that were submitted to it.
 *
 * @param others of a submitter that is not named, 0: as many as there are slots
 * @param named by the submitter's name, 0 likewise
 */
public record ProcessorQuotas(int others, Map<String, Integer> named) {

    /** Nobody is limited. */
    public static final ProcessorQuotas NONE = new ProcessorQuotas(0, Map.of());

    public ProcessorQuotas {
        named = Map.copyOf(named);
        if (others < 0 || named.values().stream().anyMatch(limit -> limit < 0)) {
            throw new IllegalArgumentException("a quota of processors is negative");
        }
    }

    boolean isOn() {
        return others > 0 || named.values().stream().anyMatch(limit -> limit > 0);
    }

    /** 0: no limit. */
    int of(String submitter) {
        return named.getOrDefault(submitter, others);
    }
}
