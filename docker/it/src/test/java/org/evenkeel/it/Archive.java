package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The archive that a build makes for machines. */
public final class Archive {
    private static final long LIMIT_SECONDS = 60;

    private Archive() {}

    /** Where it is. */
    public static Path file() {
        Path file = Path.of(Objects.requireNonNull(System.getProperty("evenkeel.archive")));
        assertThat(file).exists();
        return file.normalize();
    }

    /** Unpacks it and gives the directory that was in it. */
    static Path unpack(Path into) throws IOException, InterruptedException {
        tar("-xzf", file().toString(), "-C", into.toString());
        return into.resolve("evenkeel");
    }

    /** A line for each entry, as {@code tar} shows it. */
    static List<String> entries() throws IOException, InterruptedException {
        return tar("--numeric-owner", "-tvzf", file().toString());
    }

    private static List<String> tar(String... words) throws IOException, InterruptedException {
        Path said = Files.createTempFile("tar", ".txt");
        try {
            Process tar =
                    new ProcessBuilder(Stream.concat(Stream.of("tar"), Stream.of(words)).toList())
                            .redirectErrorStream(true)
                            .redirectOutput(said.toFile())
                            .start();
            assertThat(tar.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).as("tar ends").isTrue();
            assertThat(tar.exitValue()).as(Files.readString(said)).isZero();
            return Files.readAllLines(said);
        } finally {
            Files.delete(said);
        }
    }
}
