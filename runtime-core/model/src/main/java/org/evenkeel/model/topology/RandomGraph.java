package org.evenkeel.model.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A random graph of degree at most k: a ring in random order, which makes it connected, and random
 * matchings on top of it. Equal seeds give equal graphs.
 */
final class RandomGraph implements Topology {

    private final int degree;
    private final long seed;

    /** The graph for the number of nodes that was asked for last. */
    private volatile @Nullable Graph last;

    RandomGraph(int degree, long seed) {
        if (degree < 2) {
            throw new IllegalArgumentException(
                    "random: k must be at least 2, or nothing is connected; it is " + degree);
        }
        this.degree = degree;
        this.seed = seed;
    }

    @Override
    public String name() {
        return "random(k=" + degree + ",seed=" + seed + ")";
    }

    @Override
    public List<Integer> neighbours(int index, int nodes) {
        Indices.check(index, nodes);
        Graph graph = last;
        if (graph == null || graph.nodes() != nodes) {
            graph = draw(nodes);
            last = graph;
        }
        return graph.neighbours().get(index);
    }

    private Graph draw(int nodes) {
        SplittableRandom random = new SplittableRandom(seed * 31 + nodes);
        List<List<Integer>> edges = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            edges.add(new ArrayList<>());
        }
        int[] order = shuffled(nodes, random);
        for (int i = 0; i < nodes; i++) {
            connect(edges, order[i], order[(i + 1) % nodes]);
        }
        for (int matching = 2; matching < degree; matching++) {
            order = shuffled(nodes, random);
            for (int i = 0; i + 1 < nodes; i += 2) {
                connect(edges, order[i], order[i + 1]);
            }
        }
        edges.replaceAll(list -> list.stream().sorted().toList());
        return new Graph(nodes, edges);
    }

    private static void connect(List<List<Integer>> edges, int a, int b) {
        if (a != b && !edges.get(a).contains(b)) {
            edges.get(a).add(b);
            edges.get(b).add(a);
        }
    }

    private static int[] shuffled(int nodes, SplittableRandom random) {
        int[] order = IntStream.range(0, nodes).toArray();
        for (int i = nodes - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        return order;
    }

    private record Graph(int nodes, List<List<Integer>> neighbours) {}
}
