package org.evenkeel.lab.table1;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleConsumer;
import org.evenkeel.lab.simulate.Experiment;
import org.evenkeel.lab.simulate.RunFailure;
import org.evenkeel.lab.simulate.Scenario;
import org.evenkeel.lab.simulate.ScenarioRuns;
import org.evenkeel.model.topology.Topologies;
import org.evenkeel.simulator.ClusterSpec;
import org.evenkeel.simulator.NetworkSpec;
import org.evenkeel.simulator.SimReport;
import org.evenkeel.simulator.measure.Interval;
import org.evenkeel.simulator.work.Distribution;
import org.evenkeel.simulator.work.Job;
import org.evenkeel.simulator.work.Seconds;
import org.evenkeel.simulator.work.SimWork;

/**
 * The experiment: 14 queens on each cluster of the table under each policy. All nodes see each
 * other; the job is submitted as a whole at the first node, one of the fastest.
 *
 * @param columns policies, under each eta where they have phases
 * @param depth how finely the job is cut, 1 to {@link QueensRecording#MOST_DEPTH}
 */
public record Table1(List<Column> columns, int depth, long firstSeed, int seeds) {

    /** Machines in one room on Ethernet of the time: 10 Mbit/s, half a millisecond. Ours. */
    private static final NetworkSpec NETWORK =
            NetworkSpec.of(Distribution.parse("uniform(0.00025,0.00075)")).withBandwidth(1.25e6);

    /** The job comes when the nodes have found each other and their master. */
    private static final long SETTLED_SECONDS = 30;

    /**
     * What a policy did on a cluster.
     *
     * @param makespanSeconds from the submission to the last outcome; not a number where the job
     *     was refused
     * @param halfWidth of its 95 % interval, in seconds
     * @param messagesPerTask between nodes
     */
    public record Cell(
            Site site,
            Column column,
            double makespanSeconds,
            double halfWidth,
            double messagesPerTask) {

        /** Whether the policy took the job. */
        public boolean ran() {
            return !Double.isNaN(makespanSeconds);
        }

        /** Part of what the speeds of the nodes allow. */
        public double efficiency() {
            return site.leastSeconds() / makespanSeconds;
        }
    }

    /** The table of these policies. */
    public static Table1 of(
            List<String> policies, List<Double> etas, int depth, long firstSeed, int seeds) {
        return new Table1(Column.of(policies, etas), depth, firstSeed, seeds);
    }

    /** Seconds that each task takes on the fastest nodes of a cluster, in the order submitted. */
    List<Double> taskSeconds(Site site) {
        return QueensRecording.read().seconds(depth, site.serialSeconds().getFirst());
    }

    /** Runs it; cluster by cluster, policies with phases first. */
    public List<Cell> run(int threads, DoubleConsumer progress)
            throws RunFailure, InterruptedException {
        List<Cell> cells = new ArrayList<>();
        Site[] sites = Site.values();
        for (int i = 0; i < sites.length; i++) {
            Site site = sites[i];
            int before = i;
            DoubleConsumer ofSite = part -> progress.accept((before + part) / sites.length);
            cells.addAll(run(site, true, threads, ofSite));
            cells.addAll(run(site, false, threads, ofSite));
        }
        return cells;
    }

    /** Those with phases have a master beside the nodes, which runs nothing. */
    private List<Cell> run(Site site, boolean phases, int threads, DoubleConsumer progress)
            throws RunFailure, InterruptedException {
        List<Column> some =
                columns.stream().filter(column -> column.hasPhases() == phases).toList();
        List<Cell> cells = new ArrayList<>();
        if (!some.isEmpty()) {
            List<ScenarioRuns.Result> results =
                    new ScenarioRuns(experiment(site, some, phases ? 1 : 0)).run(threads, progress);
            for (int i = 0; i < some.size(); i++) {
                cells.add(cell(site, some.get(i), results.get(i)));
            }
        }
        return cells;
    }

    private Experiment experiment(Site site, List<Column> some, int masters) {
        List<SimWork> tasks =
                taskSeconds(site).stream()
                        .map(seconds -> SimWork.leaf((long) (seconds * Seconds.NANOS)))
                        .toList();
        int nodes = masters + site.nodes();
        List<Double> speeds = new ArrayList<>(Collections.nCopies(masters, 1.0));
        speeds.addAll(site.speeds());
        return Experiment.of(
                some.stream().map(Column::withEta).toList(),
                new Scenario(
                        nodes,
                        Double.NaN,
                        new Job("14 queens", masters, SETTLED_SECONDS * Seconds.NANOS, tasks),
                        tasks.size()),
                ClusterSpec.of(some.getFirst().withEta(), Topologies.parse("complete"), nodes, 1)
                        .withMachines(List.of(1), speeds)
                        .withMasters(masters),
                NETWORK,
                firstSeed,
                seeds);
    }

    private static Cell cell(Site site, Column column, ScenarioRuns.Result result) {
        boolean refused =
                result.summary().reports().stream().anyMatch(report -> report.executions() == 0);
        Interval makespan = result.summary().of(SimReport::makespan);
        return new Cell(
                site,
                column,
                refused ? Double.NaN : makespan.mean() - SETTLED_SECONDS,
                makespan.halfWidth(),
                result.summary().mean(SimReport::messagesPerTask));
    }
}
