package org.evenkeel.kernel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.evenkeel.model.AttachCandidate;
import org.evenkeel.model.Incarnations;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;

/**
 * What this node keeps for other owners (level REPLICATED). It is written down before the owner
 * hears of it, and used only when a node asks for a job whose owner is gone.
 *
 * <p>States of what is kept for an owner: {@code kept for its process -> (that ends) stale -> kept
 * for the next process | forgotten, as that one says | taken over | forgotten after {@link
 * #KEPT_NANOS}}. A process forgets only what its own disk has known: what processes on an earlier
 * disk of the machine said stays, and can still be asked for.
 */
final class ReplicaStore {

    /** How long something is kept for an owner's process that has ended: 7 days. */
    static final long KEPT_NANOS = Duration.ofDays(7).toNanos();

    /** What is kept for one owner. */
    private static final class OwnerReplicas {
        /** Its latest process that has spoken; with incarnation 0 while none has. */
        NodeRef process;

        /** Whether everything of that process is here that is to be. */
        boolean whole;

        /** Whether it has begun to say everything anew, and has not ended. */
        boolean sayingAll;

        long heardNanos;

        /** Since when the owner is linked and has left the older ones here, 0 for not yet. */
        long silentSinceNanos;

        /** Number of the record that comes next. */
        long next = 1;

        /** The greatest number of a record of that process that was read from the disk. */
        long fromDiskUpTo;

        final Map<TaskId, TaskState> tasks = new LinkedHashMap<>();

        /** Kept for earlier processes of its node; of other tasks. */
        final Map<TaskId, Event.Replica> older = new LinkedHashMap<>();

        /** How many tasks of each session are kept. */
        final Map<Long, Integer> sessions = new LinkedHashMap<>();

        /** What another owner has and its client has submitted there. */
        final Set<TaskId> outdated = new LinkedHashSet<>(0);

        /** While the owner says everything anew: the tasks that it has not said again yet. */
        final Set<TaskId> unconfirmed = new LinkedHashSet<>(0);

        /** The same of the older ones: said by this process or a later one; 0 for none. */
        long unconfirmedSince;

        /** What was read from the disk and its owner has not said again. */
        final Set<TaskId> fromDisk = new LinkedHashSet<>(0);

        /** Tasks whose outcome perhaps an earlier process said, and this one has not said yet. */
        final Set<TaskId> endedEarlier = new LinkedHashSet<>(0);

        OwnerReplicas(NodeId owner) {
            process = new NodeRef(owner, 0, "", 0);
        }

        void forEachOf(long session, Consumer<TaskState> visitor) {
            states().filter(state -> state.session() == session).forEach(visitor);
        }

        Stream<TaskState> states() {
            return Stream.concat(tasks.values().stream(), olderStates());
        }

        Stream<TaskState> olderStates() {
            return older.values().stream().map(Event.Replica::state);
        }

        /** So many records its process had written by the last one that is here. */
        long records() {
            return Math.max(next - 1, fromDiskUpTo);
        }

        void keep(TaskState state) {
            if (tasks.put(state.id(), state) == null) {
                sessions.merge(state.session(), 1, Integer::sum);
            }
        }

        /** One task less is kept; returns whether it was the last one of its session. */
        boolean removeOne(long session) {
            return sessions.computeIfPresent(session, (id, count) -> count == 1 ? null : count - 1)
                    == null;
        }

        /** What of this may be taken over, when its owner is gone. */
        Stream<TaskState> upToDate(Stream<TaskState> kept) {
            return kept.filter(this::isUpToDate);
        }

        boolean isUpToDate(TaskState state) {
            return !outdated.contains(state.id());
        }
    }

    private final NodeContext context;
    private final CompleteOwners completeOwners;
    private final Map<NodeId, OwnerReplicas> replicasByOwner = new LinkedHashMap<>();

    ReplicaStore(NodeContext context) {
        this.context = context;
        completeOwners = new CompleteOwners(context);
    }

    void recover(List<Event.Replica> replicas, List<JournalRecord.SessionComplete> complete) {
        for (Event.Replica one : replicas) {
            OwnerReplicas ownerReplicas =
                    replicasByOwner.computeIfAbsent(one.owner().id(), OwnerReplicas::new);
            ownerReplicas.heardNanos = context.now;
            if (one.owner().isLaterThan(ownerReplicas.process)) {
                ownerReplicas.process = one.owner();
            }
        }
        for (Event.Replica one : replicas) {
            OwnerReplicas ownerReplicas = replicasByOwner.get(one.owner().id());
            if (ownerReplicas != null) {
                TaskId task = one.state().id();
                if (one.owner().incarnation() == ownerReplicas.process.incarnation()) {
                    ownerReplicas.keep(one.state());
                    ownerReplicas.fromDiskUpTo = Math.max(ownerReplicas.fromDiskUpTo, one.number());
                } else {
                    ownerReplicas.older.put(task, one);
                    ownerReplicas.sessions.merge(one.state().session(), 1, Integer::sum);
                }
                ownerReplicas.fromDisk.add(task);
            }
        }
        completeOwners.recover(complete);
        for (JournalRecord.SessionComplete one : complete) {
            OwnerReplicas ownerReplicas = replicasByOwner.get(one.owner().id());
            if (ownerReplicas == null || !ownerReplicas.sessions.containsKey(one.session())) {
                completeOwners.nothingKept(one.session(), one.owner().id());
            }
        }
    }

    /** An owner wants something written down. */
    void replicate(NodeRef owner, PeerMessage.Replicate message) {
        OwnerReplicas ownerReplicas =
                replicasByOwner.computeIfAbsent(owner.id(), OwnerReplicas::new);
        if (ownerReplicas.process.incarnation() != owner.incarnation()) {
            if (!message.all()) {
                give(message.records());
                return;
            }
            keepOlder(ownerReplicas);
            ownerReplicas.process = owner;
            ownerReplicas.next = 1;
            ownerReplicas.fromDiskUpTo = 0;
        }
        ownerReplicas.heardNanos = context.now;
        boolean repeated = message.first() < ownerReplicas.next;
        boolean gap = !message.all() && message.first() > ownerReplicas.next;
        if (repeated || gap) {
            give(message.records());
        } else {
            if (message.all()) {
                ownerReplicas.whole = false;
                ownerReplicas.sayingAll = true;
                saysAll(ownerReplicas, message);
            }
            ownerReplicas.next = message.first();
            for (JournalRecord.OfTask record : message.records()) {
                add(ownerReplicas, record);
                ownerReplicas.next++;
            }
        }
        if (!gap) {
            context.out.send(owner, new PeerMessage.Replicated(ownerReplicas.next - 1));
        }
    }

    /** The owner begins to say everything anew. What is kept stays meanwhile: a disk may fail. */
    private void saysAll(OwnerReplicas ownerReplicas, PeerMessage.Replicate message) {
        ownerReplicas.unconfirmed.clear();
        ownerReplicas.unconfirmed.addAll(ownerReplicas.tasks.keySet());
        ownerReplicas.unconfirmedSince = message.diskSince();
        ownerReplicas.silentSinceNanos = 0;
        if (message.records().isEmpty()) {
            saidAll(ownerReplicas);
        }
    }

    /** The owner has said everything: what was not among it is forgotten. */
    private void saidAll(OwnerReplicas ownerReplicas) {
        ownerReplicas.whole = true;
        ownerReplicas.sayingAll = false;
        forgetAll(ownerReplicas, ownerReplicas.unconfirmed);
        if (ownerReplicas.unconfirmedSince != 0) {
            forgetOlder(ownerReplicas, ownerReplicas.unconfirmedSince);
            ownerReplicas.unconfirmedSince = 0;
        }
        ownerReplicas.silentSinceNanos = ownerReplicas.older.isEmpty() ? 0 : context.now;
        ownerReplicas
                .sessions
                .keySet()
                .forEach(session -> completeOwners.write(session, ownerReplicas.process));
    }

    /** The process that has spoken so far has ended. */
    private static void keepOlder(OwnerReplicas ownerReplicas) {
        ownerReplicas.tasks.forEach((task, state) ->
                ownerReplicas.older.put(
                        task,
                        new Event.Replica(ownerReplicas.process, state, ownerReplicas.records())));
        ownerReplicas.tasks.clear();
        ownerReplicas.endedEarlier.clear();
    }

    /** Forgets what earlier processes have said, from this one on. */
    private void forgetOlder(OwnerReplicas ownerReplicas, long first) {
        ownerReplicas.older.values().stream()
                .filter(one -> !Incarnations.isLater(first, one.owner().incarnation()))
                .map(one -> one.state().id())
                .toList()
                .forEach(task -> forget(ownerReplicas, task));
    }

    private void forgetAll(OwnerReplicas ownerReplicas, Set<TaskId> tasks) {
        List.copyOf(tasks).forEach(task -> forget(ownerReplicas, task));
    }

    /**
     * The node {@code to} has everything of a session. If its client has submitted all that it
     * wants there at the latest attachment, the owners of what else is kept of it here are about to
     * forget that. If one of them ends before it does, its replica must not be taken over instead
     * of what {@code to} has. If {@code to} ends before an earlier owner has heard of it, what is
     * kept for {@code to} is later than what that one has.
     *
     * <p>If a later process of the client has attached there instead, it knows only of what is
     * there: what is kept for other owners can still be taken over.
     */
    void isElsewhere(NodeRef to, PeerMessage.SessionMoved moved) {
        long session = moved.session();
        if (!completeOwners.said(to, moved)) {
            return;
        }
        replicasByOwner.forEach((owner, ownerReplicas) -> {
            if (!owner.equals(to.id()) && moved.since() == moved.attachment()) {
                ownerReplicas.forEachOf(session, state -> ownerReplicas.outdated.add(state.id()));
            }
        });
        OwnerReplicas ownerReplicas = ofProcess(to);
        if (ownerReplicas != null
                && ownerReplicas.whole
                && ownerReplicas.sessions.containsKey(session)) {
            completeOwners.write(session, to);
        }
    }

    /**
     * A job ended here, where its client had submitted everything: nothing that is kept of it for
     * an earlier owner is wanted any more.
     */
    void ended(JobId job) {
        for (OwnerReplicas ownerReplicas : replicasByOwner.values()) {
            ownerReplicas
                    .states()
                    .filter(state -> state.task().kind().job().equals(job))
                    .forEach(state -> ownerReplicas.outdated.add(state.id()));
        }
    }

    /** Records that are not kept: their bytes are not needed. */
    void give(List<JournalRecord.OfTask> records) {
        for (JournalRecord.OfTask record : records) {
            if (record instanceof JournalRecord.Accepted accepted) {
                context.out.release(accepted.accepted());
            } else if (record instanceof JournalRecord.Done done) {
                context.out.release(done.outcome());
            }
        }
    }

    private void add(OwnerReplicas ownerReplicas, JournalRecord.OfTask record) {
        TaskState known = ownerReplicas.tasks.get(record.task());
        switch (record) {
            case JournalRecord.Accepted r -> {
                ownerReplicas.outdated.remove(
                        r.task()); // its client is back, or the owner says more later
                boolean fromDisk = ownerReplicas.fromDisk.remove(r.task());
                ownerReplicas.unconfirmed.remove(r.task());
                if (known != null && known.isDone() && known.grant().compareTo(r.grant()) >= 0) {
                    if (fromDisk) { // which does not tell which of its processes said the outcome
                        ownerReplicas.endedEarlier.add(r.task());
                    }
                    context.out.release(r.accepted()); // it has ended, and that is said next
                    return;
                }
                if (!staysEnded(ownerReplicas, r)) {
                    replaced(ownerReplicas, r.task());
                    ownerReplicas.keep(
                            new TaskState(
                                    r.accepted(),
                                    r.grant(),
                                    r.session(),
                                    0,
                                    List.of(),
                                    null,
                                    "",
                                    r.origin()));
                }
                if (ownerReplicas.whole) {
                    completeOwners.write(r.session(), ownerReplicas.process);
                }
            }
            case JournalRecord.Granted r -> {
                if (known == null) {
                    return;
                }
                if (r.grant().epoch() > known.grant().epoch()) {
                    ownerReplicas.outdated.remove(r.task()); // its client is back
                }
                ownerReplicas.keep(
                        new TaskState(
                                known.task(),
                                r.grant(),
                                known.session(),
                                r.failures(),
                                r.deaths(),
                                known.outcome(),
                                known.ranOn(),
                                known.origin()));
            }
            case JournalRecord.Done r -> {
                boolean isSaidAnew = ownerReplicas.endedEarlier.remove(r.task());
                if (known == null || known.isDone() && !isSaidAnew) {
                    context.out.release(r.outcome());
                    return;
                }
                context.out.release(known);
                ownerReplicas.keep(
                        new TaskState(
                                known.task(),
                                r.grant(),
                                known.session(),
                                known.failures(),
                                known.deaths(),
                                r.outcome(),
                                r.ranOn(),
                                known.origin()));
            }
            case JournalRecord.Forgotten r -> {
                if (r.task().equals(TaskRecords.NO_TASK)) {
                    saidAll(ownerReplicas);
                } else {
                    forget(ownerReplicas, r.task());
                }
                return;
            }
        }
        context.out.persist(
                new JournalRecord.Replica(ownerReplicas.process, record, ownerReplicas.next));
    }

    /**
     * A later process of the owner says that a task is accepted. An earlier one said its outcome
     * under the same grant or a later one: the task has ended, as the disk has it. The outcome is
     * said next, and if not, for the owner ends before that, the earlier one counts.
     */
    private boolean staysEnded(OwnerReplicas ownerReplicas, JournalRecord.Accepted record) {
        Event.Replica older = ownerReplicas.older.get(record.task());
        if (older == null
                || !older.state().isDone()
                || older.state().grant().compareTo(record.grant()) < 0) {
            return false;
        }
        ownerReplicas.older.remove(record.task());
        ownerReplicas.removeOne(older.state().session());
        ownerReplicas.keep(older.state());
        ownerReplicas.endedEarlier.add(record.task());
        context.out.release(record.accepted());
        return true;
    }

    /**
     * A record that comes next takes the place of what is kept of a task. Nothing is written for
     * that: a disk that failed between the two would have neither.
     */
    private void replaced(OwnerReplicas ownerReplicas, TaskId task) {
        ownerReplicas.endedEarlier.remove(task);
        TaskState known = ownerReplicas.tasks.get(task);
        Event.Replica older = ownerReplicas.older.remove(task);
        if (known != null) {
            context.out.release(known);
        }
        if (older != null) {
            context.out.release(older.state());
            ownerReplicas.removeOne(older.state().session());
        }
    }

    private void forget(OwnerReplicas ownerReplicas, TaskId task) {
        ownerReplicas.unconfirmed.remove(task);
        TaskState known = ownerReplicas.tasks.remove(task);
        Event.Replica older = ownerReplicas.older.remove(task);
        if (known != null) {
            context.out.release(known);
            removed(ownerReplicas, known);
        }
        if (older != null) {
            context.out.release(older.state());
            removed(ownerReplicas, older.state());
        }
        if (known != null || older != null) {
            context.out.persist(
                    new JournalRecord.Replica(
                            ownerReplicas.process, new JournalRecord.Forgotten(task)));
        }
    }

    private void removed(OwnerReplicas ownerReplicas, TaskState state) {
        ownerReplicas.endedEarlier.remove(state.id());
        if (ownerReplicas.removeOne(state.session())) {
            completeOwners.nothingKept(state.session(), ownerReplicas.process.id());
        }
    }

    // ---- When the owner is gone

    /** An owner's process is linked: what is kept for an earlier one, it may want to forget. */
    void peerUp(NodeRef owner) {
        OwnerReplicas ownerReplicas = replicasByOwner.get(owner.id());
        if (ownerReplicas == null) {
            return;
        }
        boolean another = ownerReplicas.process.incarnation() != owner.incarnation();
        if (!ownerReplicas.older.isEmpty() || another && !ownerReplicas.tasks.isEmpty()) {
            ownerReplicas.silentSinceNanos = context.now;
            context.out.send(owner, new PeerMessage.Replicated(0));
        }
    }

    /** Forgets what no node has asked for. */
    void forgetOld(RecoveringOwners absent) {
        replicasByOwner.forEach((owner, ownerReplicas) -> {
            boolean old = context.now - ownerReplicas.heardNanos > KEPT_NANOS;
            if (old && isStale(owner, ownerReplicas, absent)) {
                forgetAll(ownerReplicas, ownerReplicas.tasks.keySet());
                forgetOlder(ownerReplicas, 0);
            }
        });
    }

    /** Whether the process that spoke last is over. */
    private static boolean isStale(
            NodeId owner, OwnerReplicas ownerReplicas, RecoveringOwners absent) {
        return absent.isAbsent(owner)
                || ownerReplicas.process.incarnation() != 0 && absent.isOver(ownerReplicas.process);
    }

    /**
     * Whether a later process has been linked for long enough to say what it has of what is kept
     * for earlier ones.
     */
    private boolean isOlderStale(
            NodeId owner, OwnerReplicas ownerReplicas, RecoveringOwners absent) {
        return absent.isAbsent(owner)
                || ownerReplicas.silentSinceNanos != 0
                        && context.now - ownerReplicas.silentSinceNanos
                                > context.config.holderLeaseNanos();
    }

    /** The owners of which something is kept. */
    void forEachOwner(Consumer<NodeId> visitor) {
        replicasByOwner.forEach((owner, ownerReplicas) -> {
            if (!ownerReplicas.tasks.isEmpty() || !ownerReplicas.older.isEmpty()) {
                visitor.accept(owner);
            }
        });
    }

    /** The processes of which something is kept and which can be called. */
    void forEachProcess(Consumer<NodeRef> visitor) {
        forEachOwner(owner -> {
            NodeRef process = processOf(owner);
            if (process != null && !process.host().isEmpty()) {
                visitor.accept(process);
            }
        });
    }

    /** The process of an owner for which something is kept; null when nothing is. */
    @Nullable NodeRef processOf(NodeId owner) {
        OwnerReplicas ownerReplicas = replicasByOwner.get(owner);
        return ownerReplicas == null || ownerReplicas.process.incarnation() == 0
                ? null
                : ownerReplicas.process;
    }

    /** Everything that is kept. */
    void forEach(Consumer<TaskState> visitor) {
        for (OwnerReplicas ownerReplicas : replicasByOwner.values()) {
            ownerReplicas.states().forEach(visitor);
        }
    }

    /** The jobs of which something is kept whose owner's process is over. */
    Set<JobId> orphanedJobs(RecoveringOwners absent) {
        Set<JobId> jobs = new LinkedHashSet<>();
        replicasByOwner.forEach((owner, ownerReplicas) -> {
            if (isStale(owner, ownerReplicas, absent)) {
                ownerReplicas
                        .upToDate(ownerReplicas.tasks.values().stream())
                        .forEach(state -> jobs.add(state.task().kind().job()));
            }
            if (isOlderStale(owner, ownerReplicas, absent)) {
                ownerReplicas
                        .upToDate(ownerReplicas.olderStates())
                        .forEach(state -> jobs.add(state.task().kind().job()));
            }
        });
        return jobs;
    }

    /** What is kept of a job, with its owner, where the process that owned it is over. */
    List<Event.Replica> orphansOf(JobId job, RecoveringOwners absent) {
        List<Event.Replica> found = new ArrayList<>();
        forEachOrphan(
                absent,
                (owner, state) -> {
                    if (state.task().kind().job().equals(job)) {
                        found.add(new Event.Replica(owner, state));
                    }
                });
        return found;
    }

    /** What of a job can be taken over; null when nothing can. */
    @Nullable AttachCandidate attachCandidate(JobId job, RecoveringOwners absent) {
        List<Event.Replica> orphans = orphansOf(job, absent);
        return orphans.isEmpty() ? null : candidate(orphans, attachment(complete(orphans)));
    }

    /** These tasks of one job, for a program that wants to attach to it. */
    AttachCandidate candidate(List<Event.Replica> replicas, int attachment) {
        return AttachCandidate.ofReplica(
                attachment,
                replicas.stream().mapToLong(this::records).max().orElse(0),
                replicas.stream().anyMatch(this::isFromDisk));
    }

    /**
     * What can be taken over of a job that this node has itself: where the client was at the owner
     * later, and the owner is gone, or its next process has been linked for long enough to say what
     * it has. Where it is not known that the owner had everything, it counts only if that was the
     * client's next attachment: between two of which this node does not know, others may have had
     * more.
     *
     * @param attachment since which everything of the job was here
     */
    List<Event.Replica> laterOrphansOf(JobId job, int attachment, RecoveringOwners absent) {
        Map<NodeRef, List<Event.Replica>> byProcess = new LinkedHashMap<>();
        for (Event.Replica one : orphansOf(job, absent)) {
            NodeId owner = one.owner().id();
            OwnerReplicas kept = replicasByOwner.get(owner);
            if (kept != null && isOlderStale(owner, kept, absent)) {
                byProcess.computeIfAbsent(one.owner(), process -> new ArrayList<>()).add(one);
            }
        }
        return byProcess.values().stream()
                .filter(replicas ->
                        attachment(complete(replicas)) > attachment
                                || submissionsOf(replicas) == attachment + 1)
                .flatMap(List::stream)
                .toList();
    }

    /**
     * The latest attachment to the owners of these tasks of which their replicas show something.
     */
    int attachmentOf(List<Event.Replica> replicas) {
        return Math.max(submissionsOf(replicas), attachment(complete(replicas)));
    }

    private static int submissionsOf(List<Event.Replica> replicas) {
        return replicas.stream().mapToInt(one -> one.state().grant().submissions()).max().orElse(0);
    }

    private static int attachment(JournalRecord.@Nullable SessionComplete complete) {
        return complete == null ? 0 : complete.attachment();
    }

    /** What the owner of these tasks of one job said last that it has all of; null for nothing. */
    JournalRecord.@Nullable SessionComplete complete(List<Event.Replica> replicas) {
        return replicas.stream()
                .map(this::complete)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private JournalRecord.@Nullable SessionComplete complete(Event.Replica one) {
        OwnerReplicas latest = ofProcess(one.owner());
        return latest == null || !latest.sayingAll
                ? completeOwners.of(one.state().session(), one.owner())
                : null;
    }

    private long records(Event.Replica one) {
        OwnerReplicas latest = ofProcess(one.owner());
        if (latest != null) {
            return latest.records();
        }
        OwnerReplicas later = replicasByOwner.get(one.owner().id());
        Event.Replica older = later == null ? null : later.older.get(one.state().id());
        return older == null ? 0 : older.number();
    }

    /** What is kept for exactly this process, if it is the latest of its node; else null. */
    private @Nullable OwnerReplicas ofProcess(NodeRef owner) {
        OwnerReplicas ownerReplicas = replicasByOwner.get(owner.id());
        return ownerReplicas != null && ownerReplicas.process.incarnation() == owner.incarnation()
                ? ownerReplicas
                : null;
    }

    /**
     * How often, at least, a session's client has attached to the owners of what is kept here:
     * after each attachment it submits again. An owner that is linked counts, too, for it may have
     * fallen silent a moment ago; one that answers says no less. What is kept of an earlier process
     * of a linked node counts until it can be taken over, or that node has said everything. 0 when
     * nothing is kept of the session.
     */
    int attachmentElsewhere(long session, PeerLinkTable links, RecoveringOwners absent) {
        int submissions =
                replicasByOwner.entrySet().stream()
                        .flatMap(one -> elsewhere(one.getKey(), one.getValue(), links, absent))
                        .filter(state -> state.session() == session)
                        .mapToInt(state -> state.grant().submissions())
                        .max()
                        .orElse(0);
        return Math.max(submissions, completeOwners.attachment(session));
    }

    /** What an owner may have had that does not answer. */
    private Stream<TaskState> elsewhere(
            NodeId owner,
            OwnerReplicas ownerReplicas,
            PeerLinkTable links,
            RecoveringOwners absent) {
        Stream<TaskState> latest = ownerReplicas.tasks.values().stream();
        if (!links.isUp(owner)) {
            return Stream.concat(latest, ownerReplicas.olderStates());
        }
        boolean stale = isOlderStale(owner, ownerReplicas, absent);
        boolean runs = links.isUpWith(ownerReplicas.process);
        return ownerReplicas.upToDate(
                Stream.concat(
                        stale && !runs ? Stream.empty() : latest,
                        stale ? Stream.empty() : ownerReplicas.olderStates()));
    }

    /**
     * Whether its owner may have named another replica while this node was away: it was read from
     * the disk, and the owner has said nothing of it since.
     */
    private boolean isFromDisk(Event.Replica one) {
        OwnerReplicas ownerReplicas = replicasByOwner.get(one.owner().id());
        return ownerReplicas != null && ownerReplicas.fromDisk.contains(one.state().id());
    }

    /** What could be taken over now, with its owner. */
    void forEachOrphan(RecoveringOwners absent, BiConsumer<NodeRef, TaskState> visitor) {
        replicasByOwner.forEach((owner, ownerReplicas) -> {
            if (isStale(owner, ownerReplicas, absent)) {
                ownerReplicas
                        .upToDate(ownerReplicas.tasks.values().stream())
                        .forEach(state -> visitor.accept(ownerReplicas.process, state));
            }
            if (isOlderStale(owner, ownerReplicas, absent)) {
                ownerReplicas.older.values().stream()
                        .filter(one -> ownerReplicas.isUpToDate(one.state()))
                        .forEach(one -> visitor.accept(one.owner(), one.state()));
            }
        });
    }

    /** This node owns the task now: nothing is kept of it. Its bytes go with it. */
    void taken(Event.Replica replica) {
        OwnerReplicas ownerReplicas = replicasByOwner.get(replica.owner().id());
        TaskId task = replica.state().id();
        boolean kept =
                ownerReplicas != null
                        && (ownerReplicas.tasks.remove(task, replica.state())
                                || removeOlder(ownerReplicas, replica.state()));
        if (ownerReplicas != null && kept) {
            removed(ownerReplicas, replica.state());
            context.out.persist(
                    new JournalRecord.Replica(replica.owner(), new JournalRecord.Forgotten(task)));
        }
    }

    private static boolean removeOlder(OwnerReplicas ownerReplicas, TaskState state) {
        Event.Replica older = ownerReplicas.older.get(state.id());
        return older != null
                && older.state().equals(state)
                && ownerReplicas.older.remove(state.id(), older);
    }
}
