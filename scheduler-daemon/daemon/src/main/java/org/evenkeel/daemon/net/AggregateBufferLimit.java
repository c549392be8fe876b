package org.evenkeel.daemon.net;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Bytes that many connections keep here, each of them within a bound of its own. When all together
 * pass theirs, the connection that has got no further for longest is cut off. Used on the event
 * loop.
 *
 * @param <T> who keeps them
 */
final class AggregateBufferLimit<T> {

    private final long most;
    private final Cut<T> cut;
    private final Map<T, Long> byStandstill = new LinkedHashMap<>();
    private long all;

    /** Ends a connection. */
    interface Cut<T> {
        void cut(T one, String why);
    }

    /**
     * @param most bytes of all
     */
    AggregateBufferLimit(long most, Cut<T> cut) {
        this.most = most;
        this.cut = cut;
    }

    /**
     * It keeps so many bytes from now on.
     *
     * @param further whether it got further since it was heard of last
     */
    void keeps(T one, long bytes, boolean further) {
        Long before = further || bytes == 0 ? byStandstill.remove(one) : byStandstill.get(one);
        if (bytes > 0) {
            byStandstill.put(one, bytes);
        }
        all += bytes - (before == null ? 0 : before);
        while (all > most && !byStandstill.isEmpty()) {
            Map.Entry<T, Long> longest = byStandstill.entrySet().iterator().next();
            T its = longest.getKey();
            long kept = longest.getValue();
            gone(its);
            cut.cut(
                    its,
                    ("its incomplete frames hold %s bytes and make no progress; all connections "
                                    + "together may hold %s")
                            .formatted(kept, most));
        }
    }

    /** It keeps nothing any more. */
    void gone(T one) {
        Long before = byStandstill.remove(one);
        all -= before == null ? 0 : before;
    }

    /** Bytes of all. */
    long bytes() {
        return all;
    }
}
