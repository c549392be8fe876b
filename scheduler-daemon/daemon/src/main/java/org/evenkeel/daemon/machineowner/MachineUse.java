package org.evenkeel.daemon.machineowner;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.evenkeel.daemon.worker.guard.OtherLoad;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks every second how much of the machine others use, on a thread of its own. */
public final class MachineUse implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MachineUse.class);
    private static final long EVERY_MILLIS = 1_000;

    /** Of the average, the latest second counts as a tenth: programs may start and end. */
    private static final double NEWEST = 0.1;

    /**
     * What is used.
     *
     * @param otherLoad processors that programs other than workers use, of all, from 0 to 1; an
     *     average of about ten seconds
     */
    record Use(double otherLoad, boolean onBattery) {}

    private final OtherLoad load = new OtherLoad();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("evenkeel-machine-use").daemon().factory());
    private volatile Use latest = new Use(0, false);
    private @Nullable Future<?> looking;
    private boolean failing;

    /** Begins to look, if it does not already. */
    synchronized void start() {
        if (looking == null && !thread.isShutdown()) {
            looking =
                    thread.scheduleWithFixedDelay(
                            this::look, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Ends looking, until it is started again. */
    synchronized void stop() {
        Future<?> before = looking;
        if (before != null) {
            before.cancel(false);
            looking = null;
        }
    }

    private void look() {
        try {
            double before = latest.otherLoad();
            double average = before + NEWEST * (load.share() - before);
            latest = new Use(average, PowerSupply.OF_LINUX.isOnBattery());
        } catch (RuntimeException e) {
            if (!failing) {
                failing = true;
                LOG.warn("the load of other programs is not known", e);
            }
        }
    }

    Use latest() {
        return latest;
    }

    @Override
    public synchronized void close() {
        thread.shutdownNow();
    }
}
