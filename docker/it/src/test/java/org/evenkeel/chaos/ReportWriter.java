package org.evenkeel.chaos;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a {@link ClientReport}, a line for everything that happens. */
final class ReportWriter implements AutoCloseable {

    private static final long LATE_NANOS = 5_000_000_000L;

    private final BufferedWriter out;
    private final boolean everyCompletion;
    private String lastNode = "?";
    private long lastAttachedNanos;
    private long submitted;

    ReportWriter(Path file, boolean everyCompletion) throws IOException {
        this.everyCompletion = everyCompletion;
        out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
    }

    synchronized void submitted() {
        submitted++;
    }

    synchronized void completed(long submittedNanos, long number, String id) {
        if (!everyCompletion) {
            return;
        }
        long now = System.nanoTime();
        if (now - submittedNanos > LATE_NANOS) {
            problem(ClientReport.LATE, number, id + " " + (now - submittedNanos) / 1_000_000);
        }
        line(ClientReport.COMPLETED + " " + now + " " + number + " " + (now - submittedNanos));
    }

    synchronized void problem(char kind, long number, String words) {
        line(kind + " " + System.nanoTime() + " " + number + " " + words.replace('\n', ' '));
    }

    /** Says to which node it is attached, now and then, and lets readers see all of it. */
    synchronized void attached(String node, int open) {
        long now = System.nanoTime();
        if (!node.equals(lastNode) || now - lastAttachedNanos > 200_000_000L) {
            lastNode = node;
            lastAttachedNanos = now;
            line(
                    ClientReport.ATTACHED
                            + " "
                            + now
                            + " "
                            + submitted
                            + " "
                            + open
                            + " "
                            + (node.isEmpty() ? "-" : node));
        }
        flush();
    }

    private void line(String text) {
        try {
            out.write(text);
            out.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        // What was submitted since the last such line, and has ended, counts too.
        line(
                "%s %d %d 0 %s"
                        .formatted(
                                ClientReport.ATTACHED,
                                System.nanoTime(),
                                submitted,
                                lastNode.isEmpty() ? "-" : lastNode));
        out.close();
    }
}
