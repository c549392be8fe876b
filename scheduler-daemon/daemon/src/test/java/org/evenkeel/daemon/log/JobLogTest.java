package org.evenkeel.daemon.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.LogLine;
import org.evenkeel.wire.proto.LogPart;
import org.evenkeel.wire.proto.LoggedPart;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a job's log: each line once, in order, bounded, and readable after a crash. */
class JobLogTest {

    private static final TaskId ONE = new TaskId(7, 1);
    private static final TaskId TWO = new TaskId(8, 2);

    @TempDir Path folder;
    private JobLog log;

    @BeforeEach
    void open() throws IOException {
        log = open(1 << 20);
    }

    private JobLog open(long maxBytes) throws IOException {
        return new JobLog(folder.resolve("job"), "alice", maxBytes);
    }

    private static LogPart part(int grant, long first, long last) {
        LogPart.Builder part = LogPart.newBuilder().setEpoch(1).setGrant(grant).setNode("n2");
        LongStream.rangeClosed(first, last)
                .forEach(
                        i -> part.addLines(LogLine.newBuilder().setNumber(i).setText("line " + i)));
        return part.build();
    }

    private static List<String> texts(List<LoggedPart> parts) {
        return parts.stream()
                .flatMap(each -> each.getPart().getLinesList().stream())
                .map(LogLine::getText)
                .toList();
    }

    private static List<String> lines(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(i -> "line " + i).toList();
    }

    private List<String> all(TaskId task) throws IOException {
        List<String> texts = new ArrayList<>();
        LogPage page = log.read(0, task::equals);
        texts.addAll(texts(page.parts()));
        while (page.more()) {
            page = log.read(page.next(), task::equals);
            texts.addAll(texts(page.parts()));
        }
        return texts;
    }

    @Test
    void aLineThatIsPrintedAgainIsKeptOnce() throws Exception {
        assertThat(log.append(ONE, part(1, 1, 5))).isEqualTo(part(1, 1, 5));
        assertThat(log.append(ONE, part(1, 4, 7))).isEqualTo(part(1, 6, 7));
        assertThat(log.append(ONE, part(1, 2, 3))).isNull();
        assertThat(all(ONE)).isEqualTo(lines(1, 7));
        assertThat(log.append(ONE, part(2, 1, 2)))
                .as("an attempt from the beginning has its own lines")
                .isEqualTo(part(2, 1, 2));
        assertThat(log.append(ONE, part(1, 8, 9))).as("a copy that was given up").isNull();
    }

    @Test
    void tasksAreReadTogetherOrOneByOne() throws Exception {
        log.append(ONE, part(1, 1, 2));
        log.append(TWO, part(1, 1, 3));
        assertThat(texts(log.read(0, task -> true).parts())).hasSize(5);
        assertThat(all(TWO)).isEqualTo(lines(1, 3));
        assertThat(log.hasOrigin(7)).isTrue();
        assertThat(log.hasOrigin(9)).isFalse();
    }

    @Test
    void readingGoesOnWhereItEnded() throws Exception {
        assertThat(log.read(0, task -> true).parts()).isEmpty();
        log.append(ONE, part(1, 1, 2));
        LogPage first = log.read(0, task -> true);
        assertThat(first.more()).isFalse();
        assertThat(log.read(first.next(), task -> true).parts()).isEmpty();
        log.append(ONE, part(1, 3, 4));
        assertThat(texts(log.read(first.next(), task -> true).parts())).isEqualTo(lines(3, 4));
    }

    @Test
    void theOldestGoFirstAndThatIsSaid() throws Exception {
        log = open(64 << 10);
        LogPage begun = log.read(0, task -> true);
        for (int i = 0; i < 100; i++) {
            log.append(ONE, part(1, 100 * i + 1, 100 * i + 100));
        }
        assertThat(log.bytes()).isLessThanOrEqualTo(64 << 10);
        List<String> left = all(ONE);
        assertThat(left).isEqualTo(lines(10_001 - left.size(), 10_000));
        assertThat(left).hasSizeGreaterThan(1_000);
        assertThat(log.read(0, task -> true).cut()).isTrue();
        assertThat(log.read(begun.next(), task -> true).cut()).isTrue();
        long total = 0;
        try (var files = Files.list(folder.resolve("job"))) {
            for (Path file : files.filter(each -> ("" + each).endsWith(".log")).toList()) {
                total += Files.size(file);
            }
        }
        assertThat(total).isEqualTo(log.bytes());
    }

    @Test
    void theNextProcessGoesOnBehindARecordWithoutAnEnd() throws Exception {
        log.append(ONE, part(1, 1, 3));
        LogPage before = log.read(0, task -> true);
        Path file = folder.resolve("job").resolve("00000001.log");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, new byte[] {100, 10, 4}, StandardOpenOption.APPEND);
        log = open(1 << 20);
        assertThat(log.submitter()).isEqualTo("alice");
        assertThat(log.hasOrigin(7)).isTrue();
        assertThat(all(ONE)).isEqualTo(lines(1, 3));
        log.append(ONE, part(1, 4, 5));
        assertThat(all(ONE)).isEqualTo(lines(1, 5));
        LogPage next = log.read(before.next(), task -> true);
        assertThat(next.more() ? texts(log.read(next.next(), task -> true).parts()) : List.of())
                .isEqualTo(lines(4, 5));
        whole[1] = (byte) 0xff;
        Files.write(file, whole);
        assertThat(all(ONE)).as("what is damaged is skipped with its file").isEqualTo(lines(4, 5));
    }

    // ---- A disk that is full

    private JobLog open(FullDisk disk) throws IOException {
        return new JobLog(folder.resolve("job"), "alice", 1 << 20, new FileAppender(disk));
    }

    private void fails(TaskId task, LogPart part) {
        assertThatThrownBy(() -> log.append(task, part)).hasMessageContaining("No space left");
    }

    @Test
    void whatADiskThatIsFullTookIsCutOffAgain() throws Exception {
        FullDisk disk = new FullDisk();
        log = open(disk);
        log.append(ONE, part(1, 1, 3));
        long before = log.bytes();
        for (int room : new int[] {0, 1, 20}) {
            disk.room(room);
            fails(ONE, part(1, 4, 5));
            assertThat(log.bytes()).isEqualTo(before);
        }
        disk.room(1_000_000);
        log.append(ONE, part(1, 4, 5));
        log.append(ONE, part(1, 6, 7));
        assertThat(all(ONE)).isEqualTo(lines(1, 7));
        assertThat(folder.resolve("job").resolve("00000002.log")).doesNotExist();
    }

    @Test
    void aFileThatCannotBeCutIsNotContinued() throws Exception {
        FullDisk disk = new FullDisk();
        log = open(disk);
        log.append(ONE, part(1, 1, 3));
        disk.cutsNothing();
        disk.room(20);
        fails(ONE, part(1, 4, 5));
        disk.room(1_000_000);
        log.append(ONE, part(1, 4, 5));
        assertThat(all(ONE)).isEqualTo(lines(1, 5));
    }

    @Test
    void theOriginOfATaskIsWrittenWhenThereIsRoomAgain() throws Exception {
        FullDisk disk = new FullDisk();
        log = open(disk);
        log.append(ONE, part(1, 1, 1));
        disk.cutsNothing();
        disk.room(5);
        fails(TWO, part(1, 1, 1));
        assertThat(log.hasOrigin(8)).isFalse();
        disk.room(1_000_000);
        log.append(TWO, part(1, 1, 1));
        log = open(1 << 20);
        assertThat(log.hasOrigin(7)).isTrue();
        assertThat(log.hasOrigin(8)).isTrue();
    }

    /** As an earlier version left it: it went on behind a record without an end. */
    @Test
    void readingPassesOverWhatIsDamagedInTheMiddleOfAFile() throws Exception {
        log = open(64 << 20);
        log.append(ONE, part(1, 1, 3));
        Path file = folder.resolve("job").resolve("00000001.log");
        Files.write(file, new byte[] {100, (byte) 0xff}, StandardOpenOption.APPEND);
        Files.write(file, new byte[2 * JobLog.PAGE_BYTES], StandardOpenOption.APPEND);
        log.append(TWO, part(1, 1, 1)); // its file is as long as it is
        LogPage page = log.read(0, task -> true);
        assertThat(texts(page.parts())).isEqualTo(lines(1, 3));
        for (int i = 0; page.more(); i++) {
            assertThat(i).as("pages").isLessThan(10);
            page = log.read(page.next(), task -> true);
        }
        log = open(64 << 20);
        log.append(ONE, part(1, 4, 5));
        assertThat(texts(log.read(page.next(), ONE::equals).parts())).isEqualTo(lines(4, 5));
    }
}
