package org.evenkeel.daemon;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.evenkeel.daemon.audit.Audit;
import org.evenkeel.daemon.audit.AuditKind;
import org.evenkeel.daemon.audit.AuditPrincipal;
import org.evenkeel.daemon.net.TransportIdentity;

/**
 * Remembers who was not let in. Any process can be refused as often as it likes, so that only so
 * many in a minute are told one by one, and how many more there were.
 */
final class RejectionLog {

    /** Told one by one in a minute. */
    static final int MOST = 60;

    private static final long PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Audit audit;
    private final LongSupplier nanos;
    private long began;
    private long told;
    private long untold;

    /**
     * @param nanos a clock that never goes back
     */
    RejectionLog(Audit audit, LongSupplier nanos) {
        this.audit = audit;
        this.nanos = nanos;
        this.began = nanos.getAsLong();
    }

    void refused(TransportIdentity transportIdentity, String address, String why) {
        long now = nanos.getAsLong();
        if (now - began >= PERIOD_NANOS) {
            began = now;
            told = 0;
        }
        if (told >= MOST) {
            untold++;
            return;
        }
        told++;
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("why", why);
        if (untold > 0) {
            more.put("notToldBefore", untold);
            untold = 0;
        }
        audit.note(AuditKind.REFUSED, AuditPrincipal.of(transportIdentity, address), more);
    }
}
