package org.evenkeel.client.files;

/**
 * What a task asks for the sake of messages and barriers. Asked again, it does what it did.
 *
 * @param count how many requests of this kind the task has made before, and got through
 * @param with SEND: to whom; RECEIVE: of whom, 0 for any task
 * @param name BARRIER: which
 * @param parties BARRIER: of how many tasks
 * @param offset SEND, RECEIVE: byte of the message
 * @param content SEND: a part of the message, at most {@link FileRequest#MAX_BYTES}; not copied
 * @param more SEND: another part follows
 * @param waits whether the answer may be left open for a while until it is so
 */
public record MessageRequest(
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
    public static MessageRequest send(
            long count, long to, int offset, byte[] content, boolean more) {
        return new MessageRequest(Op.SEND, count, to, "", 0, offset, content, more, true);
    }

    /** The next message of this task, or of no process. */
    public static MessageRequest receive(long count, long from) {
        return new MessageRequest(Op.RECEIVE, count, from, "", 0, 0, NOTHING, false, true);
    }

    /** The rest of a message that does not fit into one answer. */
    public static MessageRequest rest(long count, int offset) {
        return new MessageRequest(Op.RECEIVE, count, 0, "", 0, offset, NOTHING, false, false);
    }

    /** To pass a barrier. */
    public static MessageRequest barrier(long count, String name, int parties) {
        return new MessageRequest(Op.BARRIER, count, 0, name, parties, 0, NOTHING, false, true);
    }

    /** The same, to be answered at once. */
    public MessageRequest now() {
        return new MessageRequest(op, count, with, name, parties, offset, content, more, false);
    }
}
