package org.evenkeel.continuations.hop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.evenkeel.api.Task;
import org.evenkeel.continuations.hop.HopPool.Journey;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs, put away at every checkpoint with each hop in another JVM, come to the result
 * that they have uninterrupted. A failure names the seed; {@code -Devenkeel.seed=N} runs it alone.
 */
@Tag("extended")
class RandomProgramsTest {

    /** From seed 1 on: the short form tries the same programs each time. */
    private static final int SHORT = 100;

    private static final int LONG = 2_000;

    @TempDir Path folder;

    @Test
    void comeToTheSameResult() throws Exception {
        Long only = Long.getLong("evenkeel.seed");
        boolean isLong = Boolean.getBoolean("evenkeel.long");
        long first = only != null ? only : isLong ? new Random().nextInt(1_000_000_000) : 1;
        int count = only != null ? 1 : isLong ? LONG : SHORT;
        System.out.println(
                "random programs of seeds "
                        + first
                        + " to "
                        + (first + count - 1)
                        + "; one again: "
                        + "./mvnw -pl migration/continuations -am test -Dtest=RandomProgramsTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Devenkeel.seed="
                        + first);
        long[] seeds = LongStream.range(first, first + count).toArray();
        compile(seeds);
        List<Compared> all;
        try (URLClassLoader plain = new URLClassLoader(new URL[] {folder.toUri().toURL()});
                ExecutorService pool =
                        Executors.newFixedThreadPool(
                                Math.min(2, Runtime.getRuntime().availableProcessors()))) {
            List<Callable<Compared>> each = new ArrayList<>();
            for (long seed : seeds) {
                each.add(() -> compare(plain, seed));
            }
            all = new ArrayList<>();
            for (Future<Compared> one : pool.invokeAll(each)) {
                all.add(one.get());
            }
        }
        int hops = all.stream().mapToInt(one -> one.journey().hops()).sum();
        long tooLong = all.stream().filter(one -> !one.journey().obstacles().isEmpty()).count();
        System.out.println(
                count
                        + " random programs, "
                        + hops
                        + " hops, "
                        + tooLong
                        + " with a method that is"
                        + " too long to be put away");
        assertThat(all.stream().filter(one -> !one.isRight())).isEmpty();
        assertThat(hops).isGreaterThan(count);
        assertThat(tooLong).isLessThanOrEqualTo(1 + count / 10);
    }

    private record Compared(long seed, Journey journey, String expected) {
        boolean isRight() {
            return journey.result().equals(expected)
                    && journey.obstacles().stream().allMatch(o -> o.contains("too long"));
        }
    }

    private Compared compare(ClassLoader plain, long seed) throws Exception {
        Class<?> type = plain.loadClass(RandomProgram.name(seed));
        Task<?> task = (Task<?>) type.getDeclaredConstructor().newInstance();
        String expected;
        try {
            expected = String.valueOf(task.run(new HopContext(0)));
        } catch (Throwable e) {
            expected = "threw " + e;
        }
        return new Compared(seed, HopPool.travel(folder, type.getName(), 1), expected);
    }

    private void compile(long[] seeds) throws IOException {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "-nowarn",
                                "-proc:none",
                                "-g:lines",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                folder.toString()));
        Path sources = Files.createTempDirectory(folder, "sources");
        for (long seed : seeds) {
            Path file = sources.resolve(RandomProgram.name(seed) + ".java");
            Files.writeString(file, RandomProgram.source(seed));
            words.add(file.toString());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler.run(null, null, null, words.toArray(String[]::new))).isZero();
    }
}
