package org.evenkeel.client.files;

/**
 * What a task asks for one file of the client. Positional: asked again, it does what it did.
 *
 * @param path absolute; empty where none is meant
 * @param other MOVE: to where; LIST: the name after which to continue
 * @param position byte of the file
 * @param length READ: bytes wanted, at most {@link #MAX_BYTES}
 * @param content what to write, at most {@link #MAX_BYTES}; not copied
 * @param how the sum of what {@code READ} to {@code REPLACE} say
 */
public record FileRequest(
        Op op, String path, String other, long position, int length, byte[] content, int how) {

    /** Most bytes that are read or written at once. */
    public static final int MAX_BYTES = 64 << 10;

    /** Longest path, characters. */
    public static final int MAX_PATH = 4_096;

    /** OPEN: to read. */
    public static final int READ = 1;

    /** OPEN: to write. */
    public static final int WRITE = 2;

    /** OPEN: made if it is not there. */
    public static final int CREATE = 4;

    /** OPEN: made, and must not be there. */
    public static final int CREATE_NEW = 8;

    /** OPEN: emptied. */
    public static final int TRUNCATE = 16;

    /** MOVE: what is there is replaced. */
    public static final int REPLACE = 32;

    static final int ALL = 63;

    /** What is asked; the number on the wire is the ordinal, so the order stays. */
    public enum Op {
        /** What it is, how large, from when. */
        FACTS,
        /** Whether it can be read or written, as {@code how} says; answers with the facts. */
        OPEN,
        READ,
        WRITE,
        /** Cuts it to {@code position} bytes if it is longer. */
        CUT,
        /** The names in a directory, sorted, some at a time. */
        LIST,
        MAKE_DIRECTORY,
        DELETE,
        MOVE,
        /** What the task prints; the position is what it has printed, see {@link PrintPosition}. */
        OUT,
        ERR;

        /** Whether it changes something, so that an answer is kept until the next question. */
        boolean changes() {
            return switch (this) {
                case FACTS, READ, LIST -> false;
                case OPEN, WRITE, CUT, MAKE_DIRECTORY, DELETE, MOVE, OUT, ERR -> true;
            };
        }
    }

    private static final byte[] NOTHING = {};

    /** A question about a path alone. */
    public static FileRequest of(Op op, String path) {
        return new FileRequest(op, path, "", 0, 0, NOTHING, 0);
    }

    /** OPEN. */
    public static FileRequest open(String path, int how) {
        return new FileRequest(Op.OPEN, path, "", 0, 0, NOTHING, how);
    }

    /** READ. */
    public static FileRequest read(String path, long position, int length) {
        return new FileRequest(
                Op.READ, path, "", position, Math.min(length, MAX_BYTES), NOTHING, 0);
    }

    /** WRITE. */
    public static FileRequest write(String path, long position, byte[] content) {
        return new FileRequest(Op.WRITE, path, "", position, 0, content, 0);
    }

    /** CUT. */
    public static FileRequest cut(String path, long size) {
        return new FileRequest(Op.CUT, path, "", size, 0, NOTHING, 0);
    }

    /** LIST, from behind this name on. */
    public static FileRequest list(String path, String after) {
        return new FileRequest(Op.LIST, path, after, 0, 0, NOTHING, 0);
    }

    /** MOVE. */
    public static FileRequest move(String path, String to, boolean replace) {
        return new FileRequest(Op.MOVE, path, to, 0, 0, NOTHING, replace ? REPLACE : 0);
    }

    /** OUT or ERR. */
    public static FileRequest print(boolean error, long position, byte[] content) {
        return new FileRequest(error ? Op.ERR : Op.OUT, "", "", position, 0, content, 0);
    }

    boolean has(int bit) {
        return (how & bit) != 0;
    }
}
