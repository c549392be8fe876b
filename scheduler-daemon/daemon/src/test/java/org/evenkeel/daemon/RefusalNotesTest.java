package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.evenkeel.daemon.audit.AuditKind;
import org.evenkeel.daemon.net.Caller;
import org.junit.jupiter.api.Test;

/** Anybody can be refused: only so many of that are told in a minute. */
class RefusalNotesTest {
    private static final String WHY = "SUBMIT may not say DRAIN";

    private final AtomicLong nanos = new AtomicLong(5);
    private final List<Map<String, Object>> told = new ArrayList<>();
    private final RefusalNotes notes =
            new RefusalNotes(
                    (what, who, more) -> {
                        assertThat(what).isEqualTo(AuditKind.REFUSED);
                        told.add(more);
                    },
                    nanos::get);

    private void refuse(int times) {
        for (int i = 0; i < times; i++) {
            notes.refused(new Caller.Nameless(), "127.0.0.1:" + (1_000 + i), WHY);
        }
    }

    @Test
    void onlySoManyAreToldInAMinute() {
        refuse(RefusalNotes.MOST);
        assertThat(told).hasSize(RefusalNotes.MOST).containsOnly(Map.of("why", WHY));
        refuse(RefusalNotes.MOST);
        nanos.addAndGet(TimeUnit.MINUTES.toNanos(1) - 1);
        refuse(1);
        assertThat(told).hasSize(RefusalNotes.MOST);
    }

    @Test
    void theFirstOfTheNextMinuteSaysHowManyWereNotTold() {
        refuse(RefusalNotes.MOST + 7);
        told.clear();
        nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
        refuse(RefusalNotes.MOST + 1);
        assertThat(told).hasSize(RefusalNotes.MOST).endsWith(Map.of("why", WHY));
        assertThat(told.getFirst()).isEqualTo(Map.of("why", WHY, "notToldBefore", 7L));
    }
}
