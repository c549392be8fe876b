package org.evenkeel.daemon.clientcalls;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.HomeHere;
import org.evenkeel.wire.proto.LogPart;
import org.evenkeel.wire.proto.SeekHome;
import org.jspecify.annotations.Nullable;

/**
 * Passes questions of tasks on to the client of their job, which may be at another node, and the
 * answers back the way the questions came. Who cannot be reached is told to the asker, who asks
 * again.
 *
 * <p>A question goes by way of its task's owner, which does not let through what comes under a
 * grant that is over, and mostly has the client; if not, it passes the question on to the node that
 * has. Only where the owner cannot be reached a question goes straight there. Lives on the event
 * loop.
 */
public final class ClientCallRouter {

    /** Largest question: its content, two paths, and what is around them. */
    private static final int MAX_ASK_BYTES = (64 << 10) + 2 * 3 * 4_096 + 1_024;

    /** What is known here of clients and tasks. */
    public interface Knowledge {
        /** The client of a job, null while it is not attached here. */
        @Nullable Client clientOf(JobId job);

        /** Whether a job is open here, its client attached or not. */
        boolean hasJob(JobId job);

        /** Whether this node owns the task. */
        boolean owns(TaskId task);

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
    public record Client(Object connection, Consumer<Frame> send) {}

    /** The logs of the jobs that are open here. */
    public interface Logs {
        /** Keeps a part of a log; {@code asker} hears when it is done, or why not. */
        void keep(JobId job, TaskId task, LogPart part, LogAsker asker);

        /** A client has shown a part to its user. */
        void shown(Object connection);

        /** A client's connection is gone. */
        void clientLost(Object connection);
    }

    /** Hears what became of a part of a log. */
    public interface LogAsker {
        void done();

        /** It is not there now; the worker asks again. */
        void away(String why);

        void failed(String why);
    }

    /** Other nodes. */
    public interface Peers {
        /** Every node known of but this node. */
        List<NodeRef> others();

        /** Says something, unless there is no link yet; one is tried then. */
        boolean send(NodeRef node, Frame frame);
    }

    /** No node, until others can be reached. */
    private static final Peers ALONE =
            new Peers() {
                @Override
                public List<NodeRef> others() {
                    return List.of();
                }

                @Override
                public boolean send(NodeRef node, Frame frame) {
                    return false;
                }
            };

    private final Knowledge knowledge;
    private final PendingCalls open;
    private final ClientCallQueues clients;
    private final ClientLocator search;
    private final NodeId self;
    private final Logs logs;
    private Peers peers = ALONE;

    public ClientCallRouter(
            NodeId self, Knowledge knowledge, Logs logs, TimerSource timers, LongSupplier clock) {
        this.self = self;
        this.knowledge = knowledge;
        this.logs = logs;
        CallBufferLimit callBufferLimit = new CallBufferLimit();
        this.open = new PendingCalls(timers, clock, this::late);
        this.clients = new ClientCallQueues(open, callBufferLimit, this::isOver);
        this.search = new ClientLocator(() -> peers, timers, callBufferLimit, this::passOn);
    }

    /** To be told once, before any node asks. */
    public void reachOthersBy(Peers others) {
        peers = others;
    }

    // ---- Questions

    /**
     * A task that runs here asks.
     *
     * @param job its job, whatever it says itself
     */
    public void call(JobId job, FileAsk call, Consumer<FileAnswer> asker) throws WireException {
        check(call);
        FileAsk.Builder known = call.toBuilder().setJob(job.value());
        if (call.hasLog()) {
            known.getLogBuilder().setNode(self.name());
        }
        PendingReply one = new PendingReply(known.build(), asker);
        NodeRef owner = knowledge.ownerOf(one.task(), one.grant());
        if (owner == null || knowledge.owns(one.task()) || !passOn(owner, one)) {
            resume(one);
        }
    }

    /**
     * A task that runs at another node asks. It is told at once where neither its owner nor its
     * job's client, or its job, is here.
     */
    public void passedOn(FileAsk call, Consumer<FileAnswer> asker) throws WireException {
        check(call);
        PendingReply one = new PendingReply(call, asker);
        if (knowledge.owns(one.task()) || isHome(one.job(), one.isLog())) {
            resume(one);
        } else {
            one.notHere("neither the task's owner nor the job's client is at this node");
        }
    }

    /** The copy of a task is not here any more, whose thread asks. */
    public static void refuse(FileAsk call, Consumer<FileAnswer> asker) {
        new PendingReply(call, asker).over();
    }

    private static void check(FileAsk call) throws WireException {
        if (call.getSerializedSize() > MAX_ASK_BYTES) {
            throw new WireException(
                    "file_ask",
                    call.getSerializedSize() + " bytes exceed the limit of " + MAX_ASK_BYTES);
        }
        if (call.hasLog()) {
            LogPartCheck.check(call.getLog());
        }
    }

    /** Whether what is asked of a job, or is said for its log, has come to the end of its way. */
    private boolean isHome(JobId job, boolean log) {
        return log ? knowledge.hasJob(job) : knowledge.clientOf(job) != null;
    }

    private boolean isOver(PendingReply one) {
        return knowledge.isOver(one.task(), one.grant());
    }

    private void resume(PendingReply one) {
        Client client = knowledge.clientOf(one.job());
        if (isOver(one)) {
            one.over();
        } else if (one.isLog() && knowledge.hasJob(one.job())) {
            logs.keep(one.job(), one.task(), one.ask().getLog(), one);
        } else if (!one.isLog() && client != null) {
            clients.ask(client, one);
        } else {
            search.find(one);
        }
    }

    private boolean passOn(NodeRef node, PendingReply one) {
        if (open.isFull()) {
            return false;
        }
        Frame frame = open.open(node.id(), one);
        boolean told = peers.send(node, frame);
        if (!told) {
            open.forget(frame);
        }
        return told;
    }

    private void late(PendingCalls.Open one) {
        one.question().away("the request timed out");
        clients.next(one.to(), one.question());
    }

    // ---- Answers

    /** A client answers. */
    public void clientAnswered(Object connection, FileAnswer answer) {
        if (answer.getRoute() == 0) {
            logs.shown(connection); // questions have other routes
        }
        PendingReply one = open.take(answer.getRoute(), connection);
        if (one != null) {
            one.answered(answer);
            clients.next(connection, one);
        }
    }

    /** A client's connection is gone. */
    public void clientLost(Object connection) {
        clients.lost(connection);
        logs.clientLost(connection);
    }

    /** A node answers. */
    public void nodeAnswered(NodeId node, FileAnswer answer) {
        PendingReply one = open.take(answer.getRoute(), node);
        if (one == null) {
            return;
        }
        boolean elsewhere = answer.getNotHere() && !search.isWrong(one, node);
        if (elsewhere) {
            search.find(one); // it was the owner
        } else {
            one.answered(answer);
        }
    }

    /** The link with a node is gone. */
    public void nodeLost(NodeId node) {
        search.lost(node);
        open.giveUp(node).forEach(one -> one.away("the link with node " + node + " was lost"));
    }

    // ---- Where is the client?

    /** Another node wants to know. */
    public void sought(SeekHome seek, Consumer<Frame> answer) {
        if (isHome(new JobId(seek.getJob()), seek.getLog())) {
            answer.accept(
                    Frame.newBuilder()
                            .setHomeHere(
                                    HomeHere.newBuilder()
                                            .setJob(seek.getJob())
                                            .setLog(seek.getLog()))
                            .build());
        }
    }

    /** Another node has the client. */
    public void here(NodeRef node, HomeHere here) {
        search.found(new ClientLocator.Sought(new JobId(here.getJob()), here.getLog()), node);
    }
}
