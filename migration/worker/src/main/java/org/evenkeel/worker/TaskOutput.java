package org.evenkeel.worker;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Standard output or standard error of a worker: what a thread of a task prints goes to the task's
 * log, everything else to the file of the process.
 */
final class TaskOutput extends OutputStream {

    private final boolean error;
    private final PrintStream process;
    private final Supplier<@Nullable TaskLog> current;

    private TaskOutput(boolean error, PrintStream process, Supplier<@Nullable TaskLog> current) {
        this.error = error;
        this.process = process;
        this.current = current;
    }

    /**
     * From now on these two are the process's streams.
     *
     * @param current the log of the task whose thread asks, null for none
     */
    static void install(Supplier<@Nullable TaskLog> current) {
        System.setOut(stream(new TaskOutput(false, System.out, current)));
        System.setErr(stream(new TaskOutput(true, System.err, current)));
        LoggingSetup.install(current);
    }

    private static PrintStream stream(TaskOutput output) {
        return new PrintStream(output, true, StandardCharsets.UTF_8);
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        Objects.checkFromIndexSize(from, count, bytes.length);
        TaskLog log = current.get();
        if (log == null) {
            process.write(bytes, from, count);
        } else {
            log.print(error, bytes, from, count);
        }
    }

    @Override
    public void flush() {
        process.flush();
    }
}
