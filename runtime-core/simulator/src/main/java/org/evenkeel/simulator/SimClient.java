package org.evenkeel.simulator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.Durability;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Delivery;
import org.evenkeel.model.protocol.Submission;
import org.evenkeel.model.submission.SessionContinuity;
import org.evenkeel.simulator.work.SimWork;
import org.jspecify.annotations.Nullable;

/**
 * A program that submits tasks to the daemon of its machine and outlives it: when the daemon is
 * gone, it continues elsewhere. What it submits, again or for the first time, says {@link
 * SimSubmissions}; no fault but the end of its connection is told to it.
 */
final class SimClient {
    private final SimCluster simCluster;
    private final long session;
    private final JobId job;
    private final SimSubmissions submissions;
    private final SimJobFinder jobFinder;
    private final SimLinkWatch linkWatch;

    /** How often it has connected, by node. */
    private final Map<Integer, Long> connections = new LinkedHashMap<>(2);

    private SimNode owner;
    private final Map<NodeId, NodeRef> attachedTo = new LinkedHashMap<>(1);
    private int ownersLife;
    private int attachments;
    private boolean opened;
    private boolean away;
    private boolean dead;

    /** Whether a later process has attached to what the first one had submitted. */
    private boolean heir;

    /** Whether its next process is there and asks again soon. */
    private boolean looking;

    SimClient(SimCluster simCluster, SimNode home, long session, JobId job) {
        this.simCluster = simCluster;
        this.owner = home;
        this.session = session;
        this.job = job;
        this.submissions = new SimSubmissions(session, simCluster::abandoned);
        this.jobFinder = new SimJobFinder(simCluster, session, job);
        this.linkWatch =
                new SimLinkWatch(
                        simCluster.eventQueue(),
                        simCluster.network().spec().silenceNanos(),
                        this::ping,
                        this::move);
    }

    long session() {
        return session;
    }

    boolean isOf(SimNode node) {
        return owner == node && !away;
    }

    /** How often it has attached to a daemon. */
    int attachments() {
        return attachments;
    }

    /** An open task as the simulation knows it, or null. */
    @Nullable TaskRecord record(TaskId id) {
        return submissions.record(id.number());
    }

    Iterable<TaskId> openTasks() {
        return submissions.open();
    }

    /** Submits tasks together. */
    void submit(List<SimWork> works) {
        boolean notKnown = opened && owner.isOff();
        if (!away && !owner.isAlive() && !notKnown) {
            lostOwnerWith(works.size());
        }
        if (!away && connect()) {
            submissions.attached(SessionContinuity.NEW, false, heir);
        }
        for (SimWork work : works) {
            TaskId id = submissions.nextId();
            TaskRecord record = new TaskRecord(id, work, simCluster.now(), true);
            submissions.submit(
                    new Task(id, simCluster.kind(job, work), record, work.weight(), null));
        }
        send();
    }

    /** Opens its session and its job at its daemon; false when they are open. */
    private boolean connect() {
        if (opened) {
            return false;
        }
        opened = true;
        connections.merge(owner.index, 1L, Long::sum);
        ownersLife = owner.life();
        if (simCluster.hasFaults()) {
            linkWatch.begin();
        }
        attachments++;
        List<NodeRef> previous = new ArrayList<>(attachedTo.values());
        attachedTo.put(owner.id, owner.ref());
        owner.handleTogether(
                new Event.SessionOpened(session, false, attachments, previous),
                new Event.JobOpened(
                        session,
                        job,
                        "simulated",
                        survivesOwner(),
                        simCluster.submitter(session),
                        simCluster.width()));
        return true;
    }

    /** Whether its daemon's disk keeps its tasks; then they are to outlive this program, too. */
    private boolean survivesOwner() {
        return simCluster.durability() != Durability.MEMORY;
    }

    /** Sends what its submissions have for its daemon; what that answers at once may add to it. */
    private void send() {
        for (Event next = submissions.next(); next != null; next = submissions.next()) {
            send(next);
        }
    }

    private void send(Event event) {
        if (isReset()) {
            lostOwner();
            return;
        }
        if (event instanceof Event.TasksSubmitted submitted) {
            for (Submission one : submitted.submissions()) {
                simCluster.checks().submitted(one.task().id(), one.epoch(), owner.index);
            }
        }
        owner.handle(event);
    }

    private void disconnect() {
        opened = false;
        submissions.detached();
        linkWatch.end();
    }

    /** Whether what is said on its connection is answered by a reset: its daemon started anew. */
    private boolean isReset() {
        return owner.isAlive() && owner.life() != ownersLife;
    }

    /** Asks its daemon for an answer; one that stands still gives it later. */
    private void ping() {
        if (isReset()) {
            lostOwner();
            return;
        }
        int connection = attachments;
        owner.reach(() -> {
            if (connection == attachments) {
                linkWatch.heard();
            }
        });
    }

    /** Its daemon is gone; some time later it continues with another, or the same again. */
    void lostOwner() {
        lostOwnerWith(0);
    }

    /**
     * The same.
     *
     * @param more tasks that are about to be submitted
     */
    private void lostOwnerWith(int more) {
        if (!away) {
            away = true;
            disconnect();
            simCluster.checks().lostDaemon(submissions.openTasks() + more);
            resumeLater();
        }
    }

    private void resumeLater() {
        simCluster.eventQueue().after(simCluster.network().spec().redialNanos(), this::resume);
    }

    private void resume() {
        if (dead) {
            return;
        }
        SimNode next = simCluster.anyAlive();
        if (next == null) {
            resumeLater();
            return;
        }
        away = false;
        owner = next;
        connect();
        heir = false; // it has all that it wants, and says it here
        submissions.attached(SessionContinuity.NEW, true, heir);
        simCluster.resubmitted(submissions.openTasks());
        send();
        endIfDone(owner);
    }

    /** The daemon lives on, and learns in the end that the client will not come back. */
    void move() {
        if (away || !opened) {
            return;
        }
        SimNode left = owner;
        lostOwner();
        unlessBackAt(
                left,
                new Event.SessionClosed(session, "its client disconnected and did not return"));
    }

    /**
     * The daemon that was left hears of it later, unless the client is back by then or the daemon
     * knows that the session is elsewhere.
     */
    private void unlessBackAt(SimNode left, Event event) {
        int life = ownersLife;
        long connection = connections.getOrDefault(left.index, 0L);
        int forgotten = left.timesForgotten(session);
        simCluster
                .eventQueue()
                .after(
                        20 * simCluster.network().spec().redialNanos(),
                        () -> {
                            boolean back = connections.getOrDefault(left.index, 0L) != connection;
                            boolean known = left.timesForgotten(session) == forgotten;
                            if (!back && known && left.life() == life) {
                                left.handle(event);
                            }
                        });
    }

    /**
     * Its daemon leaves and has passed its tasks on: it continues there, as if nothing had been.
     */
    void passedTo(SimNode by, SimNode to, NodeRef ref) {
        if (!isAttachedTo(by) || dead) {
            return;
        }
        attachedTo.put(to.id, ref);
        disconnect();
        owner = to;
        boolean same = to.isAlive() && to.ref().equals(ref);
        if (same) {
            connect();
            continueSession();
            endIfDone(owner);
        } else {
            lostOwner();
        }
    }

    boolean isAttachedTo(SimNode node) {
        return isOf(node) && opened && ownersLife == node.life();
    }

    // ---- Its process

    /**
     * The process of the client dies. Where its tasks survive it, it wants those that were
     * accepted; all others no node knows of any more.
     */
    void die() {
        if (away || !opened || dead) {
            return;
        }
        dead = true;
        away = true;
        disconnect();
        submissions.giveUp(id -> !survivesOwner() || !isAccepted(id));
        unlessBackAt(
                owner, new Event.ClientLost(session, "its client disconnected and did not return"));
    }

    /**
     * A process attaches to what the dead one has left: at the node that has its job; where a
     * replica alone is left, at the node that keeps it. While no node has it, it asks again.
     */
    void comeBack() {
        if (dead && !looking) {
            attach();
        }
    }

    private void attachLater() {
        looking = true;
        simCluster.eventQueue().after(simCluster.network().spec().redialNanos(), this::attach);
    }

    private void attach() {
        looking = false;
        if (survivesOwner() && hasAccepted()) {
            SimNode found = jobFinder.find();
            if (found == null) {
                attachLater();
                return;
            }
            owner = found;
        } else if (simCluster.faults().isLostForGood(owner)) {
            SimNode next = simCluster.anyAlive();
            owner = next == null ? owner : next;
        }
        if (!owner.isAlive()) {
            attachLater();
            return;
        }
        dead = false;
        away = false;
        heir = true;
        connect();
        if (jobFinder.mayHaveLost()) {
            abandonWhatIsNotAt(owner);
        }
        continueSession();
        endIfDone(owner);
    }

    /** What was kept on a disk that is lost no node has. */
    private void abandonWhatIsNotAt(SimNode node) {
        Set<TaskId> there = new LinkedHashSet<>();
        node.books().forEachOwned(own -> there.add(own.task()));
        submissions.giveUp(id -> isAccepted(id) && !there.contains(id));
    }

    /** It continues where its daemon has what was accepted. */
    private void continueSession() {
        submissions.attached(SessionContinuity.RESUMED, true, heir);
        send();
    }

    private boolean isAccepted(TaskId id) {
        return id.number() <= submissions.acceptedUpTo();
    }

    private boolean hasAccepted() {
        return submissions.open().stream().anyMatch(this::isAccepted);
    }

    // ---- What the daemon says

    /** Notes that this process says something; false when there is no connection with it. */
    private boolean hear(SimNode by) {
        boolean connected = isOf(by) && by.life() == ownersLife;
        if (connected) {
            linkWatch.heard();
        }
        return connected;
    }

    /** Every task up to this number that was not rejected is accepted. */
    void accepted(SimNode by, long upTo) {
        if (hear(by)) {
            submissions.accepted(upTo);
            send();
        }
    }

    /** Its program lives without what a policy refuses, and takes the rest elsewhere. */
    void rejected(SimNode by, long number, boolean byPolicy) {
        TaskId id = new TaskId(session, number);
        boolean heard = hear(by);
        boolean given = dead ? owner == by : byPolicy && heard;
        boolean open = record(id) != null;
        if (given && open) {
            submissions.giveUp(id);
            endIfDone(by);
        } else if (heard && open) {
            move();
        }
    }

    void delivered(SimNode by, List<Delivery> deliveries) {
        if (!hear(by)) {
            return;
        }
        for (Delivery delivery : deliveries) {
            TaskId id = new TaskId(session, delivery.number());
            TaskRecord record = record(id);
            if (record != null) {
                simCluster.checks().completed(id, delivery.outcome(), by.index);
            }
            submissions.ended(delivery.number());
            if (record != null) {
                simCluster.completed(record);
            }
        }
        submissions.acknowledge();
        send();
        endIfDone(by);
    }

    /** A job that asks for workers ends when it is done, for others wait for them. */
    private void endIfDone(SimNode by) {
        if (simCluster.width() > 0 && submissions.openTasks() == 0 && opened && isOf(by)) {
            disconnect();
            by.handle(new Event.JobClosed(job));
        }
    }

    /** Wants so many of its open tasks stopped. */
    void cancel(double share) {
        if (away || !opened) {
            return;
        }
        int count = (int) Math.round(submissions.openTasks() * share);
        submissions.cancelFirst(count, "its client cancelled it");
        send();
    }
}
