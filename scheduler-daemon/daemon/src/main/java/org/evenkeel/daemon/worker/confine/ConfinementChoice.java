package org.evenkeel.daemon.worker.confine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.evenkeel.daemon.config.ConfigException;
import org.evenkeel.daemon.config.WorkerUser;
import org.jspecify.annotations.Nullable;

/**
 * Finds out how workers can be kept apart on this machine.
 *
 * @param mayUseGroups whether control groups are made where they can be
 */
public record ConfinementChoice(WorkerUser wish, boolean mayUseGroups, Places places) {
    private static final long PROBE_SECONDS = 10;

    /**
     * Where workers have to get at something.
     *
     * @param cluster directory of the cluster
     * @param node directory of the node below it, with blobs, workers and socket
     * @param library jars of workers; null when it is not known
     */
    public record Places(Path cluster, Path node, @Nullable Path library) {}

    /**
     * Decides, and opens the directories that workers have to pass to those who know a name in
     * them.
     *
     * @throws ConfigException if another user was asked for by name and that cannot be had
     */
    public Confinement decide() throws ConfigException, IOException {
        if (wish instanceof WorkerUser.Same) {
            return Confinement.none("workers run as this daemon's user (worker-user: same)");
        }
        Accounts accounts = Accounts.isSuperuser() ? Accounts.of(wish) : null;
        String whyNot = whyNot(accounts);
        if (whyNot != null && !(wish instanceof WorkerUser.Auto)) {
            throw new ConfigException("worker-user: " + whyNot);
        }
        if (whyNot != null) {
            accounts = null;
        }
        ControlGroups groups = mayUseGroups ? groups(accounts != null) : null;
        String limits =
                groups == null
                        ? "their usage is checked five times per second"
                        : groups.words() + " limit their usage";
        String who =
                accounts == null
                        ? "workers run as this daemon's user and can read its files: " + whyNot
                        : "workers run as " + accounts + ", without a way to gain privileges";
        return new Confinement(accounts, groups, who + "; " + limits);
    }

    /** Those of the daemon's own processes only, or of a service's own group. */
    private @Nullable ControlGroups groups(boolean asOthers) throws IOException {
        Path mounts = Path.of("/proc/self/cgroup");
        if (!Files.isReadable(mounts) || !asOthers && Accounts.isSuperuser()) {
            return null;
        }
        String name =
                "evenkeel-%s-%08x".formatted(places.node().getFileName(), places.node().hashCode());
        return ControlGroups.make(ControlGroupMounts.ofThisProcess(), name);
    }

    // ---- Other users

    private @Nullable String whyNot(@Nullable Accounts accounts)
            throws IOException, ConfigException {
        if (!Accounts.isSuperuser()) {
            return "only root can start workers as other users";
        }
        if (accounts == null) {
            return "no such user";
        }
        if (places.library() == null) {
            return "the directory of the workers' jars is unknown";
        }
        if (!isOnPath("setpriv")) {
            return "the command setpriv (util-linux) is missing";
        }
        for (Path above = outermost().getParent(); above != null; above = above.getParent()) {
            if (!Files.getPosixFilePermissions(above)
                    .contains(PosixFilePermission.OTHERS_EXECUTE)) {
                return ("other users cannot enter %s; keep the cluster elsewhere (--cluster-dir, "
                                + "EVENKEEL_STATE), for instance in /var/lib/evenkeel")
                        .formatted(above);
            }
        }
        open();
        return probe(accounts);
    }

    private static boolean isOnPath(String command) {
        String path = System.getenv("PATH");
        return path != null
                && Stream.of(path.split(java.io.File.pathSeparator))
                        .anyMatch(directory -> Files.isExecutable(Path.of(directory, command)));
    }

    /** Who knows a name below can reach it; no user can list them. */
    private void open() throws IOException {
        for (Path directory : directories()) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
        }
        files(places.node(), "rw-------");
        files(places.node().resolve("blobs"), "rw-r--r--");
    }

    private static void files(Path directory, String mode) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path file : entries.filter(Files::isRegularFile).toList()) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
            }
        }
    }

    /** The cluster's directory, or that of all clusters, which is a daemon's as well. */
    private Path outermost() {
        Path parent = places.cluster().getParent();
        return parent != null && parent.endsWith("clusters") ? parent : places.cluster();
    }

    private List<Path> directories() {
        List<Path> all = new ArrayList<>();
        for (Path path = places.node();
                path != null && path.startsWith(outermost());
                path = path.getParent()) {
            all.add(path);
        }
        all.add(places.node().resolve("blobs"));
        all.add(places.node().resolve("workers"));
        return all;
    }

    /** Whether such a user gets at what a worker needs. */
    private @Nullable String probe(Accounts accounts) throws IOException {
        List<String> needed = new ArrayList<>();
        needed.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        needed.add(places.node().resolve("blobs").toString());
        needed.add(places.node().resolve("workers").toString());
        if (places.library() != null) {
            try (Stream<Path> jars = Files.list(places.library())) {
                jars.map(Path::toString).filter(jar -> jar.endsWith(".jar")).forEach(needed::add);
            }
        }
        List<String> words = new ArrayList<>(accounts.words(0));
        words.addAll(
                List.of(
                        "sh",
                        "-c",
                        "for p in \"$@\"; do test -x \"$p\" || test -r \"$p\" || { echo \"$p\"; exit 1; }; done",
                        "sh"));
        words.addAll(needed);
        Process probe = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said =
                new String(
                                probe.getInputStream().readAllBytes(),
                                java.nio.charset.StandardCharsets.UTF_8)
                        .strip();
        try {
            if (!probe.waitFor(PROBE_SECONDS, TimeUnit.SECONDS)) {
                probe.destroyForcibly();
                return accounts + " cannot be tried";
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return probe.exitValue() == 0 ? null : accounts + " cannot access " + said;
    }
}
