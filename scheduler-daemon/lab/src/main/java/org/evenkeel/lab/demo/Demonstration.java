package org.evenkeel.lab.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.start.ChildProcesses;
import org.evenkeel.cli.start.ClusterPlan;
import org.evenkeel.cli.start.LocalDaemons;
import org.evenkeel.cli.start.Starter;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.StatusLine;
import org.evenkeel.cli.text.TerminalColours;
import org.evenkeel.lab.facts.FactProgram;
import org.evenkeel.lab.facts.ProgramFact;
import org.evenkeel.lab.measure.Host;
import org.evenkeel.wire.proto.NodesAnswer;
import org.jspecify.annotations.Nullable;

/**
 * One run of the demo: starts a cluster, lets the program count, tells what happens as it happens.
 */
public final class Demonstration {
    private static final String PROGRAM = "org.evenkeel.examples.demo.Demo";
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);

    private final ChildProcesses childProcesses;
    private final ClusterPlan plan;
    private final Path recordings;
    private final List<String> arguments;
    private final Consumer<String> teller;
    private final StatusLine status;
    private final @Nullable Path page;
    private final Map<String, Object> report = new LinkedHashMap<>();
    private boolean correct = true;

    /**
     * A demo that has not begun.
     *
     * @param childProcesses ends all its processes
     * @param arguments for the demo's program
     * @param teller where sentences go
     * @param status what is shown while the cluster starts
     * @param page where the page of the run goes, or null
     */
    public Demonstration(
            ChildProcesses childProcesses,
            ClusterPlan plan,
            List<String> arguments,
            Consumer<String> teller,
            StatusLine status,
            @Nullable Path page) {
        this.childProcesses = childProcesses;
        this.recordings = plan.directory().resolve("recordings");
        this.plan = plan.withRecordings(recordings);
        this.arguments = arguments;
        this.teller = teller;
        this.status = status;
        this.page = page;
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
     * @throws CommandFailure if the page cannot be written there
     */
    public boolean run(TerminalColours terminalColours)
            throws IOException, CommandFailure, InterruptedException {
        DemoOutput demoOutput = new DemoOutput(teller, report, terminalColours);
        status.show("   checking whether the machine is busy");
        Host host = Host.now();
        LocalDaemons cluster = startCluster();
        String entry = plan.nodes().getFirst();
        FactProgram program =
                FactProgram.start(childProcesses, PROGRAM, cluster.folder(entry), arguments);
        Map<String, NodesAnswer> before = Map.of();
        Instant since = Instant.now();
        @Nullable ProgramFact serial = null;
        for (ProgramFact programFact = program.next();
                programFact != null;
                programFact = program.next()) {
            switch (programFact.name()) {
                case "first" -> printFirst(programFact, entry);
                case "first-done" -> printResult("first", programFact, "");
                case "serial" -> printSerial(programFact);
                case "serial-done" -> {
                    printResult("serial", programFact, ", one task at a time");
                    serial = programFact;
                }
                case "parallel" -> {
                    before = cluster.reports();
                    since = Instant.now();
                }
                case "parallel-done" -> {
                    printResult("parallel", programFact, " on the cluster");
                    Spread spread = printSpread(demoOutput, cluster, before, programFact);
                    printSpeedUp(serial, programFact, terminalColours, host);
                    if (spread.isComplete()) {
                        new Prediction(demoOutput, plan, recordings, since).print();
                    }
                    new MovedTask(demoOutput).print(cluster, programFact, entry);
                    new DemoReport(demoOutput, page).print(cluster, programFact);
                }
                default -> {
                    // "end": nothing to tell.
                }
            }
            if (!programFact.name().endsWith("-done")) {
                program.resume();
            }
        }
        int exitCode = program.exitCode();
        if (exitCode != 0 && !childProcesses.areInterrupted()) {
            throw new IOException("the demo's program failed with exit code " + exitCode);
        }
        report.put("correct", correct);
        return correct;
    }

    private LocalDaemons startCluster() throws IOException, InterruptedException {
        int nodes = plan.nodes().size();
        teller.accept(
                "%s%s on this machine, each with %s%s; topology %s, policy %s."
                        .formatted(
                                nodes,
                                nodes == 1 ? " daemon starts" : " daemons start",
                                plan.workers(),
                                plan.workers() == 1 ? " worker" : " workers",
                                plan.topology(),
                                plan.policy()));
        long startNanos = System.nanoTime();
        LocalDaemons cluster = LocalDaemons.start(plan, Starter.asChildrenIn(childProcesses));
        cluster.awaitLinked(
                READY_LIMIT, linked -> status.show("   " + linked + " of " + nodes + " are ready"));
        status.close();
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        teller.accept("   ready after " + NumberFormatter.seconds(seconds));
        report.put("nodesStarted", nodes);
        report.put("workers", nodes * plan.workers());
        report.put("policy", plan.policy());
        report.put("topology", plan.topology());
        report.put("startSeconds", seconds);
        return cluster;
    }

    private void printFirst(ProgramFact programFact, String entry) {
        teller.accept("");
        teller.accept(
                "1. In how many ways can %d queens be placed so that none attacks another?"
                        .formatted(programFact.number("n")));
        teller.accept(
                "   %s tasks are submitted to %s; the workers fetch the program and start."
                        .formatted(NumberFormatter.count(programFact.number("tasks")), entry));
    }

    private void printSerial(ProgramFact programFact) {
        teller.accept("");
        teller.accept(
                ("2. The same with %d queens, %s tasks, and the same code: first in one "
                                + "process, then on the cluster.")
                        .formatted(
                                programFact.number("n"),
                                NumberFormatter.count(programFact.number("tasks"))));
    }

    private void printResult(String step, ProgramFact programFact, String where) {
        boolean right = isCorrect(programFact);
        correct &= right;
        String known =
                programFact.number("expected") < 0
                        ? ""
                        : right
                                ? " (correct)"
                                : " WRONG: it is "
                                        + NumberFormatter.count(programFact.number("expected"));
        teller.accept(
                "   %d queens: %s solutions%s in %s%s"
                        .formatted(
                                programFact.number("n"),
                                NumberFormatter.count(programFact.number("solutions")),
                                known,
                                NumberFormatter.seconds(programFact.real("seconds")),
                                where));
        Map<Object, Object> fields = new LinkedHashMap<>(programFact.fields());
        fields.remove("fact");
        fields.remove("ranAt");
        fields.remove("job");
        report.put(step, fields);
    }

    /** Whether the solutions are those that are known; true when none are known. */
    private static boolean isCorrect(ProgramFact programFact) {
        return programFact.number("expected") < 0
                || programFact.number("solutions") == programFact.number("expected");
    }

    private Spread printSpread(
            DemoOutput demoOutput,
            LocalDaemons cluster,
            Map<String, NodesAnswer> before,
            ProgramFact programFact) {
        Spread spread =
                Spread.between(
                        cluster.processes().keySet(),
                        before,
                        cluster.reports(),
                        node -> isRunning(cluster.processes().get(node)),
                        programFact.real("seconds"));
        SpreadText words = new SpreadText(demoOutput, spread);
        words.print(programFact.number("tasks"));
        words.printIdle(plan.nodes().getFirst(), before);
        return spread;
    }

    private static boolean isRunning(@Nullable Process daemon) {
        return daemon != null && daemon.isAlive();
    }

    private void printSpeedUp(
            @Nullable ProgramFact serial,
            ProgramFact parallel,
            TerminalColours terminalColours,
            Host host) {
        if (serial == null) {
            return;
        }
        if (serial.number("solutions") != parallel.number("solutions")) {
            correct = false;
            teller.accept("   The two counts differ, which is WRONG.");
        }
        int processors = host.processors();
        double speedUp = serial.real("seconds") / parallel.real("seconds");
        teller.accept(
                "   Serial %s, parallel %s: "
                                .formatted(
                                        NumberFormatter.seconds(serial.real("seconds")),
                                        NumberFormatter.seconds(parallel.real("seconds")))
                        + terminalColours.bold(
                                "speed-up %.1f on %d %s (%s)"
                                        .formatted(
                                                speedUp,
                                                processors,
                                                processors == 1 ? "processor" : "processors",
                                                NumberFormatter.share(speedUp / processors))));
        if (host.isBusy()) {
            teller.accept(
                    ("   The machine was busy with other work (load %.1f before the start), "
                                    + "which lowers the speed-up.")
                            .formatted(host.load()));
        }
        report.put("loadBefore", host.load());
        report.put("speedUp", speedUp);
        report.put("processors", processors);
        report.put("efficiency", speedUp / processors);
    }
}
