package org.evenkeel.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.kernel.NodeConfig;
import org.evenkeel.model.Durability;
import org.evenkeel.simulator.ClusterSpec;
import org.evenkeel.simulator.NetworkSpec;
import org.evenkeel.simulator.SimSpec;
import org.evenkeel.simulator.fault.FaultPlan;
import org.evenkeel.simulator.work.Stream;
import org.evenkeel.simulator.work.Workload;
import org.jspecify.annotations.Nullable;

/**
 * What is to be simulated: every policy under every workload with every seed.
 *
 * @param policies as the user wrote them
 * @param topology as the user wrote it
 * @param cluster the machines; how many each scenario says
 * @param faultMix the faults as the user wrote them; empty for none
 * @param firstSeed of {@code seeds} that follow each other
 * @param checked whether every invariant is checked after every event
 * @param recording what is replayed; null where nothing is
 */
public record Experiment(
        List<String> policies,
        List<Scenario> scenarios,
        String topology,
        ClusterSpec cluster,
        NetworkSpec network,
        RunFlags.Faults faults,
        String faultMix,
        long firstSeed,
        int seeds,
        boolean checked,
        @Nullable Replay recording) {

    private static final int TRACE_RECORDS = 1 << 14;

    /**
     * What the flags ask for.
     *
     * @throws FlagException if they cannot be understood
     */
    public static Experiment of(ClusterFlags cluster, WorkFlags work, RunFlags runs) {
        work.check();
        List<String> policies = cluster.policies();
        @Nullable Replay replay = work.replays().isEmpty() ? null : Replay.read(work.replays());
        ClusterFlags.Machines machines =
                replay == null ? ClusterFlags.Machines.REFERENCE : replay.machines();
        ClusterSpec spec = cluster.cluster(machines);
        List<Scenario> scenarios = new ArrayList<>();
        for (int nodes : cluster.counts(machines)) {
            scenarios.addAll(
                    replay == null ? work.scenarios(nodes) : List.of(replay.scenario(nodes)));
        }
        if (Axis.isCrossed(scenarios)) {
            throw new FlagException(
                    ClusterFlags.NODES, "give several numbers of nodes or several loads, not both");
        }
        if (runs.isStrict()) {
            spec = withStories(spec);
        }
        return new Experiment(
                policies,
                scenarios,
                cluster.topology(),
                spec,
                cluster.network(machines),
                runs.faults(),
                runs.faultMix(),
                runs.firstSeed(),
                runs.seeds(),
                runs.isChecked(),
                replay);
    }

    /** One workload without faults, for a command that draws up its own machines. */
    public static Experiment of(
            List<String> policies,
            Scenario scenario,
            ClusterSpec cluster,
            NetworkSpec network,
            long firstSeed,
            int seeds) {
        return new Experiment(
                policies,
                List.of(scenario),
                "complete",
                cluster,
                network,
                (of, machines, seed) -> FaultPlan.NONE,
                "",
                firstSeed,
                seeds,
                false,
                null);
    }

    /** Nodes that remember enough to tell the story of a task that went wrong. */
    private static ClusterSpec withStories(ClusterSpec cluster) {
        NodeConfig.Limits limits = cluster.limits();
        return cluster.with(
                cluster.leases(),
                new NodeConfig.Limits(
                        limits.owned(),
                        limits.held(),
                        limits.windowTasks(),
                        limits.windowNanos(),
                        limits.deaths(),
                        TRACE_RECORDS));
    }

    /** One run. */
    SimSpec spec(Scenario scenario, String policy, long seed) {
        ClusterSpec machines = cluster.withNodes(scenario.nodes());
        return new SimSpec(
                machines.withPolicy(policy),
                network,
                scenario.workload(),
                faults.draw(scenario, machines, seed),
                1,
                Durability.MEMORY,
                0,
                checked,
                seed);
    }

    /** What is odd about the recording, human-readable. */
    public List<String> notes() {
        return recording == null ? List.of() : recording.notes();
    }

    /** One human-readable sentence. */
    public String title() {
        String workers = plain(cluster.workers());
        boolean alike = cluster.workers().stream().distinct().count() == 1;
        String speeds =
                cluster.speeds().equals(List.of(1.0)) ? "" : ", speeds " + plain(cluster.speeds());
        List<Integer> counts = scenarios.stream().map(Scenario::nodes).distinct().toList();
        String machines =
                plain(counts)
                        + (counts.equals(List.of(1)) ? " node, " : " nodes, ")
                        + (alike
                                ? count(cluster.workers().getFirst())
                                : workers + " workers in turn")
                        + speeds
                        + ", "
                        + topology;
        Workload workload = scenarios.getFirst().workload();
        List<Double> loads = scenarios.stream().map(Scenario::load).distinct().toList();
        String work =
                workload instanceof Stream stream ? stream.nameAt(plain(loads)) : workload.name();
        String bandwidth =
                network.bytesPerSecond() == 0
                        ? ""
                        : ", %s bytes/s"
                                .formatted(NumberFormatter.count((long) network.bytesPerSecond()));
        return "%s; %s; latency %s s%s%s; %s%s"
                .formatted(
                        machines,
                        work,
                        network.latency().name(),
                        bandwidth,
                        faultMix.isEmpty() ? "" : "; faults " + faultMix,
                        seeds == 1 ? "seed " : seeds + " seeds from ",
                        firstSeed);
    }

    private static String plain(List<?> list) {
        return String.join(",", list.stream().map(String::valueOf).toList());
    }

    private static String count(int workers) {
        return workers + (workers == 1 ? " worker each" : " workers each");
    }
}
