package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobOrigin;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeRef;
import org.junit.jupiter.api.Test;

/** A journal writes old entries again: those of one task stand in any order. */
class OwnerRecoveryTest {
    private static final NodeRef FIRST = CoreFixture.ref("o", 1);
    private static final NodeRef NEXT = CoreFixture.ref("o", 2);
    private static final Grant GRANT = Grant.first(1);

    private static final JournalRecord ACCEPTED_BY_NEXT =
            new JournalRecord.Replica(
                    NEXT,
                    new JournalRecord.Accepted(
                            CoreFixture.task(1, Durability.REPLICATED),
                            GRANT.next(),
                            CoreFixture.CLIENT,
                            JobOrigin.NONE),
                    3);

    private static final JournalRecord GRANTED_BY_FIRST =
            new JournalRecord.Replica(
                    FIRST,
                    new JournalRecord.Granted(CoreFixture.task(1).id(), GRANT.next(), 0, List.of()),
                    101);

    private static Event.Replica recovered(JournalRecord... records) {
        OwnerRecovery disk = new OwnerRecovery();
        for (JournalRecord record : records) {
            disk.add(record);
        }
        Event.Recovered event = disk.event();
        assertThat(event).isNotNull();
        return event.replicas().getFirst();
    }

    @Test
    void theLatestProcessOfAnOwnerCounts() {
        assertThat(recovered(GRANTED_BY_FIRST, ACCEPTED_BY_NEXT).owner()).isEqualTo(NEXT);
        assertThat(recovered(ACCEPTED_BY_NEXT, GRANTED_BY_FIRST).owner()).isEqualTo(NEXT);
    }

    /** An earlier one has numbers of its own. */
    @Test
    void theLastNumberIsThatOfTheLatestProcess() {
        assertThat(recovered(GRANTED_BY_FIRST, ACCEPTED_BY_NEXT).number()).isEqualTo(3);
        assertThat(recovered(ACCEPTED_BY_NEXT, GRANTED_BY_FIRST).number()).isEqualTo(3);
    }
}
