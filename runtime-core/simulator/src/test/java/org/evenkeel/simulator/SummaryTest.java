package org.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.evenkeel.simulator.measure.Meter;
import org.junit.jupiter.api.Test;

class SummaryTest {
    private final Summary slow = new Summary(List.of(report(1, 2.0, 5), report(2, 4.0, 3)));
    private final Summary fast = new Summary(List.of(report(1, 1.0, 1), report(2, 3.0, 2)));

    @Test
    void figuresAreMeansOverTheSeeds() {
        assertThat(slow.response().mean()).isEqualTo(3);
        assertThat(slow.perTask(Meter.Messages::loads)).isEqualTo(0.2);
        assertThat(slow.events()).isEqualTo(200);
        assertThat(slow.maxHops()).isEqualTo(5);
    }

    @Test
    void differencesAreTakenSeedBySeed() {
        var difference = slow.difference(fast, report -> report.responses().mean());
        assertThat(difference.mean()).isEqualTo(1);
        assertThat(difference.halfWidth()).isCloseTo(0, within(1e-9));
    }

    @Test
    void otherSeedsCannotBeCompared() {
        Summary other = new Summary(List.of(report(3, 1, 1), report(4, 1, 1)));
        assertThatThrownBy(() -> slow.difference(other, SimReport::makespan))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("different seeds");
    }

    private static SimReport report(long seed, double response, int maxHops) {
        return new SimReport(
                "p",
                seed,
                10,
                10,
                10,
                new Meter.Interruptions(0, 0, 0),
                0,
                new Meter.Responses(response, response, response, response),
                20,
                30,
                new Meter.Messages(1, 1, 2, 0, 4, 5),
                0.5,
                maxHops,
                1,
                0.1,
                1,
                100,
                seed);
    }
}
