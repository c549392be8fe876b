package org.evenkeel.keepers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.client.RaftClientConfigKeys;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.server.RaftServer.Division;
import org.apache.ratis.util.TimeDuration;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.daemon.keepers.Keeper;
import org.evenkeel.daemon.keepers.KeeperException;
import org.evenkeel.daemon.keepers.KeeperException.Kind;
import org.evenkeel.daemon.keepers.KeeperPeer;
import org.evenkeel.daemon.keepers.KeeperSettings;
import org.evenkeel.daemon.keepers.KeeperTls;
import org.evenkeel.kernel.keepers.KeeperState;
import org.evenkeel.kernel.keepers.LogAnswer;
import org.evenkeel.kernel.keepers.LogEntry;
import org.evenkeel.kernel.keepers.SnapshotCodec;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/** A keeper by Ratis: a server, and a client to propose to whichever server leads. */
final class RatisKeeper implements Keeper {

    private final KeeperSettings settings;
    private final LogSizes sizes;
    private final Parameters parameters;
    private final Ending ending;
    private final KeeperServer server;
    private final KeeperClient client;
    private final PeerQuestion question;
    private final AtomicBoolean stopped = new AtomicBoolean();

    private RatisKeeper(
            KeeperSettings settings,
            LogSizes sizes,
            Parameters parameters,
            PeerNames names,
            Ending ending,
            KeeperServer server) {
        this.settings = settings;
        this.sizes = sizes;
        this.parameters = parameters;
        this.ending = ending;
        this.server = server;
        this.client =
                new KeeperClient(
                        raft(Optional.empty()),
                        server,
                        settings.timing().deadline(),
                        ending,
                        KeeperClient.OUTSTANDING_BYTES);
        this.question = new PeerQuestion(client.raft(), names, server, settings);
        names.whenUnknown(question::askSoon);
        ending.future().whenComplete((_, why) -> endedByItself(why));
    }

    static RatisKeeper start(KeeperSettings settings, @Nullable KeeperTls tls, LogSizes sizes)
            throws KeeperException {
        PeerNames names = new PeerNames(settings.peers());
        Ending ending = new Ending(settings.own().node().name());
        Parameters parameters = KeeperServer.parameters(tls, names);
        KeeperServer server = KeeperServer.start(settings, sizes, parameters, names, ending);
        return new RatisKeeper(settings, sizes, parameters, names, ending, server);
    }

    /**
     * A client of the peers.
     *
     * @param answer how long one attempt may take, if other than usual
     */
    private RaftClient raft(Optional<Duration> answer) {
        RaftProperties properties = RaftSettings.of(settings, sizes);
        answer.ifPresent(time ->
                RaftClientConfigKeys.Rpc.setRequestTimeout(
                        properties, TimeDuration.valueOf(time.toMillis(), TimeUnit.MILLISECONDS)));
        return RaftClient.newBuilder()
                .setRaftGroup(RaftGroup.valueOf(server.group(), server.peers(settings)))
                .setProperties(properties)
                .setParameters(parameters)
                .setRetryPolicy(Deadline.policy())
                .build();
    }

    /** On a thread of its own: Ratis may have called on one that closing waits for. */
    private void endedByItself(@Nullable Throwable why) {
        if (why != null) {
            Thread.ofVirtual().name("evenkeel-keeper-end").start(this::stop);
        }
    }

    @Override
    public CompletableFuture<LogAnswer> propose(LogEntry entry) {
        return client.propose(entry);
    }

    @Override
    public <T> CompletableFuture<T> read(Function<KeeperState, T> asked) {
        return client.read(asked);
    }

    @Override
    public Status status() {
        try {
            Division division = server.division();
            return new Status(
                    Optional.ofNullable(division.getInfo().getLeaderId())
                            .map(id -> new NodeId(id.toString())),
                    division.getInfo().getCurrentTerm(),
                    division.getInfo().getLastAppliedIndex(),
                    division.getRaftLog().getSnapshotIndex(),
                    Peers.keepers(division.getRaftConf().getCurrentPeers()));
        } catch (IOException e) {
            return new Status(Optional.empty(), 0, -1, -1, List.of());
        }
    }

    @Override
    public void change(List<KeeperPeer> next, Duration limit) throws KeeperException {
        requireRunning();
        try (RaftClient patient = raft(Optional.of(limit))) {
            new GroupChange(patient, server.division().getRaftConf(), next).run(limit);
        } catch (KeeperException e) {
            throw e;
        } catch (IOException e) {
            throw new KeeperException(
                    Kind.NOT_CHANGED, "the keepers cannot be changed: " + e.getMessage(), e);
        }
    }

    @Override
    public void backup(Path file) throws KeeperException {
        byte[] snapshot;
        try {
            snapshot = read(SnapshotCodec::write).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof KeeperException known
                    ? known
                    : new KeeperException(Kind.BACKUP, "the state cannot be written", e);
        }
        try {
            PrivateFiles.writeAtomically(file.toAbsolutePath(), snapshot);
        } catch (IOException e) {
            throw new KeeperException(Kind.BACKUP, "%s was not written: %s".formatted(file, e), e);
        }
    }

    @Override
    public void snapshot() throws KeeperException {
        requireRunning();
        long limit = settings.timing().deadline().toMillis();
        try (RaftClient patient = raft(Optional.of(settings.timing().deadline()))) {
            RaftClientReply reply =
                    patient.getSnapshotManagementApi(server.server().getId()).create(true, limit);
            if (!reply.isSuccess()) {
                throw new IOException(String.valueOf(reply.getException()));
            }
        } catch (IOException e) {
            throw new KeeperException(Kind.BACKUP, "no snapshot was written: " + e.getMessage(), e);
        }
    }

    private void requireRunning() throws KeeperException {
        Optional<KeeperException> reason = ending.reason();
        if (reason.isPresent()) {
            throw reason.get();
        }
    }

    @Override
    public CompletableFuture<Void> ended() {
        return ending.future().copy();
    }

    @Override
    public void close() {
        ending.closed();
        stop();
    }

    private void stop() {
        if (!stopped.compareAndSet(false, true)) {
            return;
        }
        client.close();
        server.close();
    }
}
