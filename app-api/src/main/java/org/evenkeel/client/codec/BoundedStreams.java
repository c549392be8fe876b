package org.evenkeel.client.codec;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Kryo's input and output with lengths that cannot lie.
 *
 * <p>Whatever has {@code n} elements takes at least {@code n} bytes in the stream, so all lengths
 * of one payload together cannot exceed its size; {@link BoundedInput#claim} keeps count and
 * refuses before anything is allocated. Strings have an own form (length, then Latin-1 or UTF-16)
 * because Kryo's reader allocates what the length says.
 */
final class BoundedStreams {

    private static final int UTF16 = 1;

    /** Longest string, in characters: its length in bytes and a flag must fit into an int. */
    private static final int MAX_STRING_CHARS = Integer.MAX_VALUE / 8;

    /** Reads one payload out of an array. */
    static final class BoundedInput extends Input {
        private int unclaimed;

        /** Starts on a new payload. */
        void start(byte[] bytes, int offset, int length) {
            setBuffer(bytes, offset, length);
            setPosition(offset);
            setLimit(offset + length);
            unclaimed = length;
        }

        /** Notes that something with this many elements follows. */
        int claim(int elements) {
            if (elements < 0 || elements > unclaimed || elements > limit - position) {
                throw new KryoException(
                        "a length of %s in a payload with %s bytes left"
                                .formatted(elements, limit - position));
            }
            unclaimed -= elements;
            return elements;
        }

        int readLength() {
            return claim(readVarInt(true));
        }

        @Override
        public @Nullable String readString() {
            int header = readVarInt(true);
            if (header == 0) {
                return null;
            }
            int bytes = (header - 1) >>> 1;
            claim(bytes);
            String text =
                    ((header - 1) & UTF16) == 0
                            ? new String(buffer, position, bytes, StandardCharsets.ISO_8859_1)
                            : utf16(bytes >> 1);
            position += bytes;
            return text;
        }

        /** By hand, because the charset would replace lone surrogates. */
        private String utf16(int count) {
            char[] chars = new char[count];
            for (int i = 0; i < count; i++) {
                int at = position + 2 * i;
                chars[i] = (char) ((buffer[at] & 0xff) << 8 | buffer[at + 1] & 0xff);
            }
            return new String(chars);
        }

        @Override
        public @Nullable StringBuilder readStringBuilder() {
            String text = readString();
            return text == null ? null : new StringBuilder(text);
        }

        @Override
        public byte[] readBytes(int length) {
            return super.readBytes(claim(length));
        }

        @Override
        public int[] readInts(int length) {
            return super.readInts(claim(length));
        }

        @Override
        public int[] readInts(int length, boolean optimizePositive) {
            return super.readInts(claim(length), optimizePositive);
        }

        @Override
        public long[] readLongs(int length) {
            return super.readLongs(claim(length));
        }

        @Override
        public long[] readLongs(int length, boolean optimizePositive) {
            return super.readLongs(claim(length), optimizePositive);
        }

        @Override
        public float[] readFloats(int length) {
            return super.readFloats(claim(length));
        }

        @Override
        public double[] readDoubles(int length) {
            return super.readDoubles(claim(length));
        }

        @Override
        public short[] readShorts(int length) {
            return super.readShorts(claim(length));
        }

        @Override
        public char[] readChars(int length) {
            return super.readChars(claim(length));
        }

        @Override
        public boolean[] readBooleans(int length) {
            return super.readBooleans(claim(length));
        }
    }

    /** Writes one payload into a buffer that grows. */
    static final class BoundedOutput extends Output {
        BoundedOutput(int bytes) {
            super(bytes, -1);
        }

        @Override
        public void writeString(@Nullable String text) {
            if (text == null) {
                writeVarInt(0, true);
                return;
            }
            if (text.length() > MAX_STRING_CHARS) {
                throw new KryoException("a string of " + text.length() + " characters is too long");
            }
            boolean latin = isLatin1(text);
            byte[] bytes = latin ? text.getBytes(StandardCharsets.ISO_8859_1) : utf16(text);
            writeVarInt((bytes.length << 1 | (latin ? 0 : UTF16)) + 1, true);
            writeBytes(bytes, 0, bytes.length);
        }

        @Override
        public void writeAscii(@Nullable String text) {
            writeString(text);
        }

        private static byte[] utf16(String text) {
            byte[] bytes = new byte[2 * text.length()];
            for (int i = 0; i < text.length(); i++) {
                bytes[2 * i] = (byte) (text.charAt(i) >> 8);
                bytes[2 * i + 1] = (byte) text.charAt(i);
            }
            return bytes;
        }

        private static boolean isLatin1(String text) {
            for (int i = 0; i < text.length(); i++) {
                if (text.charAt(i) > 0xff) {
                    return false;
                }
            }
            return true;
        }
    }
}
