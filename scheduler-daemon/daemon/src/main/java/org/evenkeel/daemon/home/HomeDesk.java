package org.evenkeel.daemon.home;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.evenkeel.daemon.drive.TimerSource;
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
public final class HomeDesk {

    /** Largest question: its content, two paths, and what is around them. */
    private static final int MAX_ASK_BYTES = (64 << 10) + 2 * 3 * 4_096 + 1_024;

    /** What is known here of clients and tasks. */
    public interface Knowledge {
        /** The client of a job, null while it is not attached here. */
        @Nullable Client clientOf(JobId job);

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
    public record Client(Object connection, Consumer<Frame> say) {}

    /** Other nodes. */
    public interface Peers {
        /** Everybody known of but this node. */
        List<NodeRef> others();

        /** Says something, unless there is no link yet; one is tried then. */
        boolean tell(NodeRef node, Frame frame);
    }

    /** Nobody, until others can be reached. */
    private static final Peers ALONE =
            new Peers() {
                @Override
                public List<NodeRef> others() {
                    return List.of();
                }

                @Override
                public boolean tell(NodeRef node, Frame frame) {
                    return false;
                }
            };

    private final Knowledge knowledge;
    private final OpenAsks open;
    private final ClientLanes clients;
    private final HomeSearch search;
    private Peers peers = ALONE;

    public HomeDesk(Knowledge knowledge, TimerSource timers, LongSupplier clock) {
        this.knowledge = knowledge;
        Room room = new Room();
        this.open = new OpenAsks(timers, clock, this::late);
        this.clients = new ClientLanes(open, room, this::isOver);
        this.search = new HomeSearch(() -> peers, timers, room, this::passOn);
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
        Waiting one = new Waiting(ask.toBuilder().setJob(job.value()).build(), asker);
        NodeRef owner = knowledge.ownerOf(one.task(), one.grant());
        if (owner == null || knowledge.owns(one.task()) || !passOn(owner, one)) {
            goOn(one);
        }
    }

    /**
     * A task that runs at another node asks. It is told at once where neither its owner nor its
     * job's client is here.
     */
    public void passedOn(FileAsk ask, Consumer<FileAnswer> asker) throws WireException {
        check(ask);
        Waiting one = new Waiting(ask, asker);
        if (knowledge.owns(one.task()) || knowledge.clientOf(one.job()) != null) {
            goOn(one);
        } else {
            one.notHere("neither the task's owner nor the job's client is at this node");
        }
    }

    /** The copy of a task is not here any more, whose thread asks. */
    public static void refuse(FileAsk ask, Consumer<FileAnswer> asker) {
        new Waiting(ask, asker).over();
    }

    private static void check(FileAsk ask) throws WireException {
        if (ask.getSerializedSize() > MAX_ASK_BYTES) {
            throw new WireException(
                    "file_ask", ask.getSerializedSize() + " bytes, " + MAX_ASK_BYTES + " may be");
        }
    }

    private boolean isOver(Waiting one) {
        return knowledge.isOver(one.task(), one.grant());
    }

    private void goOn(Waiting one) {
        Client client = knowledge.clientOf(one.job());
        if (isOver(one)) {
            one.over();
        } else if (client != null) {
            clients.ask(client, one);
        } else {
            search.find(one);
        }
    }

    private boolean passOn(NodeRef node, Waiting one) {
        if (open.isFull()) {
            return false;
        }
        Frame frame = open.open(node.id(), one);
        boolean told = peers.tell(node, frame);
        if (!told) {
            open.forget(frame);
        }
        return told;
    }

    private void late(OpenAsks.Open one) {
        one.question().away("no answer came in time");
        clients.next(one.to(), one.question());
    }

    // ---- Answers

    /** A client answers. */
    public void clientAnswered(Object connection, FileAnswer answer) {
        Waiting one = open.take(answer.getRoute(), connection);
        if (one != null) {
            one.answered(answer);
            clients.next(connection, one);
        }
    }

    /** A client's connection is gone. */
    public void clientLost(Object connection) {
        clients.lost(connection);
    }

    /** A node answers. */
    public void nodeAnswered(NodeId node, FileAnswer answer) {
        Waiting one = open.take(answer.getRoute(), node);
        if (one == null) {
            return;
        }
        boolean elsewhere = answer.getNotHere() && !search.isWrong(one.job(), node);
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
        if (knowledge.clientOf(new JobId(seek.getJob())) != null) {
            answer.accept(
                    Frame.newBuilder()
                            .setHomeHere(HomeHere.newBuilder().setJob(seek.getJob()))
                            .build());
        }
    }

    /** Another node has the client. */
    public void here(NodeRef node, HomeHere here) {
        search.found(new JobId(here.getJob()), node);
    }
}
