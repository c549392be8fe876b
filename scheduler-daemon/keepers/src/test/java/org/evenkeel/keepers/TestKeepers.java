package org.evenkeel.keepers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.evenkeel.daemon.fake.TestAuthority;
import org.evenkeel.daemon.keepers.Keeper;
import org.evenkeel.daemon.keepers.KeeperException;
import org.evenkeel.daemon.keepers.KeeperPeer;
import org.evenkeel.daemon.keepers.KeeperSettings;
import org.evenkeel.daemon.keepers.KeeperSettings.Start;
import org.evenkeel.daemon.keepers.KeeperSettings.Timing;
import org.evenkeel.daemon.keepers.KeeperTls;
import org.evenkeel.kernel.keepers.LogAnswer;
import org.evenkeel.kernel.keepers.LogEntry.LeaseRenewed;
import org.evenkeel.kernel.keepers.LogEntry.MemberJoined;
import org.evenkeel.kernel.keepers.ProcessId;
import org.evenkeel.kernel.keepers.SnapshotCodec;
import org.evenkeel.model.NodeId;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.Keys;
import org.evenkeel.security.identity.Subject;
import org.evenkeel.security.identity.Trust;
import org.evenkeel.security.tls.ClusterTrustManager;
import org.evenkeel.security.tls.CurrentKeys;

/** Keepers with TLS in this process, at ports of 127.0.0.1 that were free a moment ago. */
final class TestKeepers implements AutoCloseable {

    /** Long enough for a machine that does other things: only what never happens takes it. */
    static final Duration LIMIT = Duration.ofMinutes(3);

    static final Timing PATIENT = new Timing(Duration.ofSeconds(2), LIMIT);

    /** For what is expected to fail. */
    static final Timing SHORT = new Timing(Duration.ofSeconds(2), Duration.ofSeconds(5));

    /** Segments and snapshots after a few entries. */
    static final LogSizes SMALL = new LogSizes(16 << 10, 100, 10);

    static final ProcessId PROCESS = new ProcessId(new NodeId("worker"), 7);

    private final Path directory;
    final TestAuthority authority;
    final UUID group = UUID.randomUUID();
    final Map<String, KeeperPeer> peers = new LinkedHashMap<>();
    private final SecureRandom random = new SecureRandom();
    private final Map<String, KeyPair> keys = new LinkedHashMap<>(); // a name has one
    private final Map<String, Keeper> running = new LinkedHashMap<>();

    /** Nothing is started yet. */
    TestKeepers(Path directory, String... names) throws Exception {
        this.directory = directory;
        authority = new TestAuthority(Files.createDirectories(directory.resolve("authority")));
        for (String name : names) {
            add(name);
        }
    }

    KeeperPeer add(String name) throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            KeeperPeer peer = new KeeperPeer(new NodeId(name), "127.0.0.1", socket.getLocalPort());
            peers.put(name, peer);
            return peer;
        }
    }

    /** Those of these names, in their order. */
    List<KeeperPeer> peers(String... names) {
        return Stream.of(names).map(name -> Objects.requireNonNull(peers.get(name))).toList();
    }

    Path directory(String name) {
        return directory.resolve(name);
    }

    KeeperSettings settings(String name, Start start, Timing timing, String... known) {
        KeeperPeer own = peers(name).getFirst();
        return new KeeperSettings(
                own,
                peers(known),
                group,
                directory(name),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), own.port()),
                start,
                timing);
    }

    KeeperTls tls(String name, CertRole... roles) throws Exception {
        KeyPair pair = keys.computeIfAbsent(name, _ -> Keys.generate(random));
        Subject subject =
                new Subject(authority.authority.cluster(), name, EnumSet.copyOf(List.of(roles)));
        return tls(
                authority,
                Credentials.of(
                        pair.getPrivate(),
                        authority.authority.issue(pair.getPublic(), subject, "test", Instant.now()),
                        authority.authority.certificate()));
    }

    static KeeperTls tls(TestAuthority trusted, Credentials own) throws Exception {
        return new KeeperTls(
                new CurrentKeys(() -> own),
                new ClusterTrustManager(
                        new Trust(trusted.authority.certificate()),
                        InstantSource.system(),
                        serial -> false));
    }

    Keeper start(KeeperSettings settings, KeeperTls tls) throws KeeperException {
        Keeper keeper = new RatisKeepers(SMALL).start(settings, tls);
        running.put(settings.own().node().name(), keeper);
        return keeper;
    }

    /** Starts one that knows those. */
    Keeper start(String name, Start start, Timing timing, String... known) throws Exception {
        return start(settings(name, start, timing, known), tls(name, CertRole.DAEMON));
    }

    /** Starts all as a new group, and waits for a leader. */
    List<Keeper> found(Timing timing) throws Exception {
        String[] names = peers.keySet().toArray(String[]::new);
        List<Keeper> keepers = new ArrayList<>();
        for (String name : names) {
            keepers.add(start(name, Start.FOUND, timing, names));
        }
        leader();
        return keepers;
    }

    Keeper keeper(String name) {
        return Objects.requireNonNull(running.get(name));
    }

    /** The name of the leader, once one is known to itself and another. */
    String leader() {
        return Awaitility.await()
                .atMost(LIMIT)
                .until(
                        () -> {
                            List<String> named = new ArrayList<>();
                            running.values()
                                    .forEach(keeper ->
                                            keeper.status()
                                                    .leader()
                                                    .map(NodeId::name)
                                                    .filter(running::containsKey)
                                                    .ifPresent(named::add));
                            return named.stream()
                                    .filter(one -> named.stream().filter(one::equals).count() > 1)
                                    .findFirst()
                                    .orElse("");
                        },
                        name -> !name.isEmpty());
    }

    /** Stops one without a word to the others. */
    void stop(String name) {
        Keeper keeper = running.remove(name);
        if (keeper != null) {
            keeper.close();
        }
    }

    // ---- Entries

    static LogAnswer join(Keeper keeper) {
        return keeper.propose(new MemberJoined(PROCESS, 1, 0)).join();
    }

    /** Renews with these numbers, many at a time; some of them overtake others. */
    static void renew(Keeper keeper, int from, int to) {
        List<CompletableFuture<LogAnswer>> answers = new ArrayList<>();
        for (int number = from; number <= to; number++) {
            answers.add(keeper.propose(new LeaseRenewed(PROCESS, number)));
        }
        answers.forEach(CompletableFuture::join);
    }

    static byte[] bytes(Keeper keeper) {
        return keeper.read(SnapshotCodec::write).join();
    }

    // ---- Files

    /** Files of the log or snapshots of a keeper, sorted by name. */
    List<Path> files(String name, String sub, String prefix) {
        Path where = directory(name).resolve(group.toString()).resolve(sub);
        try (Stream<Path> all = Files.list(where)) {
            return all.filter(file -> String.valueOf(file.getFileName()).startsWith(prefix))
                    .filter(file -> !String.valueOf(file.getFileName()).endsWith(".md5"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        List.copyOf(running.keySet()).forEach(this::stop);
    }
}
