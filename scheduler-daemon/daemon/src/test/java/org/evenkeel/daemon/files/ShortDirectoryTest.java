package org.evenkeel.daemon.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShortDirectoryTest {

    @TempDir Path shared;
    @TempDir Path node;

    @Test
    void isNewAndForItsOwnerAlone() throws Exception {
        Path made = ShortDirectory.make(shared, node);
        Files.createFile(made.resolve("left"));
        Path again = ShortDirectory.make(shared, node);
        assertThat(again).isEqualTo(made).isEmptyDirectory();
        assertThat(Files.getPosixFilePermissions(again))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void aLinkUnderItsNameIsLeftAlone() throws Exception {
        Path name = ShortDirectory.make(shared, node);
        Files.delete(name);
        Path elsewhere = Files.createDirectories(shared.resolve("elsewhere"));
        Files.createFile(elsewhere.resolve("kept"));
        Files.createSymbolicLink(name, elsewhere);
        Path made = ShortDirectory.make(shared, node);
        assertThat(made).isNotEqualTo(name).isEmptyDirectory();
        assertThat(elsewhere.resolve("kept")).exists();
        assertThat(name).isSymbolicLink();
    }
}
