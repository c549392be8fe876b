package org.evenkeel.model;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The SHA-256 of some content, which is also its name; or a {@link CheckpointName}. */
public record Digest(long a, long b, long c, long d) {

    /** Length in bytes. */
    public static final int BYTES = 32;

    /** "No content": used where a task needs no bundle. */
    public static final Digest NONE = new Digest(0, 0, 0, 0);

    /**
     * @throws IllegalArgumentException unless there are exactly 32 bytes
     */
    public static Digest of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a SHA-256 has 32 bytes, not " + bytes.length);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new Digest(buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getLong());
    }

    /** A new SHA-256, to be updated with content. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java lacks SHA-256", e);
        }
    }

    /** Reads 64 hexadecimal digits. */
    public static Digest parse(String hex) {
        return of(HexFormat.of().parseHex(hex));
    }

    public byte[] toBytes() {
        return ByteBuffer.allocate(BYTES).putLong(a).putLong(b).putLong(c).putLong(d).array();
    }

    public boolean isNone() {
        return equals(NONE);
    }

    /** 64 hexadecimal digits. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(toBytes());
    }
}
