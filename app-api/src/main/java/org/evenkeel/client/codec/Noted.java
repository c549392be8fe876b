package org.evenkeel.client.codec;

import org.evenkeel.api.PayloadException;
import org.evenkeel.api.observe.TaskObserver;

/**
 * A payload with an observer's note before it: the tag {@link Encoded#NOTED}, the note's length in
 * two bytes, the note, the payload with its own tag.
 */
public final class Noted {

    /** No note. */
    public static final byte[] NONE = {};

    private static final int HEAD_BYTES = 1 + Short.BYTES;

    /**
     * The same with a note, which is a copy; the payload itself when there is no note, or one that
     * is too long.
     */
    public static Encoded with(byte[] note, Encoded payload) {
        if (note.length == 0 || note.length > TaskObserver.MAX_NOTE_BYTES) {
            return payload;
        }
        byte[] bytes = new byte[Short.BYTES + note.length + payload.size()];
        bytes[0] = (byte) (note.length >> Byte.SIZE);
        bytes[1] = (byte) note.length;
        System.arraycopy(note, 0, bytes, Short.BYTES, note.length);
        payload.copy(0, bytes, Short.BYTES + note.length, payload.size());
        return new Encoded(Encoded.NOTED, bytes, bytes.length);
    }

    /**
     * The same, but the payload itself where it would exceed this size with its note.
     *
     * @param most bytes, its tag included
     */
    public static Encoded within(int most, byte[] note, Encoded payload) {
        return payload.size() + HEAD_BYTES + note.length > most ? payload : with(note, payload);
    }

    /**
     * Bytes before the payload itself; 0 where there is no note.
     *
     * @throws PayloadException if the note is cut off
     */
    public static int headBytes(byte[] payload, int offset, int length) {
        if (length == 0 || payload[offset] != Encoded.NOTED) {
            return 0;
        }
        int note = length < HEAD_BYTES ? length : noteLength(payload, offset);
        if (length <= HEAD_BYTES + note) {
            throw new PayloadException("a note without a payload");
        }
        return HEAD_BYTES + note;
    }

    /** The note; empty where there is none, or where it is too long. */
    public static byte[] note(byte[] payload, int offset, int length) {
        if (length < HEAD_BYTES || payload[offset] != Encoded.NOTED) {
            return NONE;
        }
        int noteLength = Math.min(noteLength(payload, offset), length - HEAD_BYTES);
        if (noteLength > TaskObserver.MAX_NOTE_BYTES) {
            return NONE;
        }
        byte[] note = new byte[noteLength];
        System.arraycopy(payload, offset + HEAD_BYTES, note, 0, note.length);
        return note;
    }

    private static int noteLength(byte[] payload, int offset) {
        return (payload[offset + 1] & 0xff) << Byte.SIZE | payload[offset + 2] & 0xff;
    }
}
