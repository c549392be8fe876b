package org.evenkeel.continuations.hop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;
import org.evenkeel.api.Task;
import org.evenkeel.continuations.hop.HopPool.Journey;
import org.evenkeel.samples.moving.Collections;
import org.evenkeel.samples.moving.Flows;
import org.evenkeel.samples.moving.Forms;
import org.evenkeel.samples.moving.Handlers;
import org.evenkeel.samples.moving.Lambdas;
import org.evenkeel.samples.moving.Obstacles;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every construct of the language: put away at every checkpoint, each hop in another JVM. */
class ConstructsTest {

    @TempDir static Path folder;

    static Path program;

    @BeforeAll
    static void copy() throws IOException {
        program = Programs.copyPackageOf(Flows.class, folder);
    }

    static Stream<Class<?>> constructs() {
        return Stream.of(Flows.class, Handlers.class, Lambdas.class, Forms.class, Collections.class)
                .flatMap(ConstructsTest::tasks);
    }

    static Stream<Class<?>> obstacles() {
        return tasks(Obstacles.class);
    }

    private static Stream<Class<?>> tasks(Class<?> holder) {
        return Arrays.stream(holder.getDeclaredClasses())
                .filter(Task.class::isAssignableFrom)
                .sorted(Comparator.comparing(Class::getName));
    }

    private static String uninterrupted(Class<?> task) throws Exception {
        Task<?> made = (Task<?>) task.getDeclaredConstructor().newInstance();
        return String.valueOf(made.run(new HopContext(0)));
    }

    @ParameterizedTest
    @MethodSource("constructs")
    void goesOnElsewhereAfterEveryCheckpoint(Class<?> task) throws Exception {
        Journey journey = HopPool.travel(program, task.getName(), 1);
        assertThat(journey.result()).isEqualTo(uninterrupted(task));
        assertThat(journey.obstacles()).isEmpty();
        assertThat(journey.hops()).isPositive();
    }

    @ParameterizedTest
    @MethodSource("obstacles")
    void isDeferredAndSaysWhereItCannot(Class<?> task) throws Exception {
        Journey journey = HopPool.travel(program, task.getName(), 1);
        assertThat(journey.result()).isEqualTo(uninterrupted(task));
        assertThat(journey.obstacles())
                .isNotEmpty()
                .allMatch(said -> said.contains(task.getName()) && said.matches("(?s).*:\\d+.*"));
        assertThat(journey.hops()).isPositive();
    }
}
