package org.evenkeel.kernel;

import java.util.List;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JobSecret;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.Submission;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can happen to a node.
 *
 * <p>A <em>session</em> is a client, or a worker in its part of submitter of the tasks its tasks
 * spawn; its number is the origin of its tasks' ids.
 */
public sealed interface Event {

    /**
     * A session begins, or continues after its connection was lost.
     *
     * @param attachment counts the client's attachments to daemons, from 1
     * @param previous the daemons it was attached to before, as it knew them
     */
    record SessionOpened(long session, boolean worker, int attachment, List<NodeRef> previous)
            implements Event {

        /** Most daemons that a client names. */
        public static final int MAX_PREVIOUS = 8;

        /** The first attachment of a client, or a worker's only one. */
        public SessionOpened(long session, boolean worker) {
            this(session, worker, 1, List.of());
        }
    }

    /**
     * The client of a session has submitted again what it had open where it was before; everything
     * with a number up to this was said before this was.
     *
     * @param upTo 0 when there was nothing
     * @param heir whether it is another process, which attached to the job and knows no more of it
     *     than this node does
     */
    record SubmittedAgain(long session, long upTo, boolean heir) implements Event {
        /** The client that submitted it all. */
        public SubmittedAgain(long session, long upTo) {
            this(session, upTo, false);
        }
    }

    /** A session will not come back: its open tasks are cancelled. */
    record SessionClosed(long session, String why) implements Event {}

    /** Tasks, in the order of their numbers. */
    record TasksSubmitted(long session, List<Submission> submissions) implements Event {}

    /** The session has these outcomes; they can be forgotten. */
    record OutcomesAcknowledged(long session, long[] numbers) implements Event {}

    /** The session wants these tasks stopped. */
    record CancelRequested(long session, long[] numbers, String why) implements Event {}

    /**
     * A session opened a job.
     *
     * @param secret what its id is computed from
     * @param outlives whether its tasks are kept when its client is gone
     * @param submitter name in the client's certificate, empty for this machine's own user
     * @param minWorkers workers it asks for at once, 0 for none in particular
     */
    record JobOpened(
            long session,
            JobId job,
            JobSecret secret,
            String name,
            boolean outlives,
            String submitter,
            int minWorkers)
            implements Event {

        /** Of a program that has no key. */
        public JobOpened(
                long session,
                JobId job,
                String name,
                boolean outlives,
                String submitter,
                int minWorkers) {
            this(session, job, JobSecret.NONE, name, outlives, submitter, minWorkers);
        }

        /** It asks for no workers in particular. */
        public JobOpened(long session, JobId job, String name, boolean outlives, String submitter) {
            this(session, job, name, outlives, submitter, 0);
        }
    }

    /**
     * A client asks for a job whose owner is gone, and of which this node keeps a replica: it owns
     * the job's tasks from now on. What it has itself of the job from an earlier attachment stays.
     */
    record JobTakenOver(JobId job, String name) implements Event {}

    /** A job ended. */
    record JobClosed(JobId job) implements Event {}

    /**
     * The client of a session will not come back by itself: its open tasks are cancelled, those of
     * jobs that outlive their client excepted.
     */
    record ClientLost(long session, String why) implements Event {}

    /**
     * What the disk kept of earlier processes of this node; before any other event.
     *
     * @param replicas what this node keeps for other owners
     * @param complete the sessions of which it keeps all that another owner has
     * @param since incarnation of the first process whose records this disk has
     */
    record Recovered(
            List<TaskState> tasks,
            List<JournalRecord.JobOpened> jobs,
            List<Replica> replicas,
            List<JournalRecord.SessionComplete> complete,
            long since)
            implements Event {

        /** On a disk that has the records of all processes of this node. */
        public Recovered(
                List<TaskState> tasks, List<JournalRecord.JobOpened> jobs, List<Replica> replicas) {
            this(tasks, jobs, replicas, List.of(), FIRST_PROCESS);
        }

        /** No process has an earlier incarnation. */
        public static final long FIRST_PROCESS = 1;

        /** The same, on a disk that was empty when this process began. */
        public Recovered since(long process) {
            return new Recovered(tasks, jobs, replicas, complete, process);
        }
    }

    /**
     * One task that is kept here for another owner.
     *
     * @param owner the process of the owner that said it last
     * @param number counts what that process has said to its replicas, 0 where that is not known
     */
    record Replica(NodeRef owner, TaskState state, long number) {

        /** Of which the number is not known. */
        public Replica(NodeRef owner, TaskState state) {
            this(owner, state, 0);
        }
    }

    /**
     * A slot can take tasks.
     *
     * @param slot small number, reused after {@link SlotClosed}
     * @param servesOnly the job of a program that takes its tasks itself; null for a worker's slot
     */
    record SlotOpened(int slot, @Nullable JobId servesOnly) implements Event {}

    /** A slot takes no more tasks; what was in it is lost unless it was already said otherwise. */
    record SlotClosed(int slot, String why) implements Event {}

    /**
     * The worker that served this job in this slot died, with every task of the job in the slot;
     * its session ends with it.
     *
     * @param how in words
     * @param fault what that says of the task that ran in it
     */
    record WorkerDied(int slot, JobId job, long session, String how, Fault fault) implements Event {
        /** A death of which nothing more is known. */
        public WorkerDied(int slot, JobId job, long session, String how) {
            this(slot, job, session, how, Fault.UNKNOWN);
        }
    }

    /** What the end of a worker says of the task that ran in it. */
    enum Fault {
        /** It may have caused it: the death counts against it. */
        UNKNOWN,
        /** It took more than its job may: it has failed, and would fail elsewhere. */
        EXCESS,
        /**
         * This node cannot give what its job asks for: its owner places it again; the owner's own
         * fails here.
         */
        UNFIT
    }

    /** Tasks ended in a slot, in this order; of some that run on there are checkpoints. */
    record TasksFinished(int slot, List<Finish> finishes) implements Event {}

    /** A task ran in a slot, but its result could not be stored: no client will ever have it. */
    record ResultLost(int slot, GrantedTask task, String why) implements Event {}

    /**
     * A task that is to be suspended cannot be, or has not come to where it can; it runs on.
     *
     * @param why with class and line, as far as they are known
     */
    record SuspensionDeferred(int slot, GrantedTask task, String why) implements Event {}

    /**
     * A worker resumes with a task from its checkpoint.
     *
     * @param readNanos from when it had the task until it had read the checkpoint
     */
    record TaskContinued(int slot, GrantedTask task, long readNanos) implements Event {}

    /**
     * A task waits and its slot is free.
     *
     * @param children for whom, under its worker's session; no owner when it waits for others of
     *     its job, until it is {@link TaskResumed}
     */
    record TaskParked(int slot, TaskId task, long session, long[] children, boolean any)
            implements Event {}

    /** A parked task resumes though its children are not all done, or has waited for others. */
    record TaskResumed(int slot, TaskId task) implements Event {}

    /** The answer to {@link Effect.RecallTasks}. */
    record RecallAnswered(int slot, List<GrantedTask> returned, List<GrantedTask> started)
            implements Event {}

    /** A link to a peer came up; both sides start counting anew. */
    record PeerUp(NodeRef peer, Features features) implements Event {

        /** With a daemon of this build. */
        public PeerUp(NodeRef peer) {
            this(peer, Features.ALL);
        }
    }

    /** A node says that this process is there now, linked or not. */
    record PeerSeen(NodeRef peer) implements Event {}

    /** The link went down. */
    record PeerDown(NodeId peer) implements Event {}

    /** No process listens at this process's address. */
    record PeerRefused(NodeRef peer) implements Event {}

    /** Answer to {@link Effect.TryReach}. */
    record PeerReached(NodeRef peer) implements Event {}

    /** Answer to {@link Effect.TryLink}: no link came up, and no connection was refused. */
    record PeerSilent(NodeRef peer) implements Event {}

    /**
     * An administrator says that the process, and any before it of its node, does not come back.
     *
     * @param by the administrator's name
     */
    record PeerForgotten(NodeRef peer, String by) implements Event {}

    /**
     * C_S is now this, in this order; linked or not. What is known of those that stay is kept.
     *
     * @param clusterSize how many nodes there are, this one included; 0 when no node knows yet
     * @param others the names of all but this one, where they are known; else empty
     */
    record NeighboursSet(List<NodeId> neighbours, int clusterSize, List<NodeId> others)
            implements Event {

        /** Of the others only the number is known. */
        public NeighboursSet(List<NodeId> neighbours, int clusterSize) {
            this(neighbours, clusterSize, List.of());
        }

        /** Whether it is known how many nodes there are. */
        public boolean isSizeKnown() {
            return clusterSize > 0;
        }
    }

    /** A peer said something. */
    record MessageReceived(NodeId from, PeerMessage peerMessage) implements Event {}

    /** A peer's offer whose code or payloads cannot be had: every task of it is to be refused. */
    record OfferUnusable(NodeId from, PeerMessage.Offer offer, String why) implements Event {}

    /** A time asked for by {@link Effect.SetTimer} has come. */
    record TimerFired(Timer timer) implements Event {}

    /**
     * When the node is open, from now on; it is closed at all other times.
     *
     * @param open on the clock of the events, in order, not overlapping; null for always
     */
    record AvailabilitySet(@Nullable List<AvailabilitySpan> open, CloseMode closeMode)
            implements Event {}

    /** The node is to give up its processors for a while. */
    record NoticeGiven(Notice notice) implements Event {}

    /** The notice of this source does not count any more. */
    record NoticeWithdrawn(Notice.Source source) implements Event {}

    /**
     * The node is to hand on what it can and take nothing new.
     *
     * @param afterNanos it hands on nothing for so long: it hears meanwhile who leaves as well
     */
    record DrainStarted(String why, long afterNanos) implements Event {

        /** It hands on at once. */
        public DrainStarted(String why) {
            this(why, 0);
        }
    }

    /** The timers of a node; each is set or not, setting it again replaces the time. */
    enum Timer {
        HEARTBEAT,
        POLICY,
        HOURS,
        PHASE,
        CHECKPOINT,
        SEARCH,
        LEAVE,
        MOVE,
        RETRY,
        DEADLINE
    }
}
