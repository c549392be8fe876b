package org.evenkeel.kernel.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;
import org.junit.jupiter.api.Test;

/** Messages that wait for a link. */
class WaitingMessagesTest {

    private static final NodeRef FIRST = process(1);
    private static final NodeRef SECOND = process(2);
    private static final PeerMessage SAID = new PeerMessage.Leaving("one", false);
    private static final PeerMessage SAID_LATER = new PeerMessage.Leaving("two", false);

    private final WaitingMessages waiting = new WaitingMessages();

    private static NodeRef process(long incarnation) {
        return new NodeRef(new NodeId("a"), incarnation, "host", 1);
    }

    @Test
    void linkedProcessGetsItsMessagesInOrderAndOthersAreDropped() {
        waiting.add(FIRST, SAID);
        waiting.add(SECOND, SAID);
        waiting.add(SECOND, SAID_LATER);
        assertThat(waiting.takeFor(SECOND)).containsExactly(SAID, SAID_LATER);
        assertThat(waiting.isEmpty()).isTrue();
    }

    @Test
    void messagesForALaterProcessOutliveTheEarlierOne() {
        waiting.add(FIRST, SAID);
        waiting.add(SECOND, SAID_LATER);
        waiting.dropUpTo(FIRST.incarnation());
        assertThat(waiting.takeFor(SECOND)).containsExactly(SAID_LATER);
    }

    @Test
    void oldestIsDroppedWhenThereAreTooMany() {
        waiting.add(FIRST, SAID);
        for (int i = 0; i < WaitingMessages.MOST; i++) {
            waiting.add(FIRST, SAID_LATER);
        }
        assertThat(waiting.takeFor(FIRST)).hasSize(WaitingMessages.MOST).containsOnly(SAID_LATER);
    }
}
