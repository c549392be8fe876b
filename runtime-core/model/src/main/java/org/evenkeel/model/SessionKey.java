package org.evenkeel.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;

/**
 * The secret of a session, from which its id and those of its jobs are computed: who says an id
 * shows with the key that it is its own, to every daemon alike, and who has only read the id
 * cannot. Daemons hand it to no process but those who may act for the session's submitter.
 *
 * <p>An id is the beginning of a hash that takes {@value #ROUNDS} rounds, so that it does not pay
 * to look for keys of ids that are in use.
 *
 * @param high its first eight bytes
 * @param low its last eight bytes
 */
public record SessionKey(long high, long low) {

    /** None: of a program of an earlier version, or of a journal of one. */
    public static final SessionKey NONE = new SessionKey(0, 0);

    /** Length of one, in bytes. */
    public static final int BYTES = 16;

    private static final int ROUNDS = 1_000;
    private static final byte[] OF_SESSION = "evenkeel-session".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OF_JOB = "evenkeel-job".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OF_WORKER = "evenkeel-worker".getBytes(StandardCharsets.US_ASCII);

    /** A new one. */
    public static SessionKey draw(SecureRandom random) {
        return new SessionKey(random.nextLong(), random.nextLong());
    }

    /** That of a worker: its daemon computes the same one from the worker's number and secret. */
    public static SessionKey ofWorker(int number, byte[] secret) {
        byte[] both =
                ByteBuffer.allocate(Integer.BYTES + secret.length)
                        .putInt(number)
                        .put(secret)
                        .array();
        return read(hash(OF_WORKER, both));
    }

    /** Reads what {@link #toBytes()} writes; of longer ones the beginning. */
    public static SessionKey read(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        return new SessionKey(in.getLong(), in.getLong());
    }

    /** As it travels. */
    public byte[] toBytes() {
        return ByteBuffer.allocate(BYTES).putLong(high).putLong(low).array();
    }

    public boolean isNone() {
        return high == 0 && low == 0;
    }

    /** The id of its session, never 0. Takes some tenths of a millisecond. */
    public long session() {
        return id(hash(OF_SESSION, toBytes()));
    }

    /** The id of the job of this number, never 0. Takes as long. */
    public JobId job(long number) {
        byte[] both =
                ByteBuffer.allocate(BYTES + Long.BYTES)
                        .putLong(high)
                        .putLong(low)
                        .putLong(number)
                        .array();
        return new JobId(id(hash(OF_JOB, both)));
    }

    private static long id(byte[] hash) {
        long id = ByteBuffer.wrap(hash).getLong();
        return id == 0 ? 1 : id;
    }

    private static byte[] hash(byte[] purpose, byte[] secret) {
        MessageDigest digest = Digest.sha256();
        digest.update(purpose);
        byte[] hash = digest.digest(secret);
        for (int i = 1; i < ROUNDS; i++) {
            hash = digest.digest(hash);
        }
        return hash;
    }

    /** Nothing of it: logs are read by many. */
    @Override
    public String toString() {
        return isNone() ? "no key" : "a key";
    }
}
