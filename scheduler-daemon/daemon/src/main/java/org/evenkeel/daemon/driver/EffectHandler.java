package org.evenkeel.daemon.driver;

import org.evenkeel.kernel.Effect;

/** Performs the effects that are not the driver's own. */
public interface EffectHandler {

    void send(Effect.Send send);

    /** Number of the link that carries this message now, 0 for none. */
    long linkOf(Effect.Send send);

    void start(Effect.StartTasks start);

    void recall(Effect.RecallTasks recall);

    void stop(Effect.StopTasks stop);

    void suspend(Effect.SuspendTasks suspend);

    void checkpoint(Effect.CheckpointTasks checkpoint);

    void freeze(Effect.FreezeWorkers freeze);

    void accept(Effect.Accept accept);

    void reject(Effect.Reject reject);

    void deliver(Effect.Deliver deliver);

    void release(Effect.Release release);

    void retain(Effect.Retain retain);

    void forgetSession(Effect.ForgetSession forget);

    void passSession(Effect.PassSession pass);

    void adoptSessions(Effect.AdoptSessions adopt);

    void tryReach(Effect.TryReach reach);

    void tryLink(Effect.TryLink link);

    void peerGone(Effect.PeerGone gone);

    void drained();
}
