package org.evenkeel.core.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.policy.PhaseOptions;
import org.evenkeel.protocol.MasterWord;
import org.evenkeel.protocol.PhaseWord;
import org.evenkeel.protocol.PhaseWord.Counts;
import org.junit.jupiter.api.Test;

/** When a master begins a phase again. */
class PhaseMasterTest {
    private static final PhaseBounds BOUNDS = PhaseBounds.of(1_000_000);
    private static final NodeId WORKER = new NodeId("worker");
    private static final NodeId FULL = new NodeId("full");

    private final List<MasterWord> said = new ArrayList<>();
    private final PhaseMaster master =
            new PhaseMaster(
                    new NodeId("master"),
                    new PhaseOptions(0, 1_000, true, true),
                    BOUNDS,
                    new MasterNode() {
                        @Override
                        public List<NodeId> reachable() {
                            return List.of(WORKER, FULL);
                        }

                        @Override
                        public void say(NodeId to, MasterWord word) {
                            said.add(word);
                        }

                        @Override
                        public void ended(JobId job) {}
                    });

    private void settle(long now) {
        said.clear();
        master.settle(now, master.term(), false);
    }

    @Test
    void aPhaseThatEverybodyWasLateForIsTriedAgainThoughNothingIsNew() {
        long now = 1;
        master.settle(now, 0, true);
        now += 2 * BOUNDS.masterLeaseNanos();
        master.settle(now, 0, true);
        master.hear(now, FULL, new PhaseWord.Status(1, new Counts(9, 0, 0, true, 1, 0, 0, 0)));
        master.hear(now, WORKER, new PhaseWord.Status(1, new Counts(0, 0, 1, true, 1, 0, 0, 0)));
        assertThat(said).contains(new MasterWord.Ask(1, 1));
        now += BOUNDS.countNanos();
        settle(now);
        assertThat(said).contains(new MasterWord.Over(1, 1));
        assertThat(master.dueNanos()).isLessThanOrEqualTo(now + BOUNDS.masterLeaseNanos());
        settle(now + BOUNDS.masterLeaseNanos());
        assertThat(said).contains(new MasterWord.Ask(1, 2));
    }
}
