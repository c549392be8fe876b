package org.evenkeel.continuations.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.evenkeel.api.Task;
import org.evenkeel.continuations.capture.SuspendableRun;
import org.evenkeel.continuations.envelope.StackCodec;
import org.evenkeel.continuations.hop.HopContext;
import org.evenkeel.continuations.hop.Programs;
import org.evenkeel.continuations.weave.WovenLoader;
import org.evenkeel.samples.cost.Queens;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the programs of {@link Costs} do, however fast: results, frames and bytes. */
class PutAwayTest {

    @TempDir static Path folder;

    private static WovenLoader program;

    @BeforeAll
    static void load() throws Exception {
        program = Programs.woven(Programs.copyPackageOf(Queens.class, folder));
    }

    private static Task<?> make(String name, Integer... arguments) throws Exception {
        Class<?> type = program.loadClass(Queens.class.getName() + "$" + name);
        return (Task<?>) type.getDeclaredConstructors()[0].newInstance((Object[]) arguments);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Split", "Every"})
    void wovenCodeFindsWhatBareCodeFinds(String name) throws Exception {
        Object bare = new Queens.Bare(8).run(new HopContext(0));
        assertThat(bare).isEqualTo(92L);
        assertThat(SuspendableRun.begin(make(name, 8), new HopContext(0)))
                .isEqualTo(new SuspendableRun.Outcome.Finished(bare));
    }

    @Test
    void wovenCodeWithADepthFindsWhatBareCodeFinds() throws Exception {
        assertThat(SuspendableRun.begin(make("Deep", 8, 3), new HopContext(0)))
                .isEqualTo(new SuspendableRun.Outcome.Finished(92L));
    }

    /** Two frames for {@code run} and one for each call; about eight bytes more for each. */
    @ParameterizedTest
    @CsvSource({"10, 202", "1000, 8130"})
    void aStackHasAFrameForEachCallAndFewBytes(int depth, int bytes) throws Exception {
        HopContext context = new HopContext(1);
        SuspendableRun.Outcome.Suspended away =
                (SuspendableRun.Outcome.Suspended)
                        SuspendableRun.begin(make("Ladder", depth), context);
        assertThat(away.stack()).hasSize(depth + 3);
        var content = StackCodec.write(away.stack(), program, 1 << 20, null);
        assertThat(content.size()).isEqualTo(bytes);
        Object uninterrupted = new Queens.Ladder(depth).run(new HopContext(0));
        assertThat(SuspendableRun.resume(StackCodec.read(content, program, context, null)))
                .isEqualTo(new SuspendableRun.Outcome.Finished(uninterrupted));
    }
}
