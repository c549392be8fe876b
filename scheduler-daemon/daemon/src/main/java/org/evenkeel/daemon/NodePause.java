package org.evenkeel.daemon;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.LongSupplier;
import org.evenkeel.daemon.audit.Audit;
import org.evenkeel.daemon.audit.AuditKind;
import org.evenkeel.daemon.audit.AuditPrincipal;
import org.evenkeel.daemon.driver.EventSink;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.daemon.session.ClientAcceptor;
import org.evenkeel.kernel.CloseMode;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.Notice;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has this node give up its processors because an administrator says so. It ends with the process:
 * a daemon that starts anew is not paused. Belongs to the event loop.
 *
 * @param nanoClock that of the core's events
 */
record NodePause(EventSink eventSink, Audit audit, InstantSource wallClock, LongSupplier nanoClock)
        implements ClientAcceptor.Pauses {
    private static final Logger LOG = LoggerFactory.getLogger(NodePause.class);

    @Override
    public void pause(Duration within, Duration time, FrameConnection by) {
        AuditPrincipal who = AuditPrincipal.of(by.authenticatedPeer(), by.address());
        String until = time.isZero() ? "it is resumed" : wallClock.instant().plus(time).toString();
        audit.note(AuditKind.NODE_PAUSED, who, Map.of("until", until));
        LOG.info(
                "paused by {} until {}; running tasks have {} s to move",
                who.name(),
                until,
                within.toSeconds());
        long now = nanoClock.getAsLong();
        long end = time.isZero() ? Long.MAX_VALUE : now + time.toNanos();
        eventSink.submit(
                new Event.NoticeGiven(
                        new Notice(
                                Notice.Source.PAUSE,
                                "paused by " + who.name(),
                                now,
                                now + within.toNanos(),
                                end,
                                false,
                                CloseMode.MOVE)));
    }

    @Override
    public void resume(FrameConnection by) {
        AuditPrincipal who = AuditPrincipal.of(by.authenticatedPeer(), by.address());
        audit.note(AuditKind.NODE_RESUMED, who, Map.of());
        LOG.info("resumed by {}", who.name());
        eventSink.submit(new Event.NoticeWithdrawn(Notice.Source.PAUSE));
    }
}
