package org.evenkeel.continuations.hop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.evenkeel.continuations.hop.HopPool.Journey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program with a library that was compiled for Java 8, as many are. */
class OldClassesTest {

    private static final String LIBRARY =
            """
            package old;

            import java.util.function.IntUnaryOperator;
            import java.util.stream.IntStream;

            public final class Numbers {
                private final int more;

                public Numbers(int more) {
                    this.more = more;
                }

                public static int sum(int count, IntUnaryOperator step) {
                    int sum = 0;
                    for (int i = 0; i < count; i++) {
                        IntUnaryOperator twice = n -> 2 * step.applyAsInt(n);
                        sum += twice.applyAsInt(i);
                    }
                    return sum;
                }

                public int streamed(int count, IntUnaryOperator step) {
                    return IntStream.range(0, count).map(n -> step.applyAsInt(n) + more).sum();
                }
            }
            """;

    private static final String TASK =
            """
            package fresh;

            import old.Numbers;
            import org.evenkeel.api.*;

            public final class Summing implements Task<String> {
                @Override
                public String run(TaskContext context) {
                    int sum = Numbers.sum(4, n -> {
                        context.checkpoint();
                        return n + 1;
                    });
                    return sum + " " + new Numbers(10).streamed(3, n -> n);
                }
            }
            """;

    @TempDir Path folder;

    private void compile(String name, String source, String... options) throws IOException {
        Path file = folder.resolve("src").resolve(name + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, source);
        List<String> words = new ArrayList<>(List.of(options));
        words.addAll(List.of("-nowarn", "-Xlint:-options", "-d", program().toString()));
        words.addAll(
                List.of(
                        "-cp",
                        program()
                                + java.io.File.pathSeparator
                                + System.getProperty("java.class.path")));
        words.add(file.toString());
        int result =
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, words.toArray(String[]::new));
        assertThat(result).as(name).isZero();
    }

    private Path program() {
        return folder.resolve("program");
    }

    @Test
    void lambdasOfItsOldClassesAreSuspendedAsOthersAre() throws Exception {
        Files.createDirectories(program());
        compile("Numbers", LIBRARY, "--release", "8");
        compile("Summing", TASK);
        Journey journey = HopPool.travel(program(), "fresh.Summing", 1);
        assertThat(journey.result()).isEqualTo("20 33");
        assertThat(journey.obstacles()).isEmpty();
        assertThat(journey.hops()).isEqualTo(4);
    }
}
