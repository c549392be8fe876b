package org.evenkeel.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.MigrationLine;
import org.evenkeel.cli.start.ChildProcesses;
import org.evenkeel.cli.start.ClusterPlan;
import org.evenkeel.cli.start.LocalDaemons;
import org.evenkeel.cli.start.Starter;
import org.evenkeel.cli.start.TemporaryCluster;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.lab.facts.FactProgram;
import org.evenkeel.lab.facts.ProgramFact;
import org.evenkeel.wire.link.Access;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;

/**
 * Moves a task with a large array from n2 to n1, which owns it, by draining n2; and has a task at
 * n2 copy such an array to one at n1 through a plain socket, which is what a move is compared with.
 * Each move and each copy has daemons and workers of its own.
 *
 * @param copier a {@link CopyMain} that sends
 */
public record MoveRun(Size size, Measured copier, Consumer<String> progress) {
    private static final String PROGRAM = "org.evenkeel.examples.bench.Carry";
    private static final Duration START_LIMIT = Duration.ofMinutes(1);
    private static final Duration GRACE = Duration.ofMinutes(1);
    private static final long POLL_MILLIS = 50;
    private static final String FROM = "n2";
    private static final String TO = "n1";

    /** A worker has the array, and up to three copies while it suspends it. */
    private static final int HEAP_SHARES = 6;

    /**
     * How much is measured.
     *
     * @param warmTasks small tasks that each node has run before, and a result of 8 MiB for each
     *     thousand of them
     */
    public record Size(int rounds, int bytes, List<String> kinds, int warmTasks) {}

    /**
     * What came out for an array of one kind; medians of the rounds.
     *
     * @param moveSeconds from the checkpoint at one node until the task continued at the other
     * @param copySeconds of such an array through a plain socket between two workers like these
     * @param warmCopySeconds of as many bytes between two processes that copy them all the time
     * @param ratio median of the rounds' ratios, copy / move: the part of the plain copy's speed
     * @param partSeconds out, file, wait, in
     * @param daemonBytes most memory that either daemon ever had (resident), by its name; the
     *     largest of all rounds
     */
    public record Result(
            String kind,
            double moveSeconds,
            double copySeconds,
            double warmCopySeconds,
            double ratio,
            Map<String, Double> partSeconds,
            Map<String, Long> daemonBytes) {}

    /**
     * All of it.
     *
     * @param digestSeconds that the SHA-256 of as many bytes takes, median
     * @param writeSeconds that writing them to a file takes (not forced), median
     */
    public record Results(List<Result> kinds, double digestSeconds, double writeSeconds) {}

    private record Round(
            double move,
            double copy,
            double warmCopy,
            Map<String, Double> parts,
            Map<String, Long> peaks) {}

    Results run() throws IOException, InterruptedException {
        copier.measure(copyCommand());
        double digest = median("digest ");
        double write = median("write ");
        List<Result> results = new ArrayList<>();
        for (String kind : size.kinds()) {
            List<Round> rounds = new ArrayList<>();
            for (int i = 1; i <= size.rounds(); i++) {
                progress.accept(kind + "[], round " + i + " of " + size.rounds());
                rounds.add(round(kind, i % 2 == 0));
            }
            results.add(result(kind, rounds));
        }
        return new Results(results, digest, write);
    }

    private double median(String command) throws IOException {
        double[] seconds = new double[size.rounds()];
        copier.measure(command + size.bytes()); // warms up
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = copier.measure(command + size.bytes());
        }
        return Figure.median(seconds);
    }

    private String copyCommand() {
        return "copy " + size.bytes();
    }

    private static Result result(String kind, List<Round> rounds) {
        double[] moves = rounds.stream().mapToDouble(Round::move).toArray();
        double[] copies = rounds.stream().mapToDouble(Round::copy).toArray();
        double[] ratios = rounds.stream().mapToDouble(one -> one.copy() / one.move()).toArray();
        Map<String, Double> parts = new LinkedHashMap<>();
        for (String part : MigrationLine.PARTS) {
            parts.put(
                    part,
                    Figure.median(
                            rounds.stream()
                                    .mapToDouble(one -> one.parts().getOrDefault(part, Double.NaN))
                                    .toArray()));
        }
        Map<String, Long> peaks = new LinkedHashMap<>();
        rounds.forEach(
                one -> one.peaks().forEach((node, bytes) -> peaks.merge(node, bytes, Math::max)));
        return new Result(
                kind,
                Figure.median(moves),
                Figure.median(copies),
                Figure.median(rounds.stream().mapToDouble(Round::warmCopy).toArray()),
                Figure.median(ratios),
                parts,
                peaks);
    }

    /** Moves and copies take turns in being first. */
    private Round round(String kind, boolean copiesFirst) throws IOException, InterruptedException {
        double before = copiesFirst ? copy(kind) : 0;
        Moved moved = move(kind);
        double copy = copiesFirst ? before : copy(kind);
        double warm = copier.measure(copyCommand());
        return new Round(moved.seconds(), copy, warm, moved.parts(), moved.peaks());
    }

    private record Moved(double seconds, Map<String, Double> parts, Map<String, Long> peaks) {}

    private FactProgram program(
            ChildProcesses childProcesses, LocalDaemons cluster, String kind, int plain)
            throws IOException {
        return FactProgram.start(
                childProcesses,
                PROGRAM,
                cluster.folder(TO),
                List.of(
                        "--kind=" + kind,
                        "--bytes=" + size.bytes(),
                        "--plain=" + plain,
                        "--warm=" + size.warmTasks()));
    }

    private double copy(String kind) throws IOException, InterruptedException {
        try (ChildProcesses childProcesses = new ChildProcesses()) {
            LocalDaemons cluster =
                    start(childProcesses, TemporaryCluster.directory(childProcesses));
            FactProgram program = program(childProcesses, cluster, kind, 1);
            ProgramFact copied = expect(program, "copied");
            requireIntact(copied);
            program.resume();
            return copied.real("nanos") / 1e9;
        }
    }

    private Moved move(String kind) throws IOException, InterruptedException {
        try (ChildProcesses childProcesses = new ChildProcesses()) {
            Path directory = TemporaryCluster.directory(childProcesses);
            LocalDaemons cluster = start(childProcesses, directory);
            FactProgram program = program(childProcesses, cluster, kind, 0);
            expect(program, "carrying");
            program.resume();
            byte[] token = new ClusterDirectory(directory).token();
            Map<String, Double> parts = new LinkedHashMap<>();
            Map<String, Long> peaks = new LinkedHashMap<>();
            peaks.put(FROM, drain(DaemonFile.read(file(cluster, FROM)), token, parts));
            ProgramFact carried = expect(program, "carried");
            requireIntact(carried);
            DaemonFile to = DaemonFile.read(file(cluster, TO));
            try (DaemonClient client = DaemonClient.connect(to, Access.bySecret(token))) {
                learn(client, parts);
            }
            peaks.put(TO, peakBytes(to));
            program.resume();
            return new Moved(carried.real("nanos") / 1e9, parts, peaks);
        }
    }

    private static void requireIntact(ProgramFact programFact) throws IOException {
        if (!Boolean.TRUE.equals(programFact.fields().get("intact"))) {
            throw new IOException("the array arrived changed");
        }
    }

    private LocalDaemons start(ChildProcesses childProcesses, Path directory)
            throws IOException, InterruptedException {
        long heap = Math.max(256, (long) HEAP_SHARES * size.bytes() >> 20);
        ClusterPlan plan =
                new ClusterPlan(
                        directory,
                        List.of(TO, FROM),
                        1,
                        Policies.DEFAULT,
                        "worker-busy",
                        "complete",
                        heap + "m");
        LocalDaemons cluster = LocalDaemons.start(plan, Starter.asChildrenIn(childProcesses));
        cluster.awaitLinked(START_LIMIT, ready -> {});
        return cluster;
    }

    private static Path file(LocalDaemons cluster, String node) {
        return cluster.folder(node).resolve(DaemonFile.NAME);
    }

    /** Has the node leave and looks on; gives the most memory that its daemon was seen to have. */
    private static long drain(DaemonFile node, byte[] token, Map<String, Double> parts)
            throws IOException, InterruptedException {
        long peak = 0;
        try (DaemonClient leaving = DaemonClient.connectAsClient(node, Access.bySecret(token));
                DaemonClient looking = DaemonClient.connect(node, Access.bySecret(token))) {
            leaving.drain(GRACE);
            long end = System.nanoTime() + GRACE.toNanos();
            while (node.isAlive() && System.nanoTime() < end) {
                peak = Math.max(peak, peakBytes(node));
                try {
                    learn(looking, parts);
                } catch (IOException e) {
                    break; // it has ended, which is what it was told to
                }
                Thread.sleep(POLL_MILLIS);
            }
        }
        return peak;
    }

    /** What a node knows of the parts of the only move there is. */
    private static void learn(DaemonClient client, Map<String, Double> parts) throws IOException {
        Answers answers = client.ask(Query.newBuilder().setTopic(Topic.TOPIC_MIGRATIONS));
        for (MigrationLine line : MigrationLine.list(answers.getMigrationsList())) {
            line.nanos().forEach((part, nanos) -> parts.put(part, nanos / 1e9));
        }
    }

    /**
     * Most resident memory of a daemon so far; 0 where the kernel does not say, or it has ended.
     */
    private static long peakBytes(DaemonFile node) {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(node.pid()), "status"))
                    .stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    private static ProgramFact expect(FactProgram program, String name) throws IOException {
        ProgramFact programFact = program.next();
        if (programFact == null || !programFact.name().equals(name)) {
            throw new IOException("the program did not reach \"" + name + "\"; see above");
        }
        return programFact;
    }
}
