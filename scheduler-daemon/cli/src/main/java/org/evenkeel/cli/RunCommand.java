package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.query.LocalNodes;
import org.evenkeel.cli.start.ChildProcesses;
import org.evenkeel.cli.start.ClusterPlan;
import org.evenkeel.cli.start.Installation;
import org.evenkeel.cli.start.LocalDaemons;
import org.evenkeel.cli.start.ProgramJvm;
import org.evenkeel.cli.start.Starter;
import org.evenkeel.cli.start.TemporaryCluster;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a program that finds a cluster. */
@Command(
        name = "run",
        description = {
            "Run a Java program that uses the Evenkeel client; Evenkeel.connect() "
                    + "finds the cluster.",
            "The client's jar is added to the class path if the program does not bring it.",
            "Its Java agent is added to the JVM: any lambda of the program can be a task."
        },
        footer = {
            "",
            "Arguments after the jar or class are passed to the program, and its exit "
                    + "code is returned.",
            "Without a jar or folder the examples are on the class path. With --json "
                    + "before the jar, the",
            "last line reports how the program ended. On a machine without a daemon "
                    + "that has joined a",
            "cluster (evenkeel join), the program finds the daemons of that cluster;",
            "EVENKEEL_DAEMON=HOST:PORT,... names others. With EVENKEEL_LOCAL=N it needs no "
                    + "daemon: N",
            "tasks at a time run in its own JVM.",
            "",
            "Examples:",
            "  evenkeel run app.jar --size 10           # a jar that names its main class",
            "  evenkeel run target/classes lib/x.jar com.acme.Main --size 10",
            "  evenkeel run org.evenkeel.examples.queens.Queens --n 15",
            "  evenkeel run --up 4 app.jar              # on a cluster for this program alone"
        })
final class RunCommand extends ClusterOutputCommand {
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);

    @Option(
            names = "--up",
            paramLabel = "N",
            description = "Start a cluster of N daemons for this program, and stop it afterwards.")
    private @Nullable Integer up;

    @Option(
            names = {"-J", "--jvm-option"},
            paramLabel = "OPTION",
            description = "Option for the program's JVM, such as -J-Xmx2g; may be repeated.")
    private List<String> jvmOptions = new ArrayList<>();

    @Option(
            names = "--no-agent",
            description =
                    "Run the program without the Java agent that lets any of its lambdas travel.")
    private boolean noAgent;

    @Parameters(
            arity = "1..*",
            paramLabel = "JAR|CLASS",
            description =
                    "Jars and folders, then the main class unless the last jar names one, then the"
                            + " program's arguments.")
    private List<String> words = new ArrayList<>();

    @Override
    public Integer call() throws IOException, InterruptedException, CommandFailure {
        if (up != null && (up < 1 || up > ClusterPlan.MAX_NODES)) {
            throw invalid("--up must be 1 to %d, not %d".formatted(ClusterPlan.MAX_NODES, up));
        }
        ProgramFormatter said = read();
        Installation installation = Installation.find();
        List<Path> classPath =
                said.classPath().isEmpty() ? installation.jars("examples") : said.classPath();
        if (!ClassPaths.mayHave(classPath, said.mainClass())) {
            throw invalid(
                    "no class "
                            + said.mainClass()
                            + (said.classPath().isEmpty()
                                    ? " among the examples; put its jar or folder in front of it"
                                    : " in " + words.subList(0, said.classPath().size())));
        }
        ProgramJvm program =
                new ProgramJvm(!noAgent, jvmOptions, classPath, said.mainClass(), said.arguments());
        boolean local = program.isLocal(System.getenv(ProgramJvm.LOCAL_VARIABLE));
        if (up != null) {
            program = program.onCluster();
        }
        try (ChildProcesses childProcesses = new ChildProcesses()) {
            String daemon =
                    up != null ? startCluster(up, childProcesses).toString() : runningDaemon(local);
            long startNanos = System.nanoTime();
            Process process =
                    childProcesses.start(
                            new ProcessBuilder(program.command(installation, daemon)).inheritIO());
            int exitCode = process.waitFor();
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("program", said.mainClass());
            fields.put("daemon", daemon);
            fields.put("exitCode", exitCode);
            fields.put("seconds", (System.nanoTime() - startNanos) / 1e9);
            output.json(fields);
            return exitCode;
        }
    }

    private ProgramFormatter read() throws IOException {
        try {
            return ProgramFormatter.read(words);
        } catch (IllegalArgumentException e) {
            throw invalid(e);
        }
    }

    /**
     * The one that the environment names, as for every program, else one of this machine; empty
     * where the program finds those of the cluster that this machine has joined, and where there is
     * none and it needs none.
     *
     * @param local whether its tasks run in its own JVM
     */
    private String runningDaemon(boolean local) throws IOException, CommandFailure {
        String named = System.getenv(KnownDaemons.VARIABLE);
        if (named != null && !named.isEmpty()) {
            return named;
        }
        List<DaemonFile> running = cluster.running();
        if (running.isEmpty() && (local || hasJoined())) {
            return "";
        }
        if (running.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.NOTHING,
                    ("no %s is running here. Start one: evenkeel up%s, or for this program alone: "
                                    + "evenkeel run --up 4 ...")
                            .formatted(cluster.title(), cluster.asArgument()));
        }
        return LocalNodes.folder(cluster.directory(), running.getFirst()).toString();
    }

    /** Whether the program finds daemons of other machines. */
    private boolean hasJoined() throws IOException {
        return cluster.asArgument().isEmpty() && cluster.known().isJoined();
    }

    private Path startCluster(int nodes, ChildProcesses childProcesses)
            throws IOException, InterruptedException {
        ClusterPlan plan = ClusterPlan.ofNodes(TemporaryCluster.directory(childProcesses), nodes);
        LocalDaemons local = LocalDaemons.start(plan, Starter.asChildrenIn(childProcesses));
        local.awaitLinked(READY_LIMIT, linked -> {});
        return new ClusterDirectory(plan.directory()).nodePath(new NodeId(plan.nodes().getFirst()));
    }
}
