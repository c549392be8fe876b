package org.evenkeel.continuations.graph;

import java.util.AbstractMap;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The rest of an iteration over a container whose order is another one in this JVM: the elements in
 * the order they would have come.
 */
final class Remaining implements Iterator<@Nullable Object> {

    private final @Nullable Map<Object, Object> map;
    private final @Nullable Object[] elements;
    private final @Nullable Object[] keys;
    private int at;
    private boolean removable;
    private @Nullable Object lastKey;

    /** The map's change counter, -1 for maps that may change meanwhile. */
    private int expected;

    /**
     * @param map the iteration is over, null if nothing can be removed
     * @param keys of the elements; the same array for an iteration over keys
     * @param last key that was returned last; {@code removable} says if there is one
     */
    Remaining(
            @Nullable Map<Object, Object> map,
            @Nullable Object[] elements,
            @Nullable Object[] keys,
            boolean removable,
            @Nullable Object last) {
        this.map = map;
        this.elements = elements;
        this.keys = keys;
        this.removable = removable;
        this.lastKey = last;
        this.expected = map == null ? -1 : HashMaps.changes(map);
    }

    @Override
    public boolean hasNext() {
        return at < elements.length;
    }

    @Override
    public @Nullable Object next() {
        check();
        if (at >= elements.length) {
            throw new NoSuchElementException();
        }
        lastKey = keys[at];
        removable = true;
        return elements[at++];
    }

    private void check() {
        if (map != null && HashMaps.changes(map) != expected) {
            throw new ConcurrentModificationException();
        }
    }

    @Override
    public void remove() {
        if (map == null) {
            throw new UnsupportedOperationException();
        }
        if (!removable) {
            throw new IllegalStateException();
        }
        check();
        map.remove(lastKey);
        removable = false;
        expected = HashMaps.changes(map);
    }

    /** An entry of a concurrent or identity map; writes through. */
    static final class Entry extends AbstractMap.SimpleEntry<Object, Object> {
        @SuppressWarnings("serial") // travels field by field
        private final Map<Object, Object> map;

        Entry(Map<Object, Object> map, Object key, Object value) {
            super(key, value);
            this.map = map;
        }

        @Override
        public Object setValue(Object value) {
            map.put(getKey(), value);
            return super.setValue(value);
        }
    }
}
