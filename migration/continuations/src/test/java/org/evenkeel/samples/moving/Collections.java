package org.evenkeel.samples.moving;

import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.ConcurrentModificationException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** Collections, and iterators that are in the middle of them. */
@SuppressWarnings({
    "JdkObsolete",
    "IdentityHashMapUsage",
    "EnumOrdinal"
}) // all of the JDK's must travel
public final class Collections {

    private Collections() {}

    /** Its hash code is another one in every JVM. */
    static final class Named {
        final String name;

        Named(String name) {
            this.name = name;
        }
    }

    public static final class Lists implements Task<String> {
        @Override
        public String run(TaskContext context) {
            List<List<Integer>> lists =
                    List.of(
                            new ArrayList<>(List.of(1, 2, 3)),
                            new LinkedList<>(List.of(4, 5, 6)),
                            Arrays.asList(7, 8, 9),
                            List.of(10, 11),
                            List.of(1, 2, 3, 4, 5),
                            Stream.of(1, null, 3).toList(),
                            new ArrayList<>(List.of(1, 2, 3, 4, 5)).subList(1, 4),
                            new CopyOnWriteArrayList<>(List.of(1, 2)),
                            java.util.Collections.unmodifiableList(new ArrayList<>(List.of(5))),
                            java.util.Collections.emptyList(),
                            java.util.Collections.nCopies(2, 8));
            StringBuilder text = new StringBuilder();
            for (List<Integer> list : lists) {
                for (Integer each : list) {
                    context.checkpoint();
                    text.append(each).append(',');
                }
            }
            ListIterator<Integer> both = lists.get(1).listIterator();
            while (both.hasNext()) {
                context.checkpoint();
                Integer each = both.next();
                context.checkpoint();
                if (each == 5) {
                    both.remove();
                } else {
                    both.set(each * 2);
                }
            }
            while (both.hasPrevious()) {
                text.append(both.previous());
                context.checkpoint();
            }
            return text.append(lists).toString();
        }
    }

    public static final class Removing implements Task<String> {
        @Override
        public String run(TaskContext context) {
            List<java.util.Collection<Integer>> all =
                    List.of(
                            new ArrayList<>(),
                            new LinkedList<>(),
                            new ArrayDeque<>(),
                            new HashSet<>(),
                            new LinkedHashSet<>(),
                            new TreeSet<>(),
                            new PriorityQueue<>(),
                            ConcurrentHashMap.newKeySet());
            StringBuilder text = new StringBuilder();
            for (java.util.Collection<Integer> each : all) {
                for (int i = 0; i < 6; i++) {
                    each.add(i * 5 % 7);
                }
                for (Iterator<Integer> iterator = each.iterator(); iterator.hasNext(); ) {
                    int value = iterator.next();
                    context.checkpoint();
                    if (value % 2 == 0) {
                        iterator.remove();
                    }
                    context.checkpoint();
                }
                text.append(new TreeSet<>(each));
                if (!(each instanceof Set<?> && each.getClass().getName().contains("Concurrent"))) {
                    try {
                        for (Integer value : each) {
                            context.checkpoint();
                            add(each, value + 100);
                        }
                        text.append("no");
                    } catch (ConcurrentModificationException e) {
                        text.append("fast");
                    }
                }
            }
            return text.toString();
        }
    }

    private static void add(java.util.Collection<Integer> to, int value) {
        to.add(value);
    }

    public static final class Maps implements Task<String> {
        @Override
        public String run(TaskContext context) {
            StringBuilder text = new StringBuilder();
            for (Map<String, Integer> map :
                    List.<Map<String, Integer>>of(
                            new HashMap<>(),
                            new LinkedHashMap<>(),
                            new TreeMap<>(),
                            new ConcurrentHashMap<>())) {
                for (int i = 0; i < 9; i++) {
                    map.put("k" + i * 37 % 11, i);
                }
                int sum = 0;
                for (Map.Entry<String, Integer> each : map.entrySet()) {
                    context.checkpoint();
                    sum += each.getValue();
                    each.setValue(each.getValue() + 1);
                }
                for (String key : map.keySet()) {
                    sum += key.length();
                    context.checkpoint();
                }
                for (int value : map.values()) {
                    context.checkpoint();
                    sum += value;
                }
                text.append(sum).append(new TreeMap<>(map)).append(map.get("k0"));
            }
            return text.toString();
        }
    }

    /** Keys whose hash codes differ from JVM to JVM, with iterators under way. */
    public static final class Identities implements Task<String> {
        @Override
        public String run(TaskContext context) {
            Map<Named, Integer> map = new HashMap<>();
            Map<TimeUnit, Integer> enums = new HashMap<>();
            Map<Class<?>, String> classes = new LinkedHashMap<>();
            Map<Named, Integer> identity = new IdentityHashMap<>();
            Set<Named> set = new HashSet<>();
            List<Named> all = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                Named each = new Named("n" + i);
                all.add(each);
                map.put(each, i);
                identity.put(each, i);
                set.add(each);
            }
            for (TimeUnit each : TimeUnit.values()) {
                enums.put(each, each.ordinal());
            }
            classes.put(String.class, "s");
            classes.put(int.class, "i");
            classes.put(Named[].class, "n");
            int sum = 0;
            TreeSet<String> seen = new TreeSet<>();
            for (Map.Entry<Named, Integer> each : map.entrySet()) {
                context.checkpoint();
                sum += each.getValue() * each.getKey().name.length();
                each.setValue(each.getValue() * 2);
                seen.add(each.getKey().name);
            }
            for (Named each : map.keySet()) {
                context.checkpoint();
                sum += map.get(each) + identity.get(each) + (set.contains(each) ? 1 : 0);
            }
            for (Iterator<Named> each = set.iterator(); each.hasNext(); ) {
                Named named = each.next();
                context.checkpoint();
                if (all.indexOf(named) % 3 == 0) {
                    each.remove();
                }
            }
            for (Map.Entry<Class<?>, String> each : classes.entrySet()) {
                context.checkpoint();
                sum += classes.get(each.getKey()).length();
                each.setValue(each.getValue() + "!");
            }
            for (Map.Entry<TimeUnit, Integer> each : enums.entrySet()) {
                context.checkpoint();
                sum += enums.get(each.getKey()) + each.getKey().name().length();
            }
            return sum + "" + seen.size() + set.size() + classes.values() + map.get(all.get(3));
        }
    }

    public static final class Frozen implements Task<String> {
        @Override
        public String run(TaskContext context) {
            Set<String> set = Set.of("a", "b", "c", "d", "e");
            Map<String, Integer> map = Map.of("x", 1, "y", 2, "z", 3);
            int sum = 0;
            TreeSet<String> seen = new TreeSet<>();
            for (String each : set) {
                context.checkpoint();
                seen.add(each);
            }
            for (Map.Entry<String, Integer> each : map.entrySet()) {
                context.checkpoint();
                sum += each.getValue();
                seen.add(each.getKey());
            }
            for (String each : Set.of("only")) {
                context.checkpoint();
                seen.add(each);
            }
            return seen + "" + sum + set.contains("c") + map.get("y") + Map.of("k", "v").get("k");
        }
    }

    public static final class Graphs implements Task<String> {
        enum Level {
            LOW,
            HIGH
        }

        static final class Node {
            final String name;
            final List<Node> next = new ArrayList<>();
            Node self = this;

            Node(String name) {
                this.name = name;
            }
        }

        @Override
        public String run(TaskContext context) {
            Node a = new Node("a");
            Node b = new Node("b");
            a.next.add(b);
            b.next.add(a);
            Set<Object> inItself = new HashSet<>();
            inItself.add(a);
            inItself.add(List.of(b));
            Set<List<String>> byContent = new HashSet<>(Set.of(List.of("q"), List.of("r", "s")));
            Map<Level, Node> levels = new EnumMap<>(Map.of(Level.HIGH, a));
            EnumSet<Level> some = EnumSet.of(Level.LOW);
            Random random = new Random(42);
            SplittableRandom split = new SplittableRandom(7);
            AtomicLong atomic = new AtomicLong(3);
            BitSet bits = new BitSet();
            bits.set(70);
            Optional<Node> maybe = Optional.of(b);
            Node chain = null;
            for (int i = 0; i < 3000; i++) {
                Node next = new Node("c");
                next.self = chain;
                chain = next;
            }
            Object[] values = {
                BigInteger.TEN.pow(30),
                LocalDate.of(2026, 11, 21),
                Duration.ofSeconds(3),
                new UUID(1, 2),
                java.util.Locale.GERMANY,
                java.nio.file.Path.of("/tmp/x")
            };
            List<Integer> backing = new ArrayList<>(List.of(1, 2, 3, 4));
            List<Integer> view = backing.subList(1, 3);
            Map<String, Integer> map = new HashMap<>(Map.of("p", 1));
            Set<String> keys = map.keySet();
            Map<String, Integer> unmodifiable = java.util.Collections.unmodifiableMap(map);
            PriorityQueue<String> queue = new PriorityQueue<>(java.util.Comparator.reverseOrder());
            queue.addAll(List.of("x", "z", "y"));
            context.checkpoint();
            int drawn = random.nextInt(100) + split.nextInt(100);
            context.checkpoint();
            drawn = drawn * 100 + random.nextInt(100) + split.nextInt(100);
            view.set(0, 77);
            map.put("late", 2);
            levels.put(Level.LOW, b);
            some.add(Level.HIGH);
            context.checkpoint();
            atomic.incrementAndGet();
            int length = 0;
            for (Node each = chain; each != null; each = each.self) {
                length++;
            }
            return (a.next.getFirst() == b && b.next.getFirst() == a && a.self == a)
                    + ""
                    + inItself.contains(a)
                    + byContent.contains(List.of("r", "s"))
                    + levels.size()
                    + (levels.get(Level.HIGH) == a)
                    + some
                    + drawn
                    + atomic
                    + bits
                    + (maybe.get() == b)
                    + length
                    + Arrays.toString(values)
                    + backing
                    + keys.size()
                    + unmodifiable.get("late")
                    + queue.poll()
                    + queue.poll();
        }
    }

    /** Streams between checkpoints. */
    public static final class Streams implements Task<String> {
        @Override
        public String run(TaskContext context) {
            int sum = 0;
            for (int i = 0; i < 3; i++) {
                int offset = i;
                sum += IntStream.range(0, 5).map(n -> n * offset).sum();
                context.checkpoint();
                sum += Stream.of("a", "bb").mapToInt(String::length).sum();
            }
            return "" + sum;
        }
    }
}
