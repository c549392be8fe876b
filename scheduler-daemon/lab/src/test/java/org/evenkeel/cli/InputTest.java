package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command is given is checked before anything starts. */
class InputTest {
    @TempDir Path directory;
    private final Cli cli = new Cli();

    private void refused(String reason, String... words) throws Exception {
        assertThat(cli.run(words)).as(cli.err()).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).contains(reason);
        assertThat(directory).as("nothing was begun").isEmptyDirectory();
    }

    @Test
    void aClusterHasANameNotAPath() throws Exception {
        refused("\"../x\" is not a cluster name", "up", "--cluster", "../x");
        refused("--cluster-dir for a directory", "nodes", "--cluster", "/tmp/x");
    }

    @Test
    void workersAndTheirMemoryArePossible() throws Exception {
        String place = directory.toString();
        refused("--workers must be 1 to 1024", "up", "--cluster-dir", place, "--workers", "0");
        refused(
                "\"1x\" is not a size; use 512m or 2g",
                "up",
                "--cluster-dir",
                place,
                "--worker-heap",
                "1x");
        refused(
                "900000g exceeds this machine's memory",
                "up",
                "--cluster-dir",
                place,
                "--worker-heap",
                "900000g");
    }

    @Test
    void clusterForAProgramHas1To64Daemons() throws Exception {
        refused("--up must be 1 to 64, not 0", "run", "--up", "0", "app.jar");
        refused("--up must be 1 to 64, not 65", "run", "--up", "65", "app.jar");
    }

    @Test
    void classesAreLookedForBeforeTheyAreRun() throws Exception {
        Path jar =
                Path.of(
                        CommandGroups.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI());
        assertThat(ClassPaths.mayHave(List.of(jar), CommandGroups.class.getName())).isTrue();
        assertThat(ClassPaths.mayHave(List.of(jar), "org.evenkeel.Missing")).isFalse();
        Path empty = Files.createDirectory(directory.resolve("classes"));
        assertThat(ClassPaths.mayHave(List.of(empty), "Main")).isFalse();
        Files.createFile(empty.resolve("Main.class"));
        assertThat(ClassPaths.mayHave(List.of(empty), "Main")).isTrue();
    }
}
