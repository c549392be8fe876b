package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line, started from the jars of lib/daemon and lib/cli and nothing else. */
class CommandLineProcessIT {
    @TempDir Path home;

    @Test
    void startsFromItsJarsAndThoseOfTheDaemon() throws Exception {
        unpack();
        Path out = home.resolve("out.txt");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                home.resolve("lib/daemon") + "/*:" + home.resolve("lib/cli") + "/*",
                                "org.evenkeel.cli.Main",
                                "version")
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(out)).startsWith("evenkeel ");
        assertThat(process.exitValue()).isZero();
    }

    private void unpack() throws IOException {
        for (String line : read("index.txt")) {
            String path = line.substring(66);
            if (path.startsWith("lib/daemon/") || path.startsWith("lib/cli/")) {
                Path target = home.resolve(path);
                Files.createDirectories(target.resolveSibling("."));
                try (InputStream in = getClass().getResourceAsStream("/evenkeel-dist/" + path)) {
                    assertThat(in).as(path).isNotNull();
                    Files.copy(in, target);
                }
            }
        }
    }

    private List<String> read(String resource) throws IOException {
        try (InputStream in = getClass().getResourceAsStream("/evenkeel-dist/" + resource)) {
            assertThat(in).as(resource).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
