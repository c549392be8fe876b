package org.evenkeel.lab.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.ask.NodeReport;
import org.evenkeel.cli.show.Numbers;
import org.evenkeel.cli.show.Paint;
import org.evenkeel.cli.show.StatusLine;
import org.evenkeel.cli.start.Children;
import org.evenkeel.cli.start.ClusterPlan;
import org.evenkeel.cli.start.LocalCluster;
import org.evenkeel.cli.start.Starter;
import org.evenkeel.lab.facts.Fact;
import org.evenkeel.lab.facts.FactProgram;
import org.evenkeel.lab.measure.Host;
import org.jspecify.annotations.Nullable;

/**
 * One run of the demo: starts a cluster, lets the program count, tells what happens as it happens.
 */
public final class Demonstration {
    private static final String PROGRAM = "org.evenkeel.examples.demo.Demo";
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);

    private final Children children;
    private final ClusterPlan plan;
    private final Path recordings;
    private final List<String> arguments;
    private final Teller teller;
    private final StatusLine status;
    private final Map<String, Object> report = new LinkedHashMap<>();
    private boolean correct = true;

    /** Where sentences go. */
    @FunctionalInterface
    public interface Teller {
        void tell(String line);
    }

    /**
     * A demo that has not begun.
     *
     * @param children ends all its processes
     * @param arguments for the demo's program
     * @param status what is shown while the cluster starts
     */
    public Demonstration(
            Children children,
            ClusterPlan plan,
            List<String> arguments,
            Teller teller,
            StatusLine status) {
        this.children = children;
        this.recordings = plan.directory().resolve("recordings");
        this.plan = plan.withRecordings(recordings);
        this.arguments = arguments;
        this.teller = teller;
        this.status = status;
    }

    /** Everything that came out, for JSON. */
    public Map<String, Object> report() {
        return report;
    }

    /**
     * Runs it.
     *
     * @return whether all numbers are what they must be
     * @throws IOException if the cluster does not start or the program fails
     */
    public boolean run(Paint paint) throws IOException, InterruptedException {
        Voice voice = new Voice(teller, report, paint);
        status.show("   looking whether the machine has other work");
        Host host = Host.now();
        LocalCluster cluster = startCluster();
        String entry = plan.nodes().getFirst();
        FactProgram program =
                FactProgram.start(children, PROGRAM, cluster.folder(entry), arguments);
        Map<String, NodeReport> before = Map.of();
        Instant since = Instant.now();
        @Nullable Fact serial = null;
        for (Fact fact = program.next(); fact != null; fact = program.next()) {
            switch (fact.name()) {
                case "first" -> tellFirst(fact, entry);
                case "first-done" -> tellResult("first", fact, "");
                case "serial" -> tellSerial(fact);
                case "serial-done" -> {
                    tellResult("serial", fact, ", one task after the other");
                    serial = fact;
                }
                case "parallel" -> {
                    before = cluster.reports();
                    since = Instant.now();
                }
                case "parallel-done" -> {
                    tellResult("parallel", fact, " on the cluster");
                    Spread spread = tellSpread(voice, cluster, before, fact);
                    tellSpeedUp(serial, fact, paint, host);
                    if (spread.ended().isEmpty()) {
                        new Prediction(voice, plan, recordings, since).tell();
                    }
                    new MovedTask(voice).tell(cluster, fact, entry);
                }
                default -> {
                    // "end": nothing to tell.
                }
            }
            if (!fact.name().endsWith("-done")) {
                program.goOn();
            }
        }
        int exitCode = program.exitCode();
        if (exitCode != 0 && !children.areInterrupted()) {
            throw new IOException("the demo's program ended with exit code " + exitCode);
        }
        report.put("correct", correct);
        return correct;
    }

    private LocalCluster startCluster() throws IOException, InterruptedException {
        int nodes = plan.nodes().size();
        teller.tell(
                nodes
                        + (nodes == 1 ? " daemon starts" : " daemons start")
                        + " on this machine, each with "
                        + plan.workers()
                        + (plan.workers() == 1 ? " worker" : " workers")
                        + "; topology "
                        + plan.topology()
                        + ", policy "
                        + plan.policy()
                        + ".");
        long startNanos = System.nanoTime();
        LocalCluster cluster = LocalCluster.start(plan, Starter.asChildrenIn(children));
        cluster.awaitLinked(
                READY_LIMIT, linked -> status.show("   " + linked + " of " + nodes + " are ready"));
        status.close();
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        teller.tell("   ready after " + Numbers.seconds(seconds));
        report.put("nodesStarted", nodes);
        report.put("workers", nodes * plan.workers());
        report.put("policy", plan.policy());
        report.put("topology", plan.topology());
        report.put("startSeconds", seconds);
        return cluster;
    }

    private void tellFirst(Fact fact, String entry) {
        teller.tell("");
        teller.tell(
                "1. In how many ways can %d queens be placed so that none attacks another?"
                        .formatted(fact.number("n")));
        teller.tell(
                "   %s tasks go to %s; the workers fetch the program and begin."
                        .formatted(Numbers.count(fact.number("tasks")), entry));
    }

    private void tellSerial(Fact fact) {
        teller.tell("");
        teller.tell(
                "2. The same with %d queens, %s tasks, by the same code: in one process, then on the cluster."
                        .formatted(fact.number("n"), Numbers.count(fact.number("tasks"))));
    }

    private void tellResult(String step, Fact fact, String where) {
        boolean right = isCorrect(fact);
        correct &= right;
        String known =
                fact.number("expected") < 0
                        ? ""
                        : right
                                ? " (correct)"
                                : " WRONG: it is " + Numbers.count(fact.number("expected"));
        teller.tell(
                "   %d queens: %s solutions%s in %s%s"
                        .formatted(
                                fact.number("n"),
                                Numbers.count(fact.number("solutions")),
                                known,
                                Numbers.seconds(fact.real("seconds")),
                                where));
        Map<Object, Object> fields = new LinkedHashMap<>(fact.fields());
        fields.remove("fact");
        fields.remove("ranAt");
        report.put(step, fields);
    }

    /** Whether the solutions are those that are known; true when none are known. */
    private static boolean isCorrect(Fact fact) {
        return fact.number("expected") < 0 || fact.number("solutions") == fact.number("expected");
    }

    private Spread tellSpread(
            Voice voice, LocalCluster cluster, Map<String, NodeReport> before, Fact fact) {
        Spread spread =
                Spread.between(
                        cluster.processes().keySet(),
                        before,
                        cluster.reports(),
                        fact.real("seconds"));
        SpreadWords words = new SpreadWords(voice, spread);
        words.tell(fact.number("tasks"));
        words.tellIdle(plan.nodes().getFirst(), before);
        return spread;
    }

    private void tellSpeedUp(@Nullable Fact serial, Fact parallel, Paint paint, Host host) {
        if (serial == null) {
            return;
        }
        if (serial.number("solutions") != parallel.number("solutions")) {
            correct = false;
            teller.tell("   The two counts differ, which is WRONG.");
        }
        int processors = host.processors();
        double speedUp = serial.real("seconds") / parallel.real("seconds");
        teller.tell(
                "   Serial %s, parallel %s: "
                                .formatted(
                                        Numbers.seconds(serial.real("seconds")),
                                        Numbers.seconds(parallel.real("seconds")))
                        + paint.bold(
                                "speed-up %.1f on %d %s (%s)"
                                        .formatted(
                                                speedUp,
                                                processors,
                                                processors == 1 ? "processor" : "processors",
                                                Numbers.share(speedUp / processors))));
        if (host.isBusy()) {
            teller.tell(
                    "   Other work was going on here (load %.1f before the start), which takes from it."
                            .formatted(host.load()));
        }
        report.put("loadBefore", host.load());
        report.put("speedUp", speedUp);
        report.put("processors", processors);
        report.put("efficiency", speedUp / processors);
    }
}
