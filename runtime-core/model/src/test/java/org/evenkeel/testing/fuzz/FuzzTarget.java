package org.evenkeel.testing.fuzz;

import java.util.List;

/**
 * One reader of hostile bytes. Public with a public constructor without parameters, in the package
 * of what it tries, named after it: {@code JoinTokenFuzz} tries {@code JoinToken} with the corpus
 * {@code src/test/resources/fuzz/JoinToken}. One thread uses it.
 */
public interface FuzzTarget {

    /**
     * Reads the bytes as their reader would, and checks what must hold of what came out.
     *
     * @throws Exception any other than {@link #declared} is a finding, as is every {@link Error}
     */
    void feed(byte[] input) throws Exception;

    /** What the reader declares: checked exceptions and what extends them, others exactly. */
    List<Class<? extends Exception>> declared();

    /** Bytes that one input may allocate, whatever its length. */
    default long freeBytes() {
        return 1 << 20;
    }

    /** Bytes that it may allocate for each of its own. */
    default int bytesPerByte() {
        return 512;
    }

    /** Name of its corpus. */
    default String name() {
        return getClass().getSimpleName().replaceFirst("Fuzz$", "");
    }
}
