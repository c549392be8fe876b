package org.evenkeel.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.model.Printable;
import org.evenkeel.wire.link.Access;
import org.evenkeel.wire.link.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * Finds daemons: those that {@code evenkeel.daemon} or EVENKEEL_DAEMON names, else all that left
 * their {@code daemon.json} in the cluster's state directory; those of which another daemon has
 * said where they are, to this program or an earlier one; and last the one at which this machine
 * joined. Learning is safe from any thread.
 */
public final class Discovery {

    /** Most daemons considered. */
    private static final int MAX_NODES = 10_000;

    private final @Nullable String wanted;
    private final String cluster;

    /** What daemons have said of others, by name; the latest said of each. */
    private final Map<String, Candidate> learned = new ConcurrentHashMap<>();

    /**
     * @param daemon what the program asked for; null for the property, the variable, the state
     *     directory
     */
    public Discovery(@Nullable String daemon, String cluster) {
        String where = daemon != null ? daemon : fromEnvironment();
        this.wanted = where == null || where.isEmpty() ? null : where;
        this.cluster = cluster;
        remember();
    }

    private static @Nullable String fromEnvironment() {
        String property = System.getProperty("evenkeel.daemon");
        return property != null ? property : System.getenv("EVENKEEL_DAEMON");
    }

    /**
     * A daemon that may be there.
     *
     * @param node its name, empty when not known
     */
    record Candidate(String node, Endpoint endpoint, Access access) {

        /** Whether both are of one node, as far as is known. */
        boolean isSameNode(Candidate other) {
            return node.isEmpty() ? endpoint.equals(other.endpoint) : node.equals(other.node);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Candidate that
                    && node.equals(that.node)
                    && endpoint.equals(that.endpoint);
        }

        @Override
        public int hashCode() {
            return endpoint.hashCode();
        }
    }

    /** A daemon by what another says of it: as it is found here, or by its address. */
    Candidate of(org.evenkeel.wire.proto.NodeRef node, Access access) {
        for (Candidate candidate : candidates()) {
            if (candidate.node().equals(node.getName())) {
                return candidate;
            }
        }
        Endpoint address = Endpoint.parse(node.getHost() + ":" + node.getPort());
        Access certified = OwnIdentity.in(clusterDirectory());
        return new Candidate(node.getName(), address, certified == null ? access : certified);
    }

    /**
     * A daemon has said where others are.
     *
     * @param access how that one was reached
     */
    void learn(List<org.evenkeel.wire.proto.NodeRef> nodes, Access access) {
        boolean news = false;
        for (org.evenkeel.wire.proto.NodeRef node : nodes) {
            Endpoint address = KnownMembers.address(node.getHost() + ":" + node.getPort());
            boolean isNew = !learned.containsKey(node.getName());
            if (address != null && (!isNew || learned.size() < KnownMembers.MAX)) {
                Access certified = OwnIdentity.in(clusterDirectory());
                Candidate now =
                        new Candidate(
                                node.getName(), address, certified == null ? access : certified);
                news |= !now.equals(learned.put(node.getName(), now));
            }
        }
        if (news) {
            Map<String, Endpoint> all = new TreeMap<>();
            learned.forEach((node, candidate) -> all.put(node, candidate.endpoint()));
            KnownMembers.write(clusterDirectory(), all);
        }
    }

    /** A daemon has told whose certificates are revoked. */
    void revoked(byte[] list) {
        OwnIdentity.learn(clusterDirectory(), list);
    }

    /** What an earlier program was told, before this one has asked any node. */
    private void remember() {
        Path directory = clusterDirectory();
        KnownMembers.read(directory)
                .forEach((node, address) -> {
                    Access certified = OwnIdentity.in(directory);
                    if (certified != null) {
                        learned.put(node, new Candidate(node, address, certified));
                    }
                });
    }

    /** Where Evenkeel keeps what outlives a process. */
    public static Path stateDirectory() {
        String own = System.getProperty("evenkeel.state", System.getenv("EVENKEEL_STATE"));
        if (own != null && !own.isEmpty()) {
            return Path.of(own);
        }
        String xdg = System.getenv("XDG_STATE_HOME");
        return xdg != null && xdg.startsWith("/")
                ? Path.of(xdg, "evenkeel")
                : Path.of(System.getProperty("user.home"), ".local", "state", "evenkeel");
    }

    private Path clusterDirectory() {
        return stateDirectory().resolve("clusters").resolve(cluster);
    }

    /** Whether the program was told which daemon to take: the first of all candidates. */
    boolean isNamed() {
        return wanted != null;
    }

    /** Daemons worth trying, best first; read anew each time, because daemons come and go. */
    List<Candidate> candidates() {
        List<Candidate> all = new ArrayList<>();
        if (wanted == null) {
            all.addAll(inDirectory(clusterDirectory()));
        } else {
            for (String one : wanted.split(",")) {
                named(one.strip()).stream().filter(it -> !all.contains(it)).forEach(all::add);
            }
        }
        for (Candidate one : learned.values()) {
            boolean known =
                    all.stream()
                            .anyMatch(other ->
                                    other.node().equals(one.node())
                                            || other.endpoint().equals(one.endpoint()));
            if (!known) {
                all.add(one);
            }
        }
        Endpoint joined = KnownMembers.seed(clusterDirectory());
        if (joined != null && all.stream().noneMatch(it -> it.endpoint().equals(joined))) {
            Access certified = OwnIdentity.in(clusterDirectory());
            if (certified != null) {
                all.add(new Candidate("", joined, certified));
            }
        }
        return all;
    }

    /** An address, or the directory of a node. */
    private List<Candidate> named(String one) {
        Path path = one.contains(":") && !one.startsWith("/") ? null : Path.of(one);
        if (path != null && Files.isDirectory(path)) {
            return namedFirst(path);
        }
        Endpoint endpoint = Endpoint.parse(one);
        Access access = accessTo(endpoint);
        return access == null ? List.of() : List.of(new Candidate("", endpoint, access));
    }

    /** The named node, then the others of its cluster, which can take over. */
    private List<Candidate> namedFirst(Path nodeDirectory) {
        Path nodes = nodeDirectory.toAbsolutePath().normalize().getParent();
        Path root = nodes == null ? null : nodes.getParent();
        List<Candidate> all = new ArrayList<>();
        NodeFile first = NodeFile.read(nodeDirectory);
        if (root != null && first != null) {
            addAll(all, first, root);
        }
        if (root != null) {
            for (Candidate other : inDirectory(root)) {
                if (!all.contains(other)) {
                    all.add(other);
                }
            }
        }
        return all;
    }

    /** An address has no directory beside it but perhaps that of its socket. */
    private @Nullable Access accessTo(Endpoint endpoint) {
        if (endpoint instanceof Endpoint.Unix unix) {
            Path directory = unix.path().toAbsolutePath().getParent();
            for (int up = 0; directory != null && up < 3; up++) {
                byte[] secret = NodeFile.readToken(directory);
                if (secret != null) {
                    return Access.bySecret(secret);
                }
                directory = directory.getParent();
            }
        }
        return access(clusterDirectory(), endpoint);
    }

    /** On this machine's sockets the token, on the network the certificate if there is one. */
    private static @Nullable Access access(Path clusterDirectory, Endpoint endpoint) {
        Access certified =
                endpoint instanceof Endpoint.Tcp ? OwnIdentity.in(clusterDirectory) : null;
        if (certified != null) {
            return certified;
        }
        byte[] secret = NodeFile.readToken(clusterDirectory);
        return secret == null ? null : Access.bySecret(secret);
    }

    private static List<Candidate> inDirectory(Path clusterDirectory) {
        Path nodes = clusterDirectory.resolve("nodes");
        List<Candidate> found = new ArrayList<>();
        if (!Files.isDirectory(nodes)) {
            return found;
        }
        try (Stream<Path> directories = Files.list(nodes)) {
            directories
                    .sorted()
                    .limit(MAX_NODES)
                    .forEach(directory -> {
                        NodeFile file = NodeFile.read(directory);
                        if (file != null && file.isAlive()) {
                            addAll(found, file, clusterDirectory);
                        }
                    });
        } catch (IOException | UncheckedIOException e) {
            // A directory that goes away while it is read has no daemons.
        }
        return found;
    }

    private static void addAll(List<Candidate> found, NodeFile file, Path clusterDirectory) {
        for (Endpoint endpoint : file.endpoints()) {
            Access access = access(clusterDirectory, endpoint);
            if (access != null) {
                found.add(new Candidate(file.node(), endpoint, access));
            }
        }
    }

    /** Says where was looked and what to do. */
    ClusterUnavailableException unavailable(List<String> attempts) {
        String where =
                wanted != null
                        ? "the daemon \"%s\" (evenkeel.daemon, EVENKEEL_DAEMON or the builder)"
                                .formatted(wanted)
                        : "a daemon in " + clusterDirectory().resolve("nodes");
        String tried =
                attempts.isEmpty()
                        ? "found none"
                        : "tried " + Printable.of(String.join("; ", attempts));
        return new ClusterUnavailableException(
                ("no Evenkeel daemon found: looked for %s, %s. Start one with \"evenkeel "
                                + "up\", or use Evenkeel.embedded(n).")
                        .formatted(where, tried));
    }
}
