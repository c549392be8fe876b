package org.evenkeel.client.messages;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Messages and barriers of the tasks of one job, which say with each request how many they have
 * made of its kind: one that was made before is not made again, and who resumes from an older
 * checkpoint gets the same messages in the same order. For one thread at a time.
 */
public final class Mailboxes {

    /** Longest message, bytes. */
    public static final int MAX_MESSAGE = 4 << 20;

    private static final int MAX_TASKS = 100_000;
    private static final int MAX_BARRIERS = 10_000;

    /** What became of a request. */
    public enum Sort {
        DONE,
        /** It is not so yet; to be made again. */
        NOT_YET,
        /** The task at the other end has ended. */
        ENDED,
        /** It cannot be done. */
        REFUSED
    }

    /**
     * What became of a request, and what is to be told.
     *
     * @param why human-readable, empty unless there is something wrong
     * @param from of a message: who sent it
     * @param content of a message; not copied
     */
    public record Result(Sort sort, String why, long from, byte[] content) {}

    private static final byte[] NOTHING = {};
    static final Result DONE = new Result(Sort.DONE, "", 0, NOTHING);
    static final Result NOT_YET = new Result(Sort.NOT_YET, "", 0, NOTHING);

    static Result refused(String why) {
        return new Result(Sort.REFUSED, why, 0, NOTHING);
    }

    private static Result ended(String why) {
        return new Result(Sort.ENDED, why, 0, NOTHING);
    }

    /** One task. */
    private static final class Party {
        private final Mailbox mailbox = new Mailbox();
        private long sent;
        private @Nullable ByteArrayOutputStream parts;
        private long arrived;
        private @Nullable Gathering last;
    }

    /** One time that tasks meet at a barrier. */
    private static final class Gathering {
        private final String name;
        private final Set<Long> there = new HashSet<>();
        private boolean complete;

        private Gathering(String name) {
            this.name = name;
        }
    }

    private static final class Barrier {
        private final int parties;
        private Gathering next;

        /** Who came the first time; no other task may later. */
        private Set<Long> members = Set.of();

        private Barrier(String name, int parties) {
            this.parties = parties;
            this.next = new Gathering(name);
        }
    }

    private final LongPredicate hasEnded;
    private final Map<Long, Party> parties = new HashMap<>();
    private final Map<String, Barrier> barriers = new HashMap<>();

    /**
     * @param hasEnded whether a task has ended
     */
    public Mailboxes(LongPredicate hasEnded) {
        this.hasEnded = hasEnded;
    }

    private @Nullable Party party(long task) {
        Party known = parties.get(task);
        if (known == null && parties.size() < MAX_TASKS) {
            known = new Party();
            parties.put(task, known);
        }
        return known;
    }

    private static Result tooMany() {
        return refused("more than " + MAX_TASKS + " tasks of the job use messages");
    }

    private static Result lost(String what, long count, long known) {
        return refused(
                ("the task has %s %d times, but this program has seen %d. The mailboxes "
                                + "belong to the program that submitted the task; a program that attaches to "
                                + "the job later has none of their content")
                        .formatted(what, count, known));
    }

    // ---- Messages

    /**
     * A task sends a message, or a part of one.
     *
     * @param count how many messages it has sent before
     * @param offset of the part
     * @param more whether another part follows
     */
    public Result send(long me, long count, long to, int offset, byte[] content, boolean more) {
        Party sender = party(me);
        if (sender == null) {
            return tooMany();
        }
        if (count < sender.sent) {
            return DONE; // an earlier run sent it
        }
        if (count > sender.sent) {
            return lost("sent", count, sender.sent);
        }
        if (hasEnded.test(to)) {
            return ended("task " + to + " has ended: no task receives what is sent to it");
        }
        ByteArrayOutputStream parts = offset == 0 ? null : sender.parts;
        int before = parts == null ? 0 : parts.size();
        if (before != offset) {
            return refused("a part of a message at " + offset + ", after " + before + " bytes");
        }
        if (before + content.length > MAX_MESSAGE) {
            return refused("a message of more than " + MAX_MESSAGE + " bytes");
        }
        if (more) {
            ByteArrayOutputStream growing = parts == null ? new ByteArrayOutputStream() : parts;
            growing.writeBytes(content);
            sender.parts = growing;
            return DONE;
        }
        Party receiver = party(to);
        if (receiver == null) {
            return tooMany();
        }
        if (receiver.mailbox.isFullFor(before + content.length)) {
            return NOT_YET;
        }
        byte[] whole = content;
        if (parts != null) {
            parts.writeBytes(content);
            whole = parts.toByteArray();
        }
        receiver.mailbox.add(me, whole);
        sender.parts = null;
        sender.sent++;
        return DONE;
    }

    /**
     * A task wants a message.
     *
     * @param count how many it has received before; those behind are given once more
     * @param from of whom, {@link MessageService#ANYBODY}
     */
    public Result receive(long me, long count, long from) {
        Party receiver = party(me);
        if (receiver == null) {
            return tooMany();
        }
        Mailbox mailbox = receiver.mailbox;
        if (count > mailbox.received()) {
            return lost("received", count, mailbox.received());
        }
        if (count < mailbox.firstKept()) {
            return refused(
                    ("the task restarts after %d received messages, of which the first %d are "
                                    + "no longer kept: of each task the newest %d messages or %d MiB are kept")
                            .formatted(
                                    count,
                                    mailbox.firstKept(),
                                    Mailbox.MOST,
                                    Mailbox.MOST_BYTES >> 20));
        }
        mailbox.rewind(count);
        Mailbox.Letter letter = mailbox.take(from);
        if (letter != null) {
            return new Result(Sort.DONE, "", letter.from(), letter.content());
        }
        if (from != MessageService.ANYBODY && hasEnded.test(from)) {
            return ended("task " + from + " has ended: no further message comes from it");
        }
        return NOT_YET;
    }

    /** The message that was received as the one of this number, from 0. */
    public Result again(long me, long count) {
        Party receiver = parties.get(me);
        Mailbox.Letter letter = receiver == null ? null : receiver.mailbox.taken(count);
        return letter == null
                ? refused("the rest of a message that was not received")
                : new Result(Sort.DONE, "", letter.from(), letter.content());
    }

    // ---- Barriers

    /**
     * A task has come to a barrier.
     *
     * @param count how many it has passed before
     */
    public Result barrier(long me, long count, String name, int size) {
        Party party = party(me);
        if (party == null) {
            return tooMany();
        }
        if (count > party.arrived) {
            return lost("passed barriers", count, party.arrived);
        }
        if (count < party.arrived - 1) {
            return DONE; // it has come to the next one since
        }
        Gathering last = party.last;
        if (count == party.arrived - 1 && last != null) {
            return last.name.equals(name)
                    ? stateOf(last)
                    : refused(
                            "the task is at barrier \"%s\" now, but an earlier run of it was at \"%s\""
                                    .formatted(name, last.name));
        }
        Barrier barrier = barriers.get(name);
        if (barrier == null) {
            if (barriers.size() >= MAX_BARRIERS) {
                return refused("the job has more than " + MAX_BARRIERS + " barriers");
            }
            barrier = new Barrier(name, size);
            barriers.put(name, barrier);
        }
        String wrong = problem(barrier, me, name, size);
        if (wrong != null) {
            return refused(wrong);
        }
        Gathering here = barrier.next;
        here.there.add(me);
        party.last = here;
        party.arrived++;
        if (here.there.size() == size) {
            here.complete = true;
            barrier.members = here.there;
            barrier.next = new Gathering(name);
        }
        return stateOf(here);
    }

    private static @Nullable String problem(Barrier barrier, long me, String name, int size) {
        if (barrier.parties != size) {
            return "barrier \"%s\" has %d tasks, but this task expects %d"
                    .formatted(name, barrier.parties, size);
        }
        if (!barrier.members.isEmpty() && !barrier.members.contains(me)) {
            return ("barrier \"%s\" was passed by %d other tasks before; the same tasks must "
                            + "pass it each time")
                    .formatted(name, size);
        }
        return null;
    }

    private Result stateOf(Gathering here) {
        if (here.complete) {
            return DONE;
        }
        Barrier barrier = barriers.get(here.name);
        if (barrier != null) {
            for (long member : barrier.members) {
                if (!here.there.contains(member) && hasEnded.test(member)) {
                    return ended(
                            "task %d has ended and will not reach barrier \"%s\""
                                    .formatted(member, here.name));
                }
            }
        }
        return NOT_YET;
    }

    // ---- Forgetting

    /** Forgets what belongs to tasks that have ended. */
    public void sweep() {
        parties.keySet().removeIf(hasEnded::test);
        barriers.values()
                .removeIf(barrier ->
                        !barrier.members.isEmpty()
                                && barrier.members.stream().allMatch(hasEnded::test));
    }
}
