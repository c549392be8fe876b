package org.evenkeel.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.kernel.journal.Entry;
import org.evenkeel.kernel.journal.Inspection;
import org.evenkeel.kernel.journal.Journal;
import org.evenkeel.kernel.journal.JournalDamagedException;
import org.evenkeel.kernel.journal.JournalSettings;
import org.evenkeel.kernel.journal.Key;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStorageTest {

    private static final JournalSettings SMALL =
            new JournalSettings(4_000, 8_000, 2_000, 8_000, 1_000);

    @TempDir private Path directory;

    private Journal.Opened open() throws Exception {
        return Journal.open(FileStorage.open(directory), SMALL);
    }

    private static void write(Journal journal, int keys) throws Exception {
        for (int i = 0; i < keys; i++) {
            journal.append(new Entry(new Key((byte) 1, i, 0), 1, new byte[500]));
            journal.force();
        }
    }

    @Test
    void aJournalOfRealFilesComesBack() throws Exception {
        try (Journal journal = open().journal()) {
            write(journal, 50);
            journal.forceMark();
            assertThat(journal.figures().segments()).isGreaterThan(5);
        }
        Journal.Opened again = open();
        assertThat(again.live()).hasSize(50);
        assertThat(again.report().dropped()).isEmpty();
        again.journal().close();
    }

    @Test
    void cleanedSegmentsAreDeleted() throws Exception {
        try (Journal journal = open().journal()) {
            for (int i = 0; i < 40; i++) {
                write(journal, 3);
                while (journal.needsCleaning()) {
                    journal.clean(1_000);
                    journal.force();
                    journal.forceMark();
                }
            }
            assertThat(journal.figures().liveEntries()).isEqualTo(3);
            assertThat(segments()).hasSizeLessThan(5);
        }
        Journal.Opened again = open();
        assertThat(again.live()).hasSize(3);
        again.journal().close();
    }

    private List<Path> segments() throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
        }
    }

    @Test
    void filesAreTheOwnersAlone() throws Exception {
        try (Journal journal = open().journal()) {
            write(journal, 1);
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .as(file.toString())
                        .isEqualTo("rw-------");
            }
        }
    }

    @Test
    void oneProcessHoldsTheJournal() throws Exception {
        Journal first = open().journal();
        assertThatIOException()
                .isThrownBy(() -> FileStorage.open(directory))
                .withMessageContaining("another process uses the journal in " + directory);
        first.close();
        FileStorage.open(directory).close();
    }

    @Test
    void damageIsReportedWithThePathOfTheFile() throws Exception {
        try (Journal journal = open().journal()) {
            write(journal, 20);
            journal.forceMark();
        }
        Path damaged = segments().get(1);
        byte[] content = Files.readAllBytes(damaged);
        content[700] ^= 4;
        Files.write(damaged, content);
        FileStorage storage = FileStorage.open(directory);
        assertThatThrownBy(() -> Journal.open(storage, SMALL))
                .isInstanceOf(JournalDamagedException.class)
                .hasMessageContaining(damaged.toString())
                .hasMessageContaining("at offset 680");
        storage.close();
    }

    @Test
    void aReaderSeesItBesideTheWriterAndChangesNothing() throws Exception {
        try (Journal journal = open().journal();
                FileStorage reader = FileStorage.readOnly(directory)) {
            write(journal, 20);
            Inspection seen = Inspection.of(reader, SMALL, (file, offset, entry) -> {});
            assertThat(seen.problems()).isEmpty();
            assertThat(seen.live()).hasSize(20);
            assertThatIOException().isThrownBy(() -> reader.create("x"));
            assertThatIOException()
                    .isThrownBy(() -> reader.write("journal-0000000001.log", 0, bytes()));
        }
    }

    private static ByteBuffer bytes() {
        return ByteBuffer.allocate(8);
    }
}
