package org.evenkeel.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.evenkeel.cli.ClusterOption;
import org.evenkeel.cli.start.ChildProcesses;
import org.evenkeel.cli.start.ClusterPlan;
import org.evenkeel.cli.start.LocalCluster;
import org.evenkeel.cli.start.Starter;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.daemon.identity.Authority;
import org.evenkeel.daemon.identity.AuthorityFiles;
import org.evenkeel.daemon.identity.IdentityFiles;
import org.evenkeel.daemon.identity.Issued;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.lab.bench.TlsRun;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.Keys;
import org.evenkeel.security.identity.Subject;

/**
 * Starts what {@code evenkeel lab bench --tls} compares: daemons alike but for how they are
 * reached.
 */
final class TlsWays {

    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final String NODE = "bench";
    private static final String CLIENT = "client";
    private static final int WORKERS = 2;

    private final ChildProcesses childProcesses;
    private final Path root;
    private final SecureRandom random = new SecureRandom();
    private String missing = "";

    TlsWays(ChildProcesses childProcesses, Path root) {
        this.childProcesses = childProcesses;
        this.root = root;
    }

    /** All that this machine has; the first is the local one. */
    List<TlsRun.Way> open() throws IOException, InterruptedException {
        List<TlsRun.Way> ways = new ArrayList<>();
        Path state = root.resolve("plain");
        Path folder = start(clusterIn(state), plan -> plan);
        int port = port(folder);
        ways.add(new TlsRun.Way("Unix socket", folder.toString(), state.toString(), null, port));
        ways.add(new TlsRun.Way("TCP, token", address(port), state.toString(), null, port));
        ways.add(certified("jdk"));
        try {
            ways.add(certified("openssl"));
        } catch (IOException e) {
            missing = "left out: TLS, openssl: " + e.getMessage();
        }
        return ways;
    }

    /** What this machine does not have, as a human-readable line; empty when all was opened. */
    String missing() {
        return missing;
    }

    private interface Shape {
        ClusterPlan of(ClusterPlan plan);
    }

    private TlsRun.Way certified(String engine) throws IOException, InterruptedException {
        Path daemons = clusterIn(root.resolve(engine));
        Path state = root.resolve(engine + "-" + CLIENT);
        Credentials client = identify(daemons, clusterIn(state));
        int port = port(start(daemons, plan -> plan.with("tls-engine", engine)));
        return new TlsRun.Way("TLS, " + engine, address(port), state.toString(), client, port);
    }

    /** An authority, a daemon's certificate and a client's. */
    private Credentials identify(Path daemons, Path clients) throws IOException {
        try {
            Authority authority = Authority.create(new AuthorityFiles(daemons), random, now());
            new IdentityFiles(daemons).save(issue(authority, NODE, CertRole.DAEMON));
            Credentials client = issue(authority, CLIENT, CertRole.SUBMIT);
            new IdentityFiles(clients).save(client);
            return client;
        } catch (IdentityException e) {
            throw new IOException(e.reason(), e);
        }
    }

    private Credentials issue(Authority authority, String name, CertRole role)
            throws IOException, IdentityException {
        KeyPair keys = Keys.generate(random);
        Subject subject = new Subject(authority.cluster(), name, EnumSet.of(role));
        return Credentials.of(
                keys.getPrivate(),
                authority.issue(keys.getPublic(), subject, Issued.INIT, now()),
                authority.certificate());
    }

    private static Instant now() {
        return InstantSource.system().instant();
    }

    private Path start(Path cluster, Shape shape) throws IOException, InterruptedException {
        ClusterPlan plan =
                new ClusterPlan(
                        cluster,
                        List.of(NODE),
                        WORKERS,
                        Policies.DEFAULT,
                        "worker-busy",
                        "mesh",
                        "512m");
        // Beside an authority daemons run no tasks unless told to. These tasks are our own.
        ClusterPlan ours = shape.of(plan).with("worker-user", "same");
        LocalCluster started = LocalCluster.start(ours, Starter.asChildrenIn(childProcesses));
        started.awaitLinked(START_LIMIT, ready -> {});
        return started.folder(NODE);
    }

    private static Path clusterIn(Path state) throws IOException {
        Path cluster = state.resolve("clusters").resolve(ClusterOption.DEFAULT_NAME);
        PrivateFiles.createDirectories(cluster);
        new ClusterDirectory(cluster).token();
        return cluster;
    }

    private static int port(Path node) throws IOException {
        return DaemonFile.read(node.resolve(DaemonFile.NAME)).port();
    }

    private static String address(int port) {
        return "127.0.0.1:" + port;
    }
}
