package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The job script for Slurm, run dry: without Slurm, a script in place of {@code srun} starts the
 * tasks of the step on this machine and signals their process groups, as Slurm does.
 */
@Timeout(180)
@LongForm
@Tag("extended")
class SlurmProcessIT {
    private static final Path SCRIPT = Path.of("..", "..", "docker", "slurm", "evenkeel.sbatch");
    private static final long LIMIT_SECONDS = 120;
    private static final String SRUN =
            """
            #!/usr/bin/env bash
            set -m
            while [[ $1 == --* ]]; do shift; done
            for ((i = 0; i < SLURM_NTASKS; i++)); do
              SLURM_PROCID=$i SLURM_LOCALID=$i "$@" &
              tasks+=($!)
            done
            trap 'for told in "${tasks[@]}"; do kill -TERM -- "-$told"; done' TERM
            for task in "${tasks[@]}"; do
              while kill -0 "$task" 2> /dev/null; do wait "$task" || result=$?; done
            done
            exit "${result:-0}"
            """;

    @TempDir private Path directory;
    private Path shared;
    private Path local;
    private Path said;

    @BeforeEach
    void prepare() throws IOException {
        shared = Files.createDirectory(directory.resolve("shared"));
        local = Files.createDirectory(directory.resolve("local"));
        said = directory.resolve("said.txt");
        Path srun = Files.createDirectory(directory.resolve("bin")).resolve("srun");
        Files.writeString(srun, SRUN);
        Files.setPosixFilePermissions(srun, PosixFilePermissions.fromString("rwx------"));
    }

    private Process start(String... words) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(
                                Stream.concat(
                                                Stream.of("bash", SCRIPT.toRealPath().toString()),
                                                Stream.of(words))
                                        .toList())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile());
        var environment = builder.environment();
        environment.put("PATH", directory.resolve("bin") + ":" + environment.get("PATH"));
        environment.put("EVENKEEL_HOME", Home.unpack().toString());
        environment.put("EVENKEEL_JAVA_HOME", System.getProperty("java.home"));
        environment.put("EVENKEEL_PORT", Integer.toString(Ports.reserve(2)));
        environment.put("EVENKEEL_OPTIONS", "--policy hybrid --drain-grace 2s");
        environment.put("SLURM_SUBMIT_DIR", shared.toString());
        environment.put("SLURM_JOB_ID", "7");
        environment.put("SLURM_NTASKS", "2");
        environment.put("SLURM_CPUS_PER_TASK", "1");
        environment.put("SLURM_TMPDIR", local.toString());
        return builder.start();
    }

    private int end(Process job) throws Exception {
        if (!job.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            job.descendants().forEach(ProcessHandle::destroyForcibly);
            job.destroyForcibly();
            throw new AssertionError("still running: " + Files.readString(said));
        }
        return job.exitValue();
    }

    private void assertNothingIsLeft() throws IOException {
        assertThat(children(local)).as("state on the machines' own disks").isEmpty();
        assertThat(children(shared)).as("what they shared").isEmpty();
        assertThat(ProcessHandle.allProcesses())
                .noneMatch(process -> Command.commandLine(process).contains(local.toString()));
    }

    private static List<Path> children(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.toList();
        }
    }

    @Test
    void machinesComeTogetherForAProgramAndEndWithIt() throws Exception {
        Process job = start("org.evenkeel.examples.queens.Queens", "--n", "12");
        assertThat(end(job)).as(Files.readString(said)).isZero();
        assertThat(Files.readString(said)).contains("12 queens: 14,200 solutions");
        assertNothingIsLeft();
    }

    @Test
    void whenTheTimeIsUpAllEnd() throws Exception {
        Process job = start("org.evenkeel.examples.queens.Queens", "--n", "18");
        Path second = local.resolve("evenkeel-7-1/clusters/default/nodes/m1/daemon.json");
        try {
            Awaitility.await("both machines")
                    .atMost(Duration.ofSeconds(LIMIT_SECONDS))
                    .until(() ->
                            Files.exists(second) && job.children().anyMatch(SlurmProcessIT::runs));
        } finally {
            job.destroy(); // SIGTERM to the script alone, as --signal=B:TERM says
        }
        assertThat(end(job)).as(Files.readString(said)).isEqualTo(128 + 15);
        assertNothingIsLeft();
    }

    private static boolean runs(ProcessHandle child) {
        return Command.commandLine(child).contains("Queens");
    }
}
