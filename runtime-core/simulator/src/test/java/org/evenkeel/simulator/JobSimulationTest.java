package org.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.evenkeel.model.topology.Topologies;
import org.evenkeel.simulator.fault.FaultPlan;
import org.evenkeel.simulator.work.Distribution;
import org.evenkeel.simulator.work.Job;
import org.evenkeel.simulator.work.Seconds;
import org.evenkeel.simulator.work.SimWork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program submits all its tasks together. Every rule is checked. */
class JobSimulationTest {
    private static final int NODES = 8;

    private static SimReport run(String policy, int node, int width) {
        List<SimWork> tasks = Collections.nCopies(width, SimWork.leaf(10 * Seconds.NANOS));
        return new Simulation(
                        SimSpec.of(
                                        ClusterSpec.of(
                                                policy, Topologies.parse("complete"), NODES, 1),
                                        NetworkSpec.of(Distribution.parse("0.001")),
                                        new Job("a job", node, 0, tasks),
                                        1)
                                .with(FaultPlan.NONE))
                .run();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pvm-round-robin", "glunix", "hybrid"})
    void aJobAsWideAsTheClusterRunsAllAtOnce(String policy) {
        SimReport report = run(policy, 3, NODES);
        assertThat(report.executions()).isEqualTo(NODES);
        assertThat(report.makespan()).isBetween(10.0, 10.1);
        assertThat(report.fairness()).isGreaterThan(0.999);
    }

    @Test
    void glunixRefusesAWiderJobAsAWhole() {
        SimReport report = run("glunix", 0, NODES + 1);
        assertThat(report.submitted()).isEqualTo(NODES + 1);
        assertThat(report.executions()).isZero();
        assertThat(report.resubmitted()).isZero();
    }

    @Test
    void pvmPutsTheRestInTurn() {
        SimReport report = run("pvm-round-robin", 0, NODES + 3);
        assertThat(report.executions()).isEqualTo(NODES + 3);
        assertThat(report.makespan()).isBetween(20.0, 20.1);
        assertThat(report.maxHops()).isEqualTo(1);
    }

    @Test
    void aJobIsSubmittedAtANodeThatThereIs() {
        assertThatThrownBy(() -> run("none", NODES, 1)).hasMessageContaining("node 8 of 8");
        assertThatThrownBy(() -> new Job("empty", 0, 0, List.of())).hasMessageContaining("without");
    }
}
