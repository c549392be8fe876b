package org.evenkeel.api.files;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import org.evenkeel.client.files.FileService;
import org.jspecify.annotations.Nullable;

/**
 * Standard output or standard error of the program that submitted the task; {@link
 * ClientAccess#out} and {@link ClientAccess#err} return it. Moves with the task.
 *
 * <p>The task's lines appear there once and in order, however often the task moves. Lines are
 * counted from the task's beginning, and the count is part of each checkpoint; a line that is
 * printed again, for example after a retry, is dropped. The print that ends a line sends it and
 * waits for the confirmation. An unfinished line is sent when the task ends, is suspended, or calls
 * {@link #flush}. A line that cannot be sent is lost, and {@link #checkError} reports it.
 */
public final class TaskPrinter extends PrintStream {

    // What PrintStream itself has does not travel and is not used.

    private final ClientAccess context;
    private final boolean error;

    private TaskPrinter(ClientAccess context, boolean error) {
        super(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        this.context = context;
        this.error = error;
    }

    /** Returns the printer for standard output. */
    public static PrintStream out(ClientAccess context) {
        return new TaskPrinter(context, false);
    }

    /** Returns the printer for standard error. */
    public static PrintStream err(ClientAccess context) {
        return new TaskPrinter(context, true);
    }

    private FileService fileService() {
        return ClientFileCalls.fileService(context);
    }

    private void write(String text) {
        writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private void writeLine(String text) {
        write(text + "\n");
    }

    @Override
    public Charset charset() {
        return StandardCharsets.UTF_8;
    }

    @Override
    public void write(int one) {
        fileService().print(error, new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        Objects.checkFromIndexSize(from, count, bytes.length);
        fileService().print(error, bytes, from, count);
    }

    @Override
    public void flush() {
        fileService().flush(error);
    }

    /** Sends what was printed; the task may print more afterwards. */
    @Override
    public void close() {
        flush();
    }

    @Override
    public boolean checkError() {
        flush();
        return fileService().hasLost(error);
    }

    @Override
    protected void setError() {}

    @Override
    protected void clearError() {}

    // ---- Texts

    @Override
    public void print(boolean value) {
        write(String.valueOf(value));
    }

    @Override
    public void print(char value) {
        write(String.valueOf(value));
    }

    @Override
    public void print(int value) {
        write(String.valueOf(value));
    }

    @Override
    public void print(long value) {
        write(String.valueOf(value));
    }

    @Override
    public void print(float value) {
        write(String.valueOf(value));
    }

    @Override
    public void print(double value) {
        write(String.valueOf(value));
    }

    @Override
    public void print(char[] value) {
        write(String.valueOf(value));
    }

    @Override
    public void print(@Nullable String value) {
        write(String.valueOf(value));
    }

    @Override
    public void print(@Nullable Object value) {
        write(String.valueOf(value));
    }

    @Override
    public void println() {
        write("\n");
    }

    @Override
    public void println(boolean value) {
        writeLine(String.valueOf(value));
    }

    @Override
    public void println(char value) {
        writeLine(String.valueOf(value));
    }

    @Override
    public void println(int value) {
        writeLine(String.valueOf(value));
    }

    @Override
    public void println(long value) {
        writeLine(String.valueOf(value));
    }

    @Override
    public void println(float value) {
        writeLine(String.valueOf(value));
    }

    @Override
    public void println(double value) {
        writeLine(String.valueOf(value));
    }

    @Override
    public void println(char[] value) {
        writeLine(String.valueOf(value));
    }

    @Override
    public void println(@Nullable String value) {
        writeLine(String.valueOf(value));
    }

    @Override
    public void println(@Nullable Object value) {
        writeLine(String.valueOf(value));
    }

    @Override
    public PrintStream format(String format, @Nullable Object... arguments) {
        write(String.format(format, arguments));
        return this;
    }

    @Override
    public PrintStream format(Locale locale, String format, @Nullable Object... arguments) {
        write(String.format(locale, format, arguments));
        return this;
    }
}
