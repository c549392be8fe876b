package org.evenkeel.kernel.journal;

import java.io.IOException;

/**
 * Forces; a failure is final: what the operating system did with the bytes is unknown, and asking
 * again would not tell.
 */
final class Forcing {
    static void file(Storage storage, String file) throws JournalFailedException {
        try {
            storage.force(file);
        } catch (IOException e) {
            throw new JournalFailedException("cannot fsync " + storage.where(file), e);
        }
    }

    static void directory(Storage storage) throws JournalFailedException {
        try {
            storage.forceDirectory();
        } catch (IOException e) {
            throw new JournalFailedException("cannot fsync the journal's directory", e);
        }
    }
}
