package org.evenkeel.worker;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.continuations.envelope.Envelope.Logged;
import org.evenkeel.model.LogLevel;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.LogLine;

/**
 * The log of one task, as far as it runs here: what it prints becomes lines, which are counted from
 * the task's beginning. The count is part of each checkpoint, so a line that is printed again after
 * a crash has the number that it had, and is kept once. For any thread of the task.
 */
final class TaskLog {

    /** A longer line continues in the next one. */
    private static final int MAX_LINE_BYTES = WireLimits.MAX_LOG_LINE - 4;

    private final Ticket task;
    private final TaskLogSender sender;

    // Guarded by this.
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(0);
    private final ByteArrayOutputStream err = new ByteArrayOutputStream(0);
    private long epoch;
    private long grant;
    private long lines;

    TaskLog(Ticket task, TaskLogSender sender) {
        this.task = task;
        this.sender = sender;
        this.epoch = task.epoch();
        this.grant = task.grant();
    }

    /** The task prints; each end of a line completes one. */
    synchronized void print(boolean error, byte[] bytes, int from, int count) {
        ByteArrayOutputStream line = error ? err : out;
        LogLevel level = error ? LogLevel.ERR : LogLevel.OUT;
        int begin = from;
        for (int at = from; at < from + count; at++) {
            if (bytes[at] == '\n') {
                line.write(bytes, begin, at - begin);
                add(level, line, false);
                begin = at + 1;
            } else if (isFull(line.size() + at - begin, bytes[at])) {
                line.write(bytes, begin, at - begin);
                add(level, line, true);
                begin = at;
            }
        }
        line.write(bytes, begin, from + count - begin);
    }

    /** Not in the middle of a character, if it is one. */
    private static boolean isFull(int size, byte next) {
        return size >= MAX_LINE_BYTES && (next & 0xC0) != 0x80 || size >= MAX_LINE_BYTES + 3;
    }

    private void add(LogLevel level, ByteArrayOutputStream line, boolean unfinished) {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        boolean windows = !unfinished && text.endsWith("\r");
        add(level, windows ? text.substring(0, text.length() - 1) : text, unfinished);
    }

    private void add(LogLevel level, String text, boolean unfinished) {
        lines++;
        LogLine line =
                LogLine.newBuilder()
                        .setNumber(lines)
                        .setMillis(System.currentTimeMillis())
                        .setLevel(level.number())
                        .setText(text)
                        .setUnfinished(unfinished)
                        .build();
        sender.add(new TaskLogSender.Entry(task, epoch, (int) grant, line));
    }

    /** Adds a text, which may have several lines. */
    synchronized void log(LogLevel level, String text) {
        for (String line : text.lines().toList()) {
            int from = 0;
            while (line.length() - from > MAX_LINE_BYTES) {
                add(level, line.substring(from, from + MAX_LINE_BYTES), true);
                from += MAX_LINE_BYTES;
            }
            add(level, line.substring(from), false);
        }
    }

    /** The task has ended: so have its unfinished lines. */
    synchronized void endLines() {
        if (out.size() > 0) {
            add(LogLevel.OUT, out, false);
        }
        if (err.size() > 0) {
            add(LogLevel.ERR, err, false);
        }
    }

    /** The task has failed with this. */
    synchronized void fail(Throwable thrown) {
        endLines();
        log(LogLevel.FAILED, StackText.of(thrown));
    }

    /** Waits some seconds for the lines to be kept; to be called before a checkpoint or result. */
    void flush() {
        sender.flush(task);
    }

    /** How far it is, for a checkpoint. */
    synchronized Logged logged() {
        return new Logged(
                epoch,
                grant,
                lines,
                out.toString(StandardCharsets.ISO_8859_1),
                err.toString(StandardCharsets.ISO_8859_1));
    }

    /** The task resumes from a checkpoint. */
    synchronized void resumeAt(Logged logged) {
        epoch = logged.epoch();
        grant = logged.grant();
        lines = logged.lines();
        out.writeBytes(logged.out().getBytes(StandardCharsets.ISO_8859_1));
        err.writeBytes(logged.err().getBytes(StandardCharsets.ISO_8859_1));
    }
}
