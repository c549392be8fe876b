package org.evenkeel.daemon.home;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.evenkeel.daemon.drive.TimerSource;
import org.evenkeel.daemon.home.OpenAsks.Open;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Granted;
import org.evenkeel.wire.proto.HomeHere;
import org.evenkeel.wire.proto.SeekHome;
import org.jspecify.annotations.Nullable;

/**
 * Passes questions of tasks on to the client of their job: here, or at the node that has it, which
 * is the owner of the task or says so when everybody is asked. Answers go back the way the
 * questions came. Who cannot be reached is told to the asker, who asks again.
 *
 * <p>Where the client is, what the owner of a task knows of its grant is looked at: a copy that was
 * given up is not let through. Lives on the event loop.
 */
public final class HomeDesk {

    /** As the client's and the worker's {@code FileReply.Problem}. */
    private static final int AWAY = 1;

    private static final int STALE = 2;

    /** Largest question: its content, two paths, and what is around them. */
    private static final int MAX_ASK_BYTES = (64 << 10) + 2 * 3 * 4_096 + 1_024;

    /** Questions that a client has not answered. */
    private static final int MOST_AT_CLIENT = 32;

    /** Bytes of questions that wait for clients to answer others. */
    private static final long MOST_WAITING_BYTES = 16L << 20;

    private static final int HEAP_PER_ASK = 512;

    /** Jobs whose homes are remembered. */
    private static final int MOST_HOMES = 1_024;

    private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long SEEK_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long SEEK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** What is known here of clients and tasks. */
    public interface Knowledge {
        /** The client of a job, null while it is not attached here. */
        @Nullable Client clientOf(JobId job);

        /** Whether what this copy does counts no more, as far as is known here. */
        boolean isOver(TaskId task, Grant grant);

        /** The owner of a task that is held here. */
        @Nullable NodeRef ownerOf(TaskId task, Grant grant);
    }

    /**
     * A client that is attached.
     *
     * @param connection who answers
     */
    public record Client(Object connection, Consumer<Frame> say) {}

    /** Other nodes. */
    public interface Peers {
        /** Everybody known of but this node. */
        List<NodeRef> others();

        /** Says something, unless there is no link yet; one is tried then. */
        boolean tell(NodeRef node, Frame frame);
    }

    private static final class Lane {
        private final Client client;
        private int asked;
        private final Deque<Waiting> waiting = new ArrayDeque<>();

        private Lane(Client client) {
            this.client = client;
        }
    }

    private record Waiting(FileAsk ask, Consumer<FileAnswer> asker) {}

    private final Knowledge knowledge;
    private final TimerSource timers;
    private final LongSupplier clock;
    private @Nullable Peers peers;
    private final OpenAsks open = new OpenAsks();
    private final Map<Object, Lane> lanes = new HashMap<>();
    private final Map<JobId, NodeRef> homes =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<JobId, NodeRef> eldest) {
                    return size() > MOST_HOMES;
                }
            };
    private final Map<JobId, List<Waiting>> seeking = new HashMap<>();
    private long waitingBytes;
    private boolean sweeping;

    public HomeDesk(Knowledge knowledge, TimerSource timers, LongSupplier clock) {
        this.knowledge = knowledge;
        this.timers = timers;
        this.clock = clock;
    }

    /** To be told once, before anybody asks. */
    public void reachOthersBy(Peers others) {
        peers = others;
    }

    // ---- Questions

    /**
     * A task that runs here asks.
     *
     * @param job its job, whatever it says itself
     */
    public void ask(JobId job, FileAsk ask, Consumer<FileAnswer> asker) throws WireException {
        check(ask);
        FileAsk of = ask.toBuilder().setJob(job.value()).build();
        Client client = knowledge.clientOf(job);
        if (client != null) {
            toClient(client, of, asker);
            return;
        }
        NodeRef home = homes.get(job);
        NodeRef likely = home == null ? knowledge.ownerOf(task(ask), grant(ask)) : home;
        if (likely == null || !toPeer(likely, of, asker)) {
            seek(of, asker);
        }
    }

    /** A task that runs at another node asks; it is told at once where its client is not here. */
    public void passedOn(FileAsk ask, Consumer<FileAnswer> asker) throws WireException {
        check(ask);
        Client client = knowledge.clientOf(new JobId(ask.getJob()));
        if (client != null) {
            toClient(client, ask, asker);
        } else {
            asker.accept(problem(ask, AWAY, "the job's client is not at this node"));
        }
    }

    private static void check(FileAsk ask) throws WireException {
        if (ask.getSerializedSize() > MAX_ASK_BYTES) {
            throw new WireException(
                    "file_ask", ask.getSerializedSize() + " bytes, " + MAX_ASK_BYTES + " may be");
        }
    }

    /** What it takes here, bytes. */
    private static long cost(FileAsk ask) {
        return ask.getSerializedSize() + HEAP_PER_ASK;
    }

    private static TaskId task(FileAsk ask) {
        return new TaskId(ask.getTask().getOrigin(), ask.getTask().getNumber());
    }

    private static Grant grant(FileAsk ask) {
        Granted task = ask.getTask();
        return new Grant(task.getEpoch(), task.getGrant());
    }

    private static FileAnswer problem(FileAsk ask, int problem, String why) {
        return FileAnswer.newBuilder()
                .setTask(ask.getTask())
                .setNumber(ask.getNumber())
                .setRoute(ask.getRoute())
                .setProblem(problem)
                .setWhy(why)
                .build();
    }

    /** The answer to a copy of a task that was given up, or has ended. */
    public static FileAnswer over(FileAsk ask) {
        return problem(
                ask,
                STALE,
                "grant " + grant(ask) + " is over: the task has ended or goes on elsewhere");
    }

    // ---- To a client

    private void toClient(Client client, FileAsk ask, Consumer<FileAnswer> asker) {
        Lane lane = lanes.computeIfAbsent(client.connection(), key -> new Lane(client));
        if (lane.asked < MOST_AT_CLIENT) {
            send(lane, new Waiting(ask, asker));
        } else if (waitingBytes + cost(ask) > MOST_WAITING_BYTES) {
            asker.accept(problem(ask, AWAY, "too many questions wait for the job's client"));
        } else {
            waitingBytes += cost(ask);
            lane.waiting.add(new Waiting(ask, asker));
        }
    }

    /** The last look at the grant: from here on what is asked is done. */
    private void send(Lane lane, Waiting one) {
        FileAsk ask = one.ask();
        if (knowledge.isOver(task(ask), grant(ask))) {
            one.asker().accept(over(ask));
        } else if (open.isFull()) {
            one.asker().accept(problem(ask, AWAY, "too many questions at a time"));
        } else {
            lane.asked++;
            long route = opened(lane.client.connection(), ask, one.asker());
            lane.client.say().accept(frame(ask, route));
        }
    }

    private long opened(Object to, FileAsk ask, Consumer<FileAnswer> asker) {
        if (!sweeping) {
            sweeping = true;
            timers.after(SWEEP_NANOS, this::sweep);
        }
        return open.open(to, ask, asker, clock.getAsLong());
    }

    private static Frame frame(FileAsk ask, long route) {
        return Frame.newBuilder().setFileAsk(ask.toBuilder().setRoute(route)).build();
    }

    /** A client answers. */
    public void clientAnswered(Object connection, FileAnswer answer) {
        Open one = open.take(answer.getRoute(), connection);
        if (one != null) {
            answer(one, answer);
            next(connection);
        }
    }

    private void next(Object connection) {
        Lane lane = lanes.get(connection);
        if (lane == null) {
            return;
        }
        lane.asked--;
        while (lane.asked < MOST_AT_CLIENT && !lane.waiting.isEmpty()) {
            Waiting one = lane.waiting.remove();
            waitingBytes -= cost(one.ask());
            send(lane, one);
        }
        if (lane.asked == 0) {
            lanes.remove(connection);
        }
    }

    /** A client's connection is gone. */
    public void clientLost(Object connection) {
        Lane lane = lanes.remove(connection);
        if (lane != null) {
            giveUp(open.giveUp(connection, clock.getAsLong()), "the job's client has just left");
            for (Waiting one : lane.waiting) {
                waitingBytes -= cost(one.ask());
                one.asker().accept(problem(one.ask(), AWAY, "the job's client has just left"));
            }
        }
    }

    private static void answer(Open one, FileAnswer answer) {
        FileAsk original = one.original();
        one.asker()
                .accept(
                        answer.toBuilder()
                                .setTask(original.getTask())
                                .setNumber(original.getNumber())
                                .setRoute(original.getRoute())
                                .build());
    }

    private static void giveUp(List<Open> given, String why) {
        given.forEach(one -> one.asker().accept(problem(one.original(), AWAY, why)));
    }

    private void sweep() {
        List<Open> late = open.giveUp(null, clock.getAsLong());
        giveUp(late, "no answer came in time");
        for (Open one : late) {
            next(one.to());
        }
        sweeping = !open.isEmpty();
        if (sweeping) {
            timers.after(SWEEP_NANOS, this::sweep);
        }
    }

    // ---- To another node

    private boolean toPeer(NodeRef node, FileAsk ask, Consumer<FileAnswer> asker) {
        Peers reach = peers;
        if (reach == null || open.isFull()) {
            return false;
        }
        long route = opened(node.id(), ask, asker);
        if (reach.tell(node, frame(ask, route))) {
            return true;
        }
        open.take(route, node.id());
        return false;
    }

    /** A node answers. */
    public void nodeAnswered(NodeId node, FileAnswer answer) {
        Open one = open.take(answer.getRoute(), node);
        if (one == null) {
            return;
        }
        FileAsk original = one.original();
        JobId job = new JobId(original.getJob());
        NodeRef home = homes.get(job);
        boolean isHome = home != null && home.id().equals(node);
        if (answer.getProblem() != AWAY) {
            answer(one, answer);
        } else if (isHome) {
            homes.remove(job);
            answer(one, answer);
        } else {
            seek(original, one.asker()); // it was likely, no more
        }
    }

    /** The link with a node is gone. */
    public void nodeLost(NodeId node) {
        homes.values().removeIf(home -> home.id().equals(node));
        giveUp(open.giveUp(node, clock.getAsLong()), "the link with node " + node + " was lost");
    }

    // ---- Where is the client?

    private void seek(FileAsk ask, Consumer<FileAnswer> asker) {
        JobId job = new JobId(ask.getJob());
        if (waitingBytes + cost(ask) > MOST_WAITING_BYTES) {
            asker.accept(problem(ask, AWAY, "too many questions wait for their homes"));
            return;
        }
        waitingBytes += cost(ask);
        List<Waiting> known = seeking.get(job);
        if (known != null) {
            known.add(new Waiting(ask, asker));
            return;
        }
        List<Waiting> waiting = new ArrayList<>(List.of(new Waiting(ask, asker)));
        seeking.put(job, waiting);
        Peers reach = peers;
        if (reach != null) {
            Frame frame =
                    Frame.newBuilder()
                            .setSeekHome(SeekHome.newBuilder().setJob(job.value()))
                            .build();
            reach.others().forEach(other -> tell(reach, other, frame, job, waiting));
        }
        timers.after(SEEK_NANOS, () -> found(job, waiting, null));
    }

    /** A link may have to be opened first. */
    private void tell(Peers reach, NodeRef other, Frame frame, JobId job, List<Waiting> waiting) {
        if (isSought(job, waiting) && !reach.tell(other, frame)) {
            timers.after(SEEK_AGAIN_NANOS, () -> tell(reach, other, frame, job, waiting));
        }
    }

    @SuppressWarnings("ReferenceEquality") // this search, and not a later one
    private boolean isSought(JobId job, List<Waiting> waiting) {
        return seeking.get(job) == waiting;
    }

    /** Another node wants to know. */
    public void sought(SeekHome seek, Consumer<Frame> answer) {
        if (knowledge.clientOf(new JobId(seek.getJob())) != null) {
            answer.accept(
                    Frame.newBuilder()
                            .setHomeHere(HomeHere.newBuilder().setJob(seek.getJob()))
                            .build());
        }
    }

    /** Another node has the client. */
    public void here(NodeRef node, HomeHere here) {
        JobId job = new JobId(here.getJob());
        List<Waiting> waiting = seeking.get(job);
        if (waiting != null) {
            homes.put(job, node);
            found(job, waiting, node);
        }
    }

    private void found(JobId job, List<Waiting> waiting, @Nullable NodeRef home) {
        if (!isSought(job, waiting)) {
            return;
        }
        seeking.remove(job);
        for (Waiting one : waiting) {
            waitingBytes -= cost(one.ask());
            if (home == null || !toPeer(home, one.ask(), one.asker())) {
                one.asker()
                        .accept(
                                problem(
                                        one.ask(),
                                        AWAY,
                                        "no node that can be reached has the client of job "
                                                + job));
            }
        }
    }
}
