package org.evenkeel.testing.fuzz;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The targets of a module: every input of their corpora is fed to them, and with {@code
 * -Devenkeel.fuzz.seconds=N} Jazzer looks for more during N seconds for each; in the long form that
 * is 60. With {@code -Devenkeel.fuzz.inputs=N} it tries N inputs that a fixed seed draws.
 *
 * <p>{@code -Devenkeel.fuzz.target=NAME} takes one target alone, {@code -Devenkeel.fuzz.input=FILE}
 * one input alone.
 */
public abstract class FuzzTests {

    /** One of each. */
    protected abstract List<FuzzTarget> targets();

    @TestFactory
    Stream<DynamicTest> hostileBytesAreReadAsDeclaredInBoundedMemoryAndTime() {
        String only = System.getProperty("evenkeel.fuzz.target");
        List<FuzzTarget> targets =
                this.targets().stream()
                        .filter(target -> only == null || target.name().equals(only))
                        .toList();
        FuzzLimit limit = FuzzLimit.chosen();
        if (limit.isNone()) {
            return targets.stream()
                    .map(target ->
                            DynamicTest.dynamicTest(target.name(), () -> run(target, limit)));
        }
        return sideBySide(targets, limit);
    }

    /**
     * Two targets for each processor at a time, four at most: a limit in seconds is by the clock.
     */
    private static Stream<DynamicTest> sideBySide(List<FuzzTarget> targets, FuzzLimit limit) {
        ExecutorService pool =
                Executors.newFixedThreadPool(
                        Math.min(4, 2 * Runtime.getRuntime().availableProcessors()),
                        Thread.ofPlatform().daemon().factory());
        List<DynamicTest> tests = new ArrayList<>();
        for (FuzzTarget target : targets) {
            Future<?> run =
                    pool.submit(() -> {
                        run(target, limit);
                        return null;
                    });
            tests.add(DynamicTest.dynamicTest(target.name(), () -> await(run)));
        }
        pool.shutdown();
        return tests.stream();
    }

    private static void await(Future<?> run) throws Throwable {
        try {
            run.get();
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    private static void run(FuzzTarget target, FuzzLimit limit)
            throws IOException, InterruptedException {
        Path corpus = Path.of("src", "test", "resources", "fuzz", target.name());
        String one = System.getProperty("evenkeel.fuzz.input");
        if (one != null) {
            feed(Guard.of(target), Path.of(one));
            return;
        }
        List<Path> seeds = inputs(corpus);
        assertFalse(seeds.isEmpty(), corpus + " is empty");
        replay(target, seeds);
        if (!limit.isNone()) {
            JazzerRun run = new JazzerRun(target, corpus, limit);
            run.run();
            replay(target, inputs(run.found())); // without its agent, which has memory of its own
        }
    }

    private static List<Path> inputs(Path corpus) throws IOException {
        try (Stream<Path> files = Files.list(corpus)) {
            return files.sorted().toList();
        }
    }

    private static void replay(FuzzTarget target, List<Path> inputs) throws IOException {
        Guard guard = Guard.of(target);
        for (Path input : inputs) {
            feed(guard, input);
        }
    }

    private static void feed(Guard guard, Path input) throws IOException {
        byte[] bytes = Files.readAllBytes(input);
        try {
            guard.feed(bytes);
        } catch (AssertionError e) {
            throw new AssertionError(input + ": " + e.getMessage(), e);
        }
    }
}
