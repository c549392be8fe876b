package org.evenkeel.daemon.net;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The connections of a listener whose handshake is under way. There is a bound to them, and who
 * comes when it is reached takes the place of the one that has been there for longest, of the
 * address that has most: connections that are opened and left keep no peer out, and an address that
 * opens many takes places from itself first. Used on the event loop.
 */
final class HandshakeLimiter {

    /** A network of IPv6 is whoever has its first 64 bits. */
    private static final int NETWORK_BYTES = 8;

    private final int most;
    private final Map<Guest, Object> byAge = new LinkedHashMap<>();
    private final Map<Object, Integer> byOrigin = new HashMap<>();

    /** A connection whose handshake is under way. */
    interface Guest {
        /** Its place is taken: close it, at once. It has left already. */
        void evicted();
    }

    /**
     * @param most handshakes under way at a time
     */
    HandshakeLimiter(int most) {
        this.most = most;
    }

    /** A connection is new. */
    void enter(Guest guest, SocketAddress from) {
        enter(guest, origin(from));
    }

    /**
     * A connection is new.
     *
     * @param origin whose it is: an address, or a user of this machine
     */
    void enter(Guest guest, Object origin) {
        if (byAge.size() >= most) {
            Guest oldest = oldestOfTheMost();
            leave(oldest);
            oldest.evicted();
        }
        byAge.put(guest, origin);
        byOrigin.merge(origin, 1, Integer::sum);
    }

    /** Its handshake is over, or was already. */
    void leave(Guest guest) {
        Object origin = byAge.remove(guest);
        if (origin != null) {
            byOrigin.computeIfPresent(origin, (key, count) -> count == 1 ? null : count - 1);
        }
    }

    int size() {
        return byAge.size();
    }

    private Guest oldestOfTheMost() {
        int largest = byOrigin.values().stream().mapToInt(count -> count).max().orElseThrow();
        for (Map.Entry<Guest, Object> one : byAge.entrySet()) {
            if (byOrigin.getOrDefault(one.getValue(), 0) == largest) {
                return one.getKey();
            }
        }
        throw new IllegalStateException("no sender is connected");
    }

    private static Object origin(SocketAddress from) {
        if (!(from instanceof InetSocketAddress address) || address.getAddress() == null) {
            return ""; // this machine, by a Unix domain socket
        }
        byte[] bytes = address.getAddress().getAddress();
        boolean whole = !(address.getAddress() instanceof Inet6Address);
        return HexFormat.of().formatHex(whole ? bytes : Arrays.copyOf(bytes, NETWORK_BYTES));
    }
}
