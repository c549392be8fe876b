package org.evenkeel.chaos;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * A worker's own file of the runs that began and ended in it. Each record is one write to the
 * system, which keeps it when the process is killed.
 */
final class RunLog {

    /** Kind, task, time. */
    static final int RECORD_BYTES = 1 + Long.BYTES + Long.BYTES;

    static final byte BEGUN = 'B';
    static final byte ENDED = 'E';
    static final String SUFFIX = ".runs";

    private static FileOutputStream file;

    private RunLog() {}

    /** Writes a record to the file of this process, unless there is no directory for it. */
    static synchronized void write(String directory, byte kind, long task) {
        if (directory.isEmpty()) {
            return;
        }
        try {
            append(directory, kind, task);
        } catch (IOException e) {
            // Started while the disk was full, which a child inherits for good.
            NodeProcess.limitFiles(ProcessHandle.current().pid(), false);
            try {
                append(directory, kind, task);
            } catch (IOException again) {
                throw new UncheckedIOException(again);
            }
        }
    }

    private static void append(String directory, byte kind, long task) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(RECORD_BYTES);
        bytes.put(kind).putLong(task).putLong(System.nanoTime());
        if (file == null) {
            // Not a channel: that would be closed when a stopped task's thread is interrupted.
            file =
                    new FileOutputStream(
                            directory + "/" + ProcessHandle.current().pid() + SUFFIX, true);
        }
        file.write(bytes.array());
    }
}
