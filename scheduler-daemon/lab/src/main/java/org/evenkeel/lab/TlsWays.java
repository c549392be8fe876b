package org.evenkeel.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.start.ChildProcesses;
import org.evenkeel.daemon.identity.Authority;
import org.evenkeel.daemon.identity.AuthorityFiles;
import org.evenkeel.daemon.identity.IdentityFiles;
import org.evenkeel.daemon.identity.Issued;
import org.evenkeel.lab.bench.WaysRun;
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

    private static final String CLIENT = "client";

    private final BenchDaemons daemons;
    private final Path root;
    private final SecureRandom random = new SecureRandom();
    private String missing = "";

    TlsWays(ChildProcesses childProcesses, Path root) {
        this.daemons = new BenchDaemons(childProcesses);
        this.root = root;
    }

    /** All that this machine has; the first is the local one. */
    List<WaysRun.Way> open() throws IOException, InterruptedException {
        List<WaysRun.Way> ways = new ArrayList<>();
        Path state = root.resolve("plain");
        Path folder = daemons.start(BenchDaemons.clusterIn(state), Map.of());
        int port = BenchDaemons.port(folder);
        ways.add(new WaysRun.Way("Unix socket", folder.toString(), state.toString(), null, port));
        ways.add(new WaysRun.Way("TCP, token", address(port), state.toString(), null, port));
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

    private WaysRun.Way certified(String engine) throws IOException, InterruptedException {
        Path cluster = BenchDaemons.clusterIn(root.resolve(engine));
        Path state = root.resolve(engine + "-" + CLIENT);
        Credentials client = identify(cluster, BenchDaemons.clusterIn(state));
        // Beside an authority daemons run no tasks unless told to. These tasks are our own.
        Map<String, String> settings = Map.of("tls-engine", engine, "worker-user", "same");
        int port = BenchDaemons.port(daemons.start(cluster, settings));
        return new WaysRun.Way("TLS, " + engine, address(port), state.toString(), client, port);
    }

    /** An authority, a daemon's certificate and a client's. */
    private Credentials identify(Path cluster, Path clients) throws IOException {
        try {
            Authority authority = Authority.create(new AuthorityFiles(cluster), random, now());
            new IdentityFiles(cluster).save(issue(authority, BenchDaemons.NODE, CertRole.DAEMON));
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

    private static String address(int port) {
        return "127.0.0.1:" + port;
    }
}
