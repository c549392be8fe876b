package org.evenkeel.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.evenkeel.api.Durability;
import org.evenkeel.api.TaskTimedOutException;
import org.evenkeel.api.observe.TaskObserver;
import org.evenkeel.client.GuardedObserver;
import org.evenkeel.client.TaskKindRegistry;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.session.FinishedTask;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.client.session.FreshLink;
import org.evenkeel.client.session.LinkWriter;
import org.evenkeel.client.session.OpenSubmissions;
import org.evenkeel.client.session.Outgoing;
import org.evenkeel.continuations.weave.ApiOnlyLoader;
import org.evenkeel.continuations.weave.WovenLoader;
import org.evenkeel.model.Digest;
import org.evenkeel.model.submission.SessionContinuity;
import org.evenkeel.wire.ResourceMapper;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.link.Link;
import org.evenkeel.wire.proto.Bind;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.GoesOn;
import org.evenkeel.wire.proto.Granted;
import org.evenkeel.wire.proto.PutAway;
import org.evenkeel.wire.proto.Recall;
import org.evenkeel.wire.proto.RecallAnswer;
import org.evenkeel.wire.proto.Status;
import org.evenkeel.wire.proto.Stays;
import org.evenkeel.wire.proto.StopTasks;
import org.evenkeel.wire.proto.TaskKind;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/**
 * A worker bound to a job: reads what the daemon says, and has the parts that run tasks.
 *
 * <p>States: {@code BLANK -> BOUND -> ended}. It ends when the link does.
 */
final class Worker {

    /** A task did not stop in time. */
    static final int EXIT_WOULD_NOT_STOP = 75;

    /** Something of our own failed. */
    static final int EXIT_INTERNAL = 70;

    /** A task used up the memory. */
    static final int EXIT_OUT_OF_MEMORY = 71;

    private final Link link;
    private final Welcome welcome;
    private final OpenSubmissions openSubmissions;
    private final LinkWriter linkWriter;
    private final WorkerSlot workerSlot;
    private final GuardedObserver observer;
    private final ChildTasks childTasks;
    private final Results results;
    private final GraphValues graphValues;
    private final ClientCallChannel clientCallChannel;
    private final TaskLogSender logSender;
    private final PublicationSender publicationSender;
    private final StartReader starts;
    private final TaskWatchdog taskWatchdog;
    private final Map<String, ServeLoop> loops = new ConcurrentHashMap<>();
    private final ClassLoader bundle;
    private final Digest bundleDigest;
    private final TaskPayloads taskPayloads;
    private final IncomingCheckpoints coming;
    private volatile @Nullable TaskRun running;
    private final Map<Ticket, TaskRun> begun = new ConcurrentHashMap<>();
    private final StackTaker stackTaker;
    private final ProfileTaker profileTaker;

    private final PendingCommands stopEarly = new PendingCommands();
    private final PendingCommands leaveEarly = new PendingCommands();

    /**
     * A worker before it is bound.
     *
     * @param origin of the tasks its tasks spawn
     * @param directory its own
     */
    record Blank(Link link, Welcome welcome, long origin, Path directory) {}

    /**
     * @param bind the job it serves
     */
    Worker(Blank blank, Bind bind) {
        long origin = blank.origin();
        this.link = blank.link();
        this.welcome = blank.welcome();
        this.bundle = ApiOnlyLoader.over(bind.getJarsList());
        this.observer = GuardedObserver.ofWorker(bundle);
        this.openSubmissions = new OpenSubmissions(origin, new PayloadCodec(bundle));
        this.linkWriter = new LinkWriter(link, "evenkeel-writer");
        PlainTaskRunner plainTaskRunner = new PlainTaskRunner(this);
        this.workerSlot =
                new WorkerSlot(
                        origin,
                        new WorkerSlot.Lane(plainTaskRunner::live),
                        bundle,
                        linkWriter::flush);
        this.bundleDigest =
                bind.getBundle().isEmpty()
                        ? Digest.NONE
                        : Digest.of(bind.getBundle().toByteArray());
        this.childTasks =
                new ChildTasks(
                        new ChildTasks.Dependencies(
                                openSubmissions,
                                linkWriter,
                                workerSlot,
                                new TaskKindRegistry(
                                        bind.getJob(),
                                        bundleDigest,
                                        Durability.MEMORY,
                                        ResourceMapper.toModel(bind.getResources())),
                                observer,
                                this::hasSlot));
        int inline =
                welcome.getInlineBytes() > 0
                        ? welcome.getInlineBytes()
                        : WireLimits.MAX_INLINE_BYTES;
        this.results =
                new Results(
                        linkWriter,
                        openSubmissions,
                        blank.directory(),
                        Math.min(inline, WireLimits.MAX_INLINE_BYTES),
                        WorkerClock.SYSTEM);
        this.graphValues =
                new GraphValues(
                        linkWriter,
                        openSubmissions.codec(),
                        results,
                        Path.of(blobDirectory()),
                        node());
        this.clientCallChannel =
                new ClientCallChannel(
                        linkWriter::sendLater,
                        ClientCallChannel.Patience.USUAL,
                        WorkerClock.SYSTEM);
        this.logSender = new TaskLogSender(clientCallChannel::keep);
        this.publicationSender = new PublicationSender(clientCallChannel::publish);
        this.profileTaker = new ProfileTaker(linkWriter);
        this.stackTaker = new StackTaker(linkWriter, begun.values(), blank.directory());
        this.coming = new IncomingCheckpoints(begun::isEmpty);
        this.taskPayloads = new TaskPayloads(openSubmissions.codec(), blobDirectory(), coming);
        this.starts = new StartReader(this::kind);
        this.taskWatchdog = new TaskWatchdog(this);
    }

    // ---- Its parts

    OpenSubmissions openSubmissions() {
        return openSubmissions;
    }

    WorkerSlot workerSlot() {
        return workerSlot;
    }

    ChildTasks childTasks() {
        return childTasks;
    }

    /** A run has begun, or resumed; null when it is not observed. Its clock stands meanwhile. */
    GuardedObserver.@Nullable ObservedRun observe(TaskRun run, boolean resumes, byte[] note) {
        if (note.length == 0) {
            return null;
        }
        Instant at = Instant.now().minusNanos(run.runNanos(System.nanoTime()));
        run.pause();
        try {
            return observer.begin(() ->
                    new TaskObserver.Begin(
                            run.taskId(),
                            run.task.kind().name,
                            node(),
                            run.attempt(),
                            at,
                            resumes,
                            note));
        } finally {
            run.resume();
        }
    }

    TaskPayloads taskPayloads() {
        return taskPayloads;
    }

    Results results() {
        return results;
    }

    TaskRun newRun(StartedTask task, WorkerSlot.Runner runner) {
        return new TaskRun(
                task,
                runner,
                childTasks,
                graphValues,
                new TaskRun.Outlets(clientCallChannel, logSender, publicationSender),
                node());
    }

    /**
     * The log of the task whose thread calls: one that the task's thread has started, directly or
     * not, or of a pool that another task started. Null for none.
     */
    @Nullable TaskLog log() {
        TaskRun run = ChildTasks.current();
        if (run == null || !isBegun(run.root())) {
            run = running;
        }
        return run == null ? null : run.log();
    }

    LinkWriter linkWriter() {
        return linkWriter;
    }

    ClassLoader bundle() {
        return bundle;
    }

    Digest bundleDigest() {
        return bundleDigest;
    }

    /** The program's loader, if tasks of the program can be suspended. */
    @Nullable WovenLoader woven() {
        return bundle instanceof WovenLoader woven ? woven : null;
    }

    String node() {
        return welcome.getNode().getName();
    }

    String blobDirectory() {
        return welcome.getBlobDirectory();
    }

    private WorkerKind kind(TaskKind kind) {
        String name = kind.getName();
        WorkerSlot.Lane lane = null;
        if (name.startsWith(WorkerKind.SERVE)) {
            String program = name.substring(WorkerKind.SERVE.length());
            lane = loops.computeIfAbsent(program, p -> new ServeLoop(this, p)).lane();
        }
        return new WorkerKind(kind, bundle, lane);
    }

    // ---- What runs now

    void running(TaskRun run) {
        begun.put(run.ticket(), run);
        hasSlot(run);
        if (stopEarly.take(run.ticket())) {
            run.stop(Stopped.CANCELLED);
        }
        if (leaveEarly.take(run.ticket())) {
            leave(run, false);
        }
    }

    private void hasSlot(@Nullable TaskRun run) {
        running = run;
        if (run != null) {
            // The reader's word may have come before the watchdog went to sleep; this one cannot
            // be missed.
            taskWatchdog.wake();
        }
    }

    @Nullable TaskRun running() {
        return running;
    }

    /** Whether a run has begun and not ended. */
    boolean isBegun(TaskRun run) {
        return begun.get(run.ticket()) == run;
    }

    void ran(TaskRun run) {
        begun.remove(run.ticket());
        if (running == run) {
            running = null;
        }
    }

    void flushOld() {
        linkWriter.flushIfOlder(Results.BATCH_NANOS);
    }

    // ---- Reading

    /** Reads until the link ends. */
    void read() throws IOException {
        int window = welcome.getWindow() > 0 ? welcome.getWindow() : DEFAULT_WINDOW;
        openSubmissions.setWindow(
                window, welcome.getWindowBytes() > 0 ? welcome.getWindowBytes() : Long.MAX_VALUE);
        openSubmissions.setWaiting(childTasks::await);
        openSubmissions.setSending((out, open) -> out.flushIfOlder(ChildTasks.BATCH_NANOS));
        openSubmissions.setLocalBlobs(this::localBlob);
        openSubmissions.setReader(Thread.currentThread());
        openSubmissions.attach(
                new FreshLink(
                        linkWriter,
                        node(),
                        SessionContinuity.NEW,
                        welcome.getInlineBytes(),
                        List.of(),
                        false));
        linkWriter.onWriterFailure((thread, e) -> die(e));
        linkWriter.start();
        taskWatchdog.start();
        try {
            for (byte[] frame = link.read(); frame != null; frame = link.read()) {
                handle(frame);
            }
        } finally {
            if (begun.isEmpty()) {
                observer.close();
            }
        }
    }

    private static final int DEFAULT_WINDOW = 1_000;

    private byte @Nullable [] localBlob(Digest digest, long size) throws IOException {
        Path file = Path.of(blobDirectory(), digest.toString());
        return !blobDirectory().isEmpty() && Files.isReadable(file)
                ? Files.readAllBytes(file)
                : null;
    }

    private void handle(byte[] bytes) throws IOException {
        if (bytes.length > 0 && bytes[0] == StartReader.TAG) {
            workerSlot.offer(starts.read(bytes));
            taskWatchdog.wake();
        } else if (!openSubmissions.handle(bytes)) {
            handle(Link.parse(bytes));
        }
    }

    private void handle(Frame frame) throws IOException {
        if (openSubmissions.handle(frame, linkWriter)) {
            return;
        }
        switch (frame.getBodyCase()) {
            case RECALL -> recall(frame.getRecall());
            case VALUE_HERE -> graphValues.answered(frame.getValueHere());
            case FILE_ANSWER -> clientCallChannel.answered(frame.getFileAnswer());
            case STOP_TASKS -> stop(frame.getStopTasks());
            case PUT_AWAY -> suspend(frame.getPutAway());
            case TAKE_STACK ->
                    stackTaker.take(
                            frame.getTakeStack().getNumber(), frame.getTakeStack().getTask());
            case TAKE_PROFILE ->
                    profileTaker.take(
                            frame.getTakeProfile().getNumber(), frame.getTakeProfile().getMillis());
            case CHECKPOINT_COMING -> coming.onAnnounced(frame.getCheckpointComing());
            case STOP -> throw new IOException("stopped: " + frame.getStop().getWhy());
            case REFUSED -> throw new IOException("rejected: " + frame.getRefused().getReason());
            default -> {
                // Unknown to this version.
            }
        }
    }

    private void recall(Recall recall) {
        RecallAnswer.Builder answer = RecallAnswer.newBuilder();
        for (Granted granted : recall.getTasksList()) {
            if (workerSlot.recall(Ticket.of(granted)) != null) {
                answer.addGivenBack(granted);
            } else {
                answer.addStarted(granted);
            }
        }
        linkWriter.sendLater(
                new Outgoing.Control(Frame.newBuilder().setRecallAnswer(answer).build()));
    }

    private void stop(StopTasks stop) {
        for (Granted granted : stop.getTasksList()) {
            Ticket ticket = Ticket.of(granted);
            if (workerSlot.recall(ticket) != null) {
                linkWriter.sendLater(
                        FinishedTask.failed(
                                ticket,
                                new FinishedTask.Failure(Status.CANCELLED, null, stop.getWhy()),
                                0));
            } else {
                stopEarly.add(ticket); // for a runner that has it in hand but has not said so
                TaskRun run = begun.get(ticket);
                if (run != null && stopEarly.take(ticket)) {
                    run.stop(Stopped.CANCELLED);
                }
            }
        }
    }

    /** One that has not begun leaves at the first checkpoint it comes to. */
    private void suspend(PutAway suspend) {
        for (Granted granted : suspend.getTasksList()) {
            Ticket ticket = Ticket.of(granted);
            if (suspend.getRunsOn()) {
                TaskRun run = begun.get(ticket);
                if (run != null) {
                    run.wantCheckpoint();
                }
                continue;
            }
            leaveEarly.add(ticket);
            TaskRun run = begun.get(ticket);
            if (run != null && leaveEarly.take(ticket)) {
                leave(run, suspend.getWithChildren());
            }
        }
    }

    private void leave(TaskRun run, boolean withChildren) {
        String reason = run.suspend(withChildren);
        if (reason != null) {
            send(run, reason);
        }
    }

    /** A task that is to leave could not be suspended. */
    void reportSuspensionDeferred(TaskRun run, String reason) {
        if (run.isNews(reason)) {
            send(run, reason);
        }
    }

    /** A task resumes from its checkpoint. */
    void reportContinued(TaskRun run, long readNanos) {
        linkWriter.sendLater(
                new Outgoing.Control(
                        Frame.newBuilder()
                                .setGoesOn(
                                        GoesOn.newBuilder()
                                                .setTask(granted(run.ticket()))
                                                .setReadNanos(readNanos))
                                .build()));
    }

    static Granted granted(Ticket ticket) {
        return Granted.newBuilder()
                .setOrigin(ticket.origin())
                .setNumber(ticket.number())
                .setEpoch(ticket.epoch())
                .setGrant(ticket.grant())
                .build();
    }

    private void send(TaskRun run, String reason) {
        Stays.Builder reportSuspensionDeferred =
                Stays.newBuilder()
                        .setTask(granted(run.ticket()))
                        .setWhy(
                                reason.length() <= WireLimits.MAX_TEXT_LENGTH
                                        ? reason
                                        : reason.substring(0, WireLimits.MAX_TEXT_LENGTH));
        linkWriter.sendLater(
                new Outgoing.Control(
                        Frame.newBuilder().setStays(reportSuspensionDeferred).build()));
    }

    // ---- Ending

    /** Something of our own failed: say so and end. */
    void die(Throwable e) {
        System.err.println("evenkeel worker: " + e);
        e.printStackTrace(System.err);
        Runtime.getRuntime().halt(EXIT_INTERNAL);
    }

    /** Ends after everything has been sent. */
    void exit(int code, String why) {
        System.err.println("evenkeel worker: " + why);
        linkWriter.flush(); // the link stays open: its end would end the process with another code
        Runtime.getRuntime().halt(code);
    }

    /** Ends a run that would not stop, and the process with it. */
    void halt(TaskRun run, Status status, String why) {
        linkWriter.flush(
                List.of(
                        FinishedTask.failed(
                                run.ticket(),
                                new FinishedTask.Failure(
                                        status,
                                        null,
                                        why,
                                        run.task
                                                .kind()
                                                .isFinal(status, TaskTimedOutException.class)),
                                run.runNanos(System.nanoTime()))));
        exit(EXIT_WOULD_NOT_STOP, "task " + run.taskId() + ": " + why);
    }
}
