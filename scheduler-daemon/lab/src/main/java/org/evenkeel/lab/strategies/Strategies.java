package org.evenkeel.lab.strategies;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.evenkeel.lab.measure.ClusterForm;
import org.evenkeel.lab.measure.MachineEmulator;
import org.evenkeel.lab.measure.MeasuredWork;
import org.evenkeel.lab.measure.MeasurementOutcome;
import org.evenkeel.lab.measure.MeasurementRun;
import org.evenkeel.lab.measure.MeasurementSeries;

/**
 * A merge sort on meshes of equal nodes, under each policy. A node has the same part of a processor
 * whatever their number is.
 *
 * @param nodes numbers of nodes
 * @param nodeProcessors that each node has
 */
public record Strategies(
        MachineEmulator machineEmulator,
        List<String> policies,
        List<Integer> nodes,
        MeasuredWork measuredWork,
        double nodeProcessors) {

    /** Weights are numbers of elements, as in the paper. */
    private static final String LOAD = "queue-stack(alpha=2)";

    /** What a policy did on so many nodes. */
    public record Cell(
            String policy,
            int nodes,
            double nodeProcessors,
            MeasurementOutcome measurementOutcome) {

        /** Against one node; none when this machine had too little. */
        Optional<Double> speedUp() {
            return measurementRun()
                    .map(measurementRun -> measurementRun.efficiency(nodeProcessors));
        }

        /** The run that counts. */
        Optional<MeasurementRun> measurementRun() {
            return measurementOutcome.median(nodeProcessors * nodes);
        }
    }

    /** Runs it, the smallest cluster first. */
    public List<Cell> run(Consumer<String> status) throws IOException, InterruptedException {
        List<Cell> cells = new ArrayList<>();
        MeasurementSeries measurementSeries = new MeasurementSeries(machineEmulator, measuredWork);
        for (int count : nodes) {
            for (String policy : policies) {
                String where =
                        "   %d of %d, %d nodes, %s: "
                                .formatted(
                                        cells.size() + 1,
                                        nodes.size() * policies.size(),
                                        count,
                                        policy);
                ClusterForm form =
                        new ClusterForm(
                                Collections.nCopies(count, 1.0),
                                nodeProcessors * count,
                                policy,
                                LOAD,
                                "mesh",
                                false);
                MeasurementOutcome measurementOutcome = measurementSeries.next(form, where, status);
                cells.add(new Cell(policy, count, nodeProcessors, measurementOutcome));
            }
        }
        return cells;
    }
}
