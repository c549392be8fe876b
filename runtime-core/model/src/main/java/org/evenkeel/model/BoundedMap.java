package org.evenkeel.model;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets an entry when it has more than so many. Not for several threads. */
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
    private final int most;

    private BoundedMap(int most, boolean byUse) {
        super(16, 0.75f, byUse);
        this.most = most;
    }

    /** Forgets what came first. */
    public static <K, V> Map<K, V> ofNewest(int most) {
        return new BoundedMap<>(most, false);
    }

    /** Forgets what was used longest ago; {@code get} is a use. */
    public static <K, V> Map<K, V> ofRecentlyUsed(int most) {
        return new BoundedMap<>(most, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
