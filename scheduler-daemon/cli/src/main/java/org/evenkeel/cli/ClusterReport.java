package org.evenkeel.cli;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.evenkeel.cli.doctor.ClockReading;
import org.evenkeel.cli.doctor.ClusterChecks;
import org.evenkeel.cli.doctor.Finding;
import org.evenkeel.cli.doctor.NodeChecks;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.StatsAnswer;
import org.evenkeel.wire.proto.Topic;

/** All checks of the cluster, for which its daemons are asked. */
record ClusterReport(ClusterOption cluster) {
    /** The quickest answer of so many counts. */
    private static final int READINGS = 3;

    /** Daemons that are asked at the same time. */
    private static final int AT_A_TIME = 16;

    List<Finding> findings() throws IOException, CommandFailure {
        if (cluster.known().all().isEmpty()) {
            return ClusterChecks.skipped(
                    "no " + cluster.title() + " runs here or was joined; evenkeel up starts one");
        }
        Answers answers;
        List<StatsAnswer> stats;
        try (DaemonClient client = cluster.connect()) {
            answers = client.ask(DaemonClient.toAll(Topic.TOPIC_NODES));
            stats = client.ask(DaemonClient.toAll(Topic.TOPIC_STATS)).getStatsList();
        } catch (IOException e) {
            return ClusterChecks.unreachable(FailureText.of(e));
        }
        List<NodesAnswer> nodes = NodesCommand.sorted(answers.getNodesList());
        Map<String, ClockReading> readings = new LinkedHashMap<>();
        List<String> earlier = new ArrayList<>();
        Map<String, String> direct = new LinkedHashMap<>();
        read(nodes, readings, earlier, direct);
        List<Finding> findings = new ArrayList<>();
        findings.addAll(ClusterChecks.daemons(nodes, silent(answers), direct));
        findings.addAll(ClusterChecks.versions(Software.OWN.version(), nodes));
        findings.addAll(ClusterChecks.links(nodes));
        findings.addAll(ClusterChecks.losses(nodes));
        findings.addAll(ClusterChecks.clocks(readings, earlier));
        findings.addAll(NodeChecks.certificates(InstantSource.system().instant(), stats));
        findings.addAll(NodeChecks.disks(stats));
        return findings;
    }

    /** Those that others know, and those of this machine. */
    private List<String> silent(Answers answers) throws IOException {
        List<String> silent = new ArrayList<>(answers.getSilentList());
        List<String> known = answers.getNodesList().stream().map(NodesAnswer::getNode).toList();
        for (DaemonFile file : cluster.running()) {
            if (!known.contains(file.node()) && !silent.contains(file.node())) {
                silent.add(file.node());
            }
        }
        return silent;
    }

    private void read(
            List<NodesAnswer> nodes,
            Map<String, ClockReading> readings,
            List<String> earlier,
            Map<String, String> direct) {
        Map<String, Future<Optional<ClockReading>>> asked = new LinkedHashMap<>();
        try (ExecutorService threads =
                Executors.newFixedThreadPool(AT_A_TIME, Thread.ofVirtual().factory())) {
            nodes.forEach(node -> asked.put(node.getNode(), threads.submit(() -> clock(node))));
        }
        asked.forEach((node, answer) -> {
            try {
                answer.get()
                        .ifPresentOrElse(
                                reading -> readings.put(node, reading), () -> earlier.add(node));
            } catch (ExecutionException e) {
                direct.put(node, FailureText.of(e.getCause() == null ? e : e.getCause()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Empty where the daemon's version does not tell. */
    private Optional<ClockReading> clock(NodesAnswer node) throws IOException {
        Optional<ClockReading> best = Optional.empty();
        try (DaemonClient client =
                cluster.observe(node.getNode(), node.getHost(), node.getPort())) {
            for (int i = 0; i < READINGS; i++) {
                Instant asked = InstantSource.system().instant();
                long begin = System.nanoTime();
                String told = client.node().getClock();
                Duration roundTrip = Duration.ofNanos(System.nanoTime() - begin);
                Optional<ClockReading> reading = ClockReading.of(asked, roundTrip, told);
                best = best.isPresent() ? reading.map(best.get()::better) : reading;
            }
        }
        return best;
    }
}
