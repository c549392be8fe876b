package org.evenkeel.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import org.evenkeel.core.Effect.Assignment;
import org.evenkeel.core.Effect.Delivery;
import org.evenkeel.core.Event.Finish;
import org.evenkeel.core.Event.Submission;
import org.evenkeel.load.WorkerBusyLoad;
import org.evenkeel.model.Digest;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.policy.Policies;
import org.evenkeel.protocol.Message;
import org.evenkeel.protocol.Message.GrantedTask;
import org.evenkeel.topology.Topologies;
import org.evenkeel.trace.TraceRecord;

/**
 * A cluster of real {@link NodeCore}s under virtual time: links with latency, workers that run
 * tasks of known length and spawn children, one client that resubmits when its owner dies, and
 * faults.
 */
final class CoreNetwork {
    static final long MILLI = 1_000_000L;
    static final JobId JOB = new JobId(7);

    /**
     * A task that runs so long and, in the middle, waits for so many children like it, one level
     * less.
     */
    record Work(long nanos, int children, int levels) implements Payload {
        @Override
        public long sizeBytes() {
            return 24;
        }
    }

    record Event0(long at, long seq, Runnable what) {}

    final class Node {
        final NodeId id;
        final int index;
        NodeRef ref;
        NodeCore core;
        boolean alive;
        int life;
        final Map<Integer, Worker> workers = new LinkedHashMap<>();
        final Set<Integer> links = new LinkedHashSet<>();

        Node(int index) {
            this.index = index;
            this.id = new NodeId("n" + index);
        }

        void handle(Event event) {
            if (alive) {
                events++;
                List<Effect> effects = List.copyOf(core.handle(now, event));
                effects.forEach(effect -> perform(this, effect));
            }
        }
    }

    /** A worker process in one slot. */
    final class Worker {
        final Node node;
        final int slot;
        final long origin;
        long children;
        boolean alive = true;
        final ArrayDeque<Running> queue = new ArrayDeque<>();
        final ArrayDeque<Running> ready = new ArrayDeque<>();
        final Map<Long, Running> waitsFor = new LinkedHashMap<>();
        Running running;

        Worker(Node node, int slot) {
            this.node = node;
            this.slot = slot;
            this.origin = random.nextLong() | 1;
        }

        private long lastSaid;

        /** Says something to the daemon: later, and in order. */
        void say(Event event) {
            long at = Math.max(lastSaid, now + 1000 + (long) (random.nextDouble() * 30_000));
            lastSaid = at;
            after(
                    at - now,
                    () -> {
                        if (alive) {
                            node.handle(event);
                        }
                    });
        }

        void next() {
            if (running != null || !alive) {
                return;
            }
            running = ready.isEmpty() ? queue.pollFirst() : ready.pollFirst();
            if (running == null) {
                return;
            }
            Running mine = running;
            if (!mine.started) {
                mine.started = true;
                executions++;
                if (!runs.add(mine.what.task().id() + "/" + mine.what.grant())) {
                    violations.add(
                            "two runs of " + mine.what.task().id() + "/" + mine.what.grant());
                }
            }
            Work work = (Work) mine.what.task().payload();
            after(work.nanos(), () -> ranFor(mine, work));
        }

        private void ranFor(Running mine, Work work) {
            if (!alive || running != mine) {
                return;
            }
            if (work.levels() > 0 && !mine.spawned) {
                mine.spawned = true;
                spawn(mine, work);
            } else {
                finish(mine, Outcome.succeeded(work));
            }
        }

        private void spawn(Running mine, Work work) {
            List<Submission> children = new ArrayList<>();
            long[] numbers = new long[work.children()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = ++this.children;
                waitsFor.put(numbers[i], mine);
                mine.open++;
                spawned++;
                Task child =
                        new Task(
                                new TaskId(origin, numbers[i]),
                                mine.what.task().kind(),
                                new Work(work.nanos(), work.children(), work.levels() - 1),
                                1,
                                mine.what.task().id());
                children.add(new Submission(child, 1));
            }
            running = null;
            say(new Event.TasksSubmitted(origin, children));
            say(new Event.TaskParked(slot, mine.what.task().id(), origin, numbers, false));
            next();
        }

        void finish(Running mine, Outcome outcome) {
            running = running == mine ? null : running;
            Finish finish =
                    new Finish(
                            mine.what.task().id(),
                            mine.what.grant(),
                            outcome,
                            1000,
                            Finish.NO_TAIL);
            after(20_000, this::next);
            say(new Event.TasksFinished(slot, List.of(finish)));
        }

        void delivered(List<Delivery> deliveries) {
            long[] numbers = new long[deliveries.size()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = deliveries.get(i).number();
                Running parent = waitsFor.remove(numbers[i]);
                if (parent != null && --parent.open == 0) {
                    ready.addLast(parent);
                }
            }
            say(new Event.OutcomesAcknowledged(origin, numbers));
            next();
        }
    }

    static final class Running {
        final Assignment what;
        boolean started;
        boolean spawned;
        int open;

        Running(Assignment what) {
            this.what = what;
        }
    }

    final Random random;
    final List<Node> nodes = new ArrayList<>();
    final PriorityQueue<Event0> queue =
            new PriorityQueue<>(
                    (a, b) -> a.at != b.at ? Long.compare(a.at, b.at) : Long.compare(a.seq, b.seq));
    final Map<Long, Long> fifo = new LinkedHashMap<>();
    final List<String> violations = new ArrayList<>();
    final Set<String> runs = new LinkedHashSet<>();
    final Map<TaskId, Integer> completed = new LinkedHashMap<>();
    final Map<TaskId, Outcome> outcomes = new LinkedHashMap<>();
    final Map<TaskId, Submission> open = new LinkedHashMap<>();
    final Map<TaskId, Set<String>> ranOn = new LinkedHashMap<>();
    final String policy;
    final String topology;
    final int workersPerNode;
    final TaskKind kind;
    long session = 99;
    Node owner;
    long now;
    long seq;
    long executions;
    long spawned;
    long events;
    long latencyNanos = MILLI / 5;

    CoreNetwork(long seed, String policy, int nodes, int workersPerNode) {
        this(seed, policy, "complete", nodes, workersPerNode);
    }

    CoreNetwork(long seed, String policy, String topology, int nodes, int workersPerNode) {
        this.topology = topology;
        this.random = new Random(seed);
        this.policy = policy;
        this.workersPerNode = workersPerNode;
        this.kind = new TaskKind(JOB, "work", new Digest(1, 2, 3, 4), TaskKind.Options.DEFAULT);
        for (int i = 0; i < nodes; i++) {
            this.nodes.add(new Node(i));
        }
        for (Node node : this.nodes) {
            start(node);
        }
    }

    void start(Node node) {
        node.life++;
        node.ref = new NodeRef(node.id, now + node.life, "127.0.0.1", 1000 + node.index);
        node.core =
                new NodeCore(
                        new NodeConfig(
                                node.ref,
                                Policies.parse(policy).create(node.index),
                                new WorkerBusyLoad(),
                                200 * MILLI,
                                300 * MILLI,
                                new NodeConfig.Limits(10_000, 10_000, 16, MILLI, 3, 10_000)));
        node.alive = true;
        node.links.clear();
        node.workers.clear();
        List<NodeId> neighbours = new ArrayList<>();
        for (int index : Topologies.parse(topology).neighbours(node.index, nodes.size())) {
            neighbours.add(nodes.get(index).id);
        }
        node.handle(new Event.NeighboursSet(neighbours, nodes.size()));
        for (int slot = 0; slot < workersPerNode; slot++) {
            startWorker(node, slot);
            node.handle(new Event.SlotOpened(slot, null));
        }
        for (Node other : nodes) {
            if (other != node && other.alive) {
                connect(node, other);
            }
        }
    }

    private void startWorker(Node node, int slot) {
        Worker worker = new Worker(node, slot);
        node.workers.put(slot, worker);
        node.handle(new Event.SessionOpened(worker.origin, true));
    }

    // ---- Faults

    void crash(Node node) {
        node.alive = false;
        node.workers.values().forEach(worker -> worker.alive = false);
        for (Node other : nodes) {
            if (other != node && other.links.remove(node.index)) {
                node.links.remove(other.index);
                NodeRef dead = node.ref;
                other.handle(new Event.PeerDown(dead.id()));
                refuse(other, node, dead, 3);
            }
        }
        if (owner == node) {
            after(10 * MILLI, this::resubmit);
        }
    }

    private void refuse(Node other, Node node, NodeRef dead, int times) {
        after(
                20 * MILLI,
                () -> {
                    if (!node.alive || node.ref.incarnation() != dead.incarnation()) {
                        if (!node.alive) {
                            other.handle(new Event.PeerRefused(dead));
                        }
                        if (times > 0) {
                            refuse(other, node, dead, times - 1);
                        }
                    }
                });
    }

    void killWorker(Node node, int slot) {
        Worker worker = node.workers.get(slot);
        if (node.alive && worker != null && worker.alive) {
            worker.alive = false;
            node.handle(new Event.WorkerDied(slot, JOB, worker.origin, "killed"));
            Worker fresh = new Worker(node, slot);
            node.workers.put(slot, fresh);
            node.handle(new Event.SessionOpened(fresh.origin, true));
            strays(node, slot, fresh);
        }
    }

    /** What the node gave the slot while nobody was there goes to the new worker. */
    private void strays(Node node, int slot, Worker fresh) {
        List<Assignment> late = pendingStarts.remove(node.index + "/" + slot);
        if (late != null) {
            late.forEach(assignment -> fresh.queue.addLast(new Running(assignment)));
            fresh.next();
        }
    }

    private final Map<String, List<Assignment>> pendingStarts = new LinkedHashMap<>();

    void cut(Node a, Node b) {
        if (a.links.remove(b.index) && b.links.remove(a.index)) {
            a.handle(new Event.PeerDown(b.id));
            b.handle(new Event.PeerDown(a.id));
        }
    }

    void connect(Node a, Node b) {
        if (a.alive && b.alive && a.links.add(b.index)) {
            b.links.add(a.index);
            linkSessions.merge(pair(a, b), 1, Integer::sum);
            a.handle(new Event.PeerUp(b.ref));
            b.handle(new Event.PeerUp(a.ref));
        }
    }

    private final Map<String, Integer> linkSessions = new LinkedHashMap<>();

    private static String pair(Node a, Node b) {
        return Math.min(a.index, b.index) + "-" + Math.max(a.index, b.index);
    }

    // ---- The client

    void submit(Node to, int tasks, Work work) {
        if (owner == null) {
            owner = to;
            to.handle(new Event.SessionOpened(session, false));
        }
        List<Submission> list = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            Task task = new Task(new TaskId(session, ++submitted), kind, work, 1, null);
            Submission submission = new Submission(task, 1);
            open.put(task.id(), submission);
            list.add(submission);
        }
        to.handle(new Event.TasksSubmitted(session, list));
    }

    long submitted;

    private void resubmit() {
        Node next = nodes.stream().filter(n -> n.alive).findFirst().orElse(null);
        if (next == null) {
            after(20 * MILLI, this::resubmit);
            return;
        }
        owner = next;
        List<Submission> again = new ArrayList<>();
        open.replaceAll((id, s) -> new Submission(s.task(), s.epoch() + 1));
        again.addAll(open.values());
        next.handle(new Event.SessionOpened(session, false));
        if (!again.isEmpty()) {
            next.handle(new Event.TasksSubmitted(session, again));
        }
    }

    // ---- Effects

    private void perform(Node node, Effect effect) {
        switch (effect) {
            case Effect.Send send -> send(node, send.to(), send.message());
            case Effect.StartTasks start -> {
                Worker worker = node.workers.get(start.slot());
                if (worker == null || !worker.alive) {
                    pendingStarts
                            .computeIfAbsent(
                                    node.index + "/" + start.slot(), k -> new ArrayList<>())
                            .addAll(start.tasks());
                    return;
                }
                for (Assignment assignment : start.tasks()) {
                    ranOn.computeIfAbsent(assignment.task().id(), k -> new LinkedHashSet<>())
                            .add(node.id.name());
                    worker.queue.addLast(new Running(assignment));
                }
                after(1000, worker::next);
            }
            case Effect.RecallTasks recall ->
                    after(1000 + (long) (random.nextDouble() * 30_000), () -> recall(node, recall));
            case Effect.StopTasks stop -> after(1000, () -> stop(node, stop));
            case Effect.Deliver deliver -> deliver(node, deliver);
            case Effect.SetTimer timer ->
                    after(
                            timer.atNanos() - now,
                            life(node, () -> node.handle(new Event.TimerFired(timer.timer()))));
            case Effect.TryReach reach ->
                    after(
                            latencyNanos,
                            life(
                                    node,
                                    () -> {
                                        Node subject = nodes.get(reach.peer().port() - 1000);
                                        boolean there =
                                                subject.alive && subject.ref.equals(reach.peer());
                                        node.handle(
                                                there
                                                        ? new Event.PeerReached(reach.peer())
                                                        : new Event.PeerRefused(reach.peer()));
                                    }));
            case Effect.Reject reject ->
                    violations.add("rejected " + reject.number() + ": " + reject.why());
            case Effect.Accept a -> {}
            case Effect.Persist p -> {}
            case Effect.Release r -> {}
            case Effect.Drained d -> drained.add(node.id);
        }
    }

    final Set<NodeId> drained = new LinkedHashSet<>();

    private void send(Node from, NodeRef to, Message message) {
        Node target = nodes.get(to.port() - 1000);
        int life = target.life;
        if (!from.links.contains(target.index) || target.ref.incarnation() != to.incarnation()) {
            return;
        }
        long link = from.index * 1000L + target.index;
        long at =
                Math.max(
                        fifo.getOrDefault(link, 0L),
                        now + latencyNanos / 2 + (long) (random.nextDouble() * latencyNanos));
        fifo.put(link, at);
        NodeRef sender = from.ref;
        int linkSession = linkSessions.getOrDefault(pair(from, target), 0);
        after(
                at - now,
                () -> {
                    if (target.life == life
                            && from.ref.equals(sender)
                            && target.links.contains(from.index)
                            && linkSessions.getOrDefault(pair(from, target), 0) == linkSession) {
                        target.handle(new Event.MessageReceived(from.id, message));
                    }
                });
    }

    private void recall(Node node, Effect.RecallTasks recall) {
        Worker worker = node.workers.get(recall.slot());
        if (worker == null || !worker.alive) {
            return;
        }
        List<GrantedTask> given = new ArrayList<>();
        List<GrantedTask> started = new ArrayList<>();
        for (GrantedTask task : recall.tasks()) {
            boolean there =
                    worker.queue.removeIf(r ->
                            r.what.task().id().equals(task.task())
                                    && r.what.grant().equals(task.grant()));
            (there ? given : started).add(task);
        }
        worker.say(new Event.RecallAnswered(recall.slot(), given, started));
    }

    private void stop(Node node, Effect.StopTasks stop) {
        Worker worker = node.workers.get(stop.slot());
        if (worker == null || !worker.alive) {
            return;
        }
        for (GrantedTask task : stop.tasks()) {
            Running found = null;
            List<Running> all = new ArrayList<>(worker.queue);
            all.addAll(worker.ready);
            all.addAll(worker.waitsFor.values());
            if (worker.running != null) {
                all.add(worker.running);
            }
            for (Running running : all) {
                if (running.what.task().id().equals(task.task())
                        && running.what.grant().equals(task.grant())) {
                    found = running;
                }
            }
            if (found != null) {
                Running stopped = found;
                worker.queue.remove(stopped);
                worker.ready.remove(stopped);
                worker.waitsFor.values().removeIf(r -> r == stopped);
                worker.finish(stopped, Outcome.cancelled(stop.why()));
            }
        }
    }

    private void deliver(Node node, Effect.Deliver deliver) {
        if (deliver.session() != session) {
            for (Worker worker : node.workers.values()) {
                if (worker.origin == deliver.session() && worker.alive) {
                    after(1000, () -> worker.delivered(deliver.deliveries()));
                }
            }
            return;
        }
        long[] numbers = new long[deliver.deliveries().size()];
        for (int i = 0; i < numbers.length; i++) {
            Delivery delivery = deliver.deliveries().get(i);
            numbers[i] = delivery.number();
            TaskId id = new TaskId(session, numbers[i]);
            if (open.remove(id) != null) {
                completed.merge(id, 1, Integer::sum);
                outcomes.put(id, delivery.outcome());
            }
        }
        after(
                1000,
                life(node, () -> node.handle(new Event.OutcomesAcknowledged(session, numbers))));
    }

    private Runnable life(Node node, Runnable what) {
        int life = node.life;
        return () -> {
            if (node.life == life && node.alive) {
                what.run();
            }
        };
    }

    // ---- Time

    void after(long nanos, Runnable what) {
        queue.add(new Event0(now + Math.max(0, nanos), seq++, what));
    }

    /** Runs until nothing is open or the time is over; whether nothing is open. */
    boolean runUntilDone(long maxNanos) {
        long end = now + maxNanos;
        while (!open.isEmpty() && now < end && !queue.isEmpty()) {
            step();
        }
        return open.isEmpty();
    }

    void run(long nanos) {
        long end = now + nanos;
        while (!queue.isEmpty() && queue.peek().at() <= end) {
            step();
        }
        now = end;
    }

    private void step() {
        Event0 event = queue.poll();
        now = event.at();
        event.what().run();
    }

    /** The stories of a few open tasks, for a failed test. */
    String report() {
        StringBuilder text = new StringBuilder();
        text.append(open.size()).append(" open at ").append(now / 1e6).append(" ms, owner ");
        text.append(owner == null ? "nobody" : owner.id).append('\n');
        open.keySet().stream()
                .limit(2)
                .forEach(id -> {
                    for (Node node : nodes) {
                        node.core.trace().story(id).forEach(r -> line(text, node, r));
                    }
                });
        for (Node node : nodes) {
            text.append(node.alive ? "" : "dead ").append(node.core.status()).append('\n');
            node.core.tasks(5).forEach(t -> text.append("   ").append(t).append('\n'));
        }
        return text.toString();
    }

    private static void line(StringBuilder text, Node node, TraceRecord r) {
        text.append(
                String.format(
                        "%10.3f ms %s %s%n",
                        r.atNanos() / 1e6, node.ref.id() + "/" + node.ref.incarnation(), r));
    }
}
