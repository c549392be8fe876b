package org.evenkeel.kernel;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.LongPredicate;

/**
 * Tells sessions up to which number their tasks are accepted: never beyond one that is still being
 * written elsewhere.
 */
final class AcceptanceReporter {

    private static final class Numbers {
        final TreeSet<Long> beingWritten = new TreeSet<>();
        long last;
    }

    private final NodeContext context;
    private final ClientAttachments clients;

    /** Only sessions with tasks that are being written. */
    private final Map<Long, Numbers> sessions = new LinkedHashMap<>();

    AcceptanceReporter(NodeContext context, ClientAttachments clients) {
        this.context = context;
        this.clients = clients;
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
            report(session, numbers);
        }
    }

    /**
     * The client has attached again: what it submits again it is told anew. What had been rejected
     * counted as told.
     *
     * @param isPending whether the task of a number is still here; nothing waits for any other
     */
    void cameAgain(long session, LongPredicate isPending) {
        Numbers numbers = sessions.get(session);
        if (numbers != null) {
            numbers.last = 0;
            numbers.beingWritten.removeIf(number -> !isPending.test(number));
            if (numbers.beingWritten.isEmpty()) {
                sessions.remove(session);
            }
        }
    }

    void written(long session, long number) {
        Numbers numbers = sessions.get(session);
        if (numbers != null && numbers.beingWritten.remove(number)) {
            report(session, numbers);
        }
    }

    private void report(long session, Numbers numbers) {
        if (numbers.beingWritten.isEmpty()) {
            accept(session, numbers.last);
            sessions.remove(session);
        } else {
            accept(session, Math.min(numbers.last, numbers.beingWritten.first() - 1));
        }
    }

    private void accept(long session, long upTo) {
        context.out.accept(session, clients.attachment(session), upTo);
        clients.accepted(session, upTo);
    }

    void close(long session) {
        sessions.remove(session);
    }
}
