package org.evenkeel.worker;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.messages.Message;
import org.evenkeel.client.Handle;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileRequest;
import org.evenkeel.client.files.FileService;
import org.evenkeel.client.messages.MessageService;
import org.evenkeel.client.messages.PublicationService;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.client.session.OpenTask;
import org.evenkeel.client.value.TransferredInput;
import org.evenkeel.client.value.ValueRef;
import org.evenkeel.client.value.ValueService;
import org.evenkeel.continuations.capture.SuspendableTask;
import org.evenkeel.continuations.envelope.Envelope;
import org.evenkeel.continuations.envelope.Envelope.Logged;
import org.evenkeel.continuations.envelope.Envelope.Printed;
import org.evenkeel.continuations.envelope.Envelope.Published;
import org.evenkeel.continuations.envelope.Envelope.Talked;
import org.evenkeel.continuations.frames.Waits;
import org.evenkeel.continuations.weave.ApiOnlyLoader;
import org.evenkeel.model.Ids;
import org.jspecify.annotations.Nullable;

/** One run of one task: its context, its clock, and the wish that it stop. */
final class TaskRun
        implements TaskContext,
                ValueService,
                FileService,
                MessageService,
                PublicationService,
                TaskMessages.Leaving,
                Waits.Waiter {

    /** Between two reasons why it was not suspended. */
    private static final long NEWS_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /**
     * Where what a task says goes.
     *
     * @param line questions to its program
     */
    record Outlets(
            ClientCallChannel line, TaskLogSender logSender, PublicationSender publicationSender) {}

    final StartedTask task;
    final WorkerSlot.@Nullable Runner runner;
    private final ChildTasks childTasks;
    private final GraphValues graphValues;
    private final Outlets outlets;
    private final String node;

    /** The run in whose slot this one runs at once; null for one that the daemon started. */
    private final @Nullable TaskRun enclosing;

    private final long number;

    /** Suspends the run; null when nothing in its program has checkpoints. */
    private volatile @Nullable SuspendableTask movable;

    private volatile @Nullable Runnable waker;

    /** Its children, while it can be suspended. */
    private final SuspendedChildren suspendedChildren;

    /** Its files and its console, once it has used them. */
    private @Nullable TaskClientFiles home;

    /** What it prints, once it does. */
    private @Nullable TaskLog log;

    /** Its messages, once it has used them. */
    private volatile @Nullable TaskMessages messages;

    /** What it publishes, once it does. */
    private volatile @Nullable TaskPublisher publisher;

    private volatile long saidNanos;
    private volatile String said = "";

    /** The child whose result is this task's. */
    @Nullable Handle<?> tailChild;

    // The clock: run time without waits.
    private volatile long resumedNanos = System.nanoTime();
    private volatile long ranNanos;
    private volatile boolean waiting;

    /** How long this process stood still; and until the clock was resumed. */
    private volatile long stoodStillNanos;

    private volatile long stoodStillBefore;

    // Guarded by this.
    private boolean over;
    private long stoppedNanos;

    /** Written under the lock; read at every checkpoint. */
    private volatile Stopped stopped = Stopped.NO;

    TaskRun(
            StartedTask task,
            WorkerSlot.@Nullable Runner runner,
            ChildTasks childTasks,
            GraphValues graphValues,
            Outlets outlets,
            String node) {
        this.task = task;
        this.runner = runner;
        this.childTasks = childTasks;
        this.graphValues = graphValues;
        this.outlets = outlets;
        this.node = node;
        this.enclosing = null;
        this.number = task.ticket().number();
        this.suspendedChildren = new SuspendedChildren(childTasks, task.ticket());
    }

    /** A child that runs at once: for the daemon it is part of the run around it. */
    private TaskRun(TaskRun enclosing, long number) {
        this.task = enclosing.task;
        this.runner = enclosing.runner;
        this.childTasks = enclosing.childTasks;
        this.graphValues = enclosing.graphValues;
        this.outlets = enclosing.outlets;
        this.node = enclosing.node;
        this.enclosing = enclosing;
        this.number = number;
        this.suspendedChildren = enclosing.suspendedChildren;
    }

    TaskRun enclose(long childNumber) {
        return new TaskRun(this, childNumber);
    }

    Ticket ticket() {
        return task.ticket();
    }

    // ---- The clock

    /** The task begins to wait. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // its runner alone writes
    void pause() {
        ranNanos += sinceResumed(System.nanoTime());
        waiting = true;
    }

    void resume() {
        stoodStillBefore = stoodStillNanos;
        resumedNanos = System.nanoTime();
        waiting = false;
    }

    /** Whether its clock stands still. */
    boolean isWaiting() {
        return waiting;
    }

    /** Time spent running, waits for children excluded. */
    long runNanos(long now) {
        return waiting ? ranNanos : ranNanos + sinceResumed(now);
    }

    private long sinceResumed(long now) {
        return Math.max(0, now - resumedNanos - (stoodStillNanos - stoodStillBefore));
    }

    /** This process was stopped for so long, as one that gives way to the machine's owner is. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // the watchdog alone writes
    void stoodStill(long nanos) {
        stoodStillNanos += nanos;
        synchronized (this) {
            stoppedNanos += nanos;
        }
    }

    // ---- Stopping

    /** Asks the task to stop, once; it may not. */
    void stop(Stopped why) {
        synchronized (this) {
            if (over || stopped != Stopped.NO) {
                return;
            }
            stopped = why;
            stoppedNanos = System.nanoTime();
        }
        childTasks.whileNobodyWrites(this::interrupt);
    }

    private synchronized void interrupt() {
        if (!over && runner != null) {
            runner.thread().interrupt();
        }
    }

    /** The task has returned: no thread may interrupt its thread on its behalf any more. */
    synchronized Stopped end() {
        over = true;
        return stopped;
    }

    Stopped stopped() {
        return enclosing == null ? stopped : enclosing.stopped();
    }

    /** How long it has been asked to stop and has not, nanoseconds. */
    synchronized long stoppingFor(long now) {
        return over || stopped == Stopped.NO ? 0 : now - stoppedNanos;
    }

    @Override
    public boolean isCancelled() {
        return stopped() != Stopped.NO;
    }

    @Override
    public void checkpoint() {
        requireNotStopped();
        leave(SuspendableTask::checkpoint);
    }

    /** Throws what a checkpoint does when the task is to stop. */
    @Override
    public void requireNotStopped() {
        Stopped why = stopped();
        if (why != Stopped.NO) {
            throw new TaskCancelledException(
                    "task "
                            + taskId()
                            + (why == Stopped.CANCELLED
                                    ? " was cancelled"
                                    : " exceeded its time limit"));
        }
    }

    private void leave(Consumer<SuspendableTask> how) {
        SuspendableTask leaving = root().movable;
        if (leaving != null && leaving.isDue()) {
            String bound = bound(leaving.isAsked());
            if (bound == null) {
                how.accept(leaving);
            } else {
                leaving.defer(bound);
            }
        }
    }

    // ---- Leaving

    /** The run that the daemon started, in which this one is. */
    TaskRun root() {
        return enclosing == null ? this : enclosing.root();
    }

    @Override
    public boolean isWanted() {
        SuspendableTask leaving = root().movable;
        return leaving != null && leaving.isAsked();
    }

    /**
     * It waits, and can be suspended here: then it continues by {@link #waitAgain}. To be called
     * again and again during the wait.
     *
     * @param what a word that {@link #waitAgain} knows, and what that needs
     */
    @Override
    public void waiting(Object... what) {
        requireNotStopped();
        leave(leaving -> leaving.waiting(this, what));
    }

    /**
     * Who is to be called when a task that waits is to be suspended; null when it does not wait.
     */
    @Override
    public void wakeBy(@Nullable Runnable wakes) {
        root().waker = wakes;
    }

    @Override
    public ParkedTasks.ParkedPermit parkedPermit() {
        return childTasks.parkedTasks().permitOf(this);
    }

    void setMovable(@Nullable SuspendableTask task) {
        movable = task;
    }

    /**
     * What it has spawned that keeps it here, null for nothing.
     *
     * @param leaves whether it is to leave; else only a checkpoint is made of it
     */
    private @Nullable String bound(boolean leaves) {
        if (root().tailChild != null) {
            return "it has ended by a tail call, and is still running";
        }
        return leaves ? suspendedChildren.bound() : suspendedChildren.unfinished();
    }

    SuspendedChildren suspendedChildren() {
        return suspendedChildren;
    }

    /**
     * It is to be suspended. Asked again, it says where it is, human-readable.
     *
     * @param withChildren whether it leaves before its children have ended
     * @return why it is not, null when it may soon be
     */
    @Nullable String suspend(boolean withChildren) {
        if (withChildren) {
            suspendedChildren.setFree();
        }
        SuspendableTask leaving = movable;
        if (leaving == null) {
            return task.kind().lane == null
                    ? "its program calls neither TaskContext.checkpoint() nor Evenkeel.checkpoint()"
                    : "its program serves it in a loop of its own";
        }
        boolean again = leaving.isAsked();
        leaving.ask();
        Runnable waits = waker;
        if (waits != null) {
            waits.run(); // each time: what kept it may have gone
        }
        if (!again) {
            return null;
        }
        return said.isEmpty() ? "it has not reached a checkpoint; it is at " + place() : said;
    }

    /** A checkpoint of it is wanted while it runs; where it has none it is left alone. */
    void wantCheckpoint() {
        SuspendableTask running = movable;
        if (running != null) {
            running.want();
        }
    }

    /** The line of the program that runs now. */
    private String place() {
        WorkerSlot.Runner on = runner;
        StackTraceElement[] stack =
                on == null ? new StackTraceElement[0] : on.thread().getStackTrace();
        for (StackTraceElement each : stack) {
            if (ApiOnlyLoader.BUNDLE.equals(each.getClassLoaderName())) {
                return "%s.%s:%s"
                        .formatted(each.getClassName(), each.getMethodName(), each.getLineNumber());
            }
        }
        return waiting ? "a wait for its children" : "no line of its program";
    }

    /** Whether this is worth telling: not what was told last, and not too often. */
    boolean isNews(String reason) {
        long now = System.nanoTime();
        if (reason.equals(said) || !said.isEmpty() && now - saidNanos < NEWS_NANOS) {
            return false;
        }
        said = reason;
        saidNanos = now;
        return true;
    }

    @Override
    public @Nullable Object waitAgain(@Nullable Object[] what) throws Exception {
        return ChildWait.isMeant(what) ? ChildWait.again(this, what) : messages().again(what);
    }

    // ---- Children

    @Override
    public <R extends @Nullable Object> TaskHandle<R> spawn(Task<R> child, TaskOptions options) {
        TaskHandle<R> handle = childTasks.spawn(this, child, options);
        if (root().movable != null && handle instanceof OpenTask open) {
            suspendedChildren.spawned(open);
        }
        return handle;
    }

    @Override
    public <R extends @Nullable Object> List<R> invokeAll(Collection<? extends Task<R>> tasks)
            throws InterruptedException {
        return this.<R>results(this.<R>spawnAll(tasks));
    }

    /** The results of children, when all have ended. */
    <R extends @Nullable Object> List<R> results(List<TaskHandle<R>> handles)
            throws InterruptedException {
        await(handles, false, ChildWait.RESULTS);
        List<R> results = new ArrayList<>(handles.size());
        for (TaskHandle<R> handle : handles) {
            results.add(handle.get());
        }
        return results;
    }

    @Override
    public void awaitAll(Collection<? extends TaskHandle<?>> handles) throws InterruptedException {
        await(handles, false, ChildWait.ALL);
    }

    @Override
    public void awaitAny(Collection<? extends TaskHandle<?>> handles) throws InterruptedException {
        await(handles, true, ChildWait.ANY);
    }

    private void await(Collection<? extends TaskHandle<?>> handles, boolean any, String word)
            throws InterruptedException {
        List<OpenTask> tasks = OpenTask.of(handles, "worker");
        childTasks.await(tasks, any, Long.MAX_VALUE, new ChildWait(word, tasks));
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // what is returned then is not looked at
    public <R extends @Nullable Object> R tailCall(Task<R> child) {
        if (tailChild != null) {
            throw new IllegalStateException("a task can make only one tail call");
        }
        tailChild = childTasks.spawn(this, child, TaskOptions.DEFAULT);
        return (R) null;
    }

    // ---- Values of a graph

    @Override
    public List<TransferredInput> fetch(List<ValueRef> inputs, List<String> lost)
            throws InterruptedException {
        return graphValues.fetch(inputs, lost);
    }

    @Override
    public @Nullable Object read(ValueRef value) throws IOException {
        return graphValues.read(value);
    }

    @Override
    public ValueRef keep(@Nullable Object value) throws IOException, InterruptedException {
        return graphValues.keep(value);
    }

    // ---- Files of the client

    private synchronized TaskClientFiles home() {
        if (enclosing != null) {
            return enclosing.home();
        }
        TaskClientFiles known = home;
        if (known == null) {
            known = new TaskClientFiles(outlets.line()::call, ticket());
            home = known;
        }
        return known;
    }

    private synchronized @Nullable TaskClientFiles usedHome() {
        return home;
    }

    /** What it prints; of a child that runs at once it is that of the run around it. */
    TaskLog log() {
        TaskRun root = root();
        synchronized (root) {
            TaskLog known = root.log;
            if (known == null) {
                known = new TaskLog(root.ticket(), outlets.logSender());
                root.log = known;
            }
            return known;
        }
    }

    private synchronized @Nullable TaskLog usedLog() {
        return log;
    }

    /** Sends home what it printed, for a checkpoint. */
    void flush() {
        TaskClientFiles used = usedHome();
        if (used != null) {
            used.flush();
        }
        TaskLog lines = usedLog();
        if (lines != null) {
            lines.flush();
        }
    }

    /**
     * Sends home what it printed; it runs here no more.
     *
     * @param ended whether it runs nowhere: an unfinished line is one then
     */
    void close(boolean ended) {
        TaskLog lines = usedLog();
        if (lines != null && ended) {
            lines.endLines();
        }
        flush();
        if (lines != null) {
            outlets.logSender().forget(ticket());
        }
        TaskPublisher publishes = publisher;
        if (publishes != null) {
            publishes.close();
        }
    }

    /** A checkpoint of it, with how much it has said to its home, and its observer's note. */
    Envelope counted(Envelope checkpoint, byte[] note) {
        TaskClientFiles used = usedHome();
        TaskMessages talks = messages;
        TaskLog lines = usedLog();
        TaskPublisher publishes = publisher;
        return checkpoint
                .with(
                        used == null ? Printed.NOTHING : used.printed(),
                        talks == null ? Talked.NOTHING : talks.talked(),
                        lines == null ? Logged.NOTHING : lines.logged(),
                        note)
                .with(publishes == null ? Published.NOTHING : publishes.published());
    }

    /** It resumes from a checkpoint. */
    void resumeAt(Envelope checkpoint) {
        if (!checkpoint.printed().equals(Printed.NOTHING)) {
            home().resumeAt(checkpoint.printed());
        }
        if (!checkpoint.talked().equals(Talked.NOTHING)) {
            messages().resumeAt(checkpoint.talked());
        }
        if (!checkpoint.logged().equals(Logged.NOTHING)) {
            log().resumeAt(checkpoint.logged());
        }
        if (!checkpoint.published().equals(Published.NOTHING)) {
            publisher().resumeAt(checkpoint.published());
        }
    }

    @Override
    public FileReply ask(FileRequest question) throws IOException {
        return home().ask(question);
    }

    @Override
    public void print(boolean error, byte[] bytes, int from, int count) {
        home().print(error, bytes, from, count);
    }

    @Override
    public void flush(boolean error) {
        home().flush(error);
    }

    @Override
    public boolean hasLost(boolean error) {
        return home().hasLost(error);
    }

    // ---- Messages

    private synchronized TaskMessages messages() {
        if (enclosing != null) {
            throw new UnsupportedOperationException(
                    "messages and barriers are for tasks that a program submitted itself, not "
                            + "for children of tasks");
        }
        TaskMessages known = messages;
        if (known == null) {
            known =
                    new TaskMessages(
                            home(),
                            (number, question, nanos, answer) ->
                                    outlets.line().poll(ticket(), number, question, nanos, answer),
                            childTasks.openSubmissions().codec(),
                            this,
                            TaskMessages.Times.of(outlets.line()));
            messages = known;
        }
        return known;
    }

    @Override
    public void send(long to, @Nullable Object value) throws IOException {
        messages().send(to, value);
    }

    @Override
    public @Nullable Message receive(long from, long nanos) throws IOException {
        return messages().receive(from, nanos);
    }

    @Override
    public void barrier(String name, int parties) throws IOException {
        messages().barrier(name, parties);
    }

    // ---- Published values

    private synchronized TaskPublisher publisher() {
        TaskPublisher known = publisher;
        if (known == null) {
            known =
                    new TaskPublisher(
                            ticket(),
                            childTasks.openSubmissions().codec(),
                            outlets.publicationSender());
            publisher = known;
        }
        return known;
    }

    @Override
    public void publish(@Nullable Object value) {
        if (enclosing != null || ticket().origin() == childTasks.openSubmissions().origin()) {
            throw new UnsupportedOperationException(
                    "values are for tasks to publish that a program submitted itself, not for"
                            + " children of tasks");
        }
        publisher().publish(value);
    }

    // ---- Who and where

    @Override
    public String taskId() {
        long origin = enclosing == null ? ticket().origin() : childTasks.openSubmissions().origin();
        return Ids.text(origin) + "-" + number;
    }

    @Override
    public String node() {
        return node;
    }

    @Override
    public int attempt() {
        return enclosing == null ? ticket().grant() : 1;
    }
}
