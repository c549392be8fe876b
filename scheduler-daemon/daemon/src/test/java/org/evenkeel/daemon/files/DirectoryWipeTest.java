package org.evenkeel.daemon.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class DirectoryWipeTest {

    private static final int FILES = 3_000;
    private static final int WIPES = 50;

    @TempDir Path folder;
    private Path directory;
    private Path elsewhere;

    @BeforeEach
    void make() throws IOException {
        directory = Files.createDirectory(folder.resolve("1"));
        elsewhere = fill(Files.createDirectory(folder.resolve("elsewhere")));
    }

    private static Path fill(Path directory) throws IOException {
        for (int i = 0; i < FILES; i++) {
            Files.createFile(directory.resolve("f" + i));
        }
        return directory;
    }

    private long filesElsewhere() throws IOException {
        try (Stream<Path> files = Files.list(elsewhere)) {
            return files.count();
        }
    }

    private void wiped(boolean itselfToo) throws IOException {
        DirectoryWipe.wipe(directory, itselfToo);
        assertThat(Files.exists(directory)).isNotEqualTo(itselfToo);
        if (!itselfToo) {
            assertThat(directory).isEmptyDirectory();
        }
        assertThat(filesElsewhere()).isEqualTo(FILES);
    }

    @Test
    void whatIsThereGoesAndWhatLinksLeadToStays() throws Exception {
        fill(Files.createDirectories(directory.resolve("a/b")));
        Files.createSymbolicLink(directory.resolve("link"), elsewhere);
        Files.createSymbolicLink(directory.resolve("a/b/link"), elsewhere.resolve("f1"));
        Files.createLink(directory.resolve("hard"), elsewhere.resolve("f2"));
        Files.createSymbolicLink(directory.resolve("nowhere"), folder.resolve("nowhere"));
        wiped(false);
        wiped(true);
        wiped(true);
    }

    @Test
    void directoriesMayBeNestedDeeplyAndClosed() throws Exception {
        Path deep = directory;
        for (int i = 0; i < 500; i++) {
            deep = Files.createDirectory(deep.resolve("d" + i));
            Files.createFile(deep.resolve("f"));
        }
        for (String mode : new String[] {"---------", "r-x------", "-wx------"}) {
            Path closed = Files.createDirectories(directory.resolve("closed/" + mode));
            Files.createDirectory(closed.resolve("inside"));
            Files.createFile(closed.resolve("inside/f"));
            Files.setPosixFilePermissions(
                    closed.resolve("inside"), PosixFilePermissions.fromString(mode));
            Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString(mode));
        }
        Files.setPosixFilePermissions(
                directory.resolve("closed"), PosixFilePermissions.fromString("r--------"));
        wiped(true);
    }

    @Test
    void aLinkInItsPlaceIsNotFollowed() throws Exception {
        Files.delete(directory);
        Files.createSymbolicLink(directory, elsewhere);
        DirectoryWipe.wipe(directory, true);
        assertThat(Files.exists(directory, LinkOption.NOFOLLOW_LINKS)).isTrue();
        assertThat(filesElsewhere()).isEqualTo(FILES);
    }

    /** Its process makes one more after each pass, of which each takes a second of this clock. */
    @Test
    void whoMakesFilesAllTheTimeIsNotWaitedFor() throws Exception {
        AtomicLong seconds = new AtomicLong();
        LongSupplier nanos =
                () -> {
                    long now = seconds.getAndIncrement();
                    attempt(() -> Files.createFile(directory.resolve("f" + now)));
                    return TimeUnit.SECONDS.toNanos(now);
                };
        assertThatThrownBy(() -> DirectoryWipe.wipe(directory, false, nanos))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not all of " + directory);
        assertThat(seconds).as("one and eleven passes").hasValue(12);
        wiped(true);
    }

    /** A process of a task that was not found: it exchanges a directory for a link all the time. */
    @Test
    void nothingElsewhereGoesWhileSomebodyExchangesDirectoriesForLinks() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Path name = directory.resolve("d");
        Path away = directory.resolve("away");
        fill(Files.createDirectory(name));
        Thread exchanger =
                Thread.ofPlatform()
                        .start(() -> {
                            while (!over.get()) {
                                attempt(() -> Files.move(name, away));
                                attempt(() -> Files.createSymbolicLink(name, elsewhere));
                                attempt(() -> Files.delete(name));
                                attempt(() -> Files.move(away, name));
                                attempt(() -> Files.createDirectory(name));
                            }
                        });
        AtomicLong passes = new AtomicLong();
        LongSupplier nanos = () -> TimeUnit.SECONDS.toNanos(passes.getAndIncrement());
        try {
            for (int i = 0; i < WIPES; i++) {
                attempt(() -> DirectoryWipe.wipe(directory, false, nanos));
            }
        } finally {
            over.set(true);
            exchanger.join();
        }
        wiped(true);
    }

    private interface Attempt {
        void run() throws IOException;
    }

    private static void attempt(Attempt attempt) {
        try {
            attempt.run();
        } catch (IOException e) {
            // the other was faster, or made too much
        }
    }
}
