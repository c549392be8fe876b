package org.evenkeel.keepers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.daemon.keepers.KeeperException;
import org.evenkeel.daemon.keepers.KeeperException.Kind;
import org.evenkeel.daemon.keepers.KeeperSettings;
import org.evenkeel.daemon.keepers.KeeperSettings.Start;
import org.evenkeel.daemon.keepers.KeeperTls;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server of Ratis with one group and its state.
 *
 * @param server ended by {@link #close}
 * @param group the one group
 * @param state its copy of the state
 */
record KeeperServer(RaftServer server, RaftGroupId group, ReplicatedState state)
        implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KeeperServer.class);

    private static final Duration LONGEST_CLOSE = Duration.ofMinutes(1);

    /**
     * Starts one.
     *
     * @throws KeeperException naming the directory or the address, if it cannot be used
     */
    static KeeperServer start(
            KeeperSettings settings,
            LogSizes sizes,
            Parameters parameters,
            PeerNames names,
            Ending ending)
            throws KeeperException {
        requireDirectory(settings);
        RaftGroupId id = RaftGroupId.valueOf(settings.group());
        ReplicatedState state = new ReplicatedState(names, ending);
        RaftServer server = null;
        try {
            PrivateFiles.createDirectories(settings.directory());
            new LogFiles(groupDirectory(settings)).requireNoGap();
            server =
                    RaftServer.newBuilder()
                            .setServerId(Peers.id(settings.own().node()))
                            .setGroup(group(settings, id))
                            .setStateMachine(state)
                            .setProperties(RaftSettings.of(settings, sizes))
                            .setParameters(parameters)
                            .setOption(RaftStorage.StartupOption.RECOVER)
                            .build();
            server.start();
            names.add(Peers.keepers(server.getDivision(id).getRaftConf().getAllPeers()));
            return new KeeperServer(server, id, state);
        } catch (IOException | RuntimeException e) {
            if (server != null) {
                close(server);
            }
            throw StartFailure.of(settings, e);
        }
    }

    private static void requireDirectory(KeeperSettings settings) throws KeeperException {
        boolean has = Files.exists(groupDirectory(settings));
        if (settings.start() == Start.CONTINUE && !has) {
            throw new KeeperException(
                    Kind.SETTINGS,
                    ("keeper %s cannot continue: %s has nothing of its group. If it was lost, add "
                                    + "this keeper to the others as a new one")
                            .formatted(settings.own().node(), settings.directory()));
        }
    }

    /** Where Ratis has the log and the snapshots of the group. */
    static Path groupDirectory(KeeperSettings settings) {
        return settings.directory().resolve(settings.group().toString());
    }

    /** A keeper that joins must not know of peers, or it would take part before it is added. */
    private static RaftGroup group(KeeperSettings settings, RaftGroupId id) {
        return settings.start() == Start.FOUND
                ? RaftGroup.valueOf(id, Peers.raft(settings.peers()))
                : RaftGroup.valueOf(id);
    }

    /** What Ratis needs for TLS and the check of names, and threads for what others ask. */
    static Parameters parameters(@Nullable KeeperTls tls, PeerNames names) {
        Parameters parameters = new Parameters();
        // Each call waits on its thread for another one: hundreds of them should cost little.
        Executor calls =
                Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("evenkeel-keeper-call-", 0).factory());
        if (tls == null) {
            GrpcConfigKeys.Server.setServicesCustomizer(
                    parameters, (builder, types) -> builder.executor(calls));
            return parameters;
        }
        Refusals refusals = new Refusals(System::nanoTime);
        PeerTrust trust = new PeerTrust(tls.trust(), refusals);
        GrpcConfigKeys.TLS.setConf(parameters, new GrpcTlsConfig(tls.keys(), trust, true));
        PeerCheck check = new PeerCheck(tls.trust(), names, refusals);
        GrpcConfigKeys.Server.setServicesCustomizer(
                parameters, (builder, types) -> builder.executor(calls).intercept(check));
        return parameters;
    }

    RaftServer.Division division() throws IOException {
        return server.getDivision(group);
    }

    /** The keepers of the log; those of the settings while it has none. */
    List<RaftPeer> peers(KeeperSettings settings) {
        try {
            List<RaftPeer> all = List.copyOf(division().getRaftConf().getAllPeers());
            return all.isEmpty() ? Peers.raft(settings.peers()) : all;
        } catch (IOException e) {
            return Peers.raft(settings.peers()); // it has ended
        }
    }

    @Override
    public void close() {
        close(server);
    }

    /** Ratis may wait for what never comes; whoever closes a keeper does not. */
    private static void close(RaftServer server) {
        Thread closing =
                Thread.ofPlatform()
                        .daemon()
                        .name("evenkeel-keeper-close")
                        .start(() -> closeNow(server));
        try {
            if (!closing.join(LONGEST_CLOSE)) {
                LOG.warn("a keeper has not stopped within {} s", LONGEST_CLOSE.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void closeNow(RaftServer server) {
        try {
            server.close();
        } catch (IOException e) {
            LOG.warn("a keeper did not stop in order", e);
        }
    }
}
