package org.evenkeel.kernel.keepers;

/**
 * Bytes that are no entry, answer or snapshot of this version of the format. A keeper that cannot
 * read an entry must end: if it passed the entry over, its state would differ from the others'.
 */
public final class LogFormatException extends Exception {

    private final int offset;

    /**
     * @param subject what the bytes should be, such as "the entry"
     * @param offset of what is wrong, in bytes
     * @param what is wrong
     */
    LogFormatException(String subject, int offset, String what) {
        super("%s cannot be read, at byte %d: %s".formatted(subject, offset, what));
        this.offset = offset;
    }

    /** Where the bytes are wrong. */
    public int offset() {
        return offset;
    }
}
