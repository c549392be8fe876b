package org.evenkeel.daemon.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.evenkeel.daemon.peer.Departures.Departure;
import org.evenkeel.daemon.peer.Departures.How;
import org.evenkeel.kernel.Effect.PeerGone.Cause;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.junit.jupiter.api.Test;

/** What is told of nodes that are gone. */
class DeparturesTest {

    private static final Instant BEGIN = Instant.parse("2026-11-28T14:05:00Z");
    private static final NodeRef N1 = process("n1", 1);

    private final Departures departures = new Departures();

    private static NodeRef process(String name, long incarnation) {
        return new NodeRef(new NodeId(name), incarnation, "127.0.0.1", 4712);
    }

    private static Instant at(long seconds) {
        return BEGIN.plusSeconds(seconds);
    }

    /** What is told while no node is a member. */
    private List<Departure> told(Instant now) {
        return departures.told(_ -> false, now);
    }

    @Test
    void aNodeThatSaidThatItLeavesHasLeft() {
        departures.leaves(N1, at(1));
        departures.lost(N1, at(2));
        departures.gone(N1, Cause.REFUSED, at(3));
        assertThat(told(at(4))).containsExactly(new Departure(N1, at(2), How.LEFT));
    }

    @Test
    void numbersOfProcessesHaveNoSign() {
        NodeRef later = process("n1", -1);
        departures.lost(N1, at(2));
        departures.gone(later, Cause.FORGOTTEN, at(3));
        assertThat(told(at(4))).containsExactly(new Departure(later, at(3), How.FORGOTTEN));
    }

    @Test
    void aProcessThatSaidNothingHasEndedWhenItsLinkWasLost() {
        departures.lost(N1, at(2));
        departures.gone(N1, Cause.REFUSED, at(3));
        assertThat(told(at(4))).containsExactly(new Departure(N1, at(2), How.ENDED));
    }

    @Test
    void ofAProcessWithoutALinkItIsNotKnownHowItWent() {
        departures.lost(N1, at(0)); // the link was not needed
        departures.gone(N1, Cause.REFUSED, at(600));
        NodeRef other = process("n2", 1);
        departures.gone(other, Cause.REFUSED, at(601));
        assertThat(told(at(602)))
                .containsExactly(
                        new Departure(N1, at(600), How.UNKNOWN),
                        new Departure(other, at(601), How.UNKNOWN));
    }

    @Test
    void aSilentProcessIsGoneSinceItWasHeardLast() {
        departures.lost(N1, at(0));
        departures.gone(N1, Cause.SILENT, at(90));
        departures.gone(N1, Cause.REFUSED, at(300)); // its machine is back
        assertThat(told(at(301))).containsExactly(new Departure(N1, at(0), How.SILENT));
    }

    @Test
    void anAdministratorMayDeclareOneGone() {
        departures.lost(N1, at(0));
        departures.gone(N1, Cause.FORGOTTEN, at(70));
        assertThat(told(at(71))).containsExactly(new Departure(N1, at(70), How.FORGOTTEN));
    }

    /** Where many nodes are, one is dropped that cannot be reached, and the core says nothing. */
    @Test
    void aNodeThatWasDroppedIsToldAsSilent() {
        departures.lost(N1, at(0));
        assertThat(told(at(1))).containsExactly(new Departure(N1, at(0), How.LOST));
        assertThat(How.LOST.word()).isEqualTo(How.SILENT.word());
    }

    @Test
    void aMemberAndANodeThatIsLinkedAgainAreNotTold() {
        departures.lost(N1, at(0));
        departures.gone(N1, Cause.REFUSED, at(1));
        assertThat(departures.told(N1.id()::equals, at(2))).isEmpty();
        assertThat(told(at(2))).hasSize(1);
        departures.linked(process("n1", 2));
        assertThat(told(at(3))).isEmpty();
        departures.gone(N1, Cause.REFUSED, at(4));
        departures.lost(process("n1", 2), at(5));
        departures.gone(N1, Cause.REFUSED, at(6));
        assertThat(told(at(7))).extracting(one -> one.process().incarnation()).containsExactly(2L);
    }

    /** A silent process is declared gone long after it was heard last. */
    @Test
    void theLatestIsToldLast() {
        departures.lost(N1, at(0));
        departures.gone(process("n2", 1), Cause.FORGOTTEN, at(60));
        departures.gone(N1, Cause.SILENT, at(90));
        assertThat(told(at(91)))
                .extracting(Departure::how)
                .containsExactly(How.SILENT, How.FORGOTTEN);
    }

    @Test
    void afterAnHourANodeIsToldNoMore() {
        departures.lost(N1, at(0));
        Instant end = BEGIN.plus(Departures.PERIOD);
        assertThat(told(end.minus(Duration.ofMillis(1)))).hasSize(1);
        assertThat(told(end)).isEmpty();
    }

    @Test
    void onlyTheNewestAreTold() {
        for (int i = 0; i < 2_000; i++) {
            departures.lost(process("n" + i, 1), at(i / 10));
        }
        assertThat(told(at(200)))
                .hasSize(Departures.MAX_TOLD)
                .last()
                .extracting(one -> one.process().id().name())
                .isEqualTo("n1999");
    }
}
