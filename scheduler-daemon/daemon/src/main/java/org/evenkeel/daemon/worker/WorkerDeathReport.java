package org.evenkeel.daemon.worker;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.LogLevel;
import org.evenkeel.wire.proto.LogLine;
import org.evenkeel.wire.proto.LogPart;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the log of a task says when its worker died: the last lines of the process, what Java says
 * of a crash, and how the process ended. None of it is counted as a line of the task.
 */
final class WorkerDeathReport {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerDeathReport.class);

    /** Lines before the end. */
    static final int LAST_LINES = 50;

    /** Lines of Java's report of a crash, which begins with what matters. */
    private static final int CRASH_LINES = 20;

    /** Of the file, bytes: a crash's report has some hundred KiB. */
    private static final int MAX_BYTES = 512 << 10;

    /** Characters of a line. */
    private static final int MAX_LINE = 500;

    private static final String CRASH = "# A fatal error has been detected by the Java Runtime";

    /**
     * The report.
     *
     * @param output what the process has printed, a file that only this daemon writes
     * @param how it ended
     * @param millis when, since 1970
     */
    static LogPart of(Path output, String how, long millis) {
        LogPart.Builder part = LogPart.newBuilder();
        List<String> lines = lines(output);
        int crash = -1;
        for (int i = 0; i < lines.size(); i++) {
            crash = lines.get(i).startsWith(CRASH) ? i : crash;
        }
        int end = crash < 0 ? lines.size() : Math.max(0, crash - 1);
        for (String line : lines.subList(Math.max(0, end - LAST_LINES), end)) {
            part.addLines(line(LogLevel.ERR, line, millis));
        }
        if (crash >= 0) {
            int said = 0;
            for (int i = crash; i < lines.size() && said < CRASH_LINES; i++) {
                String line = lines.get(i);
                if (!line.startsWith("#")) {
                    break;
                }
                if (line.length() > 1) {
                    part.addLines(line(LogLevel.FAILED, line, millis));
                    said++;
                }
            }
        }
        return part.addLines(line(LogLevel.FAILED, "its worker died: " + how, millis)).build();
    }

    private static LogLine line(LogLevel level, String text, long millis) {
        return LogLine.newBuilder()
                .setLevel(level.number())
                .setText(text.length() <= MAX_LINE ? text : text.substring(0, MAX_LINE))
                .setMillis(millis)
                .build();
    }

    private static List<String> lines(Path output) {
        try (FileChannel file = FileChannel.open(output, StandardOpenOption.READ)) {
            long from = Math.max(0, file.size() - MAX_BYTES);
            ByteBuffer content = ByteBuffer.allocate((int) (file.size() - from));
            while (content.hasRemaining() && file.read(content, from + content.position()) >= 0) {
                // until it is full
            }
            String text =
                    new String(content.array(), 0, content.position(), StandardCharsets.UTF_8);
            return new ArrayList<>(text.lines().toList());
        } catch (IOException e) {
            LOG.debug("the output of a worker cannot be read: {}", e.toString());
            return List.of();
        }
    }
}
