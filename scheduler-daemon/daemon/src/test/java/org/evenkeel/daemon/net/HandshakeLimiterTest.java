package org.evenkeel.daemon.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose place is taken when too many handshakes are under way. */
class HandshakeLimiterTest {

    private final HandshakeLimiter handshakeLimiter = new HandshakeLimiter(4);
    private final List<String> evicted = new ArrayList<>();

    private final class NamedGuest implements HandshakeLimiter.Guest {
        private final String name;

        NamedGuest(String name) {
            this.name = name;
        }

        @Override
        public void evicted() {
            evicted.add(name);
        }
    }

    private HandshakeLimiter.Guest enter(String name, String from) throws UnknownHostException {
        HandshakeLimiter.Guest guest = new NamedGuest(name);
        handshakeLimiter.enter(guest, new InetSocketAddress(InetAddress.getByName(from), 1));
        return guest;
    }

    @Test
    void theNewestComesInAndTheOldestGoes() throws Exception {
        for (int i = 1; i <= 6; i++) {
            enter("a" + i, "192.0.2.1");
        }
        assertThat(evicted).containsExactly("a1", "a2");
        assertThat(handshakeLimiter.size()).isEqualTo(4);
    }

    @Test
    void anAddressThatOpensManyTakesPlacesFromItself() throws Exception {
        enter("old", "192.0.2.9");
        for (int i = 1; i <= 100; i++) {
            enter("a" + i, "192.0.2.1");
        }
        assertThat(evicted).hasSize(97).doesNotContain("old");
    }

    @Test
    void aUserOfThisMachineThatOpensManyTakesPlacesFromItself() {
        handshakeLimiter.enter(new NamedGuest("worker"), (Object) "user 60600");
        for (int i = 1; i <= 100; i++) {
            handshakeLimiter.enter(new NamedGuest("a" + i), (Object) "user 58124");
        }
        assertThat(evicted).hasSize(97).doesNotContain("worker");
    }

    @Test
    void aNetworkOfVersionSixIsOneAddress() throws Exception {
        enter("old", "2001:db8:1::1");
        for (int i = 1; i <= 100; i++) {
            enter("a" + i, "2001:db8:2::" + i);
        }
        assertThat(evicted).doesNotContain("old");
    }

    @Test
    void whoIsDoneHasNoPlaceAnyMore() throws Exception {
        HandshakeLimiter.Guest done = enter("done", "192.0.2.1");
        handshakeLimiter.leave(done);
        handshakeLimiter.leave(done);
        for (int i = 1; i <= 4; i++) {
            enter("a" + i, "192.0.2.1");
        }
        assertThat(evicted).isEmpty();
    }
}
