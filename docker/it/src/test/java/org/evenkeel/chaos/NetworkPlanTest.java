package org.evenkeel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NetworkPlanTest {

    private static NetworkPlan draw(NetworkForm form, long seed) {
        return NetworkPlan.draw(form, 4, 2, seed);
    }

    @Test
    void equalSeedsGiveEqualPlans() {
        assertThat(draw(NetworkForm.LONG, 42)).isEqualTo(draw(NetworkForm.LONG, 42));
        assertThat(draw(NetworkForm.LONG, 42)).isNotEqualTo(draw(NetworkForm.LONG, 43));
    }

    @Test
    void everyFormDoesEveryFaultOfANetworkAndNoOther() {
        for (NetworkForm form :
                new NetworkForm[] {NetworkForm.SHORT, NetworkForm.LONG, NetworkForm.FULL}) {
            for (Fault fault : Fault.values()) {
                assertThat(draw(form, 7).steps().stream().filter(one -> one.fault() == fault))
                        .as(form + " " + fault)
                        .hasSize(fault.isOfNetwork() ? form.rounds() : 0);
            }
        }
    }

    @Test
    void noMachineIsPartedFromItself() {
        assertThat(draw(NetworkForm.FULL, 7).steps()).allMatch(step -> step.node() != step.other());
    }

    /** Of fewer than a hundred outages no 99th percentile is told. */
    @Test
    void theFullFormHitsTheClientsDaemonsOftenEnough() {
        assertThat(
                        draw(NetworkForm.FULL, 7).steps().stream()
                                .filter(step -> step.ofClient() != ChaosPlan.NO_CLIENT)
                                .filter(step -> NetworkInjector.takesAway(step.fault())))
                .hasSizeGreaterThan(90);
    }
}
