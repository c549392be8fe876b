package org.evenkeel.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of workstations that did not get what they were to have. */
class WorkstationsTest {

    @Test
    void figuresAreDoubtedWhenOneHadLessThanNineTenths() {
        ReceivedCpuTime fine = new ReceivedCpuTime("n1", 0.2, 0.181, 20);
        ReceivedCpuTime idle = new ReceivedCpuTime("n2", 0.2, 0, 0);
        ReceivedCpuTime brief = new ReceivedCpuTime("n4", 0.2, 0.1, 1.9);
        ReceivedCpuTime bad = new ReceivedCpuTime("n3", 0.1, 0.0712, 20);
        assertThat(ReceivedCpuTime.doubt(List.of(fine, idle, brief))).isEmpty();
        assertThat(ReceivedCpuTime.doubt(List.of(fine, idle, brief, bad)))
                .isEqualTo("host overloaded: n3 got 0.071 of 0.100 processors");
        assertThat(idle.share()).isEqualTo(1);
        assertThat(bad.share()).isEqualTo(0.712);
    }

    @Test
    void noMoreIsGivenAwayThanTheMachineHas() {
        Map<String, Double> cpus = Map.of("n1", 0.9, "n2", 0.7);
        assertThatNoException().isThrownBy(() -> Workstations.requireRoom(cpus, 2));
        Map<String, Double> more = Map.of("n1", 0.9, "n2", 0.81);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Workstations.requireRoom(more, 2))
                .withMessageContaining("1.70 can be given away");
    }
}
