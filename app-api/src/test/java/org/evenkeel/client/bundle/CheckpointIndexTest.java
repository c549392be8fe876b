package org.evenkeel.client.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.samples.checkpoints.Searches;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where programs can be put away is found out when their bundle is made. */
class CheckpointIndexTest {
    private static final String ME = "org/evenkeel/samples/checkpoints/Searches$";
    private static final String RUN = "run(Lorg/evenkeel/api/TaskContext;)Ljava/lang/Object;";

    private static final String STEP = "step(Lorg/evenkeel/api/TaskContext;)V";

    @TempDir private Path folder;

    private Path program(Class<?>... classes) throws IOException {
        Path program = folder.resolve("program");
        for (Class<?> each : classes) {
            String file = each.getName().replace('.', '/') + ".class";
            Path to = program.resolve(file);
            Files.createDirectories(to.getParent());
            try (InputStream in = each.getClassLoader().getResourceAsStream(file)) {
                Files.copy(in, to);
            }
        }
        return program;
    }

    private static CheckpointIndex scan(Path program) throws IOException {
        CheckpointIndex index = ProgramScan.of(List.of(program));
        assertThat(index).isNotNull();
        return index;
    }

    @Test
    void namesWhatReachesOneAndNothingElse() throws Exception {
        CheckpointIndex index = scan(program(Searches.Deep.class, Searches.Plain.class));
        assertThat(index.names(ME + "Deep", RUN)).isTrue();
        assertThat(index.names("org/evenkeel/api/Task", RUN)).as("what it overrides").isTrue();
        assertThat(index.names("java/util/concurrent/Callable", "call()Ljava/lang/Object;"))
                .as("what the lambda is called by")
                .isTrue();
        assertThat(index.text()).contains("helper(").doesNotContain("plain()");
        assertThat(index.remarks()).isEmpty();
    }

    @Test
    void programWithoutCheckpointsHasNone() throws Exception {
        assertThat(ProgramScan.of(List.of(program(Searches.Plain.class)))).isNull();
    }

    @Test
    void waitsForChildrenCountBesideCheckpointsOnly() throws Exception {
        assertThat(ProgramScan.of(List.of(program(Searches.Waits.class)))).isNull();
        CheckpointIndex index = scan(program(Searches.Deep.class));
        assertThat(index.names("org/evenkeel/api/TaskHandle", "get()Ljava/lang/Object;")).isTrue();
        assertThat(index.names(ME + "Waits", RUN)).isTrue();
        assertThat(index.text()).contains("Waits awaited(");
    }

    @Test
    void constructorsAreRemarkedUpon() throws Exception {
        CheckpointIndex index = scan(program(Searches.InConstructor.class, Searches.Makes.class));
        assertThat(index.remarks())
                .singleElement()
                .asString()
                .startsWith("org.evenkeel.samples.checkpoints.Searches$InConstructor:")
                .contains("a constructor or initialiser reaches a checkpoint");
    }

    /** A method that overrides one that was found before is looked at on its own. */
    @Test
    void interfaceOfAClassThatInheritsItsMethodIsFoundInAnyOrder() throws Exception {
        CheckpointIndex index =
                scan(
                        program(
                                Searches.AlsoSteps.class,
                                Searches.BothSteps.class,
                                Searches.InheritedSteps.class,
                                Searches.Steps.class,
                                Searches.Stepping.class,
                                Searches.Walks.class));
        assertThat(index.names(ME + "Stepping", STEP)).isTrue();
        assertThat(index.names(ME + "Walks", RUN)).isTrue();
    }

    /** Else every method of every library that closes something could be one that waits. */
    @Test
    void codeThatNoTaskCanBeInIsLeftOut() throws Exception {
        CheckpointIndex index = scan(program(Searches.Deep.class, Searches.AtHome.class));
        assertThat(index.text()).contains("Deep run(").doesNotContain("AutoCloseable close(");
        assertThat(index.names(ME + "AtHome", "close()V")).isFalse();
    }

    @Test
    void constructorThatNoTaskCallsIsNotRemarkedUpon() throws Exception {
        CheckpointIndex index = scan(program(Searches.Deep.class, Searches.InConstructor.class));
        assertThat(index.remarks()).isEmpty();
    }

    @Test
    void lambdaThatCanBeSentIsTaskCode() throws Exception {
        assertThat(scan(program(Searches.class)).text()).contains("lambda$lambda$");
    }

    @Test
    void whatAnExecutorTakesIsTaskCode() throws Exception {
        CheckpointIndex index =
                scan(
                        program(
                                Searches.Submitted.class,
                                Searches.Stepping.class,
                                Searches.Steps.class,
                                Searches.InheritedSteps.class,
                                Searches.Walks.class,
                                Searches.BothSteps.class,
                                Searches.AlsoSteps.class));
        assertThat(index.names(ME + "Submitted", "run()V")).isTrue();
    }

    /** A program that has no context has no other word for a checkpoint. */
    @Test
    void staticCheckpointIsOne() throws Exception {
        CheckpointIndex index = scan(program(Searches.Contextless.class));
        assertThat(index.names("org/evenkeel/Evenkeel", "checkpoint()V")).isTrue();
        assertThat(index.names(ME + "Contextless", "step(I)I")).isTrue();
        assertThat(index.names(ME + "Contextless", "call()Ljava/lang/Object;")).isTrue();
    }

    @Test
    void lambdaIsTaskCodeWhereTheAgentLetsItTravel() throws Exception {
        List<Path> program = List.of(program(Searches.Supplies.class));
        assertThat(ProgramScan.of(program)).isNull();
        CheckpointIndex index = ProgramScan.of(program, true);
        assertThat(index).isNotNull();
        assertThat(index.text()).contains("lambda$supplier$");
        assertThat(index.names("java/util/function/Supplier", "get()Ljava/lang/Object;")).isTrue();
    }

    @Test
    void readsBackWhatItWrites() throws Exception {
        CheckpointIndex index =
                scan(
                        program(
                                Searches.Deep.class,
                                Searches.InConstructor.class,
                                Searches.Makes.class));
        Path file = folder.resolve("index");
        Files.writeString(file, index.text());
        assertThat(CheckpointIndex.isOne(file)).isTrue();
        assertThat(CheckpointIndex.read(file).text()).isEqualTo(index.text());
        assertThat(CheckpointIndex.read(file).hasMethod(RUN)).isTrue();
    }

    @Test
    void refusesWhatIsNone() throws Exception {
        Path file = folder.resolve("index");
        Files.writeString(file, "PK");
        assertThat(CheckpointIndex.isOne(file)).isFalse();
        Files.writeString(file, CheckpointIndex.HEADER + "\nx y\n");
        assertThatThrownBy(() -> CheckpointIndex.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("\"x y\" is not");
    }

    @Test
    void bundleCarriesItLast() throws Exception {
        Bundler bundler = new Bundler(folder.resolve("cache"));
        Bundle with = bundler.bundle(List.of(program(Searches.Deep.class)));
        assertThat(with.parts()).hasSize(2);
        assertThat(with.parts().getLast().name()).isEqualTo(CheckpointIndex.NAME);
        assertThat(CheckpointIndex.isOne(with.parts().getLast().file())).isTrue();
        assertThat(bundler.bundle(List.of(folder.resolve("program"))).digest())
                .as("the second time too")
                .isEqualTo(with.digest());
    }
}
