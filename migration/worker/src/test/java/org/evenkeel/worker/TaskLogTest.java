package org.evenkeel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.logging.Level;
import java.util.stream.IntStream;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.continuations.envelope.Envelope.Logged;
import org.evenkeel.model.LogLevel;
import org.evenkeel.wire.proto.LogLine;
import org.evenkeel.wire.proto.LogPart;
import org.junit.jupiter.api.Test;

/** What tasks print becomes numbered lines that are sent in order, or are said to be missing. */
class TaskLogTest {

    private static final Ticket TASK = new Ticket(5, 6, 1, 2);

    private final List<LogPart> parts = new ArrayList<>();
    private volatile FileReply answer = FileReply.DONE;
    private final Semaphore open = new Semaphore(1_000_000);
    private final TaskLogSender sender = new TaskLogSender(this::keep);
    private final TaskLog log = new TaskLog(TASK, sender);

    private FileReply keep(Ticket task, long number, LogPart part, boolean patient)
            throws IOException {
        open.acquireUninterruptibly();
        FileReply reply = answer;
        if (reply.problem() == FileReply.Problem.NONE) {
            synchronized (parts) {
                parts.add(part);
            }
        }
        return reply;
    }

    private void print(boolean error, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        log.print(error, bytes, 0, bytes.length);
    }

    /** Waits until everything was tried, which a task does not when nothing can be sent. */
    private void settle() {
        while (sender.waitingBytes() > 0) {
            Thread.onSpinWait();
        }
    }

    private List<LogLine> lines() {
        synchronized (parts) {
            return parts.stream().flatMap(part -> part.getLinesList().stream()).toList();
        }
    }

    private static LogLevel level(LogLine line) {
        return LogLevel.of(line.getLevel());
    }

    private List<String> texts() {
        return lines().stream().map(LogLine::getText).toList();
    }

    @Test
    void eachEndOfALineCompletesOne() {
        print(false, "one\ntw");
        print(true, "oops\r\n");
        print(false, "o\n\nthr\u00e9");
        log.flush();
        assertThat(texts()).containsExactly("one", "oops", "two", "");
        assertThat(lines()).extracting(LogLine::getLevel).containsExactly(0, 1, 0, 0);
        assertThat(lines()).extracting(LogLine::getNumber).containsExactly(1L, 2L, 3L, 4L);
        log.endLines();
        log.flush();
        assertThat(texts()).endsWith("thr\u00e9");
        assertThat(parts).allMatch(part -> part.getEpoch() == 1 && part.getGrant() == 2);
    }

    @Test
    void aLineThatIsTooLongGoesOnInTheNextOne() {
        String endless = "\u00e9".repeat(10_000); // two bytes each
        print(false, endless + "\nnext\n");
        log.flush();
        assertThat(String.join("", texts())).isEqualTo(endless + "next");
        assertThat(lines().stream().map(LogLine::getUnfinished).toList())
                .containsExactly(true, true, false, false);
        assertThat(texts()).allMatch(text -> text.length() <= 8 << 10);
    }

    @Test
    void whatResumesCountsOnAndEndsTheLineThatWasBegun() {
        print(false, "one\nha");
        Logged checkpoint = log.logged();
        TaskLog elsewhere = new TaskLog(new Ticket(5, 6, 1, 3), sender);
        elsewhere.resumeAt(checkpoint);
        byte[] rest = "lf\n".getBytes(StandardCharsets.UTF_8);
        elsewhere.print(false, rest, 0, rest.length);
        log.flush();
        elsewhere.flush();
        assertThat(texts()).containsExactly("one", "half");
        assertThat(lines()).extracting(LogLine::getNumber).containsExactly(1L, 2L);
        assertThat(parts)
                .as("it is the attempt in which the task began")
                .allMatch(part -> part.getGrant() == 2);
    }

    @Test
    void textsHaveALevelAndMayHaveSeveralLines() {
        log.log(LogLevel.WARN, "two\nlines");
        log.flush();
        assertThat(texts()).containsExactly("two", "lines");
        assertThat(lines().stream().map(TaskLogTest::level)).containsOnly(LogLevel.WARN);
        assertThat(LoggingSetup.level(Level.SEVERE)).isEqualTo(LogLevel.ERROR);
        assertThat(LoggingSetup.level(Level.CONFIG)).isEqualTo(LogLevel.DEBUG);
        assertThat(LoggingSetup.level(Level.FINEST)).isEqualTo(LogLevel.TRACE);
    }

    @Test
    void aFailureEndsTheLineThatWasBegun() {
        print(false, "half a line");
        log.fail(new IllegalStateException("that was that"));
        log.endLines();
        log.flush();
        assertThat(texts().subList(0, 2))
                .containsExactly("half a line", "java.lang.IllegalStateException: that was that");
        assertThat(texts().getLast()).startsWith("\tat ");
        assertThat(level(lines().getLast())).isEqualTo(LogLevel.FAILED);
    }

    @Test
    void whoPrintsTooFastWaitsAndLosesNothing() throws Exception {
        open.drainPermits();
        CountDownLatch printed = new CountDownLatch(1);
        Thread.ofVirtual()
                .start(() -> {
                    IntStream.range(0, 5_000).forEach(i -> print(false, "line " + i + "\n"));
                    printed.countDown();
                });
        while (sender.waitingBytes() < 200 << 10) {
            Thread.onSpinWait();
        }
        assertThat(printed.getCount()).as("it waits for room").isOne();
        open.release(1_000_000);
        printed.await();
        log.flush();
        assertThat(texts())
                .isEqualTo(IntStream.range(0, 5_000).mapToObj(i -> "line " + i).toList());
    }

    @Test
    void whatCannotBeSentIsSaidToBeMissing() {
        answer = FileReply.problem(FileReply.Problem.AWAY, "the node is away");
        print(false, "one\ntwo\n");
        settle();
        answer = FileReply.problem(FileReply.Problem.OTHER, "the disk is full");
        print(false, "three\n");
        settle();
        answer = FileReply.DONE;
        print(false, "four\n");
        settle();
        assertThat(texts())
                .containsExactly("3 lines are missing here: they could not be stored", "four");
        assertThat(lines()).extracting(LogLine::getNumber).containsExactly(3L, 4L);
    }
}
