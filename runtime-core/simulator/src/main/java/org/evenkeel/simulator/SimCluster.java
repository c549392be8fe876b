package org.evenkeel.simulator;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.NodeConfig;
import org.evenkeel.kernel.ProcessorQuotas;
import org.evenkeel.kernel.load.LoadModel;
import org.evenkeel.kernel.load.LoadModels;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.kernel.policy.registry.PolicyFactory;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Resources;
import org.evenkeel.model.RetryRules;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.simulator.check.Checks;
import org.evenkeel.simulator.check.ClusterSight;
import org.evenkeel.simulator.check.EconomyRules;
import org.evenkeel.simulator.measure.Backlog;
import org.evenkeel.simulator.measure.Meter;
import org.evenkeel.simulator.work.SimWork;
import org.jspecify.annotations.Nullable;

/** The nodes, clients and network of one simulation, and what they share. */
final class SimCluster implements ClusterSight, EconomyRules.Totals {
    private static final Digest CODE = new Digest(1, 2, 3, 4);

    private final SimSpec spec;
    private final EventQueue eventQueue = new EventQueue();
    private final SplittableRandom random;
    private final Network network;
    private final TraceHash hash = new TraceHash();
    private final Meter meter;
    private final PhaseTraffic phaseTraffic = new PhaseTraffic();
    private final PolicyFactory policies;
    private final LoadModel loadModel;
    private final SimNode[] nodes;
    private final SimMembership simMembership;
    private final Map<Long, SimClient> clients = new LinkedHashMap<>();
    private final Map<Integer, SimClient> clientsByHome = new LinkedHashMap<>();
    private final Map<String, TaskKind> kinds = new LinkedHashMap<>();
    private final FaultScript faults;

    /** Whether some of its workload is kept where it comes. */
    private final boolean underWay;

    private Checks checks = Checks.NONE;
    private final ObserverCalls observerCalls = new ObserverCalls(this);

    /** Whether what is submitted now is kept where it is. */
    private boolean keeping;

    private long events;
    private long submitted;
    private long spawned;
    private long abandoned;
    private long failedAttempts;
    private long resubmitted;
    private double workNanos;
    private long lastCompletedNanos;

    SimCluster(SimSpec spec, SplittableRandom random) {
        this.spec = spec;
        this.random = random;
        this.network = new Network(spec.network(), eventQueue, random.split(), spec.checked());
        this.policies = Policies.parse(spec.cluster().policy());
        this.loadModel = LoadModels.parse(spec.cluster().loadModel());
        this.underWay = spec.workload().isUnderWay();
        this.nodes = new SimNode[spec.cluster().nodes()];
        int[][] neighbours = new int[nodes.length][];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new SimNode(this, i);
            neighbours[i] =
                    spec.cluster().topology().neighbours(i, nodes.length).stream()
                            .mapToInt(Integer::intValue)
                            .toArray();
        }
        this.meter = new Meter(new Backlog(neighbours));
        this.simMembership = new SimMembership(this, neighbours, spec.faults());
        this.faults = new FaultScript(this);
    }

    /** Starts every node that does not join late, and links neighbours. */
    void start() {
        for (SimNode node : nodes) {
            if (!simMembership.isLate(node)) {
                node.start();
            }
        }
        for (SimNode node : nodes) {
            for (SimNode other : simMembership.linksOf(node)) {
                if (node.isAlive() && node.index < other.index) {
                    network.link(node, other, true).establish();
                }
            }
        }
    }

    /** A node that is late joins: it hears of those that are there, and they of it. */
    void join(SimNode node) {
        if (node.life() > 0) {
            return;
        }
        node.start();
        makeKnown(node);
    }

    // ---- What they share

    EventQueue eventQueue() {
        return eventQueue;
    }

    Network network() {
        return network;
    }

    PhaseTraffic phaseTraffic() {
        return phaseTraffic;
    }

    Meter meter() {
        return meter;
    }

    TraceHash hash() {
        return hash;
    }

    Checks checks() {
        return checks;
    }

    void checkWith(Checks all) {
        checks = all;
    }

    ObserverCalls observerCalls() {
        return observerCalls;
    }

    void failedAttempt() {
        failedAttempts++;
    }

    @Override
    public long progress(Payload payload) {
        return TaskRecord.doneNanos(payload);
    }

    @Override
    public long failedAttempts() {
        return failedAttempts;
    }

    FaultScript faults() {
        return faults;
    }

    SplittableRandom random() {
        return random;
    }

    /** Whether anything goes wrong in this run. */
    boolean hasFaults() {
        return !spec.faults().isEmpty();
    }

    boolean isChecked() {
        return spec.checked();
    }

    long now() {
        return eventQueue.now();
    }

    ClusterSpec spec() {
        return spec.cluster();
    }

    // ---- Nodes

    @Override
    public SimNode node(int index) {
        return nodes[index];
    }

    SimNode[] all() {
        return nodes;
    }

    SimMembership simMembership() {
        return simMembership;
    }

    /** Some time after a new start every node has heard of it, and it has heard of every node. */
    void makeKnown(SimNode started) {
        int life = started.life();
        eventQueue.after(
                3 * network.spec().redialNanos(),
                () -> {
                    for (SimNode other : nodes) {
                        if (started.life() == life && other != started && other.isAlive()) {
                            other.seen(started);
                            started.seen(other);
                        }
                    }
                });
    }

    NodeConfig configOf(NodeRef ref) {
        return new NodeConfig(
                ref,
                policyOf(ref),
                loadModel,
                spec().leases().holderNanos(),
                spec().leases().ownerNanos(),
                spec().limits(),
                new ProcessorQuotas(spec.processors(), Map.of()),
                new NodeConfig.PhaseRole(
                        ref.port() < spec().masters(),
                        spec().speed(ref.port()),
                        SimWorker.MOVE_NANOS));
    }

    private Policy policyOf(NodeRef ref) {
        Policy policy = policies.create(policySeed(ref));
        return underWay ? FirstPlacement.of(policy, () -> keeping) : policy;
    }

    boolean comesToCheckpoints(TaskRecord record) {
        return !record.work.stays() && spec.workload().comesToCheckpoints(record.id.number());
    }

    /** How long a task waits for others of its job. */
    long waitsNanos(TaskId task) {
        return spec.workload().waitsNanos(task.number());
    }

    Event.@Nullable AvailabilitySet hoursOf(SimNode node) {
        return spec.hours().of(node.index);
    }

    /** Whose tasks a client submits: a submitter of its own where each has a quota. */
    String submitter(long session) {
        return spec.processors() == 0 ? "" : "client " + session;
    }

    /** Workers that each job asks for at once. */
    int width() {
        return spec.minWorkers();
    }

    /** Another one for every node and start. */
    private long policySeed(NodeRef ref) {
        return (spec.seed() * 31 + ref.incarnation()) * 31 + ref.id().name().hashCode();
    }

    /** Of the chance in what a crash leaves on a disk that is made in this life of a node. */
    long diskSeed(SimNode node) {
        return ~((spec.seed() * 31 + node.life()) * 31 + node.index);
    }

    /** Whether a machine was lost with its disk. */
    boolean isAnyDiskLost() {
        return Stream.of(all()).anyMatch(node -> node.diskLosses() > 0);
    }

    @Nullable SimNode anyAlive() {
        int start = random.nextInt(nodes.length);
        for (int step = 0; step < nodes.length; step++) {
            SimNode node = nodes[(start + step) % nodes.length];
            if (node.isAlive()) {
                return node;
            }
        }
        return null;
    }

    // ---- Clients and tasks

    @Nullable SimClient client(long session) {
        return clients.get(session);
    }

    /** The client on a node's machine; made when there is none. */
    SimClient clientAt(int home) {
        SimClient client = clientsByHome.get(home);
        if (client == null) {
            long session = newSession();
            boolean outlives = spec.durability() != Durability.MEMORY;
            boolean ofItsOwn = outlives || width() > 0 || spec.processors() > 0;
            JobId job = new JobId(ofItsOwn ? session : 1 + clients.size() % spec.jobs());
            client = new SimClient(this, nodes[home], session, job);
            clients.put(client.session(), client);
            clientsByHome.put(home, client);
        }
        return client;
    }

    /** An open task of some client. */
    TaskRecord openRecord(TaskId id) {
        SimClient client = clients.get(id.origin());
        TaskRecord record = client == null ? null : client.record(id);
        if (record == null) {
            throw new IllegalArgumentException(id + " is not open");
        }
        return record;
    }

    Iterable<SimClient> clients() {
        return clients.values();
    }

    List<SimClient> clientsOf(SimNode owner) {
        return clients.values().stream().filter(client -> client.isOf(owner)).toList();
    }

    long newSession() {
        return random.nextLong() | 1;
    }

    TaskKind kind(JobId job, SimWork work) {
        String key = job.value() + "/" + work.kind() + "@" + work.node() + "!" + work.priority();
        TaskKind kind = kinds.get(key);
        if (kind == null) {
            TaskKind.Options options =
                    new TaskKind.Options(
                            work.priority(),
                            spec.retries(),
                            0,
                            spec.durability(),
                            spec.workload().totalWeight(),
                            false,
                            Resources.NONE,
                            work.node().isEmpty() ? null : new NodeId(work.node()),
                            spec.checkpointNanos(),
                            retryRules(),
                            spec.deadlineNanos());
            kind = new TaskKind(job, work.kind(), CODE, options);
            kinds.put(key, kind);
        }
        return kind;
    }

    private RetryRules retryRules() {
        long first = spec.retryNanos();
        return first == 0
                ? RetryRules.AT_ONCE
                : new RetryRules(first, 2, spec.longestRetryNanos(), List.of(), List.of());
    }

    // ---- Counts

    void handled(SimNode node, Event event) {
        events++;
        hash.add(now(), node.index, event);
        meter.passTo(now());
    }

    /**
     * A client submits tasks.
     *
     * @param here whether they are kept at its node at first
     */
    void submit(int node, List<SimWork> together, boolean here) {
        submitted += together.size();
        together.forEach(work -> workNanos += work.totalNanos());
        keeping = here;
        try {
            clientAt(node).submit(together);
        } finally {
            keeping = false;
        }
    }

    void spawned() {
        spawned++;
    }

    void resubmitted(int tasks) {
        resubmitted += tasks;
    }

    /** How the tasks of this simulation are kept. */
    Durability durability() {
        return spec.durability();
    }

    /** No node wants a task any more that was counted as submitted. */
    void abandoned(TaskId task) {
        abandoned++;
        checks.abandoned(task);
    }

    void completed(TaskRecord record) {
        lastCompletedNanos = now();
        meter.responded(now() - record.submittedNanos, record.hops);
        observerCalls.ended(record.work);
    }

    long events() {
        return events;
    }

    long submitted() {
        return submitted;
    }

    /** Tasks that clients submitted and tasks that tasks spawned. */
    @Override
    public long tasks() {
        return submitted + spawned;
    }

    long resubmitted() {
        return resubmitted;
    }

    double workNanos() {
        return workNanos;
    }

    long lastCompletedNanos() {
        return lastCompletedNanos;
    }

    long openTasks() {
        return submitted - abandoned - meter.completed() + observerCalls.toSubmit();
    }

    @Nullable TaskId anyOpen() {
        for (SimClient client : clients.values()) {
            for (TaskId id : client.openTasks()) {
                return id;
            }
        }
        return null;
    }

    // ---- Sight

    @Override
    public int nodes() {
        return nodes.length;
    }

    @Override
    public int indexOf(NodeId id) {
        return Integer.parseInt(id.name(), 1, id.name().length(), 10);
    }

    @Override
    public boolean isLinked(int a, int b) {
        SimLink simLink = nodes[a].linkTo(b);
        return simLink != null && simLink.isUp();
    }

    @Override
    public Iterable<PeerMessage> inFlight(int from, int to) {
        SimLink simLink = nodes[from].linkTo(to);
        return simLink == null
                ? List.of()
                : simLink.laneFrom(nodes[from]).inFlight(simLink.numberAt(nodes[from]));
    }

    @Override
    public boolean isHealed() {
        return faults().isHealed();
    }

    @Override
    public long nowNanos() {
        return now();
    }
}
