package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.daemon.journal.FileStorage;
import org.evenkeel.daemon.journal.RecordCodec;
import org.evenkeel.kernel.journal.Journal;
import org.evenkeel.kernel.journal.JournalSettings;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.wire.InlinePayload;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code evenkeel journal} on a journal that was written before. */
class JournalCommandTest {

    private static final JobId JOB = new JobId(77);
    private static final TaskId OPEN = new TaskId(5, 1);
    private static final TaskId ENDED = new TaskId(5, 2);

    @TempDir private Path cluster;
    private Path journal;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void writes() throws Exception {
        journal = cluster.resolve("nodes/n1/journal");
        Files.createDirectories(journal);
        try (Journal opened =
                Journal.open(FileStorage.open(journal), JournalSettings.DEFAULT).journal()) {
            RecordCodec codec = new RecordCodec();
            for (JournalRecord record :
                    List.of(
                            new JournalRecord.JobOpened(JOB, 5, "nightly", "", 1, 0),
                            accepted(OPEN),
                            accepted(ENDED),
                            new JournalRecord.Granted(OPEN, new Grant(1, 2), 1, List.of()),
                            new JournalRecord.Done(
                                    ENDED, new Grant(1, 1), Outcome.succeeded(bytes()), "n2"),
                            new JournalRecord.Replica(
                                    new NodeRef(new NodeId("n3"), 7, "", 0),
                                    accepted(new TaskId(6, 1))),
                            accepted(new TaskId(5, 3)),
                            new JournalRecord.Forgotten(new TaskId(5, 3)))) {
                opened.append(codec.encode(record));
            }
            opened.force();
            opened.forceMark();
        }
    }

    private static JournalRecord.Accepted accepted(TaskId id) {
        TaskKind kind =
                new TaskKind(
                        JOB,
                        "Work",
                        Digest.NONE,
                        new TaskKind.Options(5, 0, 0, Durability.DISK, 0));
        return new JournalRecord.Accepted(
                new Task(id, kind, bytes(), 1, null), Grant.first(1), id.origin());
    }

    private static InlinePayload bytes() {
        return new InlinePayload(ByteString.copyFromUtf8("some bytes"));
    }

    private int execute(String... words) {
        CommandLine command = Main.commandLine();
        command.setOut(new PrintWriter(out, true));
        command.setErr(new PrintWriter(err, true));
        return command.execute(words);
    }

    private void damage(int offset) throws Exception {
        Path file = journal.resolve("journal-0000000001.log");
        byte[] content = Files.readAllBytes(file);
        content[offset] ^= 1;
        Files.write(file, content);
    }

    @Test
    void checkCountsWhatIsLive() {
        assertThat(execute("journal", "check", "--json", "--cluster-dir", cluster.toString()))
                .isZero();
        assertThat(out.toString())
                .contains("\"node\":\"n1\"")
                .contains("\"records\":8")
                .contains("\"openTasks\":1")
                .contains("\"endedTasks\":1")
                .contains("\"replicas\":1")
                .contains("\"jobs\":1")
                .contains("\"damaged\":false");
    }

    @Test
    void checkNamesFileAndOffsetOfDamage() throws Exception {
        damage(200);
        assertThat(execute("journal", "check", journal.toString())).isEqualTo(1);
        assertThat(out.toString())
                .contains("damaged")
                .contains(journal.resolve("journal-0000000001.log") + " at offset ");
    }

    @Test
    void checkTellsATornEndFromDamage() throws Exception {
        Path file = journal.resolve("journal-0000000001.log");
        byte[] content = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(content, content.length + 40));
        assertThat(execute("journal", "check", journal.toString())).isZero();
        assertThat(out.toString()).contains("torn by a crash").contains("offset " + content.length);
    }

    @Test
    void checkNamesAMissingBlobAndItsTask() throws Exception {
        Path blobs = Files.createDirectories(journal.resolveSibling("blobs"));
        try (Journal opened =
                Journal.open(FileStorage.open(journal), JournalSettings.DEFAULT).journal()) {
            Task task =
                    new Task(
                            new TaskId(9, 9),
                            accepted(OPEN).accepted().kind(),
                            new org.evenkeel.wire.BlobPayload(new Digest(1, 2, 3, 4), 70_000),
                            1,
                            null);
            opened.append(
                    new RecordCodec().encode(new JournalRecord.Accepted(task, Grant.first(1), 9)));
            opened.force();
        }
        assertThat(execute("journal", "check", journal.toString())).isEqualTo(1);
        assertThat(out.toString())
                .contains(blobs.resolve(new Digest(1, 2, 3, 4).toString()).toString())
                .contains("task " + new TaskId(9, 9) + " needs is missing");
    }

    @Test
    void dumpPrintsEveryRecordInItsOrder() {
        assertThat(execute("journal", "dump", journal.toString())).isZero();
        assertThat(out.toString().lines().map(line -> line.replaceAll(".*:\\d+ +", "")))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("job opened job " + JOB),
                        line -> assertThat(line).startsWith("accepted   task " + OPEN),
                        line -> assertThat(line).startsWith("accepted   task " + ENDED),
                        line -> assertThat(line).startsWith("granted    task " + OPEN),
                        line -> assertThat(line).startsWith("done       task " + ENDED),
                        line -> assertThat(line).contains("replicaOf n3"),
                        line -> assertThat(line).startsWith("accepted"),
                        line -> assertThat(line).startsWith("ended      task " + new TaskId(5, 3)));
    }

    @Test
    void dumpFiltersByTaskAndJob() {
        assertThat(execute("journal", "dump", journal.toString(), "--task", OPEN.toString()))
                .isZero();
        assertThat(out.toString().lines()).hasSize(2);
        assertThat(execute("journal", "dump", journal.toString(), "--job", new JobId(8).toString()))
                .isZero();
        assertThat(out.toString().lines()).hasSize(2);
        assertThat(execute("journal", "dump", journal.toString(), "--job", JOB.toString()))
                .isZero();
        assertThat(out.toString().lines()).hasSize(2 + 8);
    }

    @Test
    void whereThereIsNoJournalNothingIsFound() {
        assertThat(execute("journal", "check", cluster.resolve("nowhere").toString())).isEqualTo(3);
        assertThat(execute("journal", "check", "--cluster-dir", cluster.toString(), "--node", "n9"))
                .isEqualTo(3);
        assertThat(err.toString()).contains("node n9").contains("has a journal");
    }
}
