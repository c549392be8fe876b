package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.evenkeel.model.AttachCandidate;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JobOrigin;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.JournalRecord.JobLocation;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PeerMessage.PassedTask;
import org.jspecify.annotations.Nullable;

/**
 * This node becomes the owner of tasks that were another's: a leaving owner passes them on (R11),
 * or a client asks for a job whose owner is gone and of which a replica is kept here.
 *
 * <p>They continue under the grants that are in force; who holds them is asked to say so, and what
 * no node has said to hold is granted anew, under a higher epoch.
 */
final class OwnershipTransferIn {
    /** What has come of a session, and is its owner's until that has said all. */
    private static final class Coming {
        final List<PassedTask> tasks = new ArrayList<>();
        final Map<JobId, JournalRecord.JobOpened> jobs = new LinkedHashMap<>();
    }

    /** What a process has passed on to this one: it is adopted once, however often it is said. */
    private static final class Batches {
        /** In {@link #givenUp}: whatever comes of the session, until its owner has heard so. */
        static final long UNTIL_REFUSED = Long.MAX_VALUE;

        final long process;

        /** By number: one that could not be taken at its time comes after later ones. */
        final Set<Long> taken = new LinkedHashSet<>(1);

        /** By number: messages that ended a session's coming and were not refused. */
        final Set<Long> owned = new LinkedHashSet<>(1);

        /** Sessions that are being written down, by batch. */
        final Map<Long, Long> unanswered = new LinkedHashMap<>(1);

        final Map<Long, Coming> coming = new LinkedHashMap<>(1);

        /**
         * Sessions that their owner keeps, with its last batch then: one that waits for its bytes
         * may come later.
         */
        final Map<Long, Long> givenUp = new LinkedHashMap<>(1);

        Coming of(long session) {
            return coming.computeIfAbsent(session, id -> new Coming());
        }

        boolean isGivenUp(long session, long batch) {
            return givenUp.getOrDefault(session, 0L) >= batch;
        }

        /** A session that was being written down is not any more: it is refused. */
        void replaced(long session) {
            boolean any =
                    unanswered
                            .entrySet()
                            .removeIf(
                                    one -> one.getValue() == session && owned.remove(one.getKey()));
            if (any) {
                givenUp.put(session, UNTIL_REFUSED);
            }
        }

        Batches(long process) {
            this.process = process;
        }
    }

    private final Map<NodeId, Batches> passed = new LinkedHashMap<>();

    /**
     * Sessions that are being written down. That continues when the process that passed them on is
     * gone.
     */
    private final Set<Long> beingWritten = new LinkedHashSet<>(1);

    private final NodeContext context;
    private final OwnerLedger ledger;
    private final ReplicaStore replicaStore;
    private final RecoveringOwners absent;
    private final PeerLinkTable peerLinkTable;

    OwnershipTransferIn(
            NodeContext context,
            OwnerLedger ledger,
            ReplicaStore replicaStore,
            RecoveringOwners absent,
            PeerLinkTable peerLinkTable) {
        this.context = context;
        this.ledger = ledger;
        this.replicaStore = replicaStore;
        this.absent = absent;
        this.peerLinkTable = peerLinkTable;
    }

    /**
     * What this node keeps of a job for an owner whose process is gone; of a job that it has itself
     * only what is later. Empty when nothing.
     */
    List<Event.Replica> orphansOf(JobId job) {
        JournalRecord.JobOpened own = ledger.jobs().outliving(job);
        if (own == null) {
            return replicaStore.orphansOf(job, absent);
        }
        return isJoined(own)
                ? replicaStore.laterOrphansOf(job, own.attachment(), absent)
                : List.of();
    }

    /** Nothing joins a job that is on its way to or from another node. */
    private boolean isJoined(JournalRecord.JobOpened own) {
        return own.place().equals(JobLocation.HERE)
                && own.attachment() > 0
                && !ledger.sessions().isPassing(own.session())
                && !beingWritten.contains(own.session());
    }

    /** The same, and what joins other jobs of the client that are here. */
    List<Event.Replica> takenWith(JobId job) {
        JournalRecord.JobOpened own = ledger.jobs().outliving(job);
        return own == null
                ? orphansOf(job)
                : ledger.jobs().of(own.session()).stream()
                        .flatMap(one -> orphansOf(one.job()).stream())
                        .toList();
    }

    /** What of a job can be taken over here; null when nothing can. */
    @Nullable AttachCandidate attachCandidate(JobId job) {
        if (ledger.jobs().outliving(job) == null) {
            return replicaStore.attachCandidate(job, absent);
        }
        List<Event.Replica> later = orphansOf(job);
        return later.isEmpty()
                ? null
                : replicaStore.candidate(later, replicaStore.attachmentOf(later));
    }

    /** The jobs that can be taken over. */
    Set<JobId> orphanedJobs() {
        return replicaStore.orphanedJobs(absent);
    }

    void takeOver(Event.JobTakenOver event) {
        JournalRecord.JobOpened own = ledger.jobs().outliving(event.job());
        if (own == null) {
            takeOverAll(event);
        } else {
            join(own);
        }
    }

    /** A job that is here is continued with what another owner had of it later. */
    private void join(JournalRecord.JobOpened own) {
        List<Event.Replica> later = takenWith(own.job());
        if (later.isEmpty()) {
            return;
        }
        int attachment = replicaStore.attachmentOf(later);
        JournalRecord.SessionComplete complete = replicaStore.complete(later);
        take(later);
        ledger.joined(
                own.session(),
                attachment,
                complete == null ? 0 : complete.since() - 1); // its owner may have more
    }

    private void takeOverAll(Event.JobTakenOver event) {
        List<Event.Replica> replicas = orphansOf(event.job());
        JournalRecord.SessionComplete complete = replicaStore.complete(replicas);
        JobOrigin origin = originOf(replicas);
        if (!replicas.isEmpty()) {
            long session = replicas.getFirst().state().session();
            ledger.jobs().isOf(event.job(), session, origin);
            beingWritten.remove(session); // what was coming is replaced
            passed.values().forEach(batches -> batches.replaced(session));
        }
        take(replicas);
        if (!replicas.isEmpty()) {
            long session = replicas.getFirst().state().session();
            if (complete != null) {
                // Its owner has more, if it returns: tasks that only its disk kept, other jobs.
                ledger.sessions().recover(session, complete.attachment(), complete.since() - 1);
            }
            ledger.openJob(
                    new Event.JobOpened(
                            session,
                            event.job(),
                            origin.secret(),
                            event.name(),
                            true,
                            origin.submitter(),
                            0));
        }
    }

    private void take(List<Event.Replica> replicas) {
        List<GrantedTask> open = new ArrayList<>();
        for (Event.Replica one : replicas) {
            TaskState state = one.state();
            boolean adopted =
                    ledger.adopt(state, state.grant(), state.grant().takenOver(), () -> {});
            replicaStore.taken(one);
            if (adopted && !state.isDone()) {
                open.add(new GrantedTask(state.id(), state.grant()));
            }
        }
        askHolders(open);
    }

    private static JobOrigin originOf(List<Event.Replica> replicas) {
        return replicas.stream()
                .map(one -> one.state().origin())
                .filter(origin -> !origin.isNone())
                .findFirst()
                .orElse(JobOrigin.NONE);
    }

    /** Whose a job is that can be taken over; null when there is none. */
    @Nullable JobOrigin orphanOrigin(JobId job) {
        List<Event.Replica> replicas = orphansOf(job);
        return replicas.isEmpty() ? null : originOf(replicas);
    }

    /** A leaving owner passes tasks on: they are kept for the moment when it has said all. */
    void adopt(NodeRef from, PeerMessage.Adopt message) {
        Batches batches = batches(from);
        if (batches.taken.add(message.batch())) {
            for (PassedTask task : message.tasks()) {
                long session = task.state().session();
                if (batches.isGivenUp(session, message.batch())) {
                    context.out.release(task.state());
                } else {
                    batches.of(session).tasks.add(task);
                }
            }
            for (JournalRecord.JobOpened job : message.jobs()) {
                if (!batches.isGivenUp(job.session(), message.batch())) {
                    batches.of(job.session()).jobs.put(job.job(), job);
                }
            }
        } else {
            message.tasks().forEach(one -> context.out.release(one.state()));
        }
        context.out.send(from, new PeerMessage.Adopted(message.batch()));
    }

    /**
     * Everything of a session has come: it is owned here when it is on this disk. It is refused
     * when something of it was dropped, because the owner was called gone.
     */
    void adoptAll(NodeRef from, PeerMessage.AdoptAll message) {
        Batches batches = batches(from);
        long session = message.session();
        if (batches.owned.contains(message.batch())) {
            if (!batches.unanswered.containsKey(message.batch())) {
                context.out.send(from, new PeerMessage.Adopted(message.batch()));
            }
            return;
        }
        if (batches.isGivenUp(session, message.batch())) {
            batches.givenUp.replace(session, Batches.UNTIL_REFUSED, message.batch());
            context.out.send(from, new PeerMessage.AnswerAdopted(session, false));
            return;
        }
        batches.owned.add(message.batch());
        Coming coming = batches.of(session);
        batches.coming.remove(session);
        // What came was accepted at that attachment, whether or not everything open had come by
        // then.
        int latest = Math.max(message.attachment(), latestAttachment(coming));
        if (ledger.sessions().isElsewhere(session, latest, message.since())) {
            dropOutdated(coming);
            context.out.send(from, new PeerMessage.Adopted(message.batch()));
            return;
        }
        batches.unanswered.put(message.batch(), session);
        own(
                from,
                session,
                coming,
                () -> {
                    ledger.came(session, message.attachment(), message.since());
                    answer(from, batches, message.batch());
                });
    }

    /**
     * A leaving owner of a version that never says that it has said all of a session: what comes is
     * owned here when it is on this disk, batch by batch, and answered then.
     */
    void adoptBatch(NodeRef from, PeerMessage.Adopt message) {
        Batches batches = batches(from);
        long number = message.batch();
        if (!batches.owned.add(number)) {
            message.tasks().forEach(one -> context.out.release(one.state()));
            if (!batches.unanswered.containsKey(number)) {
                context.out.send(from, new PeerMessage.Adopted(number));
            }
            return;
        }
        Map<Long, Coming> sessions = new LinkedHashMap<>();
        for (PassedTask task : message.tasks()) {
            sessions.computeIfAbsent(task.state().session(), id -> new Coming()).tasks.add(task);
        }
        for (JournalRecord.JobOpened job : message.jobs()) {
            sessions.computeIfAbsent(job.session(), id -> new Coming()).jobs.put(job.job(), job);
        }
        int[] left = {sessions.size() + 1};
        Runnable one =
                () -> {
                    left[0]--;
                    if (left[0] == 0) {
                        answer(from, batches, number);
                    }
                };
        sessions.forEach((session, part) -> {
            batches.unanswered.put(number, session);
            ownPart(from, session, part, one);
        });
        one.run();
    }

    /** A job's attachment is 0 there until the owner has said all of it. */
    private void ownPart(NodeRef from, long session, Coming part, Runnable then) {
        int attachment = latestAttachment(part);
        int whole =
                part.jobs.values().stream()
                        .mapToInt(JournalRecord.JobOpened::attachment)
                        .max()
                        .orElse(0);
        if (ledger.sessions().isElsewhere(session, attachment, attachment)) {
            dropOutdated(part);
            then.run();
            return;
        }
        own(
                from,
                session,
                part,
                () -> {
                    ledger.came(session, whole, whole);
                    ledger.jobs().complete(session, whole, whole);
                    then.run();
                });
    }

    private static int latestAttachment(Coming coming) {
        return coming.tasks.stream().mapToInt(PassedTask::attachment).max().orElse(0);
    }

    private void answer(NodeRef from, Batches batches, long batch) {
        batches.unanswered.remove(batch);
        context.out.send(from, new PeerMessage.Adopted(batch));
    }

    /**
     * Makes what has come of a session this node's own.
     *
     * @param then when all of it is on this disk
     */
    private void own(NodeRef from, long session, Coming coming, Runnable then) {
        beingWritten.add(session);
        coming.jobs.values().forEach(job -> ledger.jobs().comes(job, from.id()));
        ledger.sessions().recover(session);
        List<TaskState> tasks = new ArrayList<>(coming.tasks.size());
        List<GrantedTask> open = new ArrayList<>();
        int[] left = {coming.tasks.size() + 1};
        Runnable written =
                () -> {
                    left[0]--;
                    if (left[0] == 0) {
                        beingWritten.remove(session);
                        then.run();
                    }
                };
        for (PassedTask one : coming.tasks) {
            TaskState state = one.state();
            ledger.sessions().adopt(session, one.attachment());
            if (ledger.adopt(state, one.inForce(), state.grant(), written) && !state.isDone()) {
                OwnedTask entry = ledger.get(state.id());
                if (entry != null) {
                    ledger.waited(entry, one.waitedNanos());
                }
                open.add(new GrantedTask(state.id(), one.inForce()));
            }
            tasks.add(state);
        }
        written.run();
        List<JournalRecord.JobOpened> jobs = List.copyOf(coming.jobs.values());
        context.out.later(new Effect.AdoptSessions(from, tasks, jobs));
        askHolders(open);
    }

    private Batches batches(NodeRef from) {
        Batches known = passed.get(from.id());
        if (known == null || known.process != from.incarnation()) {
            lost(from.id());
            known = new Batches(from.incarnation());
            passed.put(from.id(), known);
        }
        return known;
    }

    /** Whether another owner has begun to pass the session on to this node. */
    boolean isComing(long session) {
        return passed.values().stream().anyMatch(batches -> batches.coming.containsKey(session));
    }

    /** The nodes whose tasks have come and are not owned here yet. */
    void forEachAwaited(Consumer<NodeId> visitor) {
        passed.forEach((owner, batches) -> {
            if (!batches.coming.isEmpty()) {
                visitor.accept(owner);
            }
        });
    }

    /** Tasks that have come and are not owned here yet. */
    int size() {
        int size = 0;
        for (Batches batches : passed.values()) {
            for (Coming coming : batches.coming.values()) {
                size += coming.tasks.size();
            }
        }
        return size;
    }

    /**
     * A process is called gone: what it has not said all of stays its own. If it is linked again,
     * it is to hear what is owned here and what was dropped.
     */
    void lost(NodeId owner) {
        Batches batches = passed.get(owner);
        if (batches != null) {
            batches.coming.forEach((session, coming) -> {
                drop(coming);
                batches.givenUp.put(session, Batches.UNTIL_REFUSED);
            });
            batches.coming.clear();
            batches.taken.clear(); // what it says again of these is not kept either
        }
    }

    /** Its client has submitted everything elsewhere meanwhile: no grant of it is current. */
    private void dropOutdated(Coming coming) {
        for (PassedTask one : coming.tasks) {
            ledger.nextOwners().came(one.state().id(), one.state().grant());
        }
        drop(coming);
    }

    private void drop(Coming coming) {
        coming.tasks.forEach(one -> context.out.release(one.state()));
    }

    /** No client wants the session any more here. */
    void closed(long session) {
        beingWritten.remove(session);
        for (Batches batches : passed.values()) {
            batches.unanswered.values().removeIf(one -> one == session);
        }
    }

    /**
     * An owner does not know whether this node, or a process of it before, took a session. It may
     * have been started anew while the session is still being written down: then it asks again.
     */
    void asked(NodeRef owner, PeerMessage.AskAdopted ask) {
        Batches batches = batches(owner);
        batches.givenUp.put(ask.session(), ask.batch());
        Coming coming = batches.coming.remove(ask.session());
        if (coming != null) {
            drop(coming);
        }
        if (beingWritten.contains(ask.session())) {
            return;
        }
        boolean taken = ledger.jobs().hasHad(ask.session(), ask.since(), ask.owners());
        context.out.send(owner, new PeerMessage.AnswerAdopted(ask.session(), taken));
    }

    /**
     * Asks again for what was adopted and no node has said to hold: when the question came, the
     * task was on its way between two nodes.
     */
    void remind() {
        List<GrantedTask> open =
                ledger.owned().all().stream()
                        .filter(entry -> entry.adopted != null && entry.awaited)
                        .filter(entry -> !entry.isDone() && entry.here == null)
                        .map(entry -> new GrantedTask(entry.id(), entry.inForce()))
                        .toList();
        askHolders(open);
    }

    /** In one message: each is answered with all that is held of this node's tasks. */
    private void askHolders(List<GrantedTask> open) {
        if (open.isEmpty()) {
            return;
        }
        for (PeerLinkTable.Peer peer : peerLinkTable.up()) {
            context.out.send(peer.ref, new PeerMessage.Moved(open, context.self));
        }
    }
}
