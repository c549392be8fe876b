package org.evenkeel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutionsTest {

    @TempDir Path directory;

    /** A worker's file, for instance "B1 E1 B2": begins and ends of tasks. */
    private void worker(int pid, String records) throws IOException {
        String[] words = records.split(" ");
        ByteBuffer bytes = ByteBuffer.allocate(words.length * RunLog.RECORD_BYTES);
        for (String word : words) {
            bytes.put((byte) word.charAt(0)).putLong(Long.parseLong(word.substring(1))).putLong(0);
        }
        Files.write(directory.resolve(pid + RunLog.SUFFIX), bytes.array());
    }

    @Test
    void aSecondRunCountsAndOneThatWasCutOffDoesNot() throws Exception {
        worker(10, "B1 E1 B2 E2 B3");
        worker(11, "B3 E3 B2 E2");
        Executions executions = Executions.read(directory, Set.of(10L));
        assertThat(executions.finished()).isEqualTo(4);
        assertThat(executions.cutOff()).isEqualTo(1);
        assertThat(executions.cutOffElsewhere()).isZero();
        assertThat(executions.repeated()).isEqualTo(1);
        assertThat(executions.mostRuns()).isEqualTo(2);
        assertThat(executions.tasks()).isEqualTo(3);
        assertThat(executions.economy()).isGreaterThan(1.3);
    }

    @Test
    void aRunThatEndsNowhereIsSeenWhereNobodyKilled() throws Exception {
        worker(10, "B1 E1 B2");
        assertThat(Executions.read(directory, Set.of(11L)).cutOffElsewhere()).isEqualTo(1);
    }
}
