package org.evenkeel.wire;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * One direction of a sealed link: AES-256-GCM with a key of this direction of this connection
 * alone, and a counter for the nonce. Whatever is altered, left out, repeated or out of order does
 * not open. For one thread.
 */
public final class Seal {

    /** What sealing adds, bytes. */
    public static final int TAG_BYTES = 16;

    /** Most bytes sealed at a time; longer content is several records. */
    public static final int MAX_PLAIN_BYTES = 16 << 10;

    /** Longest record, its length in front excluded. */
    public static final int MAX_RECORD_BYTES = MAX_PLAIN_BYTES + TAG_BYTES;

    private static final int NONCE_BYTES = 12;

    /** Records under one key, far below what AES-GCM bears with nonces that never repeat. */
    private static final long MAX_RECORDS = 1L << 36;

    private final SecretKeySpec key;
    private final Cipher cipher;
    private final byte[] nonce = new byte[NONCE_BYTES];
    private long records;

    /**
     * @param key 32 bytes
     */
    Seal(byte[] key) {
        this.key = new SecretKeySpec(key, "AES");
        try {
            this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no AES-GCM", e);
        }
    }

    /** Seals the next record: as many bytes and {@link #TAG_BYTES} more. */
    public byte[] seal(byte[] plain, int offset, int length) {
        try {
            next(Cipher.ENCRYPT_MODE);
            return cipher.doFinal(plain, offset, length);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a record cannot be sealed", e);
        }
    }

    /**
     * Opens the next record.
     *
     * @throws WireException if it is not the one that the other side sealed next
     */
    public byte[] open(byte[] sealed) throws WireException {
        try {
            next(Cipher.DECRYPT_MODE);
            return cipher.doFinal(sealed);
        } catch (AEADBadTagException e) {
            throw new WireException("record", "it is not what the other side sealed");
        } catch (GeneralSecurityException e) {
            throw new WireException("record", "it cannot be opened: " + e.getMessage());
        }
    }

    /** Content as records with their lengths in front. */
    public byte[] records(byte[] plain, int offset, int length) {
        int count = Math.ceilDiv(length, MAX_PLAIN_BYTES);
        ByteBuffer all =
                ByteBuffer.allocate(length + count * (WireLimits.LENGTH_BYTES + TAG_BYTES));
        for (int at = 0; at < length; at += MAX_PLAIN_BYTES) {
            byte[] one = seal(plain, offset + at, Math.min(MAX_PLAIN_BYTES, length - at));
            all.putInt(one.length).put(one);
        }
        return all.array();
    }

    private void next(int mode) throws GeneralSecurityException {
        if (records == MAX_RECORDS) {
            throw new GeneralSecurityException("too many records for one key; connect again");
        }
        Arrays.fill(nonce, (byte) 0);
        ByteBuffer.wrap(nonce).putLong(NONCE_BYTES - Long.BYTES, records++);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
    }
}
