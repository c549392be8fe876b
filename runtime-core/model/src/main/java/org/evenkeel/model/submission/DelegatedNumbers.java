package org.evenkeel.model.submission;

import java.util.LinkedHashSet;
import java.util.SequencedSet;

/**
 * The numbers of children whose outcomes go to their parents' daemons, the latest of them: as many
 * as can be open, so that none is forgotten while its outcome may still be on its way here.
 */
final class DelegatedNumbers {

    static final int MAX = 1 << 16;

    private final SequencedSet<Long> numbers = new LinkedHashSet<>(0);

    void add(long number) {
        numbers.add(number);
        if (numbers.size() > MAX) {
            numbers.removeFirst();
        }
    }

    boolean contains(long number) {
        return !numbers.isEmpty() && numbers.contains(number);
    }
}
