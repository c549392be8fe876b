package org.evenkeel.client.codec;

/**
 * A payload as it travels: the tag byte, then {@code length} bytes of {@code bytes}.
 *
 * <p>The tag stands apart so that a {@code byte[]} of the user needs no copy.
 *
 * @param bytes the array itself; at most {@code length} bytes of it count
 * @param length bytes after the tag
 */
public record Encoded(byte tag, byte[] bytes, int length) {
    /** Null; no bytes follow. */
    public static final byte NULL = 0;

    /** The bytes of a {@code byte[]}. */
    public static final byte BYTES = 1;

    /** Class and object. */
    public static final byte OBJECT = 2;

    /** An object of the class the task kind names. */
    public static final byte OBJECT_OF_KIND = 3;

    /** A {@link ThrowableCodec} image. */
    public static final byte THROWABLE = 4;

    /** A checkpoint of a task, made by a worker for another. */
    public static final byte CHECKPOINT = 5;

    /** A checkpoint that holds the state of a task, and the task as it was submitted. */
    public static final byte CHECKPOINT_OF_STATE = 6;

    /** A note of an observer and another payload, see {@link Noted}. */
    public static final byte NOTED = 7;

    private static final byte[] NOTHING = {};

    /** The payload of null. */
    public static final Encoded OF_NULL = new Encoded(NULL, NOTHING, 0);

    /** Bytes on the wire, tag included. */
    public int size() {
        return 1 + length;
    }

    /** Tag and bytes in one array. */
    public byte[] toArray() {
        byte[] all = new byte[size()];
        all[0] = tag;
        System.arraycopy(bytes, 0, all, 1, length);
        return all;
    }

    /** Copies {@code count} bytes of the wire form from {@code offset} on. */
    public void copy(int offset, byte[] target, int at, int count) {
        int from = offset;
        int to = at;
        int rest = count;
        if (from == 0 && rest > 0) {
            target[to++] = tag;
            from = 1;
            rest--;
        }
        System.arraycopy(bytes, from - 1, target, to, rest);
    }
}
