package org.evenkeel.daemon;

import org.evenkeel.daemon.blob.PayloadReferences;
import org.evenkeel.daemon.driver.EffectHandler;
import org.evenkeel.daemon.peer.PeerLinks;
import org.evenkeel.daemon.session.ServedSlots;
import org.evenkeel.daemon.session.Sessions;
import org.evenkeel.daemon.worker.WorkerPool;
import org.evenkeel.kernel.Effect;
import org.evenkeel.wire.Capture;

/** Performs the kernel's effects with the daemon's components. */
record EffectExecutor(
        Sessions sessions,
        WorkerPool workers,
        ServedSlots served,
        PeerLinks peers,
        PayloadReferences books,
        Runnable whenDrained)
        implements EffectHandler {

    private boolean isWorkers(int slot) {
        return slot < workers.size();
    }

    @Override
    public void send(Effect.Send send) {
        peers.send(send);
    }

    @Override
    public long linkOf(Effect.Send send) {
        return peers.linkOf(send.to());
    }

    @Override
    public void start(Effect.StartTasks start) {
        if (isWorkers(start.slot())) {
            workers.start(start);
        } else {
            served.start(start);
        }
    }

    @Override
    public void recall(Effect.RecallTasks recall) {
        if (isWorkers(recall.slot())) {
            workers.recall(recall);
        } else {
            served.recall(recall);
        }
    }

    @Override
    public void stop(Effect.StopTasks stop) {
        if (isWorkers(stop.slot())) {
            workers.stop(stop);
        } else {
            served.stop(stop);
        }
    }

    @Override
    public void suspend(Effect.SuspendTasks suspend) {
        if (isWorkers(suspend.slot())) {
            workers.suspend(
                    suspend.slot(),
                    suspend.tasks(),
                    suspend.withChildren() ? Capture.MOVE_WITH_CHILDREN : Capture.MOVE);
        }
    }

    @Override
    public void checkpoint(Effect.CheckpointTasks checkpoint) {
        if (isWorkers(checkpoint.slot())) {
            workers.suspend(checkpoint.slot(), checkpoint.tasks(), Capture.CHECKPOINT);
        }
    }

    @Override
    public void freeze(Effect.FreezeWorkers freeze) {
        workers.freeze(freeze.frozen());
    }

    @Override
    public void accept(Effect.Accept accept) {
        sessions.accept(accept);
    }

    @Override
    public void reject(Effect.Reject reject) {
        sessions.reject(reject);
    }

    @Override
    public void deliver(Effect.Deliver deliver) {
        sessions.deliver(deliver);
    }

    @Override
    public void release(Effect.Release release) {
        books.dereference(release.payload());
    }

    @Override
    public void retain(Effect.Retain retain) {
        books.enter(retain.payload());
    }

    @Override
    public void forgetSession(Effect.ForgetSession forget) {
        sessions.movedAway(forget.session());
    }

    @Override
    public void passSession(Effect.PassSession pass) {
        sessions.passTo(pass.session(), pass.to());
    }

    @Override
    public void adoptSessions(Effect.AdoptSessions adopt) {
        sessions.adopted(adopt);
    }

    @Override
    public void tryReach(Effect.TryReach reach) {
        peers.tryReach(reach);
    }

    @Override
    public void tryLink(Effect.TryLink link) {
        peers.tryLink(link);
    }

    @Override
    public void peerGone(Effect.PeerGone gone) {
        peers.gone(gone);
    }

    @Override
    public void drained() {
        whenDrained.run();
    }
}
