package org.evenkeel.core;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Tells sessions up to which number their tasks are accepted: never beyond one that is still being
 * written elsewhere.
 */
final class Acceptances {

    private static final class Numbers {
        final TreeSet<Long> beingWritten = new TreeSet<>();
        long last;
    }

    /** Hears what sessions are told. */
    @FunctionalInterface
    interface Listener {
        void accepted(long session, long upTo);
    }

    private final Context context;
    private final Listener listener;

    /** Only sessions with tasks that are being written. */
    private final Map<Long, Numbers> sessions = new LinkedHashMap<>();

    Acceptances(Context context, Listener listener) {
        this.context = context;
        this.listener = listener;
    }

    void beingWritten(long session, long number) {
        sessions.computeIfAbsent(session, id -> new Numbers()).beingWritten.add(number);
    }

    /** Every task of the session up to this number was taken, or rejected. */
    void taken(long session, long upTo) {
        Numbers numbers = sessions.get(session);
        if (numbers == null) {
            accept(session, upTo);
        } else {
            numbers.last = Math.max(numbers.last, upTo);
            tell(session, numbers);
        }
    }

    void written(long session, long number) {
        Numbers numbers = sessions.get(session);
        if (numbers != null && numbers.beingWritten.remove(number)) {
            tell(session, numbers);
        }
    }

    private void tell(long session, Numbers numbers) {
        if (numbers.beingWritten.isEmpty()) {
            accept(session, numbers.last);
            sessions.remove(session);
        } else {
            accept(session, Math.min(numbers.last, numbers.beingWritten.first() - 1));
        }
    }

    private void accept(long session, long upTo) {
        context.out.accept(session, upTo);
        listener.accepted(session, upTo);
    }

    void close(long session) {
        sessions.remove(session);
    }
}
