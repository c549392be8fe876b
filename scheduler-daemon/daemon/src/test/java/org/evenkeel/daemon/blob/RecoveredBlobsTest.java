package org.evenkeel.daemon.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.daemon.journal.RecoveredRecords.Needed;
import org.evenkeel.kernel.journal.JournalDamagedException;
import org.evenkeel.kernel.journal.Key;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.BlobPayload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecoveredBlobsTest {
    private static final int SIZE = 1_000;

    @TempDir private Path directory;

    private RecoveredBlobs find(Digest name) throws Exception {
        TaskId task = new TaskId(5, 6);
        return RecoveredBlobs.find(
                directory,
                List.of(
                        new Needed(
                                new Key((byte) 1, 5, 6),
                                task,
                                new BlobPayload(name, SIZE),
                                Digest.NONE,
                                false)));
    }

    /** Its writer may have held it open: that costs its own task, and not the node. */
    @Test
    void aCheckpointIsMadeAsLongAsItWas() throws Exception {
        Digest name = CheckpointName.of(1, 2, 3);
        Path file = directory.resolve(name.toString());
        for (int length : new int[] {0, SIZE - 1, SIZE, SIZE + 1, 5 * SIZE}) {
            Files.write(file, new byte[length]);
            assertThat(find(name).sizes()).containsEntry(name, (long) SIZE);
            assertThat(file).hasSize(SIZE);
        }
        Files.delete(file);
        assertThatThrownBy(() -> find(name))
                .isInstanceOf(JournalDamagedException.class)
                .hasMessageContaining("is missing");
    }

    @Test
    void otherBlobsHaveTheirLength() throws Exception {
        Digest name = Digest.of(new byte[Digest.BYTES]);
        Path file = Files.write(directory.resolve(name.toString()), new byte[SIZE + 1]);
        assertThatThrownBy(() -> find(name))
                .isInstanceOf(JournalDamagedException.class)
                .hasMessageContaining("has 1001 bytes instead of 1000");
        assertThat(file).hasSize(SIZE + 1);
    }
}
