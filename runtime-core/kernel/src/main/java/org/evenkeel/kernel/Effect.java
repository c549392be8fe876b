package org.evenkeel.kernel;

import java.util.List;
import org.evenkeel.kernel.Event.Timer;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Payload;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.Assignment;
import org.evenkeel.model.protocol.Delivery;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;

/**
 * What a node must do, in the order of the list; a {@link Persist} is complete before a later
 * effect starts.
 */
public sealed interface Effect {

    /** Say something to a peer; dropped when that process is gone. */
    record Send(NodeRef to, PeerMessage peerMessage) implements Effect {}

    /** Give tasks to the worker of a slot; the first runs when what is there has ended or waits. */
    record StartTasks(int slot, List<Assignment> tasks) implements Effect {}

    /** Ask the worker of a slot to return tasks it has not started. */
    record RecallTasks(int slot, List<GrantedTask> tasks) implements Effect {}

    /** Stop these; a worker that does not stop in time is killed. */
    record StopTasks(int slot, List<GrantedTask> tasks, String why) implements Effect {}

    /**
     * Suspend these at their next checkpoints, so that they can resume elsewhere: they end as
     * {@link org.evenkeel.model.Outcome.Status#SUSPENDED}, or as they would have.
     *
     * @param withChildren also before their children have ended
     */
    record SuspendTasks(int slot, List<GrantedTask> tasks, boolean withChildren)
            implements Effect {}

    /** Make checkpoints of these at the next opportunity; they run on. */
    record CheckpointTasks(int slot, List<GrantedTask> tasks) implements Effect {}

    /**
     * Stop the processes of all workers, also of those that start later, or let them continue. What
     * was said to them before reaches them before they stop.
     */
    record FreezeWorkers(boolean frozen) implements Effect {}

    /**
     * Every task of the session up to this number that was not rejected is accepted.
     *
     * @param attachment of its client when it was so: one that has come again meanwhile is not
     *     told, for it may have submitted again what had been rejected
     */
    record Accept(long session, int attachment, long upTo) implements Effect {}

    /**
     * A task was not accepted.
     *
     * @param byPolicy whether the policy refused it; else it may be welcome at another node
     */
    record Reject(long session, long number, String why, boolean byPolicy) implements Effect {}

    /** Outcomes for a session; kept until it acknowledges them. */
    record Deliver(long session, List<Delivery> deliveries) implements Effect {}

    /** Write this down and force it. */
    record Persist(JournalRecord entry) implements Effect {}

    /** Fire this timer then, instead of at an earlier or later time set before. */
    record SetTimer(Timer timer, long atNanos) implements Effect {}

    /** Bytes outside the heap that this node needs once more: they are released once more. */
    record Retain(Payload payload) implements Effect {}

    /** Bytes outside the heap that this node no longer needs. */
    record Release(Payload payload) implements Effect {}

    /**
     * Find out whether a process listens at this process's address; answered by PeerReached or
     * PeerRefused.
     */
    record TryReach(NodeRef peer) implements Effect {}

    /**
     * Try to have a link with this process, within a bound; answered by PeerUp, PeerRefused or
     * PeerSilent. A connection alone does not count: a forwarder may accept it.
     */
    record TryLink(NodeRef peer) implements Effect {}

    /**
     * A process counts as gone here from now on: nothing more is said to it, until a link with it
     * comes up.
     *
     * @param why in words
     * @param cause what it was found by
     */
    record PeerGone(NodeRef peer, String why, Cause cause) implements Effect {
        /** How a process was found to be gone. */
        public enum Cause {
            /** Its address refused a connection, or a later process of its node is known. */
            REFUSED,
            /** It was silent for too long. It may live, so links with it are tried now and then. */
            SILENT,
            /** An administrator said so. */
            FORGOTTEN
        }
    }

    /** The session's client is at another node, and so are its tasks: nothing is left here. */
    record ForgetSession(long session) implements Effect {}

    /**
     * Another process owns the session's tasks now: its client is to go there.
     *
     * @param attachment of its client to this node; nothing is done if the client has come again
     *     since, for what it has submitted then may be accepted here
     */
    record PassSession(long session, int attachment, NodeRef to) implements Effect {
        /** Whenever its client came: nothing more is accepted here. */
        PassSession(long session, NodeRef to) {
            this(session, Integer.MAX_VALUE, to);
        }
    }

    /**
     * Tasks of clients of another process are owned here now; the clients will come and continue
     * with their sessions.
     */
    record AdoptSessions(NodeRef from, List<TaskState> tasks, List<JournalRecord.JobOpened> jobs)
            implements Effect {}

    /** Nothing is owned, held or being handed over any more. */
    record Drained() implements Effect {}
}
