package org.evenkeel.client.files;

import java.io.IOException;

/** Where the files and the console of a running task are asked for; its context is one. */
public interface FileService {

    /**
     * Asks home, and waits for the answer. Questions of one task are asked one after the other,
     * whichever thread asks.
     *
     * @throws IOException if home refuses, or cannot be reached
     */
    FileReply ask(FileRequest question) throws IOException;

    /**
     * Adds to what the task prints. Whole lines go home at once, the rest when {@link #flush} is
     * called or the task ends.
     *
     * @param error whether to standard error
     */
    void print(boolean error, byte[] bytes, int from, int count);

    /** Sends home what was printed. */
    void flush(boolean error);

    /** Whether something that was printed could not be sent home. */
    boolean hasLost(boolean error);
}
