package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.fake.SomeTasks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which directory the tasks of a job use, and for how long. */
class ClientServicesTest {

    @TempDir Path folder;
    private final Set<Long> open = new HashSet<>(Set.of(1L, 2L));

    @Test
    void eachJobHasADirectoryOfItsOwnUntilItIsClosed() throws IOException {
        ClientServices files =
                new ClientServices(
                        ClientServiceOptions.DEFAULT,
                        open::contains,
                        new SomeTasks(),
                        ask -> FileReply.DONE);
        Path first = files.path(1);
        Path second = files.path(2);
        assertThat(files.path(1)).isEqualTo(first).isNotEqualTo(second).isEmptyDirectory();
        Files.createDirectories(first.resolve("a/b"));
        Files.writeString(first.resolve("a/b/text"), "text");
        Path kept = Files.writeString(folder.resolve("kept"), "kept");
        Files.createSymbolicLink(first.resolve("link"), folder);
        open.remove(1L);
        files.closed(1);
        assertThat(first).doesNotExist();
        assertThat(kept).as("a link is not followed").exists();
        assertThat(second).exists();
        assertThatThrownBy(() -> files.path(1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has ended");
        files.closed(2);
        assertThat(second).doesNotExist();
    }

    @Test
    void aDirectoryThatWasNamedStays() throws IOException {
        ClientServices files =
                new ClientServices(
                        ClientServiceOptions.DEFAULT.withFolder(folder),
                        open::contains,
                        new SomeTasks(),
                        ask -> FileReply.DONE);
        Files.writeString(folder.resolve("text"), "text");
        assertThat(files.path(1)).isEqualTo(folder);
        files.closed(1);
        assertThat(folder.resolve("text")).exists();
    }
}
