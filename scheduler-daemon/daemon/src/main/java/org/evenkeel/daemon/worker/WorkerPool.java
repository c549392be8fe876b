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
import java.util.stream.Stream;
import org.evenkeel.daemon.blob.Bundles;
import org.evenkeel.daemon.blob.PayloadResolver;
import org.evenkeel.daemon.clientcalls.ClientCallRouter;
import org.evenkeel.daemon.config.WorkerBounds;
import org.evenkeel.daemon.config.WorkerMemory;
import org.evenkeel.daemon.driver.EventSink;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.daemon.net.EventLoopTurn;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.daemon.session.Sessions;
import org.evenkeel.daemon.worker.confine.Confinement;
import org.evenkeel.daemon.worker.guard.Limits;
import org.evenkeel.daemon.worker.guard.WorkerGuard;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.Resources;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.WorkerShape;
import org.evenkeel.model.protocol.Assignment;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.wire.Capture;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Granted;
import org.evenkeel.wire.proto.ProfileTaken;
import org.evenkeel.wire.proto.StackTaken;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The slots of this daemon and the processes that serve them. A worker starts without a job and
 * receives one with its first task. A slot may have workers of several jobs, of which the kernel
 * lets one run. Lives on the event loop.
 *
 * <p>A slot is open as soon as a worker without a job is ready for it, and closed when no worker
 * can be started.
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
    private static final String FROZEN = "the workers of this node are frozen: its owner is back";

    /** With the look for the task's submitter less than a question to all nodes may take. */
    private static final long STACK_LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1_200);

    /** For a worker to sum up its samples. */
    private static final long PROFILE_GRACE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long EXIT_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Time for workers to return what they have not started, before they stop. */
    private static final long FREEZE_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** A task that cannot be served here is kept so long, lest it comes back at once. */
    private static final long UNFIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Dependencies dependencies;
    private final SlotState[] slots;

    /** Workers of different jobs in one slot before idle ones are ended. */
    private final int bindingsPerSlot;

    private final long idleNanos;
    private final WorkerBounds bounds;
    private final WorkerGuard workerGuard;
    private final WorkerStarter starter;
    private final WorkerQuestions questions;
    private final Map<Integer, WorkerProcess> workers = new LinkedHashMap<>();
    private final Deque<WorkerProcess> blanks = new ArrayDeque<>();
    private final Deque<WorkerBinding> withoutWorker = new ArrayDeque<>();
    private final Deque<WorkerProcess> keptLogs = new ArrayDeque<>();
    private int starting;
    private int failedStarts;
    private boolean started;
    private boolean sweeping;
    private boolean toFreeze;
    private int thaws;
    private final List<Runnable> whenThawed = new ArrayList<>();
    private boolean closed;

    /** What the pool works with. */
    public record Dependencies(
            EventSink eventSink,
            TimerSource timers,
            EventLoopTurn eventLoopTurn,
            Sessions sessions,
            PayloadResolver payloadResolver,
            Bundles bundles,
            ClientCallRouter files,
            RunningTasks running) {}

    /** What runs in the workers. */
    public interface RunningTasks {
        /** The task of a job that runs in a slot, not one that waits; null for none. */
        @Nullable GrantedTask in(int slot, JobId job);
    }

    private static final class SlotState {
        boolean open;
        final Map<JobId, WorkerBinding> workerBindings = new HashMap<>();
    }

    /**
     * How many workers, and for how long.
     *
     * @param slots tasks that run at a time
     * @param idleNanos a worker whose job has had nothing for it so long ends
     */
    public record Size(int slots, long idleNanos) {}

    /** Makes a pool of this size; {@link #start} begins to start workers. */
    public WorkerPool(
            Dependencies dependencies, Size size, StarterDependencies starterDependencies) {
        this.dependencies = dependencies;
        int slotCount = size.slots();
        idleNanos = size.idleNanos();
        questions = new WorkerQuestions(dependencies.timers());
        bindingsPerSlot = WorkerMemory.workersPerSlot(slotCount);
        slots = new SlotState[slotCount];
        for (int i = 0; i < slotCount; i++) {
            slots[i] = new SlotState();
        }
        bounds = starterDependencies.bounds();
        workerGuard =
                new WorkerGuard(
                        (number, why) ->
                                starterDependencies.loop().execute(() -> exceeded(number, why)),
                        starterDependencies.confinement());
        workerGuard.endLeftOver(starterDependencies.directory());
        starter =
                new WorkerStarter(
                        starterDependencies, workerGuard, dependencies.timers(), this::exited);
    }

    /**
     * What is needed to start processes.
     *
     * @param environment names of the variables that they have of this process's
     * @param directory of their directories
     */
    public record StarterDependencies(
            WorkerCommand command,
            WorkerBounds bounds,
            Confinement confinement,
            Set<String> environment,
            java.nio.file.Path directory,
            java.util.concurrent.Executor loop) {}

    EventSink eventSink() {
        return dependencies.eventSink();
    }

    EventLoopTurn eventLoopTurn() {
        return dependencies.eventLoopTurn();
    }

    Dependencies dependencies() {
        return dependencies;
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
        WorkerBinding workerBinding = slots[slot].workerBindings.get(job);
        if (workerBinding == null) {
            workerBinding = newBinding(slot, first);
        }
        for (int i = 0; i < tasks.size(); i++) {
            workerBinding.entered(tasks.get(i).task().id(), tasks.get(i).grant());
        }
        WorkerProcess worker = workerBinding.worker;
        if (worker != null && worker.link != null) {
            worker.link.start(tasks);
        } else {
            workerBinding.pending.addAll(tasks);
        }
    }

    /** Stops the processes of all workers, once they have read what was sent, or lets them run. */
    public void freeze(boolean frozen) {
        toFreeze = frozen;
        if (frozen) {
            dependencies
                    .timers()
                    .after(FREEZE_AFTER_NANOS, () -> workerGuard.freeze(toFreeze && !closed));
        } else {
            thaws++;
            workerGuard.freeze(false);
            List<Runnable> waiting = List.copyOf(whenThawed);
            whenThawed.clear();
            waiting.forEach(Runnable::run);
            startMore();
        }
    }

    /** Does this when workers have had so long at a stretch, not frozen, since now. */
    private void whenTheyHadTime(long nanos, Runnable what) {
        int before = thaws;
        dependencies
                .timers()
                .after(
                        nanos,
                        () -> {
                            if (toFreeze) {
                                whenThawed.add(() -> whenTheyHadTime(nanos, what));
                            } else if (thaws != before) {
                                whenTheyHadTime(nanos, what);
                            } else {
                                what.run();
                            }
                        });
    }

    /** Says something to a worker of the job that has nothing to do; null if there is none. */
    public @Nullable Consumer<Frame> idle(JobId job) {
        for (SlotState slot : slots) {
            WorkerBinding workerBinding = slot.workerBindings.get(job);
            WorkerProcess worker =
                    workerBinding == null || !workerBinding.isIdle() ? null : workerBinding.worker;
            WorkerLink link = worker == null ? null : worker.link;
            if (link != null) {
                return link::send;
            }
        }
        return null;
    }

    /** The job of a task that a worker was given and that has not ended; null if none has it. */
    public @Nullable JobId jobOf(TaskId task) {
        WorkerBinding workerBinding = bindingOf(task);
        return workerBinding == null ? null : workerBinding.job;
    }

    /** Whether a task was given to a worker that has not started yet. */
    public boolean waitsForWorker(TaskId task) {
        WorkerBinding workerBinding = bindingOf(task);
        return workerBinding != null && linkOf(workerBinding) == null;
    }

    /**
     * Asks the worker that has a task what its threads are doing.
     *
     * @param then hears once, within 1.2 s, what it answers or why there is no answer
     */
    public void stack(TaskId task, Consumer<StackTaken> then) {
        WorkerBinding workerBinding = bindingOf(task);
        WorkerLink link = workerBinding == null ? null : linkOf(workerBinding);
        if (link == null) {
            then.accept(noStack("it has not started: its worker is starting"));
        } else if (toFreeze) {
            then.accept(noStack(FROZEN));
        } else {
            questions.ask(
                    link,
                    number -> WorkerFrames.takeStack(number, task),
                    STACK_LIMIT_NANOS,
                    (answer, why) ->
                            then.accept(why.isEmpty() ? answer.getStackTaken() : noStack(why)));
        }
    }

    private static StackTaken noStack(String why) {
        return StackTaken.newBuilder().setWhy(why).build();
    }

    /**
     * Has workers of a job count where their threads spend processor time.
     *
     * @param task only the worker that has this one; null for all of the job
     * @param then hears of each worker once, when the time is over, what it answers or why there is
     *     no answer
     * @return how many take part
     */
    public int profile(JobId job, @Nullable TaskId task, long millis, Consumer<ProfileTaken> then) {
        int asked = 0;
        for (SlotState slot : slots) {
            WorkerBinding workerBinding = slot.workerBindings.get(job);
            if (workerBinding == null || task != null && !workerBinding.holds(task)) {
                continue;
            }
            WorkerLink link = linkOf(workerBinding);
            if (link != null && toFreeze) {
                asked++;
                then.accept(ProfileTaken.newBuilder().setWhy(FROZEN).build());
            } else if (link != null) {
                asked++;
                questions.ask(
                        link,
                        number -> WorkerFrames.takeProfile(number, millis),
                        TimeUnit.MILLISECONDS.toNanos(millis) + PROFILE_GRACE_NANOS,
                        (answer, why) ->
                                then.accept(
                                        why.isEmpty()
                                                ? answer.getProfileTaken()
                                                : ProfileTaken.newBuilder().setWhy(why).build()));
            }
        }
        return asked;
    }

    /** Whether a worker of the job is here. */
    public boolean serves(JobId job) {
        for (SlotState slot : slots) {
            WorkerBinding workerBinding = slot.workerBindings.get(job);
            if (workerBinding != null && linkOf(workerBinding) != null) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable WorkerLink linkOf(WorkerBinding workerBinding) {
        WorkerProcess worker = workerBinding.worker;
        return worker == null ? null : worker.link;
    }

    private @Nullable WorkerBinding bindingOf(TaskId task) {
        return Stream.of(slots)
                .flatMap(slot -> slot.workerBindings.values().stream())
                .filter(workerBinding -> workerBinding.holds(task))
                .findFirst()
                .orElse(null);
    }

    WorkerQuestions questions() {
        return questions;
    }

    private WorkerBinding newBinding(int slot, Assignment first) {
        makeRoom(slot);
        TaskKind kind = first.task().kind();
        Resources asked = kind.options().resources();
        Limits limits =
                Limits.of(bounds.heapFor(asked), bounds.diskFor(asked), bounds.processesFor(asked));
        WorkerBinding workerBinding = new WorkerBinding(slot, kind, limits);
        slots[slot].workerBindings.put(workerBinding.job, workerBinding);
        sweepLater();
        dependencies.bundles().pin(workerBinding.bundle);
        String whyNot = bounds.whyNot(asked);
        if (whyNot != null) {
            dependencies.timers().after(UNFIT_NANOS, () -> endUnfit(workerBinding, whyNot));
            return workerBinding;
        }
        WorkerProcess blank = isUsual(workerBinding.form()) ? blanks.pollFirst() : null;
        if (blank != null) {
            bind(workerBinding, blank);
        } else {
            withoutWorker.addLast(workerBinding);
        }
        startMore();
        return workerBinding;
    }

    /** A worker for this job is as most are. */
    private boolean isUsual(WorkerProcess.Form form) {
        return form.equals(usual());
    }

    private WorkerProcess.Form usual() {
        return new WorkerProcess.Form(bounds.heapBytes(), WorkerShape.NONE);
    }

    /** What its job asks for cannot be had here. */
    private void endUnfit(WorkerBinding workerBinding, String why) {
        if (slots[workerBinding.slot].workerBindings.get(workerBinding.job) == workerBinding) {
            remove(workerBinding);
            died(workerBinding, 0, why, Event.Fault.UNFIT);
        }
    }

    /**
     * Ends workers of other jobs that have nothing to do: those idle for long, and the oldest above
     * the bound.
     */
    private void makeRoom(int slot) {
        long now = System.nanoTime();
        List<WorkerBinding> idle =
                slots[slot].workerBindings.values().stream()
                        .filter(WorkerBinding::isIdle)
                        .sorted((a, b) ->
                                Long.compare(a.lastUsedNanos - now, b.lastUsedNanos - now))
                        .toList();
        int count = slots[slot].workerBindings.size();
        for (WorkerBinding workerBinding : idle) {
            if (count >= bindingsPerSlot || now - workerBinding.lastUsedNanos > IDLE_NANOS) {
                end(workerBinding, "another job needs the memory");
                count--;
            }
        }
    }

    /**
     * What came from a job ends also where no node says that the job has ended: its owner may be
     * gone for good.
     */
    private void sweep() {
        sweeping = false;
        long now = System.nanoTime();
        for (SlotState slot : slots) {
            for (WorkerBinding workerBinding : List.copyOf(slot.workerBindings.values())) {
                if (workerBinding.isIdle() && now - workerBinding.lastUsedNanos >= idleNanos) {
                    end(workerBinding, "its job had no task for it for worker-idle");
                }
            }
        }
        sweepLater();
    }

    private void sweepLater() {
        boolean needed = false;
        for (SlotState slot : slots) {
            needed |= !slot.workerBindings.isEmpty();
        }
        if (needed && !sweeping && !closed) {
            sweeping = true;
            dependencies.timers().after(Math.max(1, idleNanos / 2), this::sweep);
        }
    }

    private void bind(WorkerBinding workerBinding, WorkerProcess worker) {
        WorkerLink link = worker.link;
        if (link == null) {
            throw new IllegalStateException(worker + " is not ready");
        }
        workerBinding.worker = worker;
        worker.workerBinding = workerBinding;
        workerBinding.lastUsedNanos = System.nanoTime();
        workerGuard.serves(worker.number, workerBinding.limits);
        link.send(
                WorkerFrames.bind(
                        workerBinding,
                        dependencies.bundles().jars(workerBinding.bundle),
                        worker.directory));
        if (!workerBinding.pending.isEmpty()) {
            link.start(workerBinding.pending);
            workerBinding.pending.clear();
        }
    }

    /** Asks for tasks back; those that no worker has yet are returned at once. */
    public void recall(Effect.RecallTasks effect) {
        List<GrantedTask> given = new ArrayList<>();
        Map<WorkerBinding, List<GrantedTask>> asked =
                withWorkers(effect.slot(), effect.tasks(), given::add);
        asked.forEach((workerBinding, tasks) -> {
            WorkerLink link = linkOf(workerBinding);
            if (link != null) {
                link.recall(tasks);
            }
        });
        if (!given.isEmpty() || asked.isEmpty()) {
            dependencies
                    .eventSink()
                    .submit(new Event.RecallAnswered(effect.slot(), given, List.of()));
        }
    }

    /** Stops tasks; a worker that has not answered in time is killed. */
    public void stop(Effect.StopTasks effect) {
        withWorkers(effect.slot(), effect.tasks(), task -> cancelled(effect, task))
                .forEach((workerBinding, tasks) -> stop(workerBinding, tasks, effect.why()));
    }

    private void cancelled(Effect.StopTasks effect, GrantedTask task) {
        eventSink()
                .submit(
                        new Event.TasksFinished(
                                effect.slot(),
                                List.of(WorkerFrames.cancelled(task, effect.why()))));
    }

    /**
     * Tasks of a slot by the workers that have them.
     *
     * @param pending is given those that no worker has yet, which are taken out
     */
    private Map<WorkerBinding, List<GrantedTask>> withWorkers(
            int slot, List<GrantedTask> tasks, Consumer<GrantedTask> pending) {
        Map<WorkerBinding, List<GrantedTask>> given = new LinkedHashMap<>();
        for (GrantedTask task : tasks) {
            WorkerBinding workerBinding = bindingOf(slot, task);
            if (workerBinding != null && removePending(workerBinding, task)) {
                pending.accept(task);
            } else if (workerBinding != null) {
                given.computeIfAbsent(workerBinding, key -> new ArrayList<>()).add(task);
            }
        }
        return given;
    }

    private void stop(WorkerBinding workerBinding, List<GrantedTask> tasks, String why) {
        WorkerProcess worker = workerBinding.worker;
        if (worker == null || worker.link == null) {
            return;
        }
        worker.link.stop(tasks, why);
        whenTheyHadTime(
                STOP_GRACE_NANOS,
                () -> {
                    if (worker.workerBinding == workerBinding
                            && tasks.stream()
                                    .anyMatch(
                                            one -> workerBinding.holds(one.task(), one.grant()))) {
                        LOG.info("{} did not stop a cancelled task, killing it", worker);
                        kill(worker, "it did not stop a cancelled task");
                    }
                });
    }

    /** Has tasks suspended that run; those that no worker has yet stay where they are. */
    public void suspend(int slot, List<GrantedTask> all, Capture how) {
        Map<WorkerBinding, List<GrantedTask>> asked = new LinkedHashMap<>();
        for (GrantedTask task : all) {
            WorkerBinding workerBinding = bindingOf(slot, task);
            if (workerBinding != null) {
                asked.computeIfAbsent(workerBinding, key -> new ArrayList<>()).add(task);
            }
        }
        asked.forEach((workerBinding, tasks) -> {
            WorkerLink link = linkOf(workerBinding);
            if (link != null) {
                link.suspend(tasks, how);
            }
        });
    }

    private @Nullable WorkerBinding bindingOf(int slot, GrantedTask task) {
        return slots[slot].workerBindings.values().stream()
                .filter(workerBinding -> workerBinding.holds(task.task(), task.grant()))
                .findFirst()
                .orElse(null);
    }

    private static boolean removePending(WorkerBinding workerBinding, GrantedTask task) {
        Grant grant = task.grant();
        boolean removed =
                workerBinding.pending.removeIf(
                        one -> one.task().id().equals(task.task()) && one.grant().equals(grant));
        if (removed) {
            workerBinding.left(task.task(), grant);
        }
        return removed;
    }

    // ---- Jobs

    /** A job ended: its workers end when what is in them has, and soon. */
    public void jobEnded(JobId job) {
        jobForgotten(job);
        for (SlotState slot : slots) {
            WorkerBinding workerBinding = slot.workerBindings.get(job);
            if (workerBinding != null) {
                dependencies.timers().after(STOP_GRACE_NANOS, () -> endIfJobEnded(workerBinding));
            }
        }
    }

    /** A job seems to have ended: its workers end when what is in them has. */
    public void jobForgotten(JobId job) {
        for (SlotState slot : slots) {
            WorkerBinding workerBinding = slot.workerBindings.get(job);
            if (workerBinding != null) {
                workerBinding.jobEnded = true;
                if (workerBinding.isIdle()) {
                    end(workerBinding, "its job ended");
                }
            }
        }
    }

    private void endIfJobEnded(WorkerBinding workerBinding) {
        if (slots[workerBinding.slot].workerBindings.get(workerBinding.job) == workerBinding
                && workerBinding.jobEnded) {
            end(workerBinding, "its job ended");
        }
    }

    void used(WorkerBinding workerBinding) {
        workerBinding.lastUsedNanos = System.nanoTime();
        if (workerBinding.jobEnded && workerBinding.isIdle()) {
            endIfJobEnded(workerBinding);
        }
    }

    /** Ends a binding; tasks still in it are lost to the core. */
    private void end(WorkerBinding workerBinding, String why) {
        boolean idle = workerBinding.isIdle();
        remove(workerBinding);
        WorkerProcess worker = workerBinding.worker;
        if (worker != null) {
            end(worker, why);
        }
        if (!idle) {
            died(workerBinding, sessionOf(worker), why, Event.Fault.UNKNOWN);
        }
        startMore();
    }

    private void died(WorkerBinding workerBinding, long session, String how, Event.Fault fault) {
        eventSink()
                .submit(
                        new Event.WorkerDied(
                                workerBinding.slot, workerBinding.job, session, how, fault));
    }

    private static long sessionOf(@Nullable WorkerProcess worker) {
        return worker == null ? 0 : worker.origin;
    }

    private void remove(WorkerBinding workerBinding) {
        if (slots[workerBinding.slot].workerBindings.remove(workerBinding.job, workerBinding)) {
            withoutWorker.remove(workerBinding);
            dependencies.bundles().unpin(workerBinding.bundle);
        }
    }

    // ---- Processes

    private void startMore() {
        while (started && !closed && !toFreeze && starting < MAX_STARTING) {
            WorkerProcess.Form form = formWanted();
            if (form == null) {
                return;
            }
            WorkerProcess worker = starter.start(form);
            workers.put(worker.number, worker);
            starting++;
            whenTheyHadTime(
                    START_LIMIT_NANOS,
                    () -> {
                        if (!worker.gone && !worker.isReady()) {
                            kill(worker, "it did not report within a minute");
                        }
                    });
        }
    }

    /** What the worker is that is to be started, null for none. */
    private WorkerProcess.@Nullable Form formWanted() {
        for (WorkerBinding workerBinding : withoutWorker) {
            WorkerProcess.Form form = workerBinding.form();
            if (!isUsual(form) && startingWith(form) < countWithoutWorker(form)) {
                return form;
            }
        }
        WorkerProcess.Form usual = usual();
        return blanks.size() + startingWith(usual) < wanted() ? usual : null;
    }

    private int startingWith(WorkerProcess.Form form) {
        return (int)
                workers.values().stream()
                        .filter(worker -> worker.origin == 0 && worker.form.equals(form))
                        .count();
    }

    private int countWithoutWorker(WorkerProcess.Form form) {
        return (int) withoutWorker.stream().filter(one -> one.form().equals(form)).count();
    }

    private @Nullable WorkerBinding firstWithoutWorker(WorkerProcess.Form form) {
        for (WorkerBinding workerBinding : withoutWorker) {
            if (workerBinding.form().equals(form)) {
                withoutWorker.remove(workerBinding);
                return workerBinding;
            }
        }
        return null;
    }

    /**
     * Blank workers of the usual form that should be there: for bindings without one, for slots
     * without any, and one spare.
     */
    private int wanted() {
        int count = countWithoutWorker(usual());
        boolean used = false;
        for (SlotState slot : slots) {
            count += slot.workerBindings.isEmpty() ? 1 : 0;
            used |= !slot.workerBindings.isEmpty();
        }
        return count + (used ? 1 : 0);
    }

    /** A worker was welcomed. */
    void ready(WorkerProcess worker) {
        starting--;
        failedStarts = 0;
        WorkerBinding workerBinding = firstWithoutWorker(worker.form);
        if (workerBinding != null) {
            bind(workerBinding, worker);
        } else if (!isUsual(worker.form)) {
            end(worker, "no job needs a worker with these options any more");
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
                dependencies.eventSink().submit(new Event.SlotOpened(i, null));
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
        dependencies.timers().after(STOP_GRACE_NANOS, worker::kill);
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
            dependencies.timers().after(EXIT_LIMIT_NANOS, () -> link.close("its process ended"));
        }
    }

    void linkClosed(WorkerProcess worker, String why) {
        worker.link = null;
        if (worker.exited) {
            gone(worker);
            return;
        }
        if (worker.ending == null && !why.equals(FrameConnection.LOST)) {
            worker.ending = why;
        }
        dependencies.timers().after(EXIT_LIMIT_NANOS, worker::kill);
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
        WorkerBinding workerBinding = worker.workerBinding;
        if (workerBinding != null
                && slots[workerBinding.slot].workerBindings.get(workerBinding.job)
                        == workerBinding) {
            remove(workerBinding);
            if (!workerBinding.isIdle()) {
                if (worker.isToExplain()) {
                    report(worker, workerBinding); // before the task continues under another grant
                }
                died(workerBinding, worker.origin, worker.how(), worker.fault);
            }
        }
        keepLog(worker, worker.isToExplain()); // which the report has read
        if (wasReady) {
            dependencies.sessions().close(worker.origin, "its worker died");
        } else if (!ours) {
            startFailed(worker);
        }
        startMore();
    }

    /** Says in the log of the task that ran how its worker died. */
    private void report(WorkerProcess worker, WorkerBinding workerBinding) {
        GrantedTask task = dependencies.running().in(workerBinding.slot, workerBinding.job);
        if (task == null) {
            return;
        }
        Grant grant = task.grant();
        FileAsk.Builder ask =
                FileAsk.newBuilder()
                        .setTask(
                                Granted.newBuilder()
                                        .setOrigin(task.task().origin())
                                        .setNumber(task.task().number())
                                        .setEpoch(grant.epoch())
                                        .setGrant(grant.number()))
                        .setLog(
                                WorkerDeathReport.of(
                                                worker.log,
                                                worker.how(),
                                                System.currentTimeMillis())
                                        .toBuilder()
                                        .setEpoch(grant.epoch())
                                        .setGrant(grant.number()));
        try {
            dependencies.files().call(workerBinding.job, ask.build(), answer -> {});
        } catch (WireException e) {
            LOG.warn("the end of {} cannot be reported: {}", worker, e.getMessage());
        }
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
        WorkerBinding special = isUsual(worker.form) ? null : firstWithoutWorker(worker.form);
        if (special != null) {
            remove(special);
            died(special, 0, worker.how(), Event.Fault.UNKNOWN);
        }
        failedStarts += isUsual(worker.form) ? 1 : 0;
        if (failedStarts < MAX_FAILED_STARTS) {
            return;
        }
        String why = "no worker can be started: " + worker.how();
        int spare = blanks.size();
        for (int i = slots.length - 1; i >= 0; i--) {
            SlotState slot = slots[i];
            List<WorkerBinding> waiting =
                    slot.workerBindings.values().stream().filter(s -> s.worker == null).toList();
            boolean unserved = slot.workerBindings.isEmpty() && spare-- <= 0;
            if (slot.open && (!waiting.isEmpty() || unserved)) {
                LOG.error("slot {} closed: {}", i, why);
                slot.open = false;
                new ArrayList<>(slot.workerBindings.values())
                        .forEach(workerBinding -> closeBinding(workerBinding, why));
                dependencies.eventSink().submit(new Event.SlotClosed(i, why));
            }
        }
    }

    private void closeBinding(WorkerBinding workerBinding, String why) {
        remove(workerBinding);
        if (workerBinding.worker != null) {
            end(workerBinding.worker, why);
        }
    }

    /** Ends all workers at once. */
    @Override
    public void close() {
        closed = true;
        List.copyOf(workers.values()).forEach(worker -> kill(worker, "the daemon is stopping"));
        starter.close();
        workerGuard.close();
    }
}
