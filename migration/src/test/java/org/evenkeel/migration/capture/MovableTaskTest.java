package org.evenkeel.migration.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.Task;
import org.evenkeel.migration.envelope.Envelope;
import org.evenkeel.migration.envelope.RefusedCheckpoint;
import org.evenkeel.migration.hop.HopContext;
import org.evenkeel.migration.hop.Programs;
import org.evenkeel.migration.weave.WovenLoader;
import org.evenkeel.model.Digest;
import org.evenkeel.samples.explicit.Sums;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MovableTaskTest {

    private static final Digest BUNDLE = new Digest(1, 1, 1, 1);

    @TempDir Path folder;

    private WovenLoader program;

    @BeforeEach
    void load() throws Exception {
        program = Programs.woven(Programs.copyPackageOf(Sums.class, folder));
    }

    /** Asks at each checkpoint and goes on, or at its second and lets the task go. */
    private final class Host extends HopContext implements CheckpointSink {
        final List<Envelope> checkpoints = new ArrayList<>();
        final MovableTask task;
        final boolean goesOn;

        /** Checkpoints passed; the state of a task that keeps its own begins at the one it left. */
        int passed;

        Host(Digest bundle, boolean goesOn) {
            super(0);
            this.goesOn = goesOn;
            this.task =
                    new MovableTask(
                            program, new MovableTask.Label(bundle, "t-1", 1, 1, "n1"), this);
        }

        @Override
        public void checkpoint() {
            if (goesOn || ++passed == 2) {
                task.ask();
            }
            task.checkpoint();
        }

        @Override
        public boolean putAway(Envelope checkpoint) {
            checkpoints.add(checkpoint);
            return goesOn;
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
        Host host = new Host(BUNDLE, false);
        Flow.Outcome.Finished finished = host.task.begin(make(name), host);
        int hops = 0;
        while (finished == null) {
            Envelope checkpoint = Envelope.read(host.checkpoints.getLast().toBytes());
            host = new Host(BUNDLE, false);
            host.task.load(checkpoint, make(name), host);
            finished = host.task.goOn(host);
            hops++;
        }
        assertThat(finished).isEqualTo(new Flow.Outcome.Finished(45L));
        assertThat(hops).isGreaterThan(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Explicit", "Implicit"})
    void leavesCheckpointsAndGoesOnHere(String name) throws Exception {
        Host host = new Host(BUNDLE, true);
        assertThat(host.task.begin(make(name), host)).isEqualTo(new Flow.Outcome.Finished(45L));
        assertThat(host.checkpoints).hasSize(10);
    }

    @Test
    void doesNotGoOnInChangedCode() throws Exception {
        Host host = new Host(BUNDLE, false);
        assertThat(host.task.begin(make("Implicit"), host)).isNull();
        Host changed = new Host(new Digest(2, 2, 2, 2), false);
        Task<?> task = make("Implicit");
        Envelope checkpoint = host.checkpoints.getFirst();
        assertThatThrownBy(() -> changed.task.load(checkpoint, task, changed))
                .isInstanceOf(RefusedCheckpoint.class)
                .hasMessageContaining("the program was changed");
    }
}
