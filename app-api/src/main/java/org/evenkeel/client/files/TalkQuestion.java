package org.evenkeel.client.files;

/**
 * What a task asks for the sake of messages and barriers. Asked again, it does what it did.
 *
 * @param count how many requests of this kind the task has made before, and got through
 * @param with SEND: to whom; RECEIVE: of whom, 0 for anybody
 * @param name BARRIER: which
 * @param parties BARRIER: of how many tasks
 * @param offset SEND, RECEIVE: byte of the message
 * @param content SEND: a part of the message, at most {@link FileQuestion#MAX_BYTES}; not copied
 * @param more SEND: another part follows
 * @param waits whether the answer may be left open for a while until it is so
 */
public record TalkQuestion(
        Op op,
        long count,
        long with,
        String name,
        int parties,
        int offset,
        byte[] content,
        boolean more,
        boolean waits) {

    /** What is asked; the number on the wire is the ordinal, so the order stays. */
    public enum Op {
        SEND,
        RECEIVE,
        BARRIER
    }

    private static final byte[] NOTHING = {};

    /** A message, or a part of one. */
    public static TalkQuestion send(long count, long to, int offset, byte[] content, boolean more) {
        return new TalkQuestion(Op.SEND, count, to, "", 0, offset, content, more, true);
    }

    /** The next message of this task, or of anybody. */
    public static TalkQuestion receive(long count, long from) {
        return new TalkQuestion(Op.RECEIVE, count, from, "", 0, 0, NOTHING, false, true);
    }

    /** The rest of a message that does not fit into one answer. */
    public static TalkQuestion rest(long count, int offset) {
        return new TalkQuestion(Op.RECEIVE, count, 0, "", 0, offset, NOTHING, false, false);
    }

    /** To pass a barrier. */
    public static TalkQuestion barrier(long count, String name, int parties) {
        return new TalkQuestion(Op.BARRIER, count, 0, name, parties, 0, NOTHING, false, true);
    }

    /** The same, to be answered at once. */
    public TalkQuestion now() {
        return new TalkQuestion(op, count, with, name, parties, offset, content, more, false);
    }
}
