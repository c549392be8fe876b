package org.evenkeel.daemon.machineowner;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.evenkeel.daemon.driver.EventSink;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.daemon.session.ClientAcceptor;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.Notice;
import org.evenkeel.kernel.machineowner.MachineOwnerPolicy;
import org.evenkeel.kernel.machineowner.MachineOwnerWatch;
import org.evenkeel.kernel.machineowner.Observation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has this node give way to its machine's owner, where a policy says so. Belongs to the event loop.
 */
public final class MachineOwnerMonitor implements ClientAcceptor.Owners {
    private static final Logger LOG = LoggerFactory.getLogger(MachineOwnerMonitor.class);
    private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** An agent starts with the session, and connects again after a few seconds. */
    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final EventSink eventSink;
    private final TimerSource timers;
    private final LongSupplier nanoClock;
    private final MachineUse machineUse;
    private final AgentReports<FrameConnection> reports = new AgentReports<>();
    private @Nullable MachineOwnerWatch watch;
    private boolean ticking;
    private long silentSinceNanos;
    private boolean silenceTold;

    /**
     * @param nanoClock that of the core's events
     */
    public MachineOwnerMonitor(
            EventSink eventSink,
            TimerSource timers,
            LongSupplier nanoClock,
            MachineUse machineUse) {
        this.eventSink = eventSink;
        this.timers = timers;
        this.nanoClock = nanoClock;
        this.machineUse = machineUse;
    }

    /** From now on this policy holds; without one the node gives way to no owner. */
    public void set(Optional<MachineOwnerPolicy> policy) {
        MachineOwnerWatch before = watch;
        if (policy.isEmpty()) {
            watch = null;
            machineUse.stop();
            if (before != null && before.isNoticed()) {
                withdraw("the policy of the owner was removed");
            }
        } else if (before == null) {
            watch = new MachineOwnerWatch(policy.get());
            silentSinceNanos = nanoClock.getAsLong();
            machineUse.start();
            if (!ticking) {
                ticking = true;
                tick();
            }
        } else {
            act(before.set(policy.get()), nanoClock.getAsLong());
        }
    }

    private void tick() {
        if (watch == null) {
            ticking = false;
            return;
        }
        observe();
        timers.after(EVERY_NANOS, this::tick);
    }

    private void observe() {
        MachineOwnerWatch watching = watch;
        if (watching == null) {
            return;
        }
        long now = nanoClock.getAsLong();
        AgentReports.Known owner = reports.known(now);
        tellIfSilent(now);
        MachineUse.Use use = machineUse.latest();
        Observation observation =
                new Observation(
                        owner.idleNanos(), owner.locked(), use.otherLoad(), use.onBattery());
        act(watching.observe(now, observation), now);
    }

    /** Once, when no agent has said anything for a while, from the beginning or any more. */
    private void tellIfSilent(long now) {
        if (!reports.isEmpty()) {
            silentSinceNanos = now;
            silenceTold = false;
        } else if (!silenceTold && now - silentSinceNanos > SILENT_NANOS) {
            silenceTold = true;
            LOG.warn(
                    "no agent reports what the owner does: inputs do not count until one does "
                            + "(evenkeel agent)");
        }
    }

    private void act(MachineOwnerWatch.Action action, long now) {
        switch (action) {
            case MachineOwnerWatch.Action.None _ -> {}
            case MachineOwnerWatch.Action.Give give -> give(give.notice(), now);
            case MachineOwnerWatch.Action.Withdraw _ -> withdraw("the owner is away");
        }
    }

    private void give(Notice notice, long now) {
        LOG.info(
                "{}: {}; running tasks move in {} s",
                notice.reason(),
                notice.freezes() ? "workers are frozen" : "nothing starts",
                Math.max(0, TimeUnit.NANOSECONDS.toSeconds(notice.moveNanos() - now)));
        eventSink.submit(new Event.NoticeGiven(notice));
    }

    private void withdraw(String why) {
        LOG.info("{}: this node runs tasks again", why);
        eventSink.submit(new Event.NoticeWithdrawn(Notice.Source.OWNER));
    }

    @Override
    public void active(Duration idle, boolean locked, String source, FrameConnection by) {
        if (reports.isEmpty()) {
            LOG.info("an agent reports what the owner does (source: {})", source);
        }
        reports.said(by, idle, locked, nanoClock.getAsLong());
        observe();
    }

    @Override
    public void gone(FrameConnection by) {
        if (reports.gone(by)) {
            observe();
        }
    }
}
