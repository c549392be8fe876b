package org.evenkeel.daemon.worker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.evenkeel.daemon.blob.Bundles;
import org.evenkeel.daemon.blob.Intake;
import org.evenkeel.daemon.config.WorkerBounds;
import org.evenkeel.daemon.config.WorkerMemory;
import org.evenkeel.daemon.drive.Events;
import org.evenkeel.daemon.drive.TimerSource;
import org.evenkeel.daemon.home.HomeDesk;
import org.evenkeel.daemon.net.Connection;
import org.evenkeel.daemon.net.Turn;
import org.evenkeel.daemon.session.Sessions;
import org.evenkeel.daemon.worker.confine.Confinement;
import org.evenkeel.daemon.worker.guard.Guard;
import org.evenkeel.daemon.worker.guard.Limits;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.Resources;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.protocol.Assignment;
import org.evenkeel.model.protocol.Message.GrantedTask;
import org.evenkeel.wire.Capture;
import org.evenkeel.wire.proto.Frame;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The slots of this daemon and the processes that serve them. A worker is started blank and gets
 * its job with the first task; a slot may have workers of several jobs, of which the core lets one
 * run. Lives on the event loop.
 *
 * <p>A slot is open as soon as a blank worker is there for it, and closed when none can be started.
 */
public final class WorkerPool implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerPool.class);

    /** Failed starts in a row before slots are closed. */
    private static final int MAX_FAILED_STARTS = 3;

    private static final int MAX_STARTING =
            Math.max(2, Runtime.getRuntime().availableProcessors() / 2);
    private static final int LOGS_KEPT = 16;
    private static final long STOP_GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long START_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long EXIT_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A task that cannot be served here is kept so long, lest it comes back at once. */
    private static final long UNFIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Parts parts;
    private final SlotState[] slots;

    /** Workers of different jobs in one slot before idle ones are ended. */
    private final int seatsPerSlot;

    private final long idleNanos;
    private final WorkerBounds bounds;
    private final Guard guard;
    private final WorkerStarter starter;
    private final Map<Integer, WorkerProcess> workers = new LinkedHashMap<>();
    private final Deque<WorkerProcess> blanks = new ArrayDeque<>();
    private final Deque<Seat> unseated = new ArrayDeque<>();
    private final Deque<WorkerProcess> keptLogs = new ArrayDeque<>();
    private int starting;
    private int failedStarts;
    private boolean started;
    private boolean sweeping;
    private boolean closed;

    /** What the pool works with. */
    public record Parts(
            Events events,
            TimerSource timers,
            Turn turn,
            Sessions sessions,
            Intake intake,
            Bundles bundles,
            HomeDesk files) {}

    private static final class SlotState {
        boolean open;
        final Map<JobId, Seat> seats = new HashMap<>();
    }

    /**
     * How many workers, and for how long.
     *
     * @param slots tasks that run at a time
     * @param idleNanos a worker whose job has had nothing for it so long ends
     */
    public record Size(int slots, long idleNanos) {}

    /** Makes a pool of this size; {@link #start} begins to start workers. */
    public WorkerPool(Parts parts, Size size, StarterParts starterParts) {
        this.parts = parts;
        int slotCount = size.slots();
        idleNanos = size.idleNanos();
        seatsPerSlot = WorkerMemory.workersPerSlot(slotCount);
        slots = new SlotState[slotCount];
        for (int i = 0; i < slotCount; i++) {
            slots[i] = new SlotState();
        }
        bounds = starterParts.bounds();
        guard =
                new Guard(
                        (number, why) -> starterParts.loop().execute(() -> exceeded(number, why)),
                        starterParts.confinement());
        guard.endLeftOver(starterParts.directory());
        starter = new WorkerStarter(starterParts, guard, parts.timers(), this::exited);
    }

    /**
     * What is needed to start processes.
     *
     * @param environment names of the variables that they have of this process's
     * @param directory of their directories
     */
    public record StarterParts(
            WorkerCommand command,
            WorkerBounds bounds,
            Confinement confinement,
            Set<String> environment,
            java.nio.file.Path directory,
            java.util.concurrent.Executor loop) {}

    Events events() {
        return parts.events();
    }

    Turn turn() {
        return parts.turn();
    }

    Parts parts() {
        return parts;
    }

    /** Slots, open or not. */
    public int size() {
        return slots.length;
    }

    /** Processes that live or are being started. */
    public int processes() {
        return workers.size();
    }

    /** Process ids of the workers, for tests and displays. */
    public List<Long> pids() {
        List<Long> pids = new ArrayList<>();
        for (WorkerProcess worker : workers.values()) {
            if (worker.process != null && !worker.exited) {
                pids.add(worker.process.pid());
            }
        }
        return pids;
    }

    /**
     * Begins to start workers.
     *
     * @param address where they find this daemon
     */
    public void start(String address) {
        starter.listensAt(address);
        started = true;
        startMore();
    }

    @Nullable WorkerProcess find(int number) {
        return workers.get(number);
    }

    // ---- Effects

    /** Gives tasks to a slot; neighbours of one job go to its worker together. */
    public void start(Effect.StartTasks effect) {
        List<Assignment> tasks = effect.tasks();
        int from = 0;
        for (int i = 1; i <= tasks.size(); i++) {
            if (i == tasks.size() || !sameJob(tasks.get(from), tasks.get(i))) {
                start(effect.slot(), tasks.subList(from, i));
                from = i;
            }
        }
    }

    private static boolean sameJob(Assignment a, Assignment b) {
        return a.task().kind().job().equals(b.task().kind().job());
    }

    private void start(int slot, List<Assignment> tasks) {
        Assignment first = tasks.getFirst();
        JobId job = first.task().kind().job();
        Seat seat = slots[slot].seats.get(job);
        if (seat == null) {
            seat = newSeat(slot, first);
        }
        for (int i = 0; i < tasks.size(); i++) {
            seat.entered(tasks.get(i).task().id(), tasks.get(i).grant());
        }
        WorkerProcess worker = seat.worker;
        if (worker != null && worker.link != null) {
            worker.link.start(tasks);
        } else {
            seat.pending.addAll(tasks);
        }
    }

    /** Says something to a worker of the job that has nothing to do; null if there is none. */
    public @Nullable Consumer<Frame> idle(JobId job) {
        for (SlotState slot : slots) {
            Seat seat = slot.seats.get(job);
            WorkerProcess worker = seat == null || !seat.isIdle() ? null : seat.worker;
            WorkerLink link = worker == null ? null : worker.link;
            if (link != null) {
                return link::send;
            }
        }
        return null;
    }

    private Seat newSeat(int slot, Assignment first) {
        makeRoom(slot);
        TaskKind kind = first.task().kind();
        Resources asked = kind.options().resources();
        Limits limits =
                Limits.of(bounds.heapFor(asked), bounds.diskFor(asked), bounds.processesFor(asked));
        Seat seat = new Seat(slot, kind, limits);
        slots[slot].seats.put(seat.job, seat);
        sweepLater();
        parts.bundles().pin(seat.bundle);
        String whyNot = bounds.whyNot(asked);
        if (whyNot != null) {
            parts.timers().after(UNFIT_NANOS, () -> endUnfit(seat, whyNot));
            return seat;
        }
        WorkerProcess blank = isUsual(limits.heapBytes()) ? blanks.pollFirst() : null;
        if (blank != null) {
            seat(seat, blank);
        } else {
            unseated.addLast(seat);
        }
        startMore();
        return seat;
    }

    /** A worker for this job has the heap that most have. */
    private boolean isUsual(long heapBytes) {
        return heapBytes == bounds.heapBytes();
    }

    /** What its job asks for cannot be had here. */
    private void endUnfit(Seat seat, String why) {
        if (slots[seat.slot].seats.get(seat.job) == seat) {
            remove(seat);
            parts.events()
                    .happened(new Event.WorkerDied(seat.slot, seat.job, 0, why, Event.Fault.UNFIT));
        }
    }

    /**
     * Ends workers of other jobs that have nothing to do: those idle for long, and the oldest above
     * the bound.
     */
    private void makeRoom(int slot) {
        long now = System.nanoTime();
        List<Seat> idle = new ArrayList<>();
        for (Seat seat : slots[slot].seats.values()) {
            if (seat.isIdle()) {
                idle.add(seat);
            }
        }
        idle.sort((a, b) -> Long.compare(a.lastUsedNanos - now, b.lastUsedNanos - now));
        int count = slots[slot].seats.size();
        for (Seat seat : idle) {
            if (count >= seatsPerSlot || now - seat.lastUsedNanos > IDLE_NANOS) {
                end(seat, "another job needs the room");
                count--;
            }
        }
    }

    /**
     * What came from a job ends also where nobody says that the job has ended: its owner may be
     * gone for good.
     */
    private void sweep() {
        sweeping = false;
        long now = System.nanoTime();
        for (SlotState slot : slots) {
            for (Seat seat : List.copyOf(slot.seats.values())) {
                if (seat.isIdle() && now - seat.lastUsedNanos >= idleNanos) {
                    end(seat, "its job has had nothing for it for worker-idle");
                }
            }
        }
        sweepLater();
    }

    private void sweepLater() {
        boolean needed = false;
        for (SlotState slot : slots) {
            needed |= !slot.seats.isEmpty();
        }
        if (needed && !sweeping && !closed) {
            sweeping = true;
            parts.timers().after(Math.max(1, idleNanos / 2), this::sweep);
        }
    }

    private void seat(Seat seat, WorkerProcess worker) {
        WorkerLink link = worker.link;
        if (link == null) {
            throw new IllegalStateException(worker + " is not ready");
        }
        seat.worker = worker;
        worker.seat = seat;
        seat.lastUsedNanos = System.nanoTime();
        guard.serves(worker.number, seat.limits);
        link.send(WorkerFrames.bind(seat, parts.bundles().jars(seat.bundle), worker.directory));
        if (!seat.pending.isEmpty()) {
            link.start(seat.pending);
            seat.pending.clear();
        }
    }

    /** Asks for tasks back; those that no worker has yet are given back at once. */
    public void recall(Effect.RecallTasks effect) {
        List<GrantedTask> given = new ArrayList<>();
        Map<Seat, List<GrantedTask>> asked = new LinkedHashMap<>();
        for (GrantedTask task : effect.tasks()) {
            Seat seat = seatOf(effect.slot(), task);
            if (seat == null) {
                continue;
            }
            if (removePending(seat, task)) {
                given.add(task);
            } else {
                asked.computeIfAbsent(seat, key -> new ArrayList<>()).add(task);
            }
        }
        for (Map.Entry<Seat, List<GrantedTask>> entry : asked.entrySet()) {
            WorkerProcess worker = entry.getKey().worker;
            if (worker != null && worker.link != null) {
                worker.link.recall(entry.getValue());
            }
        }
        if (!given.isEmpty() || asked.isEmpty()) {
            parts.events().happened(new Event.RecallAnswered(effect.slot(), given, List.of()));
        }
    }

    /** Stops tasks; a worker that has not answered in time is killed. */
    public void stop(Effect.StopTasks effect) {
        Map<Seat, List<GrantedTask>> asked = new LinkedHashMap<>();
        for (GrantedTask task : effect.tasks()) {
            Seat seat = seatOf(effect.slot(), task);
            if (seat == null) {
                continue;
            }
            if (removePending(seat, task)) {
                parts.events()
                        .happened(
                                new Event.TasksFinished(
                                        effect.slot(),
                                        List.of(WorkerFrames.cancelled(task, effect.why()))));
            } else {
                asked.computeIfAbsent(seat, key -> new ArrayList<>()).add(task);
            }
        }
        asked.forEach((seat, tasks) -> stop(seat, tasks, effect.why()));
    }

    private void stop(Seat seat, List<GrantedTask> tasks, String why) {
        WorkerProcess worker = seat.worker;
        if (worker == null || worker.link == null) {
            return;
        }
        worker.link.stop(tasks, why);
        parts.timers()
                .after(
                        STOP_GRACE_NANOS,
                        () -> {
                            if (worker.seat == seat
                                    && tasks.stream()
                                            .anyMatch(one -> seat.holds(one.task(), one.grant()))) {
                                LOG.info("{} did not stop a cancelled task, it is killed", worker);
                                kill(worker, "it did not stop a cancelled task");
                            }
                        });
    }

    /** Has tasks put away that run; those that no worker has yet stay where they are. */
    public void putAway(int slot, List<GrantedTask> all, Capture how) {
        Map<Seat, List<GrantedTask>> asked = new LinkedHashMap<>();
        for (GrantedTask task : all) {
            Seat seat = seatOf(slot, task);
            if (seat != null) {
                asked.computeIfAbsent(seat, key -> new ArrayList<>()).add(task);
            }
        }
        asked.forEach((seat, tasks) -> {
            WorkerProcess worker = seat.worker;
            if (worker != null && worker.link != null) {
                worker.link.putAway(tasks, how);
            }
        });
    }

    private @Nullable Seat seatOf(int slot, GrantedTask task) {
        for (Seat seat : slots[slot].seats.values()) {
            if (seat.holds(task.task(), task.grant())) {
                return seat;
            }
        }
        return null;
    }

    private static boolean removePending(Seat seat, GrantedTask task) {
        Grant grant = task.grant();
        boolean removed =
                seat.pending.removeIf(
                        one -> one.task().id().equals(task.task()) && one.grant().equals(grant));
        if (removed) {
            seat.left(task.task(), grant);
        }
        return removed;
    }

    // ---- Jobs

    /** A job ended: its workers end when what is in them has, and soon. */
    public void jobEnded(JobId job) {
        jobForgotten(job);
        for (SlotState slot : slots) {
            Seat seat = slot.seats.get(job);
            if (seat != null) {
                parts.timers().after(STOP_GRACE_NANOS, () -> endIfJobEnded(seat));
            }
        }
    }

    /** A job seems to have ended: its workers end when what is in them has. */
    public void jobForgotten(JobId job) {
        for (SlotState slot : slots) {
            Seat seat = slot.seats.get(job);
            if (seat != null) {
                seat.jobEnded = true;
                if (seat.isIdle()) {
                    end(seat, "its job ended");
                }
            }
        }
    }

    private void endIfJobEnded(Seat seat) {
        if (slots[seat.slot].seats.get(seat.job) == seat && seat.jobEnded) {
            end(seat, "its job ended");
        }
    }

    void used(Seat seat) {
        seat.lastUsedNanos = System.nanoTime();
        if (seat.jobEnded && seat.isIdle()) {
            endIfJobEnded(seat);
        }
    }

    /** Ends a seat; tasks still in it are lost to the core. */
    private void end(Seat seat, String why) {
        boolean idle = seat.isIdle();
        remove(seat);
        WorkerProcess worker = seat.worker;
        if (worker != null) {
            end(worker, why);
        }
        if (!idle) {
            parts.events()
                    .happened(new Event.WorkerDied(seat.slot, seat.job, sessionOf(worker), why));
        }
        startMore();
    }

    private static long sessionOf(@Nullable WorkerProcess worker) {
        return worker == null ? 0 : worker.origin;
    }

    private void remove(Seat seat) {
        if (slots[seat.slot].seats.remove(seat.job, seat)) {
            unseated.remove(seat);
            parts.bundles().unpin(seat.bundle);
        }
    }

    // ---- Processes

    private void startMore() {
        while (started && !closed && starting < MAX_STARTING) {
            long heap = heapWanted();
            if (heap == 0) {
                return;
            }
            WorkerProcess worker = starter.start(heap);
            workers.put(worker.number, worker);
            starting++;
            parts.timers()
                    .after(
                            START_LIMIT_NANOS,
                            () -> {
                                if (!worker.gone && !worker.isReady()) {
                                    kill(worker, "it did not report within a minute");
                                }
                            });
        }
    }

    /** Heap of a worker that is to be started, 0 for none. */
    private long heapWanted() {
        for (Seat seat : unseated) {
            long heap = seat.limits.heapBytes();
            if (!isUsual(heap) && startingWith(heap) < unseatedWith(heap)) {
                return heap;
            }
        }
        long usual = bounds.heapBytes();
        return blanks.size() + startingWith(usual) < wanted() ? usual : 0;
    }

    private int startingWith(long heap) {
        int count = 0;
        for (WorkerProcess worker : workers.values()) {
            count += worker.origin == 0 && worker.heapBytes == heap ? 1 : 0;
        }
        return count;
    }

    private int unseatedWith(long heap) {
        int count = 0;
        for (Seat seat : unseated) {
            count += seat.limits.heapBytes() == heap ? 1 : 0;
        }
        return count;
    }

    private @Nullable Seat firstUnseatedWith(long heap) {
        for (Seat seat : unseated) {
            if (seat.limits.heapBytes() == heap) {
                unseated.remove(seat);
                return seat;
            }
        }
        return null;
    }

    /**
     * Blank workers of the usual heap that should be there: for seats without one, for slots
     * without any, and one spare.
     */
    private int wanted() {
        int count = unseatedWith(bounds.heapBytes());
        boolean used = false;
        for (SlotState slot : slots) {
            count += slot.seats.isEmpty() ? 1 : 0;
            used |= !slot.seats.isEmpty();
        }
        return count + (used ? 1 : 0);
    }

    /** A worker was welcomed. */
    void ready(WorkerProcess worker) {
        starting--;
        failedStarts = 0;
        Seat seat = firstUnseatedWith(worker.heapBytes);
        if (seat != null) {
            seat(seat, worker);
        } else if (!isUsual(worker.heapBytes)) {
            end(worker, "nobody needs a worker of its heap any more");
        } else {
            blanks.addLast(worker);
            openOne();
        }
        startMore();
    }

    private void openOne() {
        for (int i = 0; i < slots.length; i++) {
            if (!slots[i].open) {
                slots[i].open = true;
                parts.events().happened(new Event.SlotOpened(i, null));
                return;
            }
        }
    }

    private void end(WorkerProcess worker, String why) {
        if (worker.ending == null) {
            worker.ending = why;
        }
        blanks.remove(worker);
        WorkerLink link = worker.link;
        if (link != null) {
            link.send(WorkerFrames.stop(why));
        }
        parts.timers().after(STOP_GRACE_NANOS, worker::kill);
    }

    private void kill(WorkerProcess worker, String why) {
        if (worker.ending == null) {
            worker.ending = why;
        }
        worker.kill();
    }

    /** A worker took more than its job may; the guard ends it. */
    private void exceeded(int number, String why) {
        WorkerProcess worker = workers.get(number);
        if (worker != null && worker.ending == null) {
            worker.exceeded(why);
            blanks.remove(worker);
            worker.kill();
        }
    }

    private void exited(WorkerProcess worker, int exitCode) {
        worker.exited = true;
        worker.exitCode = exitCode;
        worker.judge();
        WorkerLink link = worker.link;
        if (link == null) {
            gone(worker);
        } else {
            // What it said last may still be unread; normally its connection ends by itself.
            parts.timers().after(EXIT_LIMIT_NANOS, () -> link.close("its process is gone"));
        }
    }

    void linkClosed(WorkerProcess worker, String why) {
        worker.link = null;
        if (worker.exited) {
            gone(worker);
            return;
        }
        if (worker.ending == null && !why.equals(Connection.LOST)) {
            worker.ending = why;
        }
        parts.timers().after(EXIT_LIMIT_NANOS, worker::kill);
        blanks.remove(worker);
        if (worker.process == null) {
            gone(worker);
        }
    }

    private void gone(WorkerProcess worker) {
        if (worker.gone) {
            return;
        }
        worker.gone = true;
        workers.remove(worker.number);
        blanks.remove(worker);
        boolean wasReady = worker.origin != 0;
        boolean ours = worker.ending != null;
        starting -= wasReady ? 0 : 1;
        if (!ours && !closed) {
            LOG.warn("{} died: {}; its output is in {}", worker, worker.how(), worker.log);
            starter.failed(worker, wasReady);
        }
        keepLog(worker, !ours);
        Seat seat = worker.seat;
        if (seat != null && slots[seat.slot].seats.get(seat.job) == seat) {
            remove(seat);
            if (!seat.isIdle()) {
                parts.events()
                        .happened(
                                new Event.WorkerDied(
                                        seat.slot,
                                        seat.job,
                                        worker.origin,
                                        worker.how(),
                                        worker.fault));
            }
        }
        if (wasReady) {
            parts.sessions().close(worker.origin, "its worker is gone");
        } else if (!ours) {
            startFailed(worker);
        }
        startMore();
    }

    private void keepLog(WorkerProcess worker, boolean keep) {
        starter.cleanUp(worker, keep);
        if (keep) {
            keptLogs.addLast(worker);
            if (keptLogs.size() > LOGS_KEPT) {
                starter.cleanUp(keptLogs.removeFirst(), false);
            }
        }
    }

    /** Nothing starts: slots that have no worker take no tasks until one does. */
    private void startFailed(WorkerProcess worker) {
        Seat special = isUsual(worker.heapBytes) ? null : firstUnseatedWith(worker.heapBytes);
        if (special != null) {
            remove(special);
            parts.events()
                    .happened(new Event.WorkerDied(special.slot, special.job, 0, worker.how()));
        }
        failedStarts += isUsual(worker.heapBytes) ? 1 : 0;
        if (failedStarts < MAX_FAILED_STARTS) {
            return;
        }
        String why = "no worker can be started: " + worker.how();
        int spare = blanks.size();
        for (int i = slots.length - 1; i >= 0; i--) {
            SlotState slot = slots[i];
            List<Seat> waiting =
                    slot.seats.values().stream().filter(s -> s.worker == null).toList();
            boolean unserved = slot.seats.isEmpty() && spare-- <= 0;
            if (slot.open && (!waiting.isEmpty() || unserved)) {
                LOG.error("slot {} is closed: {}", i, why);
                slot.open = false;
                new ArrayList<>(slot.seats.values()).forEach(seat -> closeSeat(seat, why));
                parts.events().happened(new Event.SlotClosed(i, why));
            }
        }
    }

    private void closeSeat(Seat seat, String why) {
        remove(seat);
        if (seat.worker != null) {
            end(seat.worker, why);
        }
    }

    /** Ends all workers at once. */
    @Override
    public void close() {
        closed = true;
        for (WorkerProcess worker : new ArrayList<>(workers.values())) {
            if (worker.ending == null) {
                worker.ending = "the daemon ends";
            }
            worker.kill();
        }
        starter.close();
        guard.close();
    }
}
