package org.evenkeel.examples.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.evenkeel.examples.program.SerialContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaceTest {
    private static final double QUOTA = 0.2;

    /** Where a serial context says that it runs. */
    private static final String HERE = "serial";

    /** Computes for a millisecond or so between steps. */
    private static Spent compute(Machines machines, int steps) throws InterruptedException {
        Pace pace = new Pace(new SerialContext(), machines);
        long x = 1;
        for (int i = 0; i < steps; i++) {
            for (int j = 0; j < 300_000; j++) {
                x ^= x << 13;
                x ^= x >>> 7;
                x ^= x << 17;
            }
            pace.step();
        }
        pace.rest();
        assertThat(x).isNotZero();
        return pace.spent().get(HERE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void taskTakesAsLongAsWithItsPartOfAProcessor(boolean virtual) throws Exception {
        AtomicReference<Spent> spent = new AtomicReference<>();
        Runnable task =
                () -> {
                    try {
                        spent.set(compute(new Machines(Map.of(HERE, QUOTA)), 20));
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                };
        Thread thread = virtual ? Thread.ofVirtual().start(task) : Thread.ofPlatform().start(task);
        thread.join();
        assertThat(spent.get().processor()).isPositive();
        assertThat(spent.get().due())
                .isBetween(
                        spent.get().processor() / QUOTA * 0.999,
                        spent.get().processor() / QUOTA * 1.001);
        assertThat(spent.get().wall()).isGreaterThan(spent.get().due() * 0.9);
    }

    @Test
    void nodeThatIsNotNamedIsNotSlowed() throws Exception {
        Spent spent = compute(new Machines(Map.of("n2", QUOTA)), 5);
        assertThat(spent.due()).isEqualTo(spent.processor());
    }

    @Test
    void machinesAreReadFromWords() {
        Machines machines = Machines.parse("n1=0.4,n2=0.1");
        assertThat(machines.at("n2")).isEqualTo(0.1);
        assertThat(machines.fastest()).isEqualTo(0.4);
        for (String wrong : new String[] {"n1", "n1=", "n1=0", "n1=x", "=1", "n1=1,"}) {
            assertThatThrownBy(() -> Machines.parse(wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("like n1=0.25");
        }
    }
}
