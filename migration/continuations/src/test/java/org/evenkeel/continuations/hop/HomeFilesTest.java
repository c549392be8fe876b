package org.evenkeel.continuations.hop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.evenkeel.api.Task;
import org.evenkeel.continuations.hop.HopPool.Journey;
import org.evenkeel.samples.moving.HomeUse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks that are put away at every checkpoint, each hop in another JVM, with files open. */
class HomeFilesTest {

    private static final int BYTES = 300_007;

    @TempDir Path folder;
    private Path program;
    private Path home;
    private final byte[] content = new byte[BYTES];
    private String text = "";

    @BeforeEach
    void fill() throws IOException {
        program = Programs.copyPackageOf(HomeUse.class, Files.createDirectory(folder.resolve("p")));
        home = Files.createDirectory(HopMain.homeOf(program));
        new SplittableRandom(BYTES).nextBytes(content);
        Files.write(home.resolve("bytes"), content);
        text =
                IntStream.range(0, 2_000)
                        .mapToObj(i ->
                                "zeile " + i + " \u00e4\u20ac\ud83d\ude00".repeat(i % 13) + "\n")
                        .collect(Collectors.joining());
        Files.writeString(home.resolve("text"), text);
        Files.writeString(folder.resolve("secret"), "secret");
        Files.createSymbolicLink(home.resolve("link"), folder.resolve("secret"));
    }

    private Journey travel(Class<?> task) throws IOException {
        Journey journey = HopPool.travel(program, task.getName(), 1);
        assertThat(journey.obstacles()).isEmpty();
        return journey;
    }

    private String uninterrupted(Class<?> task) throws Exception {
        Task<?> made = (Task<?>) task.getDeclaredConstructor().newInstance();
        return String.valueOf(made.run(new FilesContext(0, home)));
    }

    @Test
    void bytesAreTheSameAfterEachHop() throws IOException {
        Journey journey = travel(HomeUse.CopiesBytes.class);
        assertThat(journey.result()).isEqualTo("" + BYTES);
        assertThat(journey.hops()).isGreaterThanOrEqualTo(6);
        assertThat(home.resolve("copy")).hasBinaryContent(content);
        assertThat(journey.largestBytes()).as("two buffers and little else").isLessThan(100_000);
    }

    @Test
    void linesAreTheSameAfterEachHop() throws IOException {
        Journey journey = travel(HomeUse.CopiesLines.class);
        assertThat(journey.result()).isEqualTo("2000");
        assertThat(journey.hops()).isGreaterThanOrEqualTo(6);
        assertThat(home.resolve("copy")).hasContent(text + "end\nend");
    }

    @Test
    void channelsKeepTheirPositions() throws IOException {
        Journey journey = travel(HomeUse.Turns.class);
        assertThat(journey.result()).isEqualTo("%d %d %d".formatted(BYTES, BYTES, BYTES));
        assertThat(journey.hops()).isGreaterThanOrEqualTo(6);
        assertThat(home.resolve("copy")).hasBinaryContent(content);
    }

    @Test
    void filesDoesWhatItDoesWithOtherPaths() throws Exception {
        String here = uninterrupted(HomeUse.Manages.class);
        assertThat(here)
                .isEqualTo(
                        "[first\nsecond\n, [first, second], 13, true, false, true, "
                                + "[first, second, third], "
                                + "[/made, /made/copy, /made/moved, /made/x, /made/x/y], "
                                + "again, 0, false]");
        assertThat(travel(HomeUse.Manages.class).result()).isEqualTo(here);
    }

    @Test
    void problemsAreTheExceptionsOfFiles() throws Exception {
        String here = uninterrupted(HomeUse.Fails.class);
        assertThat(here)
                .isEqualTo(
                        "[NoSuchFileException, FileAlreadyExistsException, AccessDeniedException, "
                                + "AccessDeniedException, FileSystemException, "
                                + "UnsupportedOperationException, NoSuchFileException, "
                                + "NoSuchFileException, NotDirectoryException]");
        assertThat(travel(HomeUse.Fails.class).result()).isEqualTo(here);
    }
}
