package org.evenkeel.continuations.graph;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what {@link GraphOutput} wrote; no length is believed that exceeds the bytes that are left.
 */
public final class GraphInput {

    private final ByteBuffer bytes;
    private final int end;
    private final List<String> names = new ArrayList<>();
    private int position;

    /** Reads what is left in the buffer, which stays as it is. */
    public GraphInput(ByteBuffer bytes) {
        this.bytes = bytes.slice();
        this.end = bytes.remaining();
    }

    public int left() {
        return end - position;
    }

    private void want(long length) throws DamagedGraph {
        if (length < 0 || length > end - position) {
            throw new DamagedGraph(
                    length + " bytes are announced, but only " + left() + " are left");
        }
    }

    public int u1() throws DamagedGraph {
        want(1);
        return bytes.get(position++) & 0xff;
    }

    private long unsigned() throws DamagedGraph {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int each = u1();
            value |= (each & 0x7fL) << shift;
            if (each < 0x80) {
                return value;
            }
        }
        throw new DamagedGraph("a number without an end");
    }

    /** A number from 0 to {@link Integer#MAX_VALUE}. */
    public int count() throws DamagedGraph {
        long value = unsigned();
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new DamagedGraph("a count of " + value);
        }
        return (int) value;
    }

    /** A count of things that take at least this many bytes each. */
    public int count(int bytesEach) throws DamagedGraph {
        int value = count();
        want((long) value * bytesEach);
        return value;
    }

    public long number() throws DamagedGraph {
        long value = unsigned();
        return value >>> 1 ^ -(value & 1);
    }

    public int u4() throws DamagedGraph {
        want(4);
        int value = bytes.getInt(position);
        position += 4;
        return value;
    }

    public long u8() throws DamagedGraph {
        want(8);
        long value = bytes.getLong(position);
        position += 8;
        return value;
    }

    public String text() throws DamagedGraph {
        long header = unsigned();
        long length = header >>> 1;
        if ((header & 1) == 0) {
            return new String(raw(length), StandardCharsets.ISO_8859_1);
        }
        want(length);
        want(2 * length);
        char[] chars = new char[(int) length];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = bytes.getChar(position);
            position += Character.BYTES;
        }
        return new String(chars);
    }

    public String name() throws DamagedGraph {
        int known = count();
        if (known == 0) {
            String text = text();
            names.add(text);
            return text;
        }
        if (known > names.size()) {
            throw new DamagedGraph("name " + known + " of " + names.size());
        }
        return names.get(known - 1);
    }

    public byte[] raw(long length) throws DamagedGraph {
        want(length);
        byte[] copy = new byte[(int) length];
        bytes.get(position, copy);
        position += copy.length;
        return copy;
    }

    /** The next bytes, to be read at once. */
    public ByteBuffer block(int length) throws DamagedGraph {
        want(length);
        ByteBuffer block = bytes.slice(position, length);
        position += length;
        return block;
    }
}
