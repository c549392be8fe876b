package org.evenkeel.testing.fuzz;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The targets of a module: every input of their corpora is fed to them, and with {@code
 * -Devenkeel.fuzz.seconds=N} Jazzer looks for more during N seconds for each; in the long form that
 * is 20.
 *
 * <p>{@code -Devenkeel.fuzz.target=NAME} takes one target alone, {@code -Devenkeel.fuzz.input=FILE}
 * one input alone.
 */
public abstract class FuzzTests {

    private static final int LONG_SECONDS = 20;

    /** One of each. */
    protected abstract List<FuzzTarget> targets();

    @TestFactory
    Stream<DynamicTest> hostileBytesAreReadAsDeclaredInBoundedMemoryAndTime() {
        String only = System.getProperty("evenkeel.fuzz.target");
        return targets().stream()
                .filter(target -> only == null || target.name().equals(only))
                .map(target -> DynamicTest.dynamicTest(target.name(), () -> run(target)));
    }

    private static void run(FuzzTarget target) throws IOException, InterruptedException {
        Path corpus = Path.of("src", "test", "resources", "fuzz", target.name());
        String one = System.getProperty("evenkeel.fuzz.input");
        if (one != null) {
            feed(new Guard(target), Path.of(one));
            return;
        }
        replay(target, corpus);
        int seconds =
                Integer.getInteger(
                        "evenkeel.fuzz.seconds",
                        Boolean.getBoolean("evenkeel.long") ? LONG_SECONDS : 0);
        if (seconds > 0) {
            new JazzerRun(target, corpus).run(seconds);
        }
    }

    private static void replay(FuzzTarget target, Path corpus) throws IOException {
        Guard guard = new Guard(target);
        List<Path> inputs;
        try (Stream<Path> files = Files.list(corpus)) {
            inputs = files.sorted().toList();
        }
        assertFalse(inputs.isEmpty(), corpus + " is empty");
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
