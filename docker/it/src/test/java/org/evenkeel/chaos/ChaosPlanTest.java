package org.evenkeel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChaosPlanTest {

    private static long count(Form form, java.util.function.Predicate<Fault> which) {
        return ChaosPlan.draw(form, ChaosCluster.NODES, 7).steps().stream()
                .filter(step -> which.test(step.fault()))
                .count();
    }

    @Test
    void equalSeedsGiveEqualPlans() {
        assertThat(ChaosPlan.draw(Form.LONG, 5, 42)).isEqualTo(ChaosPlan.draw(Form.LONG, 5, 42));
        assertThat(ChaosPlan.draw(Form.LONG, 5, 42)).isNotEqualTo(ChaosPlan.draw(Form.LONG, 5, 43));
    }

    @Test
    void theFullFormReachesItsTargets() {
        assertThat(count(Form.FULL, Fault::isKill)).isGreaterThanOrEqualTo(120);
        assertThat(count(Form.FULL, Fault::isPause)).isGreaterThanOrEqualTo(60);
        assertThat(count(Form.FULL, Fault::isCut)).isGreaterThanOrEqualTo(60);
        assertThat(Form.FULL.tasks()).isGreaterThanOrEqualTo(100_000);
        assertThat(Form.FULL.longestPause()).hasSeconds(30);
        assertThat(count(Form.FULL, one -> one == Fault.KILL_CLIENT)).isGreaterThanOrEqualTo(20);
    }

    @Test
    void everyFormDoesEverything() {
        for (Form form : new Form[] {Form.SHORT, Form.LONG, Form.FULL}) {
            for (Fault fault : Fault.values()) {
                boolean comesWithKills = fault == Fault.CLOCK_STEP;
                if (!comesWithKills && !fault.isOfNetwork()) {
                    assertThat(count(form, one -> one == fault))
                            .as(form + " " + fault)
                            .isPositive();
                }
            }
        }
    }
}
