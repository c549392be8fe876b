package org.evenkeel.daemon.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.junit.jupiter.api.Test;

class UnreachablePeersTest {

    private final UnreachablePeers unreachablePeers = new UnreachablePeers();

    private static NodeRef ref(String name, long incarnation) {
        return new NodeRef(new NodeId(name), incarnation, "host", 7000);
    }

    @Test
    void keepsAProcessAndThoseBeforeIt() {
        unreachablePeers.put(ref("a", 2), 0);
        assertThat(unreachablePeers.has(ref("a", 1))).isTrue();
        assertThat(unreachablePeers.has(ref("a", 2))).isTrue();
        assertThat(unreachablePeers.has(ref("a", 3))).isFalse();
        assertThat(unreachablePeers.take(new NodeId("a"))).isTrue();
        assertThat(unreachablePeers.has(ref("a", 2))).isFalse();
    }

    @Test
    void numbersOfProcessesHaveNoSign() {
        unreachablePeers.put(ref("a", -1), 0);
        assertThat(unreachablePeers.has(ref("a", 1))).isTrue();
    }

    @Test
    void keepsForAnHour() {
        unreachablePeers.put(ref("a", 1), 0);
        unreachablePeers.put(ref("b", 1), 10);
        assertThat(unreachablePeers.clear(UnreachablePeers.LONGEST_NANOS)).isEmpty();
        assertThat(unreachablePeers.clear(UnreachablePeers.LONGEST_NANOS + 5))
                .containsExactly(new NodeId("a"));
        assertThat(unreachablePeers.has(ref("b", 1))).isTrue();
    }

    @Test
    void theOldestGoWhenThereAreTooMany() {
        for (int number = 0; number < UnreachablePeers.MAX_UNREACHABLE + 2; number++) {
            unreachablePeers.put(ref("n" + number, 1), number);
        }
        assertThat(unreachablePeers.clear(1_000))
                .containsExactly(new NodeId("n0"), new NodeId("n1"));
    }
}
