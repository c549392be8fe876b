package org.evenkeel.daemon.session;

import java.util.HashMap;
import java.util.Map;

/** What a session's tasks take of its submitter's quota, task by task. */
final class Charges {

    private final Map<Long, Charge> all = new HashMap<>();
    private long total;

    /**
     * @param ended whether its outcome is there; only then it can be struck out by a word of the
     *     client's
     */
    private record Charge(long bytes, boolean ended) {}

    boolean contains(long number) {
        return all.containsKey(number);
    }

    int tasks() {
        return all.size();
    }

    long bytes() {
        return total;
    }

    /** Enters a task with its payload. */
    void enter(long number, long payloadBytes) {
        put(number, new Charge(payloadBytes, false));
    }

    /** A task has ended: it takes what its result takes. By how much more than before. */
    long end(long number, long resultBytes) {
        Charge before = all.get(number);
        if (before == null) {
            return 0;
        }
        put(number, new Charge(resultBytes, true));
        return resultBytes - before.bytes();
    }

    private void put(long number, Charge charge) {
        Charge before = all.put(number, charge);
        total += charge.bytes() - (before == null ? 0 : before.bytes());
    }

    boolean hasEnded(long number) {
        Charge charge = all.get(number);
        return charge != null && charge.ended();
    }

    /** Strikes a task out; what it took, -1 when it is not here. */
    long remove(long number) {
        Charge before = all.remove(number);
        total -= before == null ? 0 : before.bytes();
        return before == null ? -1 : before.bytes();
    }

    void clear() {
        all.clear();
        total = 0;
    }
}
