package org.evenkeel.continuations.graph;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The insides of HashMap. A copy of one is right as long as its keys have the same hash codes here;
 * keys that are told apart by identity, enums among them, have others in every JVM.
 */
@SuppressWarnings({"NonApiType", "ReferenceEquality"}) // it is about these very maps
final class HashMaps {

    private static final String ITERATOR = "java.util.HashMap$HashIterator";

    /** Changes of a HashMap's structure so far, -1 for another map. */
    static int changes(Map<?, ?> map) {
        try {
            return map instanceof HashMap ? Inside.CHANGES.getInt(map) : -1;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Whether a key of a copied map has another hash code here.
     *
     * @param limit most entries it can have; damaged bytes may link them to a circle
     */
    static boolean isStale(HashMap<?, ?> map, int limit) {
        try {
            for (Object node : nodes(map, limit)) {
                int hash = Objects.hashCode(Inside.KEY.get(node));
                if (Inside.HASH.getInt(node) != (hash ^ hash >>> 16)) {
                    return true;
                }
            }
            return false;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The nodes by bucket, which is also the order of iteration, if not of a LinkedHashMap. */
    private static List<Object> nodes(HashMap<?, ?> map, int limit) throws IllegalAccessException {
        List<Object> nodes = new ArrayList<>();
        Object[] table = (Object[]) Inside.TABLE.get(map);
        if (table != null) {
            for (Object first : table) {
                for (Object each = first; each != null; each = Inside.NEXT.get(each)) {
                    add(nodes, each, limit);
                }
            }
        }
        return nodes;
    }

    private static void add(List<Object> nodes, Object node, int limit) {
        if (nodes.size() >= limit) {
            throw new IllegalStateException("a map whose entries form a cycle");
        }
        nodes.add(node);
    }

    /**
     * Puts a stale map's entries where they belong here.
     *
     * @param iterators iterators of JDK classes in the graph
     * @return what each node and each iterator of this map is to be replaced by
     */
    static IdentityHashMap<Object, Object> rehash(
            HashMap<Object, Object> map, List<Object> iterators, int limit) {
        try {
            boolean linked = map instanceof LinkedHashMap;
            IdentityHashMap<Object, List<Object>> rests = new IdentityHashMap<>();
            if (!linked) {
                for (Object each : iterators) {
                    if (isIteratorOf(each, map)) {
                        rests.put(each, rest(each, limit));
                    }
                }
            }
            IdentityHashMap<Object, Object> oldByKey = new IdentityHashMap<>();
            List<Object> old = new ArrayList<>();
            if (linked) {
                map.entrySet().forEach(each -> add(old, each, limit));
            } else {
                old.addAll(nodes(map, limit));
            }
            int changes = changes(map);
            map.clear();
            for (Object node : old) {
                Object key = Inside.KEY.get(node);
                map.put(key, Inside.VALUE.get(node));
                oldByKey.put(key == null ? map : key, node);
            }
            Inside.CHANGES.setInt(map, changes);
            IdentityHashMap<Object, Object> replaced = new IdentityHashMap<>();
            for (Map.Entry<Object, Object> each : map.entrySet()) {
                Object key = each.getKey() == null ? map : each.getKey();
                replaced.put(Objects.requireNonNull(oldByKey.get(key)), each);
            }
            rests.forEach((iterator, rest) ->
                    replaced.put(iterator, resume(map, iterator, rest, replaced)));
            return replaced;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isIteratorOf(Object iterator, HashMap<?, ?> map)
            throws IllegalAccessException {
        return iterator.getClass().getSuperclass().getName().equals(ITERATOR)
                && Inside.of(iterator, "this$0") == map;
    }

    /** The nodes still to come. */
    private static List<Object> rest(Object iterator, int limit) throws IllegalAccessException {
        List<Object> rest = new ArrayList<>();
        Object[] table =
                (Object[]) Inside.TABLE.get(Objects.requireNonNull(Inside.of(iterator, "this$0")));
        Object node = Inside.of(iterator, "next");
        int index = (Integer) Objects.requireNonNull(Inside.of(iterator, "index"));
        while (node != null) {
            add(rest, node, limit);
            node = Inside.NEXT.get(node);
            while (node == null && table != null && index < table.length) {
                node = table[index++];
            }
        }
        return rest;
    }

    private static Object resume(
            HashMap<Object, Object> map,
            Object iterator,
            List<Object> rest,
            IdentityHashMap<Object, Object> replaced) {
        try {
            String kind = iterator.getClass().getSimpleName();
            @Nullable Object[] keys = new Object[rest.size()];
            @Nullable Object[] elements = new Object[rest.size()];
            for (int i = 0; i < keys.length; i++) {
                Map.Entry<?, ?> entry =
                        (Map.Entry<?, ?>) Objects.requireNonNull(replaced.get(rest.get(i)));
                keys[i] = entry.getKey();
                elements[i] =
                        switch (kind) {
                            case "KeyIterator" -> entry.getKey();
                            case "ValueIterator" -> entry.getValue();
                            default -> entry;
                        };
            }
            Object current = Inside.of(iterator, "current");
            Object last = current == null ? null : Inside.KEY.get(current);
            return new Remaining(map, elements, keys, current != null, last);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether a class is an iterator whose state belongs to the buckets of a HashMap. */
    static boolean isIterator(Object object) {
        Class<?> above = object.getClass().getSuperclass();
        return object instanceof Iterator<?> && above != null && above.getName().equals(ITERATOR);
    }

    private static final class Inside {
        static final Field TABLE = field(HashMap.class, "table");
        static final Field CHANGES = field(HashMap.class, "modCount");
        static final Class<?> NODE = TABLE.getType().componentType();
        static final Field HASH = field(NODE, "hash");
        static final Field KEY = field(NODE, "key");
        static final Field VALUE = field(NODE, "value");
        static final Field NEXT = field(NODE, "next");

        private static Field field(Class<?> type, String name) {
            try {
                Field field = type.getDeclaredField(name);
                field.setAccessible(true);
                return field;
            } catch (NoSuchFieldException e) {
                throw new IllegalStateException(e);
            }
        }

        /** A field of an iterator, which is one of its superclass. */
        static @Nullable Object of(Object iterator, String name) throws IllegalAccessException {
            return field(iterator.getClass().getSuperclass(), name).get(iterator);
        }
    }
}
