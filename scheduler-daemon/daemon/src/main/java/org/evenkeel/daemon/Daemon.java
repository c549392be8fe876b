package org.evenkeel.daemon;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.evenkeel.daemon.audit.AuditFiles;
import org.evenkeel.daemon.audit.AuditKind;
import org.evenkeel.daemon.audit.AuditLog;
import org.evenkeel.daemon.audit.AuditPrincipal;
import org.evenkeel.daemon.blob.RecoveredBlobs;
import org.evenkeel.daemon.config.AvailabilitySchedule;
import org.evenkeel.daemon.config.ConfigException;
import org.evenkeel.daemon.config.DaemonConfig;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.config.WorkerUser;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.daemon.files.NodeDirectory;
import org.evenkeel.daemon.journal.JournalStart;
import org.evenkeel.daemon.metrics.MetricsExporter;
import org.evenkeel.daemon.net.EventLoopTurn;
import org.evenkeel.daemon.net.LocalUsers;
import org.evenkeel.daemon.net.Sockets;
import org.evenkeel.daemon.spot.SpotNotice;
import org.evenkeel.daemon.spot.SpotWatch;
import org.evenkeel.daemon.worker.WorkerCommand;
import org.evenkeel.daemon.worker.confine.Confinement;
import org.evenkeel.daemon.worker.confine.ConfinementChoice;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.journal.Journal;
import org.evenkeel.kernel.journal.JournalDamagedException;
import org.evenkeel.kernel.journal.JournalFailedException;
import org.evenkeel.model.NodeRef;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One running daemon: takes its directory, listens, starts workers, and leaves again. Everything
 * but starting and waiting happens on its event loop.
 */
public final class Daemon implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);
    private static final long CLOSE_SECONDS = 5;

    /** So long it hears who leaves as well before it hands on anything. */
    private static final long HEARS_NANOS = 500_000_000;

    /** Of the time until a provider takes the machine away, left for ending. */
    private static final Duration SPOT_MARGIN = Duration.ofSeconds(3);

    private static final long LEAST_GRACE_MILLIS = 2_000;

    private static final long FAREWELL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final DaemonConfig config;
    private final NodeDirectory directory;
    private final MultiThreadIoEventLoopGroup group;
    private final EventLoop loop;
    private final List<Channel> listening = new ArrayList<>();
    private final CompletableFuture<String> ended = new CompletableFuture<>();
    private @Nullable Journal journal;
    private @Nullable Admission admission;
    private @Nullable Confinement confinement;
    private @Nullable AuditLog audit;
    private @Nullable DaemonComponents daemonComponents;
    private @Nullable DaemonFile file;
    private @Nullable Path socket;
    private @Nullable SpotWatch spot;
    private MetricsExporter.@Nullable Running metrics;
    private boolean leaving;
    private boolean closed;

    private Daemon(DaemonConfig config, NodeDirectory directory) {
        this.config = config;
        this.directory = directory;
        ThreadFactory threads = Thread.ofPlatform().name("evenkeel-core").factory();
        this.group = new MultiThreadIoEventLoopGroup(1, threads, NioIoHandler.newFactory());
        this.loop = group.next();
    }

    /**
     * Starts a daemon; ready when it returns.
     *
     * @param command how its workers are started
     */
    public static Daemon start(DaemonConfig config, WorkerCommand command)
            throws IOException,
                    ConfigException,
                    NodeDirectory.InUseException,
                    JournalDamagedException,
                    JournalFailedException {
        ClusterDirectory cluster = new ClusterDirectory(config.clusterDirectory());
        byte[] token = cluster.token();
        Daemon daemon = new Daemon(config, NodeDirectory.take(cluster, config.node()));
        try {
            daemon.open(cluster, token, command);
            return daemon;
        } catch (IOException
                | ConfigException
                | JournalDamagedException
                | JournalFailedException
                | RuntimeException e) {
            daemon.close();
            throw e;
        }
    }

    private void open(ClusterDirectory cluster, byte[] token, WorkerCommand command)
            throws IOException, ConfigException, JournalDamagedException, JournalFailedException {
        JournalStart kept =
                JournalStart.open(
                        directory.journal(),
                        JournalStart.settings(config.journaling().segmentBytes()));
        journal = kept.journal();
        RecoveredBlobs blobs = RecoveredBlobs.find(directory.blobs(), kept.recovered().needs());
        blobs.deleteOthers(directory.blobs());
        long incarnation = directory.nextIncarnation(config.wallClock());
        long since = directory.journalSince(incarnation, kept.isEmpty());
        Confinement workersAre = confinement();
        confinement = workersAre;
        AuditLog log =
                AuditLog.start(
                        new AuditLog.Settings(
                                config.node().name(),
                                AuditFiles.of(directory.path()),
                                config.policing().auditBytes(),
                                config.policing().auditFiles()),
                        config.wallClock());
        audit = log;
        EventLoopTurn eventLoopTurn = new EventLoopTurn(loop);
        Admission admitting = Admission.load(config, loop, log);
        admission = admitting;
        requireApart(workersAre, admitting);
        Sockets sockets = new Sockets(loop, eventLoopTurn, admitting.tls(), config.plainLoopback());
        DeferredAuthenticator authenticator = new DeferredAuthenticator();
        Channel tcp = sockets.listen(config.listen(), authenticator);
        listening.add(tcp);
        InetSocketAddress bound = (InetSocketAddress) tcp.localAddress();
        String host = bound.getAddress().getHostAddress();
        Address told = config.advertise().orElse(new Address(host, bound.getPort()));
        NodeRef self = new NodeRef(config.node(), incarnation, told.host(), told.port());
        String workerAddress = listenLocally(sockets, authenticator, host + ":" + bound.getPort());
        DaemonComponents made =
                DaemonComponents.assemble(
                        new DaemonComponents.Ground(
                                config,
                                self,
                                token,
                                cluster,
                                directory,
                                loop,
                                eventLoopTurn,
                                sockets,
                                admitting,
                                workersAre,
                                log),
                        new JournalComponents.RecoveredState(kept, blobs),
                        command,
                        this::drained,
                        grace -> leave("requested by a client", grace));
        daemonComponents = made;
        if (config.metrics().isPresent()) {
            metrics =
                    MetricsOffer.start(
                            config.metrics().get(), admitting.tls(), loop, made.figures());
        }
        directory.wipeLeft(); // the pool has killed those who were in there
        DaemonFile note =
                new DaemonFile(
                        config.node().name(),
                        ProcessHandle.current().pid(),
                        incarnation,
                        socket == null ? "" : socket.toString(),
                        told.host(),
                        told.port(),
                        config.workers(),
                        made.policyName(),
                        config.wallClock().instant().toString());
        onLoop(() -> {
            made.start(workerAddress, kept.recovered().event().since(since), config.hours());
            // Not before: who comes asks for what the disk kept.
            authenticator.open(made.roleRouter());
        });
        note.write(directory.daemonFile());
        log.note(
                AuditKind.DAEMON_STARTED,
                AuditPrincipal.HERE,
                Map.of("address", told.host() + ":" + told.port(), "pid", note.pid()));
        file = note;
        config.spot()
                .ifPresent(settings ->
                        spot = SpotWatch.start(settings, config.wallClock(), this::isTakenAway));
        LOG.info("{} is ready: {} workers, policy {}", self, config.workers(), made.policyName());
    }

    /** A Unix domain socket where there can be one; says where workers connect to. */
    private String listenLocally(
            Sockets sockets, DeferredAuthenticator authenticator, String otherwise)
            throws IOException {
        try {
            Path path = directory.socket();
            listening.add(sockets.listen(path, authenticator, localUsers()));
            socket = path;
            if (confinement != null && confinement.isByUser()) {
                directory.openSocket(path);
            }
            return path.toString();
        } catch (UnsupportedOperationException e) {
            LOG.info("Unix domain sockets are not available; workers connect to {}", otherwise);
            return otherwise;
        }
    }

    private LocalUsers localUsers() throws IOException {
        return LocalUsers.with(confinement == null ? IntStream.empty() : confinement.users());
    }

    /** Decides whose processes workers are, and says it once. */
    private Confinement confinement() throws IOException, ConfigException {
        if (config.workers() == 0) {
            return Confinement.none("no workers configured");
        }
        Confinement decided =
                new ConfinementChoice(
                                config.confining().user(),
                                config.confining().groups(),
                                new ConfinementChoice.Places(
                                        config.clusterDirectory(),
                                        directory.path(),
                                        config.home().map(WorkerCommand::library).orElse(null)))
                        .decide();
        LOG.info("{}", decided.words());
        return decided;
    }

    /** Tasks of others must not be able to read the authority's key, or be root. */
    private void requireApart(Confinement workersAre, Admission admitting) throws ConfigException {
        if (config.workers() == 0
                || workersAre.isByUser()
                || admitting.tls() == null
                || !(config.confining().user() instanceof WorkerUser.Auto)) {
            return;
        }
        String danger =
                admitting.hasAuthority()
                        ? "every task could read the key of the cluster's authority"
                        : workersAre.isRoot() ? "every task would be root" : null;
        if (danger != null) {
            throw new ConfigException(
                    ("workers: %s (%s). Use --workers 0 to run no tasks on this machine, or "
                                    + "--worker-user same to accept this risk for every submitter")
                            .formatted(danger, workersAre.words().split(";", 2)[0]));
        }
    }

    private void onLoop(Runnable runnable) {
        loop.submit(runnable).syncUninterruptibly();
    }

    /** What this daemon says of itself. */
    public DaemonFile file() {
        DaemonFile note = file;
        if (note == null) {
            throw new IllegalStateException("the daemon is not started");
        }
        return note;
    }

    /** Process ids of the workers that live. */
    public List<Long> workerPids() {
        List<Long> pids = new ArrayList<>();
        onLoop(() -> pids.addAll(daemonComponents().workers().pids()));
        return pids;
    }

    private DaemonComponents daemonComponents() {
        DaemonComponents made = daemonComponents;
        if (made == null) {
            throw new IllegalStateException("the daemon is not started");
        }
        return made;
    }

    /** Completes with the reason when the daemon has left by itself. */
    public CompletableFuture<String> ended() {
        return ended;
    }

    /** From now on the node takes tasks at these times. */
    void replace(AvailabilitySchedule schedule) {
        loop.execute(() -> daemonComponents().replace(schedule));
    }

    /** Hands on what can be handed on, tells clients, and ends; at the latest after the grace. */
    public void leave(String why) {
        leave(why, config.times().drainGrace().toMillis());
    }

    private void isTakenAway(SpotNotice notice) {
        Duration left = Duration.between(config.wallClock().instant(), notice.deadline());
        LOG.warn("{} in {} s", notice.reason(), left.toSeconds());
        leave(
                notice.reason() + " at " + notice.deadline(),
                Math.max(LEAST_GRACE_MILLIS, left.minus(SPOT_MARGIN).toMillis()));
    }

    private void leave(String why, long graceMillis) {
        long grace = graceMillis > 0 ? graceMillis : config.times().drainGrace().toMillis();
        loop.execute(() -> {
            if (leaving) { // the earlier deadline counts
                loop.schedule(
                        () -> ended.complete(why + ": deadline reached"),
                        grace,
                        TimeUnit.MILLISECONDS);
                return;
            }
            leaving = true;
            LOG.info("draining: {}", why);
            DaemonComponents made = daemonComponents();
            made.announceShutdown(why);
            made.eventSink().submit(new Event.DrainStarted(why, HEARS_NANOS));
            loop.schedule(
                    () -> ended.complete("drain deadline reached"), grace, TimeUnit.MILLISECONDS);
        });
    }

    private void drained() {
        LOG.info("drained: no tasks left on this node");
        // What was said last, an acknowledgement perhaps, leaves before the sockets close.
        loop.schedule(() -> ended.complete("drained"), FAREWELL_NANOS, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        SpotWatch watch = spot;
        if (watch != null) {
            watch.close();
        }
        if (metrics != null) {
            metrics.close();
        }
        directory.retract();
        if (daemonComponents != null) {
            onLoop(daemonComponents()::close);
        }
        listening.forEach(channel -> channel.close().syncUninterruptibly());
        if (admission != null) {
            admission.close();
        }
        group.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS).syncUninterruptibly();
        if (daemonComponents != null) {
            daemonComponents().closeDisk();
        } else if (journal != null) {
            journal.close();
        }
        if (socket != null) {
            Files.deleteIfExists(socket);
        }
        if (confinement != null) {
            confinement.close();
        }
        AuditLog log = audit;
        if (log != null) {
            log.note(AuditKind.DAEMON_ENDED, AuditPrincipal.HERE, Map.of());
            log.close();
        }
        directory.close();
        ended.complete("closed");
    }
}
