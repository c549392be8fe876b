package org.evenkeel.keepers;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.statemachine.impl.SingleFileSnapshotInfo;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.ratis.util.LifeCycle;
import org.evenkeel.kernel.keepers.AnswerCodec;
import org.evenkeel.kernel.keepers.EntryCodec;
import org.evenkeel.kernel.keepers.KeeperState;
import org.evenkeel.kernel.keepers.LogAnswer;
import org.evenkeel.kernel.keepers.LogEntry;
import org.evenkeel.kernel.keepers.LogFormatException;
import org.evenkeel.kernel.keepers.SnapshotCodec;
import org.jspecify.annotations.Nullable;

/**
 * The state of the log as Ratis drives it: entries come in order on one thread of Ratis, questions
 * on any thread. A keeper that cannot read an entry ends, for to pass it over would make its state
 * another one than that of the others.
 */
final class ReplicatedState extends BaseStateMachine {

    private final SnapshotFiles files = new SnapshotFiles();
    private final PeerNames names;
    private final Ending ending;

    private final Object lock = new Object();
    private KeeperState state = new KeeperState(); // guarded by lock

    ReplicatedState(PeerNames names, Ending ending) {
        this.names = names;
        this.ending = ending;
    }

    // ---- Start, and a snapshot from another keeper

    @Override
    public void initialize(RaftServer server, RaftGroupId group, RaftStorage storage)
            throws IOException {
        super.initialize(server, group, storage);
        getLifeCycle()
                .startAndTransition(
                        () -> {
                            files.init(storage);
                            load();
                        },
                        IOException.class);
    }

    /** What Ratis calls for each part of a snapshot that another keeper sends. */
    @Override
    public void pause() {
        if (getLifeCycleState() == LifeCycle.State.RUNNING) {
            getLifeCycle().transition(LifeCycle.State.PAUSING);
            getLifeCycle().transition(LifeCycle.State.PAUSED);
        }
    }

    /** What Ratis calls when such a snapshot is complete. */
    @Override
    public void reinitialize() throws IOException {
        load();
        if (getLifeCycleState() == LifeCycle.State.PAUSED) {
            getLifeCycle().transition(LifeCycle.State.STARTING);
            getLifeCycle().transition(LifeCycle.State.RUNNING);
        }
    }

    private void load() throws IOException {
        SingleFileSnapshotInfo latest = files.loadLatestSnapshot();
        if (latest == null) {
            return;
        }
        KeeperState read;
        try {
            read = SnapshotFiles.read(latest);
        } catch (IOException e) {
            ending.because("its snapshot cannot be read: " + e.getMessage(), e);
            throw e;
        }
        synchronized (lock) {
            state = read;
            setLastAppliedTermIndex(latest.getTermIndex());
        }
    }

    // ---- Entries

    /** At the leader, before an entry is in the log: what no keeper could read stays out. */
    @Override
    public TransactionContext startTransaction(RaftClientRequest request) throws IOException {
        TransactionContext transaction =
                TransactionContext.newBuilder()
                        .setStateMachine(this)
                        .setClientRequest(request)
                        .build();
        try {
            EntryCodec.read(request.getMessage().getContent().toByteArray());
        } catch (LogFormatException e) {
            LOG.warn("an entry was proposed that this keeper cannot read: {}", e.getMessage());
            transaction.setException(e);
        }
        return transaction;
    }

    /** Throws to end this keeper: Ratis would only log a future that fails. */
    @Override
    public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
        LogEntryProto entry = transaction.getLogEntry();
        LogAnswer answer;
        try {
            LogEntry read =
                    EntryCodec.read(entry.getStateMachineLogEntry().getLogData().toByteArray());
            synchronized (lock) {
                answer = state.apply(read);
                updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
            }
        } catch (LogFormatException e) {
            String what = "it cannot read entry " + entry.getIndex() + ": " + e.getMessage();
            ending.because(what, e);
            throw new IllegalStateException(what, e);
        }
        return CompletableFuture.completedFuture(message(AnswerCodec.write(answer)));
    }

    private static Message message(byte[] bytes) {
        ByteString content = UnsafeByteOperations.unsafeWrap(bytes);
        return () -> content;
    }

    // ---- Questions

    /**
     * Ratis calls it when all entries are in the state that were in the log when it was asked. Who
     * asked then uses {@link #ask}: the state has those entries, perhaps more.
     */
    @Override
    public CompletableFuture<Message> query(Message request) {
        return CompletableFuture.completedFuture(Message.EMPTY);
    }

    /** Asks the state as it is. */
    <T> T ask(Function<KeeperState, T> question) {
        synchronized (lock) {
            return question.apply(state);
        }
    }

    // ---- Snapshots

    @Override
    public SnapshotFiles getStateMachineStorage() {
        return files;
    }

    @Override
    public long takeSnapshot() throws IOException {
        byte[] snapshot;
        TermIndex at;
        synchronized (lock) {
            at = getLastAppliedTermIndex();
            snapshot = SnapshotCodec.write(state);
        }
        SingleFileSnapshotInfo latest = files.getLatestSnapshot();
        if (at.getIndex() > (latest == null ? RaftLog.INVALID_LOG_INDEX : latest.getIndex())) {
            files.write(at, snapshot);
        }
        return at.getIndex();
    }

    // ---- What Ratis tells

    @Override
    public void notifyConfigurationChanged(long term, long index, RaftConfigurationProto next) {
        names.add(next.getPeersList().stream().map(Peers::keeper).toList());
        names.add(next.getOldPeersList().stream().map(Peers::keeper).toList());
    }

    @Override
    public void notifyLogFailed(Throwable cause, @Nullable LogEntryProto entry) {
        ending.because("its log cannot be written: " + cause.getMessage(), cause);
    }

    /**
     * @param all whether the whole server ends, and not this group because of what others say
     */
    @Override
    public void notifyServerShutdown(RoleInfoProto role, boolean all) {
        if (!all) {
            ending.because("it is no longer a keeper", null);
        }
    }

    /** The last call of Ratis, however it ends. */
    @Override
    public void close() {
        ending.because("it is no longer a keeper, or Ratis has ended it: see the log", null);
    }
}
