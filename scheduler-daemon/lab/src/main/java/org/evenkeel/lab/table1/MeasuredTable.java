package org.evenkeel.lab.table1;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.evenkeel.lab.measure.ClusterForm;
import org.evenkeel.lab.measure.Engine;
import org.evenkeel.lab.measure.Outcome;
import org.evenkeel.lab.measure.Run;
import org.evenkeel.lab.measure.Series;
import org.evenkeel.lab.measure.Work;

/**
 * The experiment with real daemons: a job on each cluster of the table, its machines emulated on
 * this one, under each policy. All nodes see each other; the job is submitted as a whole at the
 * first node, one of the fastest; those with phases have a master beside the nodes.
 *
 * @param columns policies, under each eta where they have phases
 * @param processors of this machine that all nodes together have
 */
public record MeasuredTable(
        Engine engine, List<Site> sites, List<Column> columns, Work work, double processors) {

    /**
     * What a policy did on a cluster.
     *
     * @param processors that all nodes together had
     */
    public record Cell(Site site, Column column, Outcome outcome, double processors) {

        /** The run that counts; none when the job was refused or this machine had too little. */
        Optional<Run> run() {
            return outcome.median(processors);
        }

        boolean refused() {
            return !outcome.refused().isEmpty();
        }

        /** Speed-up against each kind of node. */
        List<Double> speedUps(Run run) {
            double efficiency = run.efficiency(processors);
            return site.bounds().stream().map(bound -> bound * efficiency).toList();
        }
    }

    /** The table of these policies. */
    public static MeasuredTable of(
            Engine engine,
            List<Site> sites,
            List<String> policies,
            List<Double> etas,
            Work work,
            double processors) {
        return new MeasuredTable(engine, sites, Column.of(policies, etas), work, processors);
    }

    /** Runs it, cluster by cluster. */
    public List<Cell> run(Consumer<String> status) throws IOException, InterruptedException {
        List<Cell> cells = new ArrayList<>();
        int all = sites.size() * columns.size();
        Series series = new Series(engine, work);
        for (Site site : sites) {
            series.anew();
            for (Column column : columns) {
                String where =
                        "   %d of %d, %s, %s: "
                                .formatted(cells.size() + 1, all, site.title(), column.withEta());
                Outcome outcome = series.next(form(site, column), where, status);
                cells.add(new Cell(site, column, outcome, processors));
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
    List<Double> serialSeconds(Site site, Run run) {
        double bound = site.bounds().getFirst();
        double fastest = run.processorSeconds() / (processors / bound);
        return site.serialSeconds().stream()
                .map(published -> fastest * published / site.serialSeconds().getFirst())
                .toList();
    }
}
