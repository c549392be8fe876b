package org.evenkeel.recorder.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetentionFileTest {

    private static final RetentionPlan USUAL = new RetentionPlan(30, 2L << 30);

    @TempDir Path store;

    @Test
    void whatWasSaidLastCounts() throws Exception {
        assertThat(RetentionFile.read(store, USUAL)).isEqualTo(USUAL);
        RetentionPlan other = new RetentionPlan(90, 10L << 30);
        RetentionFile.write(store, USUAL);
        RetentionFile.write(store, other);
        assertThat(RetentionFile.read(store, USUAL)).isEqualTo(other);
    }

    @Test
    void fileThatMakesNoSenseDeletesNothing() throws Exception {
        Path file = store.resolve("retention.json");
        for (String text : List.of("{}", "{\"days\":30}", "{\"days\":\"x\",\"bytes\":1}")) {
            Files.writeString(file, text);
            assertThatThrownBy(() -> RetentionFile.read(store, USUAL))
                    .as(text)
                    .hasMessageContaining(file.toString())
                    .hasMessageContaining("--days and --bytes");
        }
    }
}
