package org.evenkeel.kernel.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.Effect;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;
import org.junit.jupiter.api.Test;

/** What is durable comes before what is visible. */
class DurabilityBarrierTest {
    private static final NodeRef PEER = new NodeRef(new NodeId("b"), 1, "127.0.0.1", 1);
    private static final Effect.Send SEND = new Effect.Send(PEER, new PeerMessage.Adopted(1));

    private final List<Effect> performed = new ArrayList<>();
    private final List<List<JournalRecord>> groups = new ArrayList<>();
    private long link = 7;
    private final DurabilityBarrier effects =
            new DurabilityBarrier(
                    records -> {
                        groups.add(records);
                        return groups.stream().mapToLong(List::size).sum();
                    },
                    new DurabilityBarrier.EffectRunner() {
                        @Override
                        public void perform(Effect effect) {
                            performed.add(effect);
                        }

                        @Override
                        public long linkOf(Effect.Send send) {
                            return link;
                        }
                    });

    private static Effect.Persist record(long job) {
        return new Effect.Persist(new JournalRecord.JobEnded(new JobId(job)));
    }

    private static Effect visible(long session) {
        return new Effect.ForgetSession(session);
    }

    private void take(Effect... list) {
        for (Effect effect : list) {
            effects.take(effect);
        }
        effects.endOfList();
    }

    @Test
    void withoutARecordAnEffectIsPerformedAtOnce() {
        take(visible(1), SEND);
        assertThat(performed).containsExactly(visible(1), SEND);
        assertThat(groups).isEmpty();
    }

    @Test
    void anEffectWaitsForTheRecordsBeforeIt() {
        take(visible(1), record(1), record(2), visible(2));
        assertThat(groups).hasSize(1);
        assertThat(performed).containsExactly(visible(1));
        effects.durable(1);
        assertThat(performed).as("the second is not durable").containsExactly(visible(1));
        effects.durable(2);
        assertThat(performed).containsExactly(visible(1), visible(2));
        assertThat(effects.size()).isZero();
    }

    @Test
    void anEffectWithoutARecordWaitsBehindThoseThatWait() {
        take(record(1), visible(1));
        take(visible(2));
        assertThat(performed).isEmpty();
        effects.durable(1);
        assertThat(performed).containsExactly(visible(1), visible(2));
    }

    @Test
    void eachEffectWaitsForItsOwnRecordAlone() {
        take(record(1), visible(1), record(2), visible(2));
        effects.durable(1);
        assertThat(performed).containsExactly(visible(1));
        take(visible(3));
        effects.durable(2);
        assertThat(performed).containsExactly(visible(1), visible(2), visible(3));
    }

    @Test
    void aMessageIsLostWithTheLinkOnWhichItWasToBeSaid() {
        take(record(1), SEND, visible(1));
        link = 8;
        effects.durable(1);
        assertThat(performed).containsExactly(visible(1));
        take(record(2), SEND);
        effects.durable(2);
        assertThat(performed).containsExactly(visible(1), SEND);
    }

    @Test
    void anOlderNumberTakesNothingBack() {
        take(record(1));
        effects.durable(1);
        effects.durable(0);
        take(visible(1));
        assertThat(performed).containsExactly(visible(1));
    }
}
