package org.evenkeel.client.session;

import java.util.LinkedHashSet;

/**
 * The numbers of children whose outcomes go to their parents' daemons, the latest of them: as many
 * as can be open, so that none is forgotten while its outcome may still be on its way here.
 */
final class DelegatedTasks {

    private static final int MAX = 1 << 16;

    private final LinkedHashSet<Long> numbers = new LinkedHashSet<>();

    synchronized void add(long number) {
        numbers.add(number);
        if (numbers.size() > MAX) {
            numbers.removeFirst();
        }
    }

    synchronized boolean contains(long number) {
        return !numbers.isEmpty() && numbers.contains(number);
    }
}
