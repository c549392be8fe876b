package org.evenkeel.model.protocol;

import java.util.List;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * What one daemon says to another. The paper's four kinds are {@link Offer} (task), {@link Results}
 * (result), {@link Load} (load); its fourth, wait, stays between a worker and its own daemon.
 */
public sealed interface PeerMessage {

    /**
     * A node's load, as it stands after the event that caused the message.
     *
     * @param state what the load model says
     * @param seq counts the loads told on this link session, from 1
     * @param received offers answered on this link session, so that the reader can tell whether its
     *     last offer was seen
     * @param busy workers that run a task
     * @param waiting tasks waiting, prefetched ones included
     * @param workers workers alive
     * @param room tasks that may be sent at once: free slots and free window
     * @param distance hops to the nearest node with room as far as the teller knows, 0 for itself,
     *     {@link org.evenkeel.model.Distance#UNKNOWN} when it knows of none
     * @param speed of one of its workers, 1 being the reference; {@link #UNKNOWN_SPEED} where it
     *     does not say
     */
    record Load(
            LoadState state,
            long seq,
            long received,
            int busy,
            int waiting,
            int workers,
            int room,
            int distance,
            double speed)
            implements PeerMessage {
        /** A teller whose policy moves nothing that has started does not say how fast it is. */
        public static final double UNKNOWN_SPEED = 0;

        /** Without a speed. */
        public Load(
                LoadState state,
                long seq,
                long received,
                int busy,
                int waiting,
                int workers,
                int room,
                int distance) {
            this(state, seq, received, busy, waiting, workers, room, distance, UNKNOWN_SPEED);
        }
    }

    /**
     * Tasks handed over; the sender keeps them as HANDING until they are answered.
     *
     * @param toIncarnation the receiver's process start this is meant for
     * @param batch counts the offers of this link session, from 1
     * @param answeredUpTo highest batch of which the sender has seen every answer
     * @param tasks one or more
     * @param load the sender's load, riding along; null when it has not changed
     */
    record Offer(
            long toIncarnation,
            long batch,
            long answeredUpTo,
            List<OfferedTask> tasks,
            @Nullable Load load)
            implements PeerMessage {}

    /**
     * One task of an offer.
     *
     * @param task what to run
     * @param grant the right to run it
     * @param hop raised by every hand-over of this grant
     * @param owner who commits its result
     * @param towards where a task that was suspended is to resume, if it can; null for wherever it
     *     runs soonest
     */
    record OfferedTask(Task task, Grant grant, int hop, NodeRef owner, @Nullable NodeId towards) {
        /** It may run anywhere. */
        public OfferedTask(Task task, Grant grant, int hop, NodeRef owner) {
            this(task, grant, hop, owner, null);
        }
    }

    /** Names one hand-over. */
    record HandOver(TaskId task, Grant grant, int hop) {}

    /**
     * The answer to an offer.
     *
     * @param batch the offer's number
     * @param taken these are now the answerer's
     * @param refused these stay with the sender
     * @param reason why some were refused, empty when none was
     */
    record OfferAnswer(long batch, List<HandOver> taken, List<HandOver> refused, String reason)
            implements PeerMessage {}

    /**
     * Outcomes for their owner.
     *
     * @param results one or more
     * @param load the sender's load, riding along; null when it has not changed
     */
    record Results(List<Result> results, @Nullable Load load) implements PeerMessage {}

    /**
     * The outcome of one execution.
     *
     * @param task the task
     * @param grant under which it ran
     * @param outcome how it ended
     * @param runNanos time spent running, nanoseconds; of a checkpoint its number
     * @param towards where a task that was suspended is to resume, if its owner can have it so;
     *     null for wherever it runs soonest
     */
    record Result(
            TaskId task, Grant grant, Outcome outcome, long runNanos, @Nullable NodeId towards) {
        /** It has ended, or may resume anywhere. */
        public Result(TaskId task, Grant grant, Outcome outcome, long runNanos) {
            this(task, grant, outcome, runNanos, null);
        }
    }

    /** The owner has the outcomes of these, or does not want them: forget them. */
    record ResultAcks(List<GrantedTask> tasks) implements PeerMessage {}

    /** The owner has these checkpoints of tasks that run on, or does not want them. */
    record CheckpointAcks(List<Checkpointed> checkpoints) implements PeerMessage {}

    /**
     * One checkpoint.
     *
     * @param ranNanos how long the task had run under the grant: its number, a later one's is
     *     higher
     */
    record Checkpointed(GrantedTask task, long ranNanos) {}

    /** A task under one grant. */
    record GrantedTask(TaskId task, Grant grant) {}

    /**
     * A holder's heartbeat to one owner: everything it holds of that owner's tasks. Long lists come
     * in several messages with the same number.
     *
     * @param seq counts heartbeats to this owner in this incarnation of the holder, from 1
     * @param tasks held now; empty when the last one has gone
     * @param last whether the list is complete with this message
     */
    record Holding(long seq, List<GrantedTask> tasks, boolean last) implements PeerMessage {
        /** Most tasks in one message. */
        public static final int MAX_TASKS = 4096;
    }

    /**
     * The owner's answer to a heartbeat; it renews the lease.
     *
     * @param seq of the heartbeat
     * @param superseded grants that are no longer current: drop or stop these
     */
    record HoldingAck(long seq, List<GrantedTask> superseded) implements PeerMessage {}

    /**
     * From an owner whose process was started anew, or that misses a holder: say with a {@link
     * Holding} what you hold of mine, also that it is nothing.
     */
    record Returned() implements PeerMessage {}

    /**
     * From the daemon to which a client has moved, to the one it has left: its session's tasks are
     * owned here now.
     *
     * @param attachment counts the client's attachments to daemons; a later one than the reader
     *     knows of ends what the reader has of the session
     * @param since the latest one at which the client submitted everything again that it wanted, as
     *     the speaker knows; a reader that knows of a later one has more, and passes it on to the
     *     speaker
     * @param isFromAnother whether the client is not with the speaker, which has heard of it
     */
    record SessionMoved(long session, int attachment, int since, boolean isFromAnother)
            implements PeerMessage {

        /** The client is with the speaker, and has submitted everything there that it wants. */
        public SessionMoved(long session, int attachment) {
            this(session, attachment, attachment, false);
        }

        /** What one says who was told. */
        public SessionMoved fromAnother() {
            return new SessionMoved(session, attachment, since, true);
        }
    }

    /** The answer to {@link SessionMoved}: nothing that is older is left here. */
    record SessionLeft(long session, int attachment) implements PeerMessage {}

    /**
     * From an owner to its replica: write this down for me (level REPLICATED).
     *
     * @param first number of the first of the records; they are counted from 1 by each process
     * @param all whether everything kept so far for this process is to be forgotten
     * @param diskSince incarnation of the first process of its node whose records its disk has:
     *     what is kept for that one and for later ones that have ended is to be forgotten. What an
     *     earlier process said, it does not know. 0 when its disk has only its own records
     */
    record Replicate(long first, boolean all, long diskSince, List<JournalRecord.OfTask> records)
            implements PeerMessage {}

    /**
     * From a replica: every record up to here is on its disk; 0 when it keeps what an earlier
     * process of the reader said.
     */
    record Replicated(long upTo) implements PeerMessage {}

    /**
     * To those who may hold these tasks: they are that process's now, under the grants named; say
     * to it what you hold of it.
     */
    record Moved(List<GrantedTask> tasks, NodeRef owner) implements PeerMessage {}

    /**
     * From a leaving owner to its successor: these tasks are to be yours (R11). They are not yet:
     * {@link AdoptAll} follows. Said again on each link until it is answered.
     *
     * @param batch counts what this process passes on, from 1
     */
    record Adopt(long batch, List<PassedTask> tasks, List<JournalRecord.JobOpened> jobs)
            implements PeerMessage {
        /** Most tasks in one message. */
        public static final int MAX_TASKS = 256;
    }

    /**
     * One task that is passed on.
     *
     * @param state all that its owner knows
     * @param inForce the grant under which a node may have it
     * @param attachment which of its client's attachments the one to the speaker was, 0 for none
     * @param waitedNanos since its program submitted it; only of an open task with a deadline
     */
    record PassedTask(TaskState state, Grant inForce, int attachment, long waitedNanos) {

        /** One without a deadline. */
        public PassedTask(TaskState state, Grant inForce, int attachment) {
            this(state, inForce, attachment, 0);
        }
    }

    /**
     * From a leaving owner to its successor: all tasks and jobs of this session have come, and are
     * yours now.
     *
     * @param batch counts on from {@link Adopt}
     * @param attachment the latest one of the session's client after which the owner had all of it,
     *     0 for none
     * @param since the one at which the client had submitted all of it
     */
    record AdoptAll(long batch, long session, int attachment, int since) implements PeerMessage {}

    /**
     * From a successor: what came with this batch is there; after {@link AdoptAll}, it is its own,
     * and on its disk where it is to be.
     */
    record Adopted(long batch) implements PeerMessage {}

    /**
     * From an owner that does not know whether its successor has taken a session: has it?
     *
     * @param since at which attachment its client had submitted all of it
     * @param owners how many nodes have owned its jobs since then
     * @param batch the last one of this process: what comes of the session up to there is its own,
     *     if the session was not taken
     */
    record AskAdopted(long session, int since, int owners, long batch) implements PeerMessage {}

    /**
     * The answer: whether the session's jobs were taken after what the reader knows of them. If
     * not, they will not be. It also refuses {@link AdoptAll} when the speaker, which had called
     * the reader gone, has dropped something of the session.
     */
    record AnswerAdopted(long session, boolean taken) implements PeerMessage {}

    /** From a custodian to an owner: this grant is lost, issue the next. */
    record Lost(TaskId task, Grant grant, boolean diedRunning, String why) implements PeerMessage {}

    /** From an owner to a holder: stop and drop these. */
    record Cancel(List<GrantedTask> tasks, String why) implements PeerMessage {}

    /**
     * A job ended at its owner: workers bound to it may end.
     *
     * @param advice whether a master says it, which knows of the job from others: what runs
     *     continues
     */
    record JobEnded(JobId job, boolean advice) implements PeerMessage {
        /** The owner says it. */
        public JobEnded(JobId job) {
            this(job, false);
        }
    }

    /** An idle node asks for tasks (receiver-initiated). */
    record Request(int room) implements PeerMessage {}

    /** The asked node has nothing to give. */
    record NothingToGive() implements PeerMessage {}

    /**
     * From a node with idle workers: which of the tasks that run at your node would be worth moving
     * to mine? Answered by a {@link MoveBid}; then some are claimed by a {@link MoveAward}. The
     * three steps are those of the contract net (Smith 1980: task announcement, bid, award).
     *
     * @param call counts the calls of this process, from 1
     * @param speed of one of its workers, 1 being the reference
     * @param kind names the kind of task that runs most at the caller lately, 0 for none
     * @param kindNanos how long one of that kind takes there, on average
     * @param kindRuns how many tasks that is an average of
     */
    record MoveCall(long call, double speed, long kind, long kindNanos, int kindRuns)
            implements PeerMessage {}

    /**
     * The answer to a {@link MoveCall}.
     *
     * @param call that is answered
     * @param gains what each move would save after its cost, in nanoseconds, the greatest first; at
     *     most {@link #MAX_GAINS}, empty when none pays. An empty bid after an award says that one
     *     task fewer comes than was claimed
     * @param laterNanos when another one may pay, if it runs on; 0 when nothing is known of that
     */
    record MoveBid(long call, List<Long> gains, long laterNanos) implements PeerMessage {
        /** Most tasks that are offered in answer to one call. */
        public static final int MAX_GAINS = 8;
    }

    /**
     * Suspend the first tasks of your bid; they are to resume at the caller.
     *
     * @param call that was answered
     * @param tasks 1 to {@link MoveBid#MAX_GAINS}; fewer may come, if some have ended meanwhile
     */
    record MoveAward(long call, int tasks) implements PeerMessage {}

    /**
     * Can you reach this process? Asked before a process is called gone.
     *
     * @param silentNanos 0 when its address refused a connection; else the sender has had no link
     *     with it for so long, and asks whether the receiver has
     */
    record Probe(NodeRef subject, long silentNanos) implements PeerMessage {

        /** Its address refused a connection. */
        public Probe(NodeRef subject) {
            this(subject, 0);
        }
    }

    /**
     * The answer to a probe.
     *
     * @param silence whether the probe was about silence
     */
    record ProbeAnswer(NodeId subject, long incarnation, boolean gone, boolean silence)
            implements PeerMessage {

        /** To a probe after a refused connection. */
        public ProbeAnswer(NodeId subject, long incarnation, boolean gone) {
            this(subject, incarnation, gone, false);
        }
    }

    /**
     * When the sender takes tasks; it says so on each new link unless it always does, and whenever
     * that changes.
     *
     * @param always whether it always does; then {@code open} is empty
     * @param workers it has while it is open
     * @param open times from now on, in order; at most {@link AvailabilitySpan#MAX}
     */
    record Availability(boolean always, int workers, List<AvailabilitySpan> open)
            implements PeerMessage {}

    /**
     * The sender drains: offer it nothing more.
     *
     * @param still nothing runs there any more, and it has no result that an owner has yet to take
     */
    record Leaving(String why, boolean still) implements PeerMessage {}

    /** The master of scheduling phases says something. */
    record MasterMessage(MasterCommand word) implements PeerMessage {}

    /** A node says something about scheduling phases. */
    record PhaseMessage(PhaseReply word) implements PeerMessage {}
}
