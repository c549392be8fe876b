package org.evenkeel.continuations.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.evenkeel.api.Task;
import org.evenkeel.client.CurrentTask;
import org.evenkeel.client.bundle.CheckpointIndex;
import org.evenkeel.client.bundle.ProgramScan;
import org.evenkeel.client.codec.TaskAdapters;
import org.evenkeel.client.lambdas.LambdaMaker;
import org.evenkeel.continuations.envelope.Envelope;
import org.evenkeel.continuations.envelope.RefusedCheckpoint;
import org.evenkeel.continuations.hop.HopContext;
import org.evenkeel.continuations.hop.Programs;
import org.evenkeel.continuations.weave.ApiOnlyLoader;
import org.evenkeel.continuations.weave.WovenLoader;
import org.evenkeel.model.Digest;
import org.evenkeel.samples.explicit.Sums;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuspendableTaskTest {

    private static final Digest BUNDLE = new Digest(1, 1, 1, 1);

    @TempDir static Path folder;

    /** One for all tests, as a worker has one. */
    private static WovenLoader program;

    @BeforeAll
    static void load() throws Exception {
        Path classes = Programs.copyPackageOf(Sums.class, folder);
        CheckpointIndex index = ProgramScan.of(List.of(classes), true); // lambdas can be sent
        program = ApiOnlyLoader.woven(List.of(classes.toString()), Objects.requireNonNull(index));
    }

    private enum Mode {
        /** Is put away at its second checkpoint. */
        LEAVES,
        /** Is put away at each and goes on here. */
        CONTINUES,
        /** Checkpoints of it are wanted at each. */
        RUNS_ON
    }

    /** Asks at each checkpoint and goes on, or at its second and lets the task go. */
    private static final class Host extends HopContext implements CheckpointSink {
        final List<Envelope> checkpoints = new ArrayList<>();
        final SuspendableTask task;
        final Mode mode;

        /** How often it was put away. */
        int left;

        /** Checkpoints passed; the state of a task that keeps its own begins at the one it left. */
        int passed;

        Host(Digest bundle, Mode mode) {
            super(0);
            this.mode = mode;
            this.task =
                    new SuspendableTask(
                            program,
                            new SuspendableTask.Label(bundle, "t-1", 1, 1, "n1"),
                            this,
                            null);
        }

        @Override
        public void checkpoint() {
            if (mode == Mode.RUNS_ON) {
                task.want();
            } else if (mode == Mode.CONTINUES || ++passed == 2) {
                task.ask();
            }
            task.checkpoint();
        }

        @Override
        public boolean suspend(Envelope checkpoint) {
            checkpoints.add(checkpoint);
            left++;
            return mode == Mode.CONTINUES;
        }

        @Override
        public void checkpoint(Envelope checkpoint) {
            checkpoints.add(checkpoint);
        }

        @Override
        public void deferred(String reason) {
            throw new AssertionError(reason);
        }
    }

    private Task<?> make(String name) throws Exception {
        return (Task<?>)
                program.loadClass(Sums.class.getName() + "$" + name)
                        .getDeclaredConstructor()
                        .newInstance();
    }

    /** Each host lets one checkpoint pass and gives the task away at the next. */
    @ParameterizedTest
    @ValueSource(strings = {"Explicit", "Implicit"})
    void goesFromHostToHost(String name) throws Exception {
        Host host = new Host(BUNDLE, Mode.LEAVES);
        SuspendableRun.Outcome.Finished finished = host.task.begin(make(name), host);
        int hops = 0;
        while (finished == null) {
            Envelope checkpoint = Envelope.read(host.checkpoints.getLast().toBytes());
            host = new Host(BUNDLE, Mode.LEAVES);
            host.task.load(checkpoint, make(name), host, () -> {});
            finished = host.task.resume(host);
            hops++;
        }
        assertThat(finished).isEqualTo(new SuspendableRun.Outcome.Finished(45L));
        assertThat(hops).isGreaterThan(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Explicit", "Implicit"})
    void leavesCheckpointsAndGoesOnHere(String name) throws Exception {
        Host host = new Host(BUNDLE, Mode.CONTINUES);
        assertThat(host.task.begin(make(name), host))
                .isEqualTo(new SuspendableRun.Outcome.Finished(45L));
        assertThat(host.checkpoints).hasSize(10);
    }

    /** Checkpoints are made of it while it runs; from each a run goes on to the same end. */
    @ParameterizedTest
    @ValueSource(strings = {"Explicit", "Implicit"})
    void runsOnWhileCheckpointsAreMadeOfIt(String name) throws Exception {
        Host host = new Host(BUNDLE, Mode.RUNS_ON);
        assertThat(host.task.begin(make(name), host))
                .isEqualTo(new SuspendableRun.Outcome.Finished(45L));
        assertThat(host.checkpoints)
                .as("those that are due before a twentieth of the time is over are left out")
                .isNotEmpty();
        for (Envelope each : host.checkpoints) {
            Host other = new Host(BUNDLE, Mode.CONTINUES);
            other.task.load(Envelope.read(each.toBytes()), make(name), other, () -> {});
            assertThat(other.task.resume(other))
                    .isEqualTo(new SuspendableRun.Outcome.Finished(45L));
        }
    }

    /** What is wanted meanwhile does not keep a task that is to leave. */
    @Test
    void leavesThoughACheckpointOfItIsWanted() throws Exception {
        Host host = new Host(BUNDLE, Mode.LEAVES);
        host.task.want();
        assertThat(host.task.begin(make("Implicit"), host)).isNull();
        assertThat(host.left).isEqualTo(1);
    }

    /** What programs submit to an executor. */
    private enum Adapted {
        CALLABLE,
        SUPPLIER,
        RUNNABLE,
        LAMBDA,
        LAMBDA_OF_A_PAYLOAD
    }

    @AfterEach
    void forgetTheTask() {
        CurrentTask.setFinder(() -> null);
    }

    private static Class<?> contextless() throws ClassNotFoundException {
        return program.loadClass(Sums.Contextless.class.getName());
    }

    private static Task<?> adapted(Adapted how) throws Exception {
        Object made = contextless().getDeclaredConstructor().newInstance();
        return switch (how) {
            case CALLABLE -> new TaskAdapters.OfCallable<>((Callable<?>) made);
            case SUPPLIER -> new TaskAdapters.OfSupplier<>((Supplier<?>) made);
            case RUNNABLE -> new TaskAdapters.OfRunnable((Runnable) made);
            case LAMBDA ->
                    new TaskAdapters.OfCallable<>(
                            (Callable<?>)
                                    contextless().getMethod("lambda", int.class).invoke(null, 10));
            case LAMBDA_OF_A_PAYLOAD -> new TaskAdapters.OfCallable<>((Callable<?>) received());
        };
    }

    /** As a program with the agent sends it. */
    private static Object received() throws ClassNotFoundException {
        Class<?> home = contextless();
        String body =
                Arrays.stream(home.getDeclaredMethods())
                        .map(Method::getName)
                        .filter(name -> name.matches("lambda\\$lambda\\$\\d+"))
                        .findFirst()
                        .orElseThrow();
        Object made =
                LambdaMaker.make(
                        home,
                        new SerializedLambda(
                                home,
                                "java/util/concurrent/Callable",
                                "call",
                                "()Ljava/lang/Object;",
                                6,
                                home.getName().replace('.', '/'),
                                body,
                                "(I)Ljava/lang/Long;",
                                "()Ljava/lang/Long;",
                                new Object[] {10}));
        assertThat(made.getClass().isHidden()).as("no other JVM would have its class").isFalse();
        return made;
    }

    @ParameterizedTest
    @EnumSource(Adapted.class)
    void taskWithoutAContextGoesFromHostToHost(Adapted how) throws Exception {
        Host[] current = {new Host(BUNDLE, Mode.LEAVES)};
        CurrentTask.setFinder(() -> current[0]);
        SuspendableRun.Outcome.Finished finished = current[0].task.begin(adapted(how), current[0]);
        int hops = 0;
        while (finished == null) {
            Envelope checkpoint = Envelope.read(current[0].checkpoints.getLast().toBytes());
            current[0] = new Host(BUNDLE, Mode.LEAVES);
            current[0].task.load(checkpoint, null, current[0], () -> {});
            finished = current[0].task.resume(current[0]);
            hops++;
        }
        assertThat(finished.value()).isEqualTo(how == Adapted.RUNNABLE ? null : 45L);
        assertThat(hops).isGreaterThan(4);
    }

    @Test
    void doesNotGoOnInChangedCode() throws Exception {
        Host host = new Host(BUNDLE, Mode.LEAVES);
        assertThat(host.task.begin(make("Implicit"), host)).isNull();
        Host changed = new Host(new Digest(2, 2, 2, 2), Mode.LEAVES);
        Task<?> task = make("Implicit");
        Envelope checkpoint = host.checkpoints.getFirst();
        assertThatThrownBy(() -> changed.task.load(checkpoint, task, changed, () -> {}))
                .isInstanceOf(RefusedCheckpoint.class)
                .hasMessageContaining("the program was changed");
    }
}
