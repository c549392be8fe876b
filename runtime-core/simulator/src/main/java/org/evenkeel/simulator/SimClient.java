package org.evenkeel.simulator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.AttachCandidate;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Delivery;
import org.evenkeel.model.protocol.Submission;
import org.evenkeel.simulator.work.SimWork;
import org.jspecify.annotations.Nullable;

/**
 * A program that submits tasks to the daemon of its machine and outlives it: when the daemon is
 * gone, it submits what is open again, elsewhere, under the same ids and the next epoch.
 */
final class SimClient {
    /** How often it asks a node that may hear that its job is elsewhere before it goes there. */
    private static final int MOST_LOOKS = 150;

    /** How often it asks for what may have been on a disk that is lost. */
    private static final int MOST_LOOKS_FOR_LOST = 60;

    private final SimCluster simCluster;
    private final long session;
    private final Map<TaskId, Submission> open = new LinkedHashMap<>();
    private final JobId job;

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

    /** How often it has asked in vain for its job. */
    private int looks;

    /** Whether its next process is there and asks again soon. */
    private boolean looking;

    private long submitted;
    private long acceptedUpTo;

    SimClient(SimCluster simCluster, SimNode home, long session, JobId job) {
        this.simCluster = simCluster;
        this.owner = home;
        this.session = session;
        this.job = job;
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
        Submission submission = open.get(id);
        return submission == null ? null : (TaskRecord) submission.task().payload();
    }

    Iterable<TaskId> openTasks() {
        return open.keySet();
    }

    /** Submits tasks together. */
    void submit(List<SimWork> works) {
        List<Submission> submissions = new ArrayList<>(works.size());
        for (SimWork work : works) {
            TaskId id = new TaskId(session, ++submitted);
            TaskRecord record = new TaskRecord(id, work, simCluster.now(), true);
            Task task = new Task(id, simCluster.kind(job, work), record, work.weight(), null);
            Submission submission = new Submission(task, 1);
            open.put(id, submission);
            submissions.add(submission);
        }
        boolean notKnown = opened && owner.isOff();
        if (!away && !owner.isAlive() && !notKnown) {
            lostOwner();
        }
        if (!away) {
            connect();
            send(submissions);
        }
    }

    private void connect() {
        if (!opened) {
            opened = true;
            connections.merge(owner.index, 1L, Long::sum);
            ownersLife = owner.life();
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
        }
    }

    /** Whether its daemon's disk keeps its tasks; then they are to outlive this program, too. */
    private boolean survivesOwner() {
        return simCluster.durability() != Durability.MEMORY;
    }

    private void send(List<Submission> submissions) {
        for (Submission submission : submissions) {
            simCluster.checks().submitted(submission.task().id(), submission.epoch(), owner.index);
        }
        owner.handle(new Event.TasksSubmitted(session, submissions));
    }

    /**
     * The machine of its daemon is off, and it is not told. It closes the connection after some
     * silence, or when the restarted machine resets it.
     */
    void ownerFellSilent() {
        SimNode silent = owner;
        int life = ownersLife;
        simCluster
                .eventQueue()
                .after(
                        simCluster.network().spec().silenceNanos(),
                        () -> {
                            if (isOf(silent) && opened && ownersLife == life) {
                                lostOwner();
                            }
                        });
    }

    /** Its daemon has started anew: what is said on the old connection is answered by a reset. */
    void ownerStarted() {
        if (opened && ownersLife != owner.life()) {
            lostOwner();
        }
    }

    /** Its daemon is gone; some time later it continues with another, or the same again. */
    void lostOwner() {
        if (!away) {
            away = true;
            opened = false;
            simCluster.checks().lostDaemon(open.size());
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
        List<Submission> again = new ArrayList<>(open.size());
        acceptedUpTo = 0;
        open.replaceAll((id, old) -> new Submission(old.task(), old.epoch() + Grant.CLIENT_STRIDE));
        again.addAll(open.values());
        heir = false; // it has all that it wants, and says it here
        if (!again.isEmpty()) {
            simCluster.resubmitted(again.size());
            send(again);
        }
        onResent(again);
        endIfDone(owner);
    }

    private void onResent(List<Submission> again) {
        long upTo = again.isEmpty() ? 0 : again.getLast().task().id().number();
        owner.handle(new Event.SubmittedAgain(session, upTo, heir));
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
        if (!isOf(by) || dead || !opened) {
            return;
        }
        attachedTo.put(to.id, ref);
        opened = false;
        owner = to;
        boolean same = to.isAlive() && to.ref().equals(ref);
        if (same) {
            connect();
            resendUnaccepted();
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
        opened = false;
        open.values()
                .removeIf(submission -> {
                    TaskId id = submission.task().id();
                    boolean forgotten = !survivesOwner() || id.number() > acceptedUpTo;
                    if (forgotten) {
                        simCluster.abandoned(id);
                    }
                    return forgotten;
                });
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
            SimNode found = jobFound();
            if (found == null) {
                looks++;
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
        looks = 0;
        connect();
        if (mayHaveLost()) {
            abandonWhatIsNotAt(owner);
        }
        resendUnaccepted();
        endIfDone(owner);
    }

    /** Who has the job, as a program finds it that asks all nodes. */
    private @Nullable SimNode jobFound() {
        SimNode best =
                answering()
                        .filter(node -> node.core().attachCandidate(job) != null)
                        .min(
                                Comparator.comparing(
                                        node -> node.core().attachCandidate(job),
                                        AttachCandidate.BEST_FIRST))
                        .orElse(null);
        AttachCandidate candidate = best == null ? null : best.core().attachCandidate(job);
        if (best == null || candidate == null) {
            return mayHaveLost() && looks >= MOST_LOOKS_FOR_LOST ? simCluster.anyAlive() : null;
        }
        if (!candidate.replica() && best.core().goingTo(job) != null) {
            return null; // it may be there, and that node will say
        }
        if (candidate.isPerhapsEarlier(latestAttachment()) && looks < MOST_LOOKS) {
            return null;
        }
        if (candidate.replica()) {
            best.handle(new Event.JobTakenOver(job, "taken over"));
        }
        return best;
    }

    private Stream<SimNode> answering() {
        return Stream.of(simCluster.all()).filter(node -> node.isAlive() && !node.isBehind());
    }

    /** The latest attachment of its client of which a node knows. */
    private int latestAttachment() {
        return answering()
                .mapToInt(node -> node.core().attachmentElsewhere(session))
                .max()
                .orElse(0);
    }

    private boolean mayHaveLost() {
        return simCluster.durability() == Durability.DISK && simCluster.isAnyDiskLost();
    }

    /** What was kept on a disk that is lost no node has. */
    private void abandonWhatIsNotAt(SimNode node) {
        Set<TaskId> there = new LinkedHashSet<>();
        node.books().forEachOwned(own -> there.add(own.task()));
        List<TaskId> lost =
                open.keySet().stream()
                        .filter(id -> id.number() <= acceptedUpTo && !there.contains(id))
                        .toList();
        lost.forEach(open::remove);
        lost.forEach(simCluster::abandoned);
    }

    private void resendUnaccepted() {
        List<Submission> unaccepted =
                open.values().stream()
                        .filter(one -> one.task().id().number() > acceptedUpTo)
                        .toList();
        if (!unaccepted.isEmpty()) {
            send(unaccepted);
        }
        onResent(unaccepted);
    }

    private boolean hasAccepted() {
        return open.keySet().stream().anyMatch(id -> id.number() <= acceptedUpTo);
    }

    // ---- What the daemon says

    /** Every task up to this number that was not rejected is accepted. */
    void accepted(SimNode by, long upTo) {
        if (isOf(by)) {
            acceptedUpTo = Math.max(acceptedUpTo, upTo);
        }
    }

    /** Its program lives without what a policy refuses, and takes the rest elsewhere. */
    void rejected(SimNode by, long number, boolean byPolicy) {
        TaskId id = new TaskId(session, number);
        boolean given = byPolicy ? isOf(by) || dead && owner == by : dead && owner == by;
        if (given && open.remove(id) != null) {
            simCluster.abandoned(id);
            endIfDone(by);
        } else if (isOf(by) && open.containsKey(id)) {
            move();
        }
    }

    void delivered(SimNode by, List<Delivery> deliveries) {
        if (!isOf(by) || by.life() != ownersLife) {
            return;
        }
        long[] numbers = new long[deliveries.size()];
        for (int i = 0; i < numbers.length; i++) {
            Delivery delivery = deliveries.get(i);
            numbers[i] = delivery.number();
            TaskId id = new TaskId(session, numbers[i]);
            @Nullable TaskRecord record = record(id);
            if (record != null) {
                simCluster.checks().completed(id, delivery.outcome(), by.index);
                open.remove(id);
                simCluster.completed(record);
            }
        }
        by.handle(new Event.OutcomesAcknowledged(session, numbers));
        endIfDone(by);
    }

    /** A job that asks for workers ends when it is done, for others wait for them. */
    private void endIfDone(SimNode by) {
        if (simCluster.width() > 0 && open.isEmpty() && opened && isOf(by)) {
            opened = false;
            by.handle(new Event.JobClosed(job));
        }
    }

    /** Wants so many of its open tasks stopped. */
    void cancel(double share) {
        if (away || !opened) {
            return;
        }
        long count = Math.round(open.size() * share);
        long[] numbers = open.keySet().stream().limit(count).mapToLong(TaskId::number).toArray();
        owner.handle(new Event.CancelRequested(session, numbers, "its client cancelled it"));
    }
}
