package org.evenkeel.daemon;

import java.util.List;
import org.evenkeel.daemon.blob.PayloadReferences;
import org.evenkeel.daemon.peer.PeerLinks;
import org.evenkeel.daemon.session.ServedSlots;
import org.evenkeel.daemon.session.Sessions;
import org.evenkeel.daemon.worker.WorkerPool;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.driver.DurabilityBarrier;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.wire.Capture;

/** Performs the kernel's effects with the daemon's components. */
record EffectExecutor(
        Sessions sessions,
        WorkerPool workers,
        ServedSlots served,
        PeerLinks peers,
        PayloadReferences books,
        Runnable whenDrained)
        implements DurabilityBarrier.EffectRunner {

    private boolean isWorkers(int slot) {
        return slot < workers.size();
    }

    @Override
    public void perform(Effect effect) {
        switch (effect) {
            case Effect.StartTasks start when isWorkers(start.slot()) -> workers.start(start);
            case Effect.StartTasks start -> served.start(start);
            case Effect.Deliver deliver -> sessions.deliver(deliver);
            case Effect.Accept accept -> sessions.accept(accept);
            case Effect.Send send -> peers.send(send);
            case Effect.Release release -> books.dereference(release.payload());
            case Effect.Retain retain -> books.enter(retain.payload());
            case Effect.ForgetSession forget -> sessions.movedAway(forget.session());
            case Effect.PassSession pass -> sessions.passTo(pass);
            case Effect.AdoptSessions adopt -> sessions.adopted(adopt);
            case Effect.Reject reject -> sessions.reject(reject);
            case Effect.RecallTasks recall when isWorkers(recall.slot()) -> workers.recall(recall);
            case Effect.RecallTasks recall -> served.recall(recall);
            case Effect.StopTasks stop when isWorkers(stop.slot()) -> workers.stop(stop);
            case Effect.StopTasks stop -> served.stop(stop);
            case Effect.SuspendTasks suspend ->
                    suspend(
                            suspend.slot(),
                            suspend.tasks(),
                            suspend.withChildren() ? Capture.MOVE_WITH_CHILDREN : Capture.MOVE);
            case Effect.CheckpointTasks checkpoint ->
                    suspend(checkpoint.slot(), checkpoint.tasks(), Capture.CHECKPOINT);
            case Effect.FreezeWorkers freeze -> workers.freeze(freeze.frozen());
            case Effect.TryReach reach -> peers.tryReach(reach);
            case Effect.TryLink link -> peers.tryLink(link);
            case Effect.PeerGone gone -> peers.gone(gone);
            case Effect.Drained _ -> whenDrained.run();
            case Effect.Persist _, Effect.SetTimer _ ->
                    throw new IllegalStateException("this is for the driver: " + effect);
        }
    }

    private void suspend(int slot, List<GrantedTask> tasks, Capture how) {
        if (isWorkers(slot)) {
            workers.suspend(slot, tasks, how);
        }
    }

    @Override
    public long linkOf(Effect.Send send) {
        return peers.linkOf(send.to());
    }
}
