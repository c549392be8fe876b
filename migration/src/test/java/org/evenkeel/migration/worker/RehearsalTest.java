package org.evenkeel.migration.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.evenkeel.migration.rehearsal.Errand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RehearsalTest {

    @TempDir private Path directory;

    @Test
    void aTaskIsPutAwayAndGoesOnAndNothingIsLeft() throws Exception {
        Path worker = directory.resolve("1");
        assertThat(new Rehearsal(worker).run()).isEqualTo(Errand.answer());
        assertThat(worker).isEmptyDirectory();
        assertThat(new Rehearsal(worker).run()).as("again").isEqualTo(Errand.answer());
    }

    @Test
    void itTakesPlaceWhenNothingRuns() throws Exception {
        AtomicBoolean idle = new AtomicBoolean();
        new Rehearsal(directory.resolve("1")).whenIdle(idle::get);
        Thread.sleep(1_500);
        assertThat(directory).isEmptyDirectory();
        idle.set(true);
        await().until(() -> Files.exists(directory.resolve("1")));
        await().untilAsserted(() -> assertThat(directory.resolve("1")).isEmptyDirectory());
    }
}
