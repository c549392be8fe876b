package org.evenkeel.client.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.evenkeel.samples.Samples.Colour;
import org.evenkeel.samples.Samples.Leaf;
import org.evenkeel.samples.Samples.Node;
import org.evenkeel.samples.Samples.Pair;

/** Random object graphs with cycles, and their description by which two graphs are compared. */
final class RandomGraph {

    private final Random random;
    private final List<Node> nodes = new ArrayList<>();
    private int budget = 60;

    RandomGraph(long seed) {
        random = new Random(seed);
    }

    Object make() {
        return value(0);
    }

    private Object value(int depth) {
        budget--;
        int kind = random.nextInt(depth > 5 || budget < 0 ? 12 : 22);
        return switch (kind) {
            case 0 -> null;
            case 1 -> random.nextInt();
            case 2 -> random.nextLong();
            case 3 -> text();
            case 4 -> random.nextDouble();
            case 5 -> random.nextBoolean() ? Colour.RED : Colour.GREEN;
            case 6 -> new BigInteger(random.nextInt(200), random);
            case 7 -> Instant.ofEpochMilli(random.nextLong() >> 20);
            case 8 -> new UUID(random.nextLong(), random.nextLong());
            case 9 -> random.nextBoolean() ? 'x' : (Object) (byte) random.nextInt();
            case 10 -> Duration.ofNanos(random.nextLong());
            case 11 -> nodes.isEmpty() ? BigDecimal.TEN : nodes.get(random.nextInt(nodes.size()));
            case 12 -> ints();
            case 13 -> list(depth, new ArrayList<>());
            case 14 -> new HashSet<>(List.of(text(), text() + "2", "const"));
            case 15 -> map(depth, new LinkedHashMap<>());
            case 16 -> map(depth, new TreeMap<>());
            case 17 -> new Pair(random.nextInt(), text(), value(depth + 1));
            case 18 -> list(depth, new ArrayList<>()).toArray();
            case 19 -> Optional.ofNullable(value(depth + 6));
            case 20 -> List.of("a", random.nextInt(), LocalDate.ofEpochDay(random.nextInt(10_000)));
            default -> node(depth);
        };
    }

    private int[] ints() {
        return random.ints(random.nextInt(20)).toArray();
    }

    private List<Object> list(int depth, List<Object> into) {
        for (int i = random.nextInt(5); i > 0; i--) {
            into.add(value(depth + 1));
        }
        return into;
    }

    private Map<String, Object> map(int depth, Map<String, Object> into) {
        for (int i = random.nextInt(4); i > 0; i--) {
            into.put(text(), value(depth + 1));
        }
        return into;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        int range = random.nextInt(3);
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append((char) random.nextInt(range == 0 ? 128 : range == 1 ? 256 : 0x10000));
        }
        return text.toString();
    }

    private Node node(int depth) {
        Node node = random.nextBoolean() ? new Node() : new Leaf();
        nodes.add(node);
        node.flag = random.nextBoolean();
        node.small = (byte) random.nextInt();
        node.medium = (short) random.nextInt();
        node.letter = (char) random.nextInt();
        node.number = random.nextInt();
        node.big = random.nextLong();
        node.rough = random.nextFloat();
        node.fine = random.nextGaussian();
        node.text = random.nextBoolean() ? text() : null;
        node.boxed = random.nextBoolean() ? random.nextInt() : null;
        node.colour = random.nextBoolean() ? Colour.GREEN : null;
        node.any = value(depth + 1);
        node.next = nodes.get(random.nextInt(nodes.size()));
        node.list = list(depth, new ArrayList<>());
        node.map = random.nextBoolean() ? map(depth, new HashMap<>()) : null;
        node.ints = random.nextBoolean() ? ints() : null;
        node.objects = random.nextBoolean() ? list(depth, new ArrayList<>()).toArray() : null;
        node.pair = random.nextBoolean() ? new Pair(1, text(), value(depth + 1)) : null;
        if (node instanceof Leaf leaf) {
            leaf.number = random.nextLong();
        }
        return node;
    }

    /** Equal for equal graphs, identities of nodes included. */
    static String describe(Object graph) {
        StringBuilder out = new StringBuilder();
        describe(graph, out, new IdentityHashMap<>());
        return out.toString();
    }

    private static void describe(
            Object value, StringBuilder out, IdentityHashMap<Object, Integer> seen) {
        switch (value) {
            case Node node -> describeNode(node, out, seen);
            case int[] ints -> out.append(Arrays.toString(ints));
            case Object[] objects -> {
                out.append("array ");
                describe(Arrays.asList(objects), out, seen);
            }
            case List<?> list -> {
                out.append('[');
                list.forEach(element -> {
                    describe(element, out, seen);
                    out.append(',');
                });
                out.append(']');
            }
            case Map<?, ?> map -> {
                out.append(map.getClass().getSimpleName()).append('{');
                new TreeMap<Object, Object>(map)
                        .forEach((key, element) -> {
                            out.append(key).append('=');
                            describe(element, out, seen);
                        });
                out.append('}');
            }
            case java.util.Set<?> set -> out.append(new java.util.TreeSet<Object>(set));
            case Pair pair -> {
                out.append("pair ").append(pair.first()).append(pair.second());
                describe(pair.third(), out, seen);
            }
            case Optional<?> optional -> {
                out.append("optional ");
                describe(optional.orElse(null), out, seen);
            }
            case null -> out.append("null");
            default -> out.append(value.getClass().getSimpleName()).append(' ').append(value);
        }
    }

    private static void describeNode(
            Node node, StringBuilder out, IdentityHashMap<Object, Integer> seen) {
        Integer number = seen.get(node);
        if (number != null) {
            out.append('#').append(number);
            return;
        }
        seen.put(node, seen.size());
        out.append(node.getClass().getSimpleName())
                .append(node.flag)
                .append(node.small)
                .append(node.medium)
                .append((int) node.letter)
                .append(node.number)
                .append(node.big)
                .append(node.rough)
                .append(node.fine)
                .append(node.text)
                .append(node.boxed)
                .append(node.colour)
                .append(node instanceof Leaf leaf ? leaf.number : 0);
        describe(node.any, out, seen);
        describe(node.next, out, seen);
        describe(node.list, out, seen);
        describe(node.map, out, seen);
        describe(node.ints, out, seen);
        describe(node.objects, out, seen);
        describe(node.pair, out, seen);
    }
}
