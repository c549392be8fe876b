package org.evenkeel.continuations.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.evenkeel.api.Task;
import org.evenkeel.continuations.envelope.StackCodec;
import org.evenkeel.continuations.frames.Resumption;
import org.evenkeel.continuations.graph.Pieces;
import org.evenkeel.continuations.hop.HopContext;
import org.evenkeel.continuations.hop.Programs;
import org.evenkeel.continuations.weave.WovenLoader;
import org.evenkeel.samples.deep.Dives;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a task has on its stack when it moves changes nothing of how it ends. */
class DeepRecursionTest {

    private static final int MAX_BYTES = 64 << 20;
    private static final long SMALLEST_STACK = 256 << 10;

    /** Looking at the stack before a suspension takes some of it. */
    private static final int ROOM = 2;

    @TempDir static Path folder;

    private static WovenLoader program;

    @BeforeAll
    static void load() throws Exception {
        program = Programs.woven(Programs.copyPackageOf(Dives.class, folder));
    }

    private record Journey(Object result, int hops) {}

    private static Task<?> make(String name, Object... arguments) throws Exception {
        return (Task<?>)
                program.loadClass(Dives.class.getName() + "$" + name)
                        .getDeclaredConstructors()[0]
                        .newInstance(arguments);
    }

    private static <T> T onStackOf(long bytes, Callable<T> what) throws Exception {
        FutureTask<T> task = new FutureTask<>(what);
        new Thread(null, task, "deep", bytes).start();
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        }
    }

    /** The smallest stack, but for a factor of two, on which a task ends that stays. */
    private static long stackFor(Callable<?> staying) throws Exception {
        long bytes = SMALLEST_STACK;
        while (true) {
            try {
                onStackOf(bytes, staying);
                return bytes;
            } catch (StackOverflowError e) {
                bytes *= 2;
            }
        }
    }

    /** A task that is a copy of itself behind each checkpoint. */
    private static Journey travel(Task<?> task) throws Exception {
        HopContext context = new HopContext(1);
        SuspendableRun.Outcome outcome = SuspendableRun.begin(task, context);
        int hops = 0;
        while (outcome instanceof SuspendableRun.Outcome.Suspended away) {
            byte[] bytes = StackCodec.write(away.stack(), program, MAX_BYTES, null).toBytes();
            hops++;
            outcome =
                    SuspendableRun.resume(
                            StackCodec.read(Pieces.of(bytes), program, context, null));
        }
        assertThat(context.obstacles).isEmpty();
        return new Journey(((SuspendableRun.Outcome.Finished) outcome).value(), hops);
    }

    @ParameterizedTest
    @CsvSource({"500, 1", "2000, 1", "20000, 1", "500, 10", "2000, 10", "20000, 10"})
    void needsNoMoreOfTheStackBehindAMove(int depth, int moves) throws Exception {
        Callable<Object> staying =
                () -> make("Sum", depth, moves).run(new HopContext(0)); // never suspended
        long stack = stackFor(staying);

        Journey journey = onStackOf(ROOM * stack, () -> travel(make("Sum", depth, moves)));

        assertThat(journey.result()).isEqualTo(depth * (depth + 1L) / 2);
        assertThat(journey.hops()).isEqualTo(moves);
    }

    /** Suspended at each checkpoint, it ends as it does when it stays. */
    private static Object endOfBoth(String name, int hops) throws Exception {
        Object staying = make(name).run(new HopContext(0));
        Journey journey = travel(make(name));
        assertThat(journey.result()).isEqualTo(staying);
        assertThat(journey.hops()).isEqualTo(hops);
        return staying;
    }

    @Test
    void locksAreHeldWhereverTheyWere() throws Exception {
        assertThat(endOfBoth("SomeLocks", 4)).isEqualTo("(true,true,true,false)truefalse");
    }

    @Test
    void whatIsThrownPassesAllFramesAndItsTraceNamesThem() throws Exception {
        endOfBoth("Thrown", 1);
    }

    @Test
    void exceptionsWithTracesOfTheirOwnPassAsTheyAre() throws Exception {
        endOfBoth("OwnTraces", 2);
    }

    /** Locks must be held again before what is inside of them resumes. */
    @ParameterizedTest
    @ValueSource(ints = {10, Resumption.MAX_WITH_MONITORS - 1})
    void movesWithItsLocks(int depth) throws Exception {
        Callable<Object> staying = () -> make("LockedSum", depth).run(new HopContext(0));
        long usual = Math.max(1 << 20, stackFor(staying));
        Journey journey = onStackOf(usual, () -> travel(make("LockedSum", depth)));
        assertThat(journey.result()).isEqualTo(depth * (depth + 1L) / 2);
        assertThat(journey.hops()).isEqualTo(1);
    }

    @Test
    void isNotSuspendedWithMoreLocksThanCanBeTakenAgain() throws Exception {
        int depth = Resumption.MAX_WITH_MONITORS + 1;
        HopContext context = new HopContext(1);
        assertThat(SuspendableRun.begin(make("LockedSum", depth), context))
                .isEqualTo(new SuspendableRun.Outcome.Finished(depth * (depth + 1L) / 2));
        assertThat(context.obstacles)
                .singleElement()
                .asString()
                .contains("it holds monitors in more than 500 calls at once", "LockedSum.dive:");
    }

    @Test
    void overflowsTheStackWhereItWouldHaveWithoutAMove() throws Exception {
        Callable<Object> task = () -> travel(make("Sum", 1_000_000, 1));
        assertThatThrownBy(() -> onStackOf(SMALLEST_STACK, task))
                .isInstanceOf(StackOverflowError.class);
    }
}
