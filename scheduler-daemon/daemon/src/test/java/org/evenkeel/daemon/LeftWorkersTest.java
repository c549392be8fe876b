package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.evenkeel.daemon.fake.TestCluster;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.daemon.worker.guard.WorkerGuard;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A daemon starts where a killed one left a worker process, which is a shell here. */
@Timeout(120)
class LeftWorkersTest {

    /** Makes files all the time, and notes when one of them is deleted. */
    private static final String SCRIPT =
            "n=0; : > first; : > \"$0/begun\";"
                    + " while [ -e first ]; do : > f$((n++ % 2000)); done; : > \"$0/deleted\"";

    @TempDir Path directory;
    @TempDir Path notes;

    private Path node() {
        return directory.resolve("nodes").resolve("n1");
    }

    private Process leftWorker() throws IOException {
        Path own = node().resolve("workers").resolve("1");
        PrivateFiles.createDirectories(own);
        ProcessBuilder builder =
                new ProcessBuilder("setsid", "bash", "-c", SCRIPT, notes.toString())
                        .directory(own.toFile());
        builder.environment().putAll(WorkerGuard.environment(own));
        return builder.start();
    }

    private List<Path> left() throws IOException {
        List<Path> left = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(node(), "workers.left-*")) {
            found.forEach(left::add);
        }
        return left;
    }

    /** Otherwise files would go under a process that runs, or come again behind the wipe. */
    @Test
    void whatAKilledDaemonLeftEndsBeforeItsDirectoryIsWiped() throws Exception {
        assumeTrue(Files.isReadable(Path.of("/proc/self/stat")), "processes are told by /proc");
        Process worker = leftWorker();
        try (TestCluster cluster = new TestCluster(directory)) {
            Awaitility.await("the worker makes files")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> Files.exists(notes.resolve("begun")));
            cluster.start("n1", 1, Map.of());
            assertThat(worker.waitFor()).as("SIGKILL").isEqualTo(137);
            assertThat(notes.resolve("deleted")).doesNotExist();
            assertThat(left()).isEmpty();
        } finally {
            worker.destroyForcibly();
        }
    }
}
