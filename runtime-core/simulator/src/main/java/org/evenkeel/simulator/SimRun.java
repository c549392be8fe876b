package org.evenkeel.simulator;

import org.evenkeel.model.protocol.Assignment;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;

/** One task in a {@link SimWorker}. */
final class SimRun {
    final Assignment what;
    final TaskRecord record;
    final long waitsNanos;
    boolean waited;
    boolean spawned;
    boolean done;
    int open;
    long ranNanos;

    /** Work before its children that is behind it; grows when it is suspended. */
    long doneNanos;

    long begunNanos;
    long takesNanos;

    SimRun(Assignment what, SimCluster simCluster) {
        this.what = what;
        this.record = TaskRecord.of(what.task().payload());
        this.doneNanos = TaskRecord.doneNanos(what.task().payload());
        this.waitsNanos = doneNanos > 0 ? 0 : simCluster.waitsNanos(record.id);
    }

    boolean isYetToWait() {
        return waitsNanos > 0 && !waited;
    }

    boolean is(GrantedTask task) {
        return what.task().id().equals(task.task()) && what.grant().equals(task.grant());
    }
}
