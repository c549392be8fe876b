package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.evenkeel.daemon.audit.AuditKind;
import org.evenkeel.daemon.net.TransportIdentity;
import org.junit.jupiter.api.Test;

/** Anybody can be refused: only so many of that are told in a minute. */
class RejectionLogTest {
    private static final String WHY = "SUBMIT may not send DRAIN";

    private final AtomicLong nanos = new AtomicLong(5);
    private final List<Map<String, Object>> told = new ArrayList<>();
    private final RejectionLog notes =
            new RejectionLog(
                    (what, auditPrincipal, more) -> {
                        assertThat(what).isEqualTo(AuditKind.REFUSED);
                        told.add(more);
                    },
                    nanos::get);

    private void refuse(int times) {
        for (int i = 0; i < times; i++) {
            notes.refused(new TransportIdentity.Nameless(), "127.0.0.1:" + (1_000 + i), WHY);
        }
    }

    @Test
    void onlySoManyAreToldInAMinute() {
        refuse(RejectionLog.MOST);
        assertThat(told).hasSize(RejectionLog.MOST).containsOnly(Map.of("why", WHY));
        refuse(RejectionLog.MOST);
        nanos.addAndGet(TimeUnit.MINUTES.toNanos(1) - 1);
        refuse(1);
        assertThat(told).hasSize(RejectionLog.MOST);
    }

    @Test
    void theFirstOfTheNextMinuteSaysHowManyWereNotTold() {
        refuse(RejectionLog.MOST + 7);
        told.clear();
        nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
        refuse(RejectionLog.MOST + 1);
        assertThat(told).hasSize(RejectionLog.MOST).endsWith(Map.of("why", WHY));
        assertThat(told.getFirst()).isEqualTo(Map.of("why", WHY, "notToldBefore", 7L));
    }
}
