package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.LocalNodes;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.daemon.identity.IdentityFiles;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.wire.link.Access;
import org.jspecify.annotations.Nullable;

/**
 * The daemons that a command may ask, in the order in which it tries them: those that the variable
 * {@value #VARIABLE} names; else those of this machine; then, where this machine has joined a
 * cluster, those of which a program was told, and the one at which it joined.
 */
final class KnownDaemons {

    /** Addresses with commas between them. Programs read it too. */
    static final String VARIABLE = "EVENKEEL_DAEMON";

    /** From the socket of a daemon or its directory up to the directory of its cluster. */
    private static final int MAX_PARENTS = 3;

    /** A daemon, and the directory of its cluster on this machine. */
    record FoundDaemon(DaemonFile daemon, Path clusterDirectory) {

        /**
         * Connects.
         *
         * @param tls what connections to other machines use; null where there is no certificate
         */
        DaemonClient connect(@Nullable SSLContext tls) throws IOException {
            Access access =
                    tls != null && daemon.socket().isEmpty()
                            ? Access.byCertificates(tls)
                            : Access.bySecret(new ClusterDirectory(clusterDirectory).token());
            return DaemonClient.connect(daemon, access);
        }
    }

    private final Path clusterDirectory;
    private final @Nullable String named;

    /**
     * @param named what {@value #VARIABLE} says; null or empty for nothing
     */
    KnownDaemons(Path clusterDirectory, @Nullable String named) {
        this.clusterDirectory = clusterDirectory;
        this.named = named == null || named.isBlank() ? null : named;
    }

    /**
     * All of them; none when nothing is known.
     *
     * @throws CommandFailure if the variable names what is no daemon, or only directories where
     *     none runs
     */
    List<FoundDaemon> all() throws IOException, CommandFailure {
        List<FoundDaemon> all = new ArrayList<>();
        if (named == null) {
            LocalNodes.running(clusterDirectory)
                    .forEach(file -> all.add(new FoundDaemon(file, clusterDirectory)));
        } else {
            all.addAll(named(named));
        }
        for (Address address : toldOf()) {
            FoundDaemon told = at(address);
            if (all.stream().noneMatch(known -> isAt(known.daemon(), address))) {
                all.add(told);
            }
        }
        return all;
    }

    /** Whether daemons of other machines are known, of this cluster. */
    boolean isJoined() throws IOException {
        return !toldOf().isEmpty();
    }

    /** Those that the variable names; directories where none runs are passed by. */
    private List<FoundDaemon> named(String text) throws IOException, CommandFailure {
        List<FoundDaemon> all = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (String one : text.split(",")) {
            FoundDaemon daemon = find(one.strip(), missing);
            if (daemon != null) {
                all.add(daemon);
            }
        }
        if (all.isEmpty() && !missing.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.NOTHING,
                    VARIABLE
                            + " names "
                            + text
                            + ", where no daemon runs: missing "
                            + String.join(", ", missing)
                            + "; start a daemon there, or change the variable");
        }
        return all;
    }

    /**
     * One that the variable names.
     *
     * @param missing takes the file that is not there where no daemon runs; then this is null
     */
    private @Nullable FoundDaemon find(String text, List<String> missing)
            throws IOException, CommandFailure {
        if (!text.startsWith("/") && !text.startsWith("unix:")) {
            try {
                return at(Addresses.parse(text));
            } catch (CommandFailure e) {
                throw new CommandFailure(e.exitCode(), VARIABLE + ": " + e.getMessage());
            }
        }
        Path path = Path.of(text.startsWith("unix:") ? text.substring("unix:".length()) : text);
        if (!Files.isDirectory(path)) {
            DaemonFile socket = new DaemonFile(text, 0, 0, path.toString(), "", 0, 0, "", "");
            return new FoundDaemon(socket, clusterOf(path));
        }
        Path file = path.resolve(DaemonFile.NAME);
        if (!Files.isRegularFile(file)) {
            missing.add(file.toString());
            return null;
        }
        return new FoundDaemon(DaemonFile.read(file), clusterOf(path));
    }

    /** The directory above it that has the cluster's token. */
    private Path clusterOf(Path path) {
        Path above = path.toAbsolutePath().normalize().getParent();
        for (int i = 0; above != null && i < MAX_PARENTS; i++) {
            if (Files.isRegularFile(above.resolve("token"))) {
                return above;
            }
            above = above.getParent();
        }
        return clusterDirectory;
    }

    private FoundDaemon at(Address address) {
        String name = address.host() + ":" + address.port();
        return new FoundDaemon(
                new DaemonFile(name, 0, 0, "", address.host(), address.port(), 0, "", ""),
                clusterDirectory);
    }

    private static boolean isAt(DaemonFile daemon, Address address) {
        return daemon.host().equals(address.host()) && daemon.port() == address.port();
    }

    private List<Address> toldOf() throws IOException {
        IdentityFiles files = new IdentityFiles(clusterDirectory);
        if (!files.exists()) {
            return List.of();
        }
        List<Address> told = new ArrayList<>(files.members());
        try {
            Optional<Address> first = files.seed();
            first.filter(address -> !told.contains(address)).ifPresent(told::add);
        } catch (IdentityException e) {
            throw new IOException(e.reason(), e);
        }
        return told;
    }
}
