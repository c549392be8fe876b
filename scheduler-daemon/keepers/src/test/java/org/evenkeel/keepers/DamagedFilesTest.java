package org.evenkeel.keepers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.evenkeel.keepers.TestKeepers.PATIENT;
import static org.evenkeel.keepers.TestKeepers.bytes;
import static org.evenkeel.keepers.TestKeepers.join;
import static org.evenkeel.keepers.TestKeepers.renew;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.assertj.core.api.AbstractThrowableAssert;
import org.evenkeel.daemon.keepers.Keeper;
import org.evenkeel.daemon.keepers.KeeperException;
import org.evenkeel.daemon.keepers.KeeperException.Kind;
import org.evenkeel.daemon.keepers.KeeperSettings.Start;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a keeper does with files that are not as it left them; one keeper is a group here. */
class DamagedFilesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @SuppressWarnings("NullAway.Init")
    private TestKeepers group;

    @BeforeEach
    void setUp() throws Exception {
        group = new TestKeepers(directory, "n1");
        Keeper keeper = group.start("n1", Start.FOUND, PATIENT, "n1");
        join(keeper);
        renew(keeper, 2, 30);
    }

    @AfterEach
    void tearDown() {
        group.close();
    }

    private Keeper again() throws Exception {
        return group.start("n1", Start.CONTINUE, PATIENT, "n1");
    }

    private AbstractThrowableAssert<?, ?> assertRefused(Kind kind) {
        return assertThatThrownBy(this::again)
                .isInstanceOfSatisfying(
                        KeeperException.class, e -> assertThat(e.kind()).isEqualTo(kind));
    }

    @Test
    void damagedSegmentIsNamedAndTheKeeperDoesNotStart() throws Exception {
        group.stop("n1");
        Path segment = group.files("n1", "current", "log_").getFirst();
        byte[] content = Files.readAllBytes(segment);
        content[content.length / 2] ^= 1;
        Files.write(segment, content);
        assertRefused(Kind.DAMAGED)
                .hasMessageStartingWith("keeper n1 cannot read its log in " + directory)
                .hasMessageContaining("of a segment was damaged")
                .hasMessageEndingWith("move the directory away and add this keeper as a new one");
        content[content.length / 2] ^= 1;
        Files.write(segment, content);
        assertThat(bytes(again())).isNotEmpty(); // what was refused has let go of the directory
    }

    /** The entry was never acknowledged: it was not written as a whole. */
    @Test
    void lastEntryThatWasCutShortIsForgotten() throws Exception {
        group.stop("n1");
        Path segment = group.files("n1", "current", "log_").getLast();
        byte[] content = Files.readAllBytes(segment);
        Files.write(segment, Arrays.copyOf(content, content.length - 3));
        assertThat(bytes(again())).isNotEmpty();
    }

    @Test
    void snapshotThatWasCutShortIsNamed() throws Exception {
        group.keeper("n1").snapshot();
        group.stop("n1");
        Path snapshot = group.files("n1", "sm", "snapshot.").getLast();
        byte[] content = Files.readAllBytes(snapshot);
        Files.write(snapshot, Arrays.copyOf(content, content.length - 5));
        assertRefused(Kind.DAMAGED)
                .hasMessageContaining(String.valueOf(snapshot.getFileName()))
                .hasMessageContaining("it was damaged or cut short");
    }

    @Test
    void logWhoseBeginningIsNowhereIsRefused() throws Exception {
        Keeper keeper = group.keeper("n1");
        int to = 30;
        while (Files.exists(segment("log_inprogress_0"))
                || !group.files("n1", "current", "log_0-").isEmpty()) {
            renew(keeper, to + 1, to + 200);
            to += 200;
        }
        group.stop("n1");
        for (Path snapshot : group.files("n1", "sm", "snapshot.")) {
            Files.delete(snapshot);
        }
        assertRefused(Kind.DAMAGED).hasMessageContaining("entry 0 is neither in the log");
    }

    private Path segment(String name) {
        return group.directory("n1")
                .resolve(group.group.toString())
                .resolve("current")
                .resolve(name);
    }

    @Test
    void lostDirectoryIsNotFoundedAgain() throws Exception {
        group.stop("n1");
        Files.move(group.directory("n1"), directory.resolve("moved"));
        assertRefused(Kind.SETTINGS).hasMessageContaining("has nothing of its group");
    }

    @Test
    void directoryAndPortAreUsedByOne() throws Exception {
        assertRefused(Kind.SETTINGS).hasMessageContaining("another process does");
        assertThatThrownBy(() ->
                        new RatisKeepers()
                                .restore(
                                        directory.resolve("nothing"),
                                        group.settings("n1", Start.FOUND, PATIENT, "n1")))
                .hasMessageContaining("cannot be restored");
    }
}
