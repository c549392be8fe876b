package org.evenkeel.kernel.journal;

/**
 * Something that was safely written is no longer what it was. Nothing was changed; what the journal
 * holds cannot be trusted, so nothing of it was used.
 */
public final class JournalDamagedException extends Exception {

    private final String file;
    private final long offset;

    /**
     * @param file where, as {@link Storage#where} spells it
     * @param offset of the first record that is wrong, in bytes
     */
    public JournalDamagedException(String file, long offset, String what) {
        super("the journal is damaged: " + file + " at offset " + offset + ": " + what);
        this.file = file;
        this.offset = offset;
    }

    public String file() {
        return file;
    }

    public long offset() {
        return offset;
    }
}
