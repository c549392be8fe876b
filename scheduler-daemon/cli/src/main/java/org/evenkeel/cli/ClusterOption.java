package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.LocalNodes;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.daemon.identity.IdentityFiles;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.RevocationList;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.link.Access;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which cluster of this machine a command is about. */
public final class ClusterOption {
    public static final String DEFAULT_NAME = "default";

    /** Of a directory among those of the other clusters. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    private String name = DEFAULT_NAME;

    @Option(
            names = "--cluster-dir",
            paramLabel = "DIR",
            description = "Directory of the cluster, instead of --cluster.")
    private @Nullable Path directory;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            defaultValue = DEFAULT_NAME,
            description = "Name of a cluster on this machine (default: ${DEFAULT-VALUE}).")
    private void setName(String text) {
        if (!NAME.matcher(text).matches()) {
            throw new ParameterException(
                    spec.commandLine(),
                    ("--cluster: \"%s\" is not a cluster name: use letters, digits, dots and "
                                    + "dashes, or --cluster-dir for a directory")
                            .formatted(text));
        }
        name = text;
    }

    public Path directory() {
        return directory != null
                ? directory.toAbsolutePath().normalize()
                : ClusterDirectory.defaultPath().resolveSibling(name);
    }

    /** How people call it, with a verb in front: {@code cluster "default"}. */
    public String title() {
        return directory != null ? "cluster in " + directory : "cluster \"" + name + "\"";
    }

    /** The option to repeat in advice, with a blank in front; empty for the default cluster. */
    public String asArgument() {
        if (directory != null) {
            return " --cluster-dir " + directory;
        }
        return name.equals(DEFAULT_NAME) ? "" : " --cluster " + name;
    }

    /** The same for {@code evenkeel daemon}, which knows clusters by their directory alone. */
    public String asDirectory() {
        return asArgument().isEmpty() ? "" : " --cluster-dir " + directory();
    }

    /** Its daemons on this machine. */
    public List<DaemonFile> running() throws IOException {
        return LocalNodes.running(directory());
    }

    /**
     * Connects to the daemon of a node as a client. If it does not run on this machine, another
     * daemon is asked where it is.
     *
     * @throws CommandFailure if no daemon knows a node of this name, or that node does not answer
     */
    DaemonClient connectTo(String node) throws IOException, CommandFailure {
        Optional<DaemonFile> here = runningHere(node);
        if (here.isPresent() && !isNamedByEnvironment()) {
            return asked(DaemonClient.connectAsClient(here.get(), localAccess()));
        }
        Answers answers = ask(DaemonClient.toAll(Topic.TOPIC_NODES));
        for (NodesAnswer report : answers.getNodesList()) {
            if (report.getNode().equals(node)) {
                return connectTo(node, report.getHost(), report.getPort());
            }
        }
        throw new CommandFailure(
                ExitCode.NOTHING,
                answers.getSilentList().contains(node)
                        ? "node %s does not answer; see evenkeel doctor%s, or try again"
                                .formatted(node, asArgument())
                        : "no node %s in %s; see evenkeel nodes%s"
                                .formatted(node, title(), asArgument()));
    }

    private Optional<DaemonFile> runningHere(String node) throws IOException {
        return running().stream().filter(file -> file.node().equals(node)).findFirst();
    }

    /** Connects, as a client, to the daemon of a node at this address, on whatever machine. */
    public DaemonClient connectTo(String node, String host, int port) throws IOException {
        return connect(node, host, port, DaemonClient::connectAsClient);
    }

    /** Connects, to ask, to the daemon of a node at this address, on whatever machine. */
    DaemonClient observe(String node, String host, int port) throws IOException {
        return connect(node, host, port, DaemonClient::connect);
    }

    /** One way to connect to a daemon. */
    @FunctionalInterface
    private interface Way {
        DaemonClient connect(DaemonFile daemon, Access access) throws IOException;
    }

    private DaemonClient connect(String node, String host, int port, Way way) throws IOException {
        Access local = localAccess();
        Optional<DaemonFile> here = runningHere(node);
        if (here.isPresent()) {
            return asked(way.connect(here.get(), local));
        }
        DaemonFile elsewhere = new DaemonFile(node, 0, 0, "", host, port, 0, "", "");
        return asked(way.connect(elsewhere, tls().map(Access::byCertificates).orElse(local)));
    }

    /** With {@code --json}, programs read all characters of names and texts: JSON escapes them. */
    private DaemonClient asked(DaemonClient client) {
        OptionSpec json = spec.findOption("--json");
        boolean raw = json != null && Boolean.TRUE.equals(json.getValue());
        return raw ? client.raw() : client;
    }

    private Access localAccess() throws IOException {
        return Access.bySecret(new ClusterDirectory(directory()).token());
    }

    /** What connections to other machines use; empty where this one has no certificate. */
    private Optional<SSLContext> tls() throws IOException {
        try {
            IdentityFiles files = new IdentityFiles(directory());
            Optional<Credentials> own = files.load();
            if (own.isEmpty()) {
                return Optional.empty();
            }
            Optional<RevocationList> list = files.revoked(own.get().authority());
            return Optional.of(
                    ClusterTls.context(
                            own.get(),
                            InstantSource.system(),
                            serial -> list.isPresent() && list.get().isRevoked(serial)));
        } catch (IdentityException e) {
            throw new IOException(e.reason(), e);
        }
    }

    /**
     * Connects to the first daemon that answers: of those that the environment names, unless the
     * directory is said; else of those of this machine; then of those of the cluster that this
     * machine has joined.
     */
    public DaemonClient connect() throws IOException, CommandFailure {
        List<KnownDaemons.FoundDaemon> known = known().all();
        if (known.isEmpty()) {
            throw noDaemon();
        }
        return firstOf(known);
    }

    /**
     * The same for commands that ask again and again: that no daemon answers is a failure like that
     * of a connection.
     */
    public DaemonClient connectAgain() throws IOException {
        try {
            return connect();
        } catch (CommandFailure e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Asks the first daemon that answers. */
    Answers ask(Query.Builder question) throws IOException, CommandFailure {
        try (DaemonClient client = connect()) {
            return client.ask(question);
        }
    }

    /** Connects to the first daemon of this machine that answers. */
    public DaemonClient connectHere() throws IOException, CommandFailure {
        List<DaemonFile> running = running();
        if (running.isEmpty()) {
            throw noDaemon();
        }
        return firstOf(
                running.stream()
                        .map(file -> new KnownDaemons.FoundDaemon(file, directory()))
                        .toList());
    }

    /** The daemons that a command may ask. */
    KnownDaemons known() {
        return new KnownDaemons(
                directory(), directory == null ? System.getenv(KnownDaemons.VARIABLE) : null);
    }

    /** Whether a variable names the daemons to ask, which may be of a cluster elsewhere. */
    public boolean isNamedByEnvironment() {
        String named = System.getenv(KnownDaemons.VARIABLE);
        return directory == null && named != null && !named.isBlank();
    }

    private CommandFailure noDaemon() {
        return new CommandFailure(
                ExitCode.NOTHING,
                ("no %s is running here. Start one: evenkeel up%s. For a cluster of other "
                                + "machines, join it (evenkeel join), or name a daemon: "
                                + "%s=HOST:PORT")
                        .formatted(title(), asArgument(), KnownDaemons.VARIABLE));
    }

    private DaemonClient firstOf(List<KnownDaemons.FoundDaemon> known) throws IOException {
        SSLContext tls = tls().orElse(null);
        List<IOException> failures = new ArrayList<>();
        for (KnownDaemons.FoundDaemon one : known) {
            try {
                return asked(one.connect(tls));
            } catch (IOException e) {
                failures.add(e);
            }
        }
        if (failures.size() == 1) {
            throw failures.getFirst();
        }
        throw new IOException(
                "no daemon answers: "
                        + failures.stream()
                                .map(FailureText::of)
                                .distinct()
                                .collect(Collectors.joining("; ")));
    }
}
