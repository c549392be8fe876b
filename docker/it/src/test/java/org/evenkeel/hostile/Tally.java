package org.evenkeel.hostile;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What an attack counts. Any thread may use it. */
final class Tally {

    /** Something came in, or came to be, that must not. */
    static final String BREACH = "breaches";

    private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();
    private final Map<String, String> examples = new ConcurrentHashMap<>();

    void add(String what) {
        add(what, 1);
    }

    void add(String what, long more) {
        counts.computeIfAbsent(what, key -> new AtomicLong()).addAndGet(more);
    }

    /** It must not be; the first of its kind is told. */
    void breach(String how) {
        add(BREACH);
        examples.putIfAbsent(BREACH, how);
    }

    long get(String what) {
        AtomicLong count = counts.get(what);
        return count == null ? 0 : count.get();
    }

    /** {@code name=number}, with a space between them. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(counts)
                .forEach((what, count) -> text.append(what).append('=').append(count).append(' '));
        examples.values().forEach(example -> text.append("# ").append(example));
        return text.toString().strip();
    }
}
