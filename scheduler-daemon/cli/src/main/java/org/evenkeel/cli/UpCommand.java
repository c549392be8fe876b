package org.evenkeel.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.cli.start.ClusterPlan;
import org.evenkeel.cli.start.LocalDaemons;
import org.evenkeel.cli.start.Starter;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.StatusLine;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.wire.proto.NodesAnswer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts a cluster of this machine that stays when the command ends. */
@Command(
        name = "up",
        description = {
            "Start a cluster on this machine, in the background.",
            "It also starts a recorder, which keeps what happens; evenkeel down ends both."
        },
        footer = {
            "  evenkeel up                        # 4 daemons, all neighbours of each other",
            "  evenkeel up -n 9 --topology torus  # 9 daemons, each with four neighbours",
            "  evenkeel up -n 1 --workers 8       # one daemon with 8 workers",
            "  evenkeel up -n 9 --topology mesh   # 9 daemons in 3 rows, each linked to those beside it",
            "  evenkeel up -n 5 --masters 1 --policy nrics                     # with a master",
            "  evenkeel up --record recordings    # for evenkeel lab simulate --replay recordings",
            "  evenkeel up --no-recorder          # without a recorder for evenkeel query",
            "  evenkeel up --cluster lab --policy 'receiver-initiated(lambda=100ms)'",
            "Next: evenkeel nodes, evenkeel run, evenkeel down."
        })
final class UpCommand extends ClusterOutputCommand {
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);

    @Mixin private final ClusterShape shape = new ClusterShape();
    @Mixin private final RecorderOption recorder = new RecorderOption();

    @Option(
            names = {"-n", "--nodes"},
            paramLabel = "N",
            description = "Number of daemons (default: ${DEFAULT-VALUE}).")
    private int nodes = 4;

    @Option(
            names = "--masters",
            paramLabel = "N",
            description = {
                "Number of daemons, counted from the first, that may be master of "
                        + "scheduling phases and run no tasks; for the policies nrics and nrics-1999 "
                        + "with topology complete."
            })
    private int masters;

    @Option(
            names = "--record",
            paramLabel = "DIR",
            description =
                    "Record the arrival and the running time of each task to files in DIR, for "
                            + "evenkeel lab simulate --replay DIR.")
    private @Nullable Path record;

    @Option(
            names = "--record-events",
            paramLabel = "DIR",
            description =
                    "Record every event of the schedulers and its effects to files in DIR, for "
                            + "evenkeel lab replay DIR. Slows the daemons down.")
    private @Nullable Path recordEvents;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path directory = cluster.directory();
        recorder.check();
        ClusterPlan plan = shape.plan(directory, nodes);
        if (masters < 0 || masters >= nodes) {
            throw invalid(
                    "--masters: %d of %d daemons; leave at least one to run tasks"
                            .formatted(masters, nodes));
        }
        if (masters > 0) {
            plan = plan.withMasters(masters);
        }
        if (record != null) {
            plan = plan.withRecordings(record.toAbsolutePath());
        }
        if (recordEvents != null) {
            plan = plan.withEventRecordings(recordEvents.toAbsolutePath());
        }
        PrivateFiles.createDirectories(directory);
        try (FileChannel file =
                        FileChannel.open(
                                directory.resolve("up.lock"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                FileLock lock = file.tryLock()) {
            List<DaemonFile> running = cluster.running();
            if (lock == null || !running.isEmpty()) {
                return printRunning(running);
            }
            LocalDaemons local = start(plan);
            print(plan, local, recorder.start(cluster, output));
            return ExitCode.OK;
        }
    }

    private int printRunning(List<DaemonFile> running) throws IOException {
        output.aside(
                running.isEmpty()
                        ? "another evenkeel up is already starting the " + cluster.title()
                        : "the %s is already running, %s"
                                .formatted(cluster.title(), count(running.size())));
        List<Map<String, Object>> fieldsOfNodes = new ArrayList<>();
        TextTable table = new TextTable("  ", "node", "pid", "workers", "policy", "started");
        for (DaemonFile file : running) {
            table.row(
                    file.node(),
                    Long.toString(file.pid()),
                    Integer.toString(file.workers()),
                    file.policy(),
                    NumberFormatter.time(file.started()));
            fieldsOfNodes.add(
                    Map.of("node", file.node(), "pid", file.pid(), "workers", file.workers()));
        }
        if (!running.isEmpty()) {
            output.table(table);
            output.line("Stop it: evenkeel down" + cluster.asArgument());
        }
        output.json(Map.of("running", true, "nodes", fieldsOfNodes));
        return ExitCode.RUNNING;
    }

    private static String count(int daemons) {
        return daemons == 1 ? "1 daemon:" : daemons + " daemons:";
    }

    private LocalDaemons start(ClusterPlan plan) throws IOException, InterruptedException {
        List<Process> started = new ArrayList<>();
        Starter background = Starter.inBackground();
        Starter counting =
                (command, file) -> {
                    Process process = background.start(command, file);
                    synchronized (started) {
                        started.add(process);
                    }
                    return process;
                };
        // Half a cluster is of no use: until it is complete, whatever ends this command ends it
        // too.
        Thread undo = new Thread(() -> end(started), "undo");
        Runtime.getRuntime().addShutdownHook(undo);
        try (StatusLine status = output.status()) {
            LocalDaemons local = LocalDaemons.start(plan, counting);
            local.awaitLinked(
                    READY_LIMIT,
                    linked -> status.show(linked + " of " + nodes + " daemons are ready"));
            Runtime.getRuntime().removeShutdownHook(undo);
            return local;
        } catch (IOException e) {
            end(started);
            throw e;
        }
    }

    private static void end(List<Process> started) {
        synchronized (started) {
            started.forEach(
                    process -> process.descendants().forEach(ProcessHandle::destroyForcibly));
            started.forEach(Process::destroyForcibly);
        }
    }

    private void print(ClusterPlan plan, LocalDaemons local, Optional<ProcessHandle> recording)
            throws IOException {
        List<Map<String, Object>> fieldsOfNodes = new ArrayList<>();
        TextTable table = new TextTable("  ", "node", "pid", "workers", "neighbours", "log");
        for (String name : plan.nodes()) {
            Process process = local.processes().get(name);
            NodesAnswer report = local.report(name);
            if (process == null || report == null) {
                continue;
            }
            List<String> neighbours =
                    report.getNeighboursList().stream()
                            .map(NodesAnswer.Neighbour::getName)
                            .toList();
            String log = local.folder(name).resolve("daemon.log").toString();
            table.row(
                    name,
                    Long.toString(process.pid()),
                    Integer.toString(report.getWorkers()),
                    String.join(" ", neighbours),
                    log);
            Map<String, Object> node = new LinkedHashMap<>();
            node.put("node", name);
            node.put("pid", process.pid());
            node.put("workers", report.getWorkers());
            node.put("neighbours", neighbours);
            node.put("log", log);
            fieldsOfNodes.add(node);
        }
        print(plan, table, recording);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("directory", plan.directory().toString());
        fields.put("topology", plan.topology());
        fields.put("policy", plan.policy());
        if (plan.recordings() != null) {
            fields.put("recordings", plan.recordings().toString());
        }
        fields.put("nodes", fieldsOfNodes);
        recording.ifPresent(process -> fields.put("recorder", process.pid()));
        output.json(fields);
    }

    private void print(ClusterPlan plan, TextTable table, Optional<ProcessHandle> recording) {
        output.line(
                "%s: %s, topology %s, policy %s"
                        .formatted(
                                output.terminalColours().good("up"),
                                cluster.title(),
                                plan.topology(),
                                plan.policy()));
        output.table(table);
        if (plan.recordings() != null) {
            output.line("Recording to:  " + plan.recordings());
        }
        recording.ifPresent(process ->
                output.line(
                        "Recorder:      process " + process.pid() + ", see evenkeel query --help"));
        output.line("Run a program: evenkeel run" + cluster.asArgument() + " app.jar");
        output.line("Stop it:       evenkeel down" + cluster.asArgument());
    }
}
