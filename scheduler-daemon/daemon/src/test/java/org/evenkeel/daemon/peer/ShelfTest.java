package org.evenkeel.daemon.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.junit.jupiter.api.Test;

class ShelfTest {

    private final Shelf shelf = new Shelf();

    private static NodeRef ref(String name, long incarnation) {
        return new NodeRef(new NodeId(name), incarnation, "host", 7000);
    }

    @Test
    void keepsAProcessAndThoseBeforeIt() {
        shelf.put(ref("a", 2), 0);
        assertThat(shelf.has(ref("a", 1))).isTrue();
        assertThat(shelf.has(ref("a", 2))).isTrue();
        assertThat(shelf.has(ref("a", 3))).isFalse();
        assertThat(shelf.take(new NodeId("a"))).isTrue();
        assertThat(shelf.has(ref("a", 2))).isFalse();
    }

    @Test
    void keepsForAnHour() {
        shelf.put(ref("a", 1), 0);
        shelf.put(ref("b", 1), 10);
        assertThat(shelf.clear(Shelf.LONGEST_NANOS)).isEmpty();
        assertThat(shelf.clear(Shelf.LONGEST_NANOS + 5)).containsExactly(new NodeId("a"));
        assertThat(shelf.has(ref("b", 1))).isTrue();
    }

    @Test
    void theOldestGoWhenThereAreTooMany() {
        for (int number = 0; number < Shelf.MAX_SHELVED + 2; number++) {
            shelf.put(ref("n" + number, 1), number);
        }
        assertThat(shelf.clear(1_000)).containsExactly(new NodeId("n0"), new NodeId("n1"));
    }
}
