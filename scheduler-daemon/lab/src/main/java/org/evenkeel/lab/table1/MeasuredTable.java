package org.evenkeel.lab.table1;

import java.io.IOException;
import java.util.ArrayList;
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
 * The experiment with real daemons: a job on each cluster of the table, its machines emulated on
 * this one, under each policy. All nodes see each other; the job is submitted as a whole at the
 * first node, one of the fastest; those with phases have a master beside the nodes.
 *
 * @param columns policies, under each eta where they have phases
 * @param processors of this machine that all nodes together have
 */
public record MeasuredTable(
        MachineEmulator machineEmulator,
        List<Site> sites,
        List<Column> columns,
        MeasuredWork measuredWork,
        double processors) {

    /**
     * What a policy did on a cluster.
     *
     * @param processors that all nodes together had
     */
    public record Cell(
            Site site, Column column, MeasurementOutcome measurementOutcome, double processors) {

        /** The run that counts; none when the job was refused or this machine had too little. */
        Optional<MeasurementRun> measurementRun() {
            return measurementOutcome.median(processors);
        }

        boolean refused() {
            return !measurementOutcome.refused().isEmpty();
        }

        /** Speed-up against each kind of node. */
        List<Double> speedUps(MeasurementRun measurementRun) {
            double efficiency = measurementRun.efficiency(processors);
            return site.bounds().stream().map(bound -> bound * efficiency).toList();
        }
    }

    /** The table of these policies. */
    public static MeasuredTable of(
            MachineEmulator machineEmulator,
            List<Site> sites,
            List<String> policies,
            List<Double> etas,
            MeasuredWork measuredWork,
            double processors) {
        return new MeasuredTable(
                machineEmulator, sites, Column.of(policies, etas), measuredWork, processors);
    }

    /** Runs it, cluster by cluster. */
    public List<Cell> run(Consumer<String> status) throws IOException, InterruptedException {
        List<Cell> cells = new ArrayList<>();
        int all = sites.size() * columns.size();
        MeasurementSeries measurementSeries = new MeasurementSeries(machineEmulator, measuredWork);
        for (Site site : sites) {
            measurementSeries.anew();
            for (Column column : columns) {
                String where =
                        "   %d of %d, %s, %s: "
                                .formatted(cells.size() + 1, all, site.title(), column.withEta());
                MeasurementOutcome measurementOutcome =
                        measurementSeries.next(form(site, column), where, status);
                cells.add(new Cell(site, column, measurementOutcome, processors));
            }
        }
        return cells;
    }

    private ClusterForm form(Site site, Column column) {
        return new ClusterForm(
                site.speeds(),
                processors,
                column.withEta(),
                "worker-busy",
                "complete",
                column.hasPhases());
    }

    /** Seconds that the job takes on one node of each kind. */
    List<Double> serialSeconds(Site site, MeasurementRun measurementRun) {
        double bound = site.bounds().getFirst();
        double fastest = measurementRun.processorSeconds() / (processors / bound);
        return site.serialSeconds().stream()
                .map(published -> fastest * published / site.serialSeconds().getFirst())
                .toList();
    }
}
