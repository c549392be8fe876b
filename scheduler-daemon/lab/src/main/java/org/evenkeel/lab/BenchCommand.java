package org.evenkeel.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.OutputCommand;
import org.evenkeel.cli.start.ChildProcesses;
import org.evenkeel.cli.start.ClusterPlan;
import org.evenkeel.cli.start.LocalDaemons;
import org.evenkeel.cli.start.Starter;
import org.evenkeel.cli.start.TemporaryCluster;
import org.evenkeel.cli.text.StatusLine;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.lab.bench.Bench;
import org.evenkeel.lab.bench.BenchRun;
import org.evenkeel.lab.bench.DurabilityRun;
import org.evenkeel.lab.bench.Figure;
import org.evenkeel.lab.bench.MoveRun;
import org.evenkeel.lab.bench.WaysRun;
import org.evenkeel.model.JsonObject;
import org.evenkeel.model.Numbers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code evenkeel lab bench}: this runtime beside the same hops with nothing in them. */
@Command(
        name = "bench",
        description = {
            "Measure one daemon with two workers, next to a bare chain of the same hops.",
            "",
            "Both run client -> daemon -> worker -> daemon -> client and take turns; "
                    + "the bare chain only forwards frames. Quote the ratios: load on the "
                    + "machine slows both sides alike."
        },
        footer = {
            "  evenkeel lab bench --rounds 5 --json",
            "  evenkeel lab bench --durability",
            "  evenkeel lab bench --tls",
            "  evenkeel lab bench --setting worker-options=-Devenkeel.task-logs=off",
            "  evenkeel lab bench --move --rounds 5"
        })
final class BenchCommand extends OutputCommand {
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final int SHARE_OF_SAMPLES = 5;
    private static final int SHARE_OF_TASKS = 4;

    /** Fits the window of one client of four at a daemon with a small heap. */
    private static final int ACCEPTS = 20_000;

    private static final int RECORDS = 200_000;

    /** That a daemon runs before a move. */
    private static final int WARM_TASKS = 10_000;

    @Option(
            names = "--rounds",
            description =
                    "Rounds of each figure; the median is printed (default: ${DEFAULT-VALUE}).")
    private int rounds = 5;

    @Option(names = "--tasks", description = "Empty tasks per round (default: ${DEFAULT-VALUE}).")
    private int tasks = 200_000;

    @Option(
            names = "--samples",
            description = "Tasks sent one at a time per round (default: ${DEFAULT-VALUE}).")
    private int samples = 5_000;

    @Option(
            names = "--payloads",
            description = "Tasks of 64 KiB per round (default: ${DEFAULT-VALUE}).")
    private int payloads = 4_000;

    @Option(
            names = "--durability",
            description = {
                "Measure the cost of the levels DISK and REPLICATED instead: a daemon with one"
                        + " neighbour accepts tasks of each level in turn (a quarter of --tasks, a"
                        + " fifth of --samples), on the disk of the temporary directory."
            })
    private boolean durability;

    @Option(
            names = "--tls",
            description =
                    "Measure the cost of TLS instead: a client connects by Unix socket, by TCP "
                            + "with the token, and by TLS with each engine, in turn.")
    private boolean tls;

    @Option(
            names = "--setting",
            paramLabel = "KEY=VALUE",
            description = {
                "Measure the cost of a setting instead: two daemons that differ in this key of "
                        + "their configuration, in turn."
            })
    private @Nullable String setting;

    @Option(
            names = "--move",
            description = {
                "Measure how long it takes to move a running task with a large byte[], long[] or"
                        + " double[] between two daemons; for comparison, the same array is sent"
                        + " through a plain socket between two workers and between two warm copy "
                        + "processes."
            })
    private boolean move;

    @Option(
            names = "--bytes",
            description = "Size of the array with --move, 1m to 1000m (default: ${DEFAULT-VALUE}).")
    private String bytes = "256m";

    @Option(
            names = "--cold",
            description =
                    "With --move: use daemons and workers that have just started, instead of "
                            + "ones that have run "
                            + WARM_TASKS
                            + " small tasks each.")
    private boolean cold;

    @Override
    public Integer call() throws IOException, InterruptedException, CommandFailure {
        if (move) {
            measureMoves();
            return ExitCode.OK;
        }
        if (tls) {
            measureTls();
            return ExitCode.OK;
        }
        if (setting != null) {
            measureSetting(setting);
            return ExitCode.OK;
        }
        if (durability) {
            measureDurability();
            return ExitCode.OK;
        }
        BenchRun.Result result;
        try (ChildProcesses childProcesses = new ChildProcesses();
                StatusLine status = output.status()) {
            result = run(childProcesses, TemporaryCluster.directory(childProcesses), status);
        }
        print(result);
        return ExitCode.OK;
    }

    private void measureDurability() throws IOException, InterruptedException {
        DurabilityRun.Result result;
        try (ChildProcesses childProcesses = new ChildProcesses();
                StatusLine status = output.status()) {
            Path directory = TemporaryCluster.directory(childProcesses);
            LocalDaemons cluster = start(childProcesses, directory, "none", "bench", "neighbour");
            cluster.awaitLinked(START_LIMIT, ready -> status.show("   starting two daemons"));
            Path node = cluster.folder("bench");
            Bench bench = new Bench(childProcesses::start);
            result =
                    bench.durability(
                            node,
                            new DurabilityRun.Where(
                                    DaemonFile.read(node.resolve(DaemonFile.NAME)),
                                    new ClusterDirectory(directory).token(),
                                    directory),
                            new DurabilityRun.Size(
                                    rounds,
                                    Math.max(1, samples / SHARE_OF_SAMPLES),
                                    Math.max(1, tasks / SHARE_OF_TASKS),
                                    ACCEPTS,
                                    RECORDS),
                            step -> status.show("   measuring: " + step));
        }
        DurabilityReport report = new DurabilityReport(result);
        output.table(report.table());
        output.line(report.journal());
        output.json(report.json());
    }

    private void measureMoves() throws IOException, InterruptedException, CommandFailure {
        MoveReport report;
        try (ChildProcesses childProcesses = new ChildProcesses();
                StatusLine status = output.status()) {
            report =
                    new MoveReport(
                            new Bench(childProcesses::start)
                                    .move(
                                            new MoveRun.Size(
                                                    rounds,
                                                    MoveReport.bytes(bytes),
                                                    MoveReport.KINDS,
                                                    cold ? 0 : WARM_TASKS),
                                            step -> status.show("   measuring: " + step)));
        }
        output.table(report.table());
        output.line(report.steps());
        output.json(report.json());
    }

    private void measureTls() throws IOException, InterruptedException {
        WaysReport report;
        String missing;
        try (ChildProcesses childProcesses = new ChildProcesses();
                StatusLine status = output.status()) {
            TlsWays ways = new TlsWays(childProcesses, TemporaryCluster.directory(childProcesses));
            report = measure(ways.open(), childProcesses, status);
            missing = ways.missing();
        }
        print(report);
        if (!missing.isEmpty()) {
            output.line(missing);
        }
    }

    private void measureSetting(String text)
            throws IOException, InterruptedException, CommandFailure {
        SettingWays ways = SettingWays.parse(text);
        WaysReport report;
        try (ChildProcesses childProcesses = new ChildProcesses();
                StatusLine status = output.status()) {
            report =
                    measure(
                            ways.open(
                                    new BenchDaemons(childProcesses),
                                    TemporaryCluster.directory(childProcesses)),
                            childProcesses,
                            status);
        }
        print(report);
    }

    private WaysReport measure(
            List<WaysRun.Way> ways, ChildProcesses childProcesses, StatusLine status)
            throws IOException {
        return new WaysReport(
                new Bench(childProcesses::start)
                        .ways(
                                ways,
                                new WaysRun.Size(rounds, samples, tasks, payloads),
                                step -> status.show("   measuring: " + step)));
    }

    private void print(WaysReport report) throws IOException {
        output.table(report.table());
        output.json(report.json());
    }

    private static LocalDaemons start(
            ChildProcesses childProcesses, Path directory, String policy, String... nodes)
            throws IOException {
        ClusterPlan plan =
                new ClusterPlan(
                        directory, List.of(nodes), 2, policy, "worker-busy", "mesh", "512m");
        return LocalDaemons.start(plan, Starter.asChildrenIn(childProcesses));
    }

    private BenchRun.Result run(ChildProcesses childProcesses, Path directory, StatusLine status)
            throws IOException, InterruptedException {
        LocalDaemons cluster = start(childProcesses, directory, Policies.DEFAULT, "bench");
        cluster.awaitLinked(
                START_LIMIT, ready -> status.show("   starting the daemon and its workers"));
        Bench bench = new Bench(childProcesses::start);
        return bench.run(
                cluster.folder("bench"),
                new BenchRun.Size(rounds, samples, tasks, payloads),
                step -> status.show("   measuring: " + step));
    }

    private void print(BenchRun.Result result) throws IOException {
        TextTable table = new TextTable("", "figure", "evenkeel", "bare chain", "ratio");
        row(table, "one empty task at a time, us", result.latency(), 1);
        row(table, "empty tasks/s, 1,000 outstanding", result.throughput(), 1);
        row(
                table,
                "64 KiB there and back, MB/s",
                result.payload(),
                2.0 * BenchRun.LARGE_BYTES / 1e6);
        output.table(table);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(
                "latency", pair("emptyTaskMedianMicros", "chainMedianMicros", result.latency(), 1));
        json.put(
                "throughput",
                pair("emptyTasksPerSecond", "chainPerSecond", result.throughput(), 1));
        json.put(
                "payload",
                pair(
                        "bytesPerSecond",
                        "chainBytesPerSecond",
                        result.payload(),
                        2.0 * BenchRun.LARGE_BYTES));
        output.json(json);
    }

    private static void row(TextTable table, String name, Figure figure, double unit) {
        table.row(
                name,
                Figure.text(figure.ours() * unit),
                Figure.text(figure.chain() * unit),
                Numbers.format("%.2f", figure.ratio()));
    }

    private static Map<String, Object> pair(String ours, String chain, Figure figure, double unit) {
        return new JsonObject()
                .with(ours, figure.ours() * unit)
                .with(chain, figure.chain() * unit)
                .with("ratio", figure.ratio());
    }
}
