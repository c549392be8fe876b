package org.evenkeel.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tree of grants: whoever owns a task, nobody else issues what it issues. */
class GrantTest {

    /** Every grant that begins an ownership, from one on: passed on and taken over, two deep. */
    private static void owners(Grant first, int depth, List<Grant> found) {
        found.add(first);
        if (depth == 0) {
            return;
        }
        owners(first.takenOver(), depth - 1, found);
        for (Grant kept = first; kept.isPassable(); ) {
            kept = kept.kept();
            owners(kept.given(), depth - 1, found);
        }
    }

    @Test
    void noTwoOwnersBeginWithTheSameGrant() {
        List<Grant> found = new ArrayList<>();
        owners(Grant.first(1), 3, found);
        assertThat(found).doesNotHaveDuplicates().hasSizeGreaterThan(200);
        assertThat(found).allSatisfy(grant -> assertThat(grant.number()).isPositive());
    }

    /** It has what its owner said last; that one may have passed the task on since. */
    @Test
    void aReplicaIsTakenOverUnderAGrantThatItsOwnerDoesNotGive() {
        Grant known = Grant.first(1).next().next();
        List<Grant> given = new ArrayList<>();
        for (Grant kept = known; kept.isPassable(); ) {
            kept = kept.kept();
            given.add(kept.given());
        }
        assertThat(given).hasSize(5).doesNotContain(known.takenOver());
        assertThat(known.takenOver()).isGreaterThan(known);
    }
}
