package org.evenkeel.keepers;

import java.io.File;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.RaftConfigKeys;
import org.apache.ratis.client.RaftClientConfigKeys;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.rpc.SupportedRpcType;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;
import org.evenkeel.daemon.keepers.KeeperSettings;
import org.evenkeel.daemon.keepers.KeeperSettings.Timing;

/** The settings of Ratis: what bounds its memory, disk and time. */
final class RaftSettings {

    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    /** One message between keepers. */
    private static final int APPEND_BYTES = 512 * KIB;

    private static final int CHUNK_BYTES = MIB;
    private static final int MESSAGE_BYTES = 4 * MIB;

    /** What has not been written yet, or not been agreed on: bytes and entries of each. */
    private static final int WAITING_BYTES = 4 * MIB;

    private static final int WAITING_ENTRIES = 4096;

    private static final int SNAPSHOTS = 2;
    private static final int CACHED_SEGMENTS = 2;
    private static final int THREADS = 8;

    /** A keeper that was stopped with its machine continues, however long that was. */
    private static final int LONGEST_PAUSE_DAYS = 3650;

    private RaftSettings() {}

    /** For the server and its client. */
    static RaftProperties of(KeeperSettings settings, LogSizes sizes) {
        RaftProperties raft = new RaftProperties();
        RaftConfigKeys.Rpc.setType(raft, SupportedRpcType.GRPC);
        File directory = settings.directory().toFile();
        RaftServerConfigKeys.setStorageDir(raft, List.of(directory));
        RaftServerConfigKeys.setRemovedGroupsDir(raft, new File(directory, "removed"));
        log(raft, sizes);
        snapshots(raft, sizes);
        times(raft, settings.timing());
        waiting(raft);
        transport(raft, settings);
        return raft;
    }

    private static void log(RaftProperties raft, LogSizes sizes) {
        RaftServerConfigKeys.Log.setSegmentSizeMax(raft, bytes(sizes.segmentBytes()));
        RaftServerConfigKeys.Log.setSegmentCacheNumMax(raft, CACHED_SEGMENTS);
        RaftServerConfigKeys.Log.setSegmentCacheSizeMax(
                raft, bytes((long) CACHED_SEGMENTS * sizes.segmentBytes()));
        // Zeros behind an entry that was cut short look like a damaged entry: there are none.
        RaftServerConfigKeys.Log.setPreallocatedSize(raft, bytes(0));
        RaftServerConfigKeys.Log.setWriteBufferSize(raft, bytes(2L * APPEND_BYTES));
        RaftServerConfigKeys.Log.Appender.setBufferByteLimit(raft, bytes(APPEND_BYTES));
        RaftServerConfigKeys.Log.setCorruptionPolicy(
                raft, RaftServerConfigKeys.Log.CorruptionPolicy.EXCEPTION);
    }

    private static void snapshots(RaftProperties raft, LogSizes sizes) {
        RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(raft, true);
        RaftServerConfigKeys.Snapshot.setAutoTriggerThreshold(raft, sizes.snapshotEvery());
        RaftServerConfigKeys.Snapshot.setTriggerWhenStopEnabled(raft, false);
        RaftServerConfigKeys.Snapshot.setTriggerWhenRemoveEnabled(raft, false);
        RaftServerConfigKeys.Snapshot.setRetentionFileNum(raft, SNAPSHOTS);
        // A keeper that is away must not make the log of the others grow.
        RaftServerConfigKeys.Log.setPurgeUptoSnapshotIndex(raft, true);
        RaftServerConfigKeys.Log.setPurgePreservationLogNum(raft, sizes.kept());
        RaftServerConfigKeys.Log.setPurgeGap(raft, Math.max(1, sizes.snapshotEvery() / 8));
        RaftServerConfigKeys.Log.Appender.setSnapshotChunkSizeMax(raft, bytes(CHUNK_BYTES));
        GrpcConfigKeys.Server.setInstallSnapshotRequestElementLimit(raft, 2);
    }

    private static void times(RaftProperties raft, Timing timing) {
        TimeDuration election = millis(timing.election().toMillis());
        TimeDuration deadline = millis(timing.deadline().toMillis());
        RaftServerConfigKeys.Rpc.setTimeoutMin(raft, election);
        RaftServerConfigKeys.Rpc.setTimeoutMax(raft, millis(2 * timing.election().toMillis()));
        RaftServerConfigKeys.Rpc.setRequestTimeout(raft, millis(4 * timing.election().toMillis()));
        RaftServerConfigKeys.setCloseThreshold(
                raft, TimeDuration.valueOf(LONGEST_PAUSE_DAYS, TimeUnit.DAYS));
        // By asking the majority, not by a lease that depends on clocks.
        RaftServerConfigKeys.Read.setOption(raft, RaftServerConfigKeys.Read.Option.LINEARIZABLE);
        RaftServerConfigKeys.Read.setLeaderLeaseEnabled(raft, false);
        RaftServerConfigKeys.Read.setTimeout(raft, deadline);
        // Entries may come twice anyway; what is remembered of requests only saves work.
        RaftServerConfigKeys.RetryCache.setExpiryTime(
                raft, millis(2 * timing.deadline().toMillis()));
        // A leader that has vanished must not take the whole deadline.
        RaftClientConfigKeys.Rpc.setRequestTimeout(
                raft, millis(Math.max(1, timing.deadline().toMillis() / 4)));
    }

    private static void waiting(RaftProperties raft) {
        RaftServerConfigKeys.Write.setByteLimit(raft, bytes(WAITING_BYTES));
        RaftServerConfigKeys.Write.setElementLimit(raft, WAITING_ENTRIES);
        RaftServerConfigKeys.Log.setQueueByteLimit(raft, bytes(WAITING_BYTES));
        RaftServerConfigKeys.Log.setQueueElementLimit(raft, WAITING_ENTRIES);
        RaftServerConfigKeys.Watch.setElementLimit(raft, 1);
    }

    private static void transport(RaftProperties raft, KeeperSettings settings) {
        GrpcConfigKeys.Server.setHost(raft, settings.listen().getAddress().getHostAddress());
        GrpcConfigKeys.Server.setPort(raft, settings.listen().getPort());
        GrpcConfigKeys.setMessageSizeMax(raft, bytes(MESSAGE_BYTES));
        GrpcConfigKeys.setFlowControlWindow(raft, bytes(MIB));
        // A cached pool of Ratis has one thread if it has a size, and any number without.
        GrpcConfigKeys.Server.setAsyncRequestThreadPoolCached(raft, false);
        GrpcConfigKeys.Server.setAsyncRequestThreadPoolSize(raft, THREADS);
        RaftServerConfigKeys.ThreadPool.setClientCached(raft, false);
        RaftServerConfigKeys.ThreadPool.setClientSize(raft, THREADS);
    }

    private static SizeInBytes bytes(long bytes) {
        return SizeInBytes.valueOf(bytes);
    }

    private static TimeDuration millis(long millis) {
        return TimeDuration.valueOf(millis, TimeUnit.MILLISECONDS);
    }
}
