package org.evenkeel.testcontainers;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.testcontainers.engine.EngineException;

/**
 * A cluster whose machines are containers on this machine, for tests: each with a daemon, workers,
 * a certificate and a quota of its own, and all that can go wrong with it.
 *
 * {@snippet :
 * try (EvenkeelCluster machines = EvenkeelCluster.start(ClusterSettings.of(3));
 *         Cluster cluster = machines.connect()) {
 *     TaskHandle<Long> nine = cluster.submit(new Square(3));
 *     machines.node("n2").kill();
 *     assertEquals(9, nine.get());
 * }
 * }
 *
 * <p>Containers, their network and volume carry the labels of {@link
 * org.evenkeel.testcontainers.engine.RunLabel}: closing removes them, as does the end of the JVM,
 * and what a killed JVM left is removed when the next cluster is started, or by docker/sweep.sh.
 * Safe for many threads.
 */
public final class EvenkeelCluster implements AutoCloseable {
    private static final long LEAST_RATE = 10_000;

    private final ClusterResources clusterResources;
    private final NetworkFaults networkFaults;
    private final List<EvenkeelNode> nodes = new CopyOnWriteArrayList<>();
    private final Thread atExit = new Thread(this::remove, "evenkeel-containers");

    private EvenkeelCluster(ClusterSettings settings) {
        this.clusterResources = new ClusterResources(settings);
        this.networkFaults = new NetworkFaults(settings.faultImage());
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Starts a cluster; when it returns all nodes are ready and know each other.
     *
     * @throws EngineException if no engine answers, the image is not there, or a node does not
     *     start
     */
    public static EvenkeelCluster start(ClusterSettings settings) {
        EvenkeelCluster cluster = new EvenkeelCluster(settings);
        try {
            cluster.begin(settings.nodes());
            return cluster;
        } catch (RuntimeException e) {
            try {
                e.addSuppressed(new EngineException(cluster.logs()));
            } finally {
                cluster.close();
            }
            throw e;
        }
    }

    /** The same with nothing to say but their number. */
    public static EvenkeelCluster start(int nodes) {
        return start(ClusterSettings.of(nodes));
    }

    private void begin(int count) {
        for (int number = 1; number <= count; number++) {
            nodes.add(clusterResources.node(number));
        }
        EvenkeelNode first = nodes.getFirst();
        List<Runnable> starts = new ArrayList<>();
        starts.add(() -> {
            first.start();
            clusterResources.certify(first); // while the others still wait for their certificates
        });
        nodes.subList(1, count).forEach(node -> starts.add(node::start));
        RunConcurrently.run(starts);
        MembershipWait.await(this, count);
        RunConcurrently.run(nodes.stream().<Runnable>map(node -> node::throttle).toList());
    }

    /** All nodes that were ever started, n1 first. */
    public List<EvenkeelNode> nodes() {
        return List.copyOf(nodes);
    }

    /**
     * A node by its name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public EvenkeelNode node(String name) {
        return nodes.stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown node " + name));
    }

    /**
     * One more machine comes; it has its certificate and is ready when this returns. n1 must be up.
     *
     * @throws IllegalStateException if the topology is given, for who is whose neighbour is fixed
     *     then
     */
    public synchronized EvenkeelNode add() {
        if (!clusterResources.settings().topology().isEmpty()) {
            throw new IllegalStateException(
                    "no node can be added to a topology of %s; use no topology"
                            .formatted(clusterResources.settings().nodes()));
        }
        EvenkeelNode node = clusterResources.node(nodes.size() + 1);
        nodes.add(node);
        node.start();
        node.throttle();
        return node;
    }

    /** A client of this JVM at n1; when n1 is lost, it continues at another node. */
    public Cluster connect() {
        return builder("n1").connect();
    }

    /** The same at another node. */
    public Cluster connect(String node) {
        return builder(node).connect();
    }

    /** The same with more to say. */
    public Evenkeel.Builder builder(String node) {
        return Evenkeel.builder().daemon(directory(node).toString());
    }

    /**
     * What clients in other processes name to reach this node, with {@code -Devenkeel.daemon}; it
     * is there until this is closed.
     */
    public Path directory(String node) {
        node(node);
        return clusterResources.clients().node(node);
    }

    /**
     * Nodes become workstations of different speeds, until what this gives is closed.
     *
     * @param cpus node to processors of its workers; all together at most 85 % of this machine's
     * @param reserve processors that each daemon may use beside
     * @throws IllegalArgumentException if that is more than this machine has
     * @throws EngineException if the engine is not on this machine
     */
    public Workstations workstations(Map<String, Double> cpus, double reserve) {
        cpus.keySet().forEach(this::node);
        return new Workstations(nodes(), cpus, reserve);
    }

    /** Neither hears the other any more; their connections are not told. */
    public void cut(String one, String other) {
        cutOneWay(one, other);
        cutOneWay(other, one);
    }

    /** What the first sends does not reach the second any more; the other way still works. */
    public void cutOneWay(String from, String to) {
        networkFaults.deafen(node(to), List.of(node(from)));
    }

    /** The node and all others do not hear each other any more. Clients here still reach it. */
    public void isolate(String name) {
        EvenkeelNode node = node(name);
        List<EvenkeelNode> others =
                nodes.stream()
                        .filter(other -> other != node && other.container().isRunning())
                        .toList();
        networkFaults.deafen(node, others);
        RunConcurrently.run(
                others.stream()
                        .<Runnable>map(other -> () -> networkFaults.deafen(other, List.of(node)))
                        .toList());
    }

    /**
     * The network takes no more than so many bytes a second from this node, 10,000 or more; no node
     * is told.
     */
    public void slow(String name, long bytesPerSecond) {
        if (bytesPerSecond < LEAST_RATE) {
            throw new IllegalArgumentException(
                    bytesPerSecond + " bytes per second are below " + LEAST_RATE);
        }
        networkFaults.slow(node(name), bytesPerSecond);
    }

    /** Ends all cuts and slowness. */
    public void heal() {
        networkFaults.heal(nodes);
    }

    /**
     * What {@code evenkeel nodes --json} tells of each node that answers, asked at the first one
     * that is up.
     */
    public List<Map<?, ?>> report() {
        return reportBy(
                nodes.stream()
                        .filter(EvenkeelNode::isUp)
                        .findFirst()
                        .orElseThrow(() -> new EngineException("no node is running")));
    }

    /** The same as this node sees it. */
    public List<Map<?, ?>> reportBy(EvenkeelNode node) {
        String said = node.bash("evenkeel nodes --json");
        try {
            return JSON.std.mapFrom(said).get("nodes") instanceof List<?> list
                    ? list.stream().<Map<?, ?>>map(one -> (Map<?, ?>) one).toList()
                    : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("invalid JSON: " + said, e);
        }
    }

    /** How many tasks each node has run since its daemon started, asked as in {@link #report}. */
    public Map<String, Long> runs() {
        Map<String, Long> runs = new TreeMap<>();
        for (Map<?, ?> node : report()) {
            if (node.get("totals") instanceof Map<?, ?> totals
                    && totals.get("run") instanceof Number run) {
                runs.put(String.valueOf(node.get("node")), run.longValue());
            }
        }
        return runs;
    }

    /** What the daemons wrote last, for failures. */
    public String logs() {
        StringBuilder text = new StringBuilder();
        for (EvenkeelNode node : nodes) {
            try {
                text.append(node.log());
            } catch (RuntimeException e) {
                text.append("--- ").append(node.name()).append(": ").append(e).append('\n');
            }
        }
        return text.toString();
    }

    private void remove() {
        RunAll.run(
                () ->
                        RunConcurrently.run(
                                nodes.stream().<Runnable>map(node -> node::remove).toList()),
                clusterResources::close);
    }

    /** Removes everything. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            return; // the JVM is about to end, and the hook does it
        }
        remove();
    }
}
